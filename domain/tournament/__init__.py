"""Tournaments: events of many tables, as one more decider of the kernel.

RULES.md beside this says what holds; numbers in brackets, like [A6], cite its sentences.
"""
