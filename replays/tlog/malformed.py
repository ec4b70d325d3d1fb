"""What every reader of this package raises at text or bytes that are not of their format."""


class Malformed(ValueError):
    """Not of the format; the message says what is wrong, for the one who sent it."""
