"""What every game is tested with, whichever it is.

A new game describes itself in `tests/domain/<game>/random_games.py`, by a subclass of `AnySetup`,
and is named in `every_game.py`. It then gets random play, hidden information, and a test per vector
and ruling of its rules document, from the files `tests/domain/test_*.py`.
"""
