"""The table around any game: people, clocks, claims and rulings. It knows no game.

RULES.md beside this says what holds; numbers in brackets, like [A6], cite its sentences.
"""
