"""How much of a file is read at all: far above any real game, and little enough for a worker.

A file comes from a stranger, who can compute a right hash chain and sign it with a key of their
own. So whatever the bytes are, they are looked at once, line by line, and never beyond a limit.
The longest sample has 405 entries with 1,130 events in 456 lines and 190 KB; its longest line
5.9 KB, its deepest value 9 levels, and no number in it is above 170.
"""

import re

MOST_BYTES = 20 * 1024 * 1024
MOST_LINES = 25_000
LONGEST_HEADER = 1024 * 1024
"""It may carry a catalog."""
LONGEST_LINE = 64 * 1024
LONGEST_EVENT_LINE = 1024 * 1024
"""Of a tournament: a plan of all rounds, or the prices of a pairing."""
MOST_ENTRIES = 10_000
MOST_SEALS = 16
"""Of one entry."""
MOST_EVENTS = 50_000
MOST_SEATS = 8
MOST_TAKE_BACKS = 2_000
"""Different versions that a log goes back to: their states are kept while it is folded."""
DEEPEST = 32
"""Lists and objects inside each other."""
LARGEST_NUMBER = 99_999
"""The fold believes every event: without this, one of a billion cards would be a billion cards."""

UNPROVEN_ENTRIES = 1_500
UNPROVEN_EVENTS = 5_000
"""So far a record is followed behind the first thing in it that was not proven."""

_PERHAPS_LARGE = b":000000"
_DIGITS = bytes.maketrans(b"123456789,[- \t\r", b"000000000::::::")
"""With every digit as 0, and whatever may stand before a number as a colon."""
_TIMES = re.compile(rb'"seconds":\d{1,8}|"left_ms":\[(?:null|\d{1,13})(?:,(?:null|\d{1,13})){,7}\]')
"""What clocks hold may be large; no game has fields of these names."""
_NO_BRACKET = bytes(set(range(256)) - set(b"[]{}"))


class BeyondLimit(Exception):
    """A file is larger than any that is read; `code` names the limit."""

    def __init__(self, code: str, **facts: int) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


def check_line(number: int, line: bytes) -> None:
    """BeyondLimit if a line, other than the header, is more than any entry or seal can be."""
    if len(line) > LONGEST_LINE:
        raise BeyondLimit("file.long_line", line=number, most=LONGEST_LINE)
    _check_depth(number, line)
    if _PERHAPS_LARGE in line.translate(_DIGITS):
        digits = _without_strings(_TIMES.sub(b"", line)).translate(_DIGITS)
        if _PERHAPS_LARGE in digits:
            raise BeyondLimit("file.large_number", line=number, most=LARGEST_NUMBER)


def check_event_line(number: int, line: bytes) -> None:
    """The same for the log of a tournament, which proves pairings with large numbers."""
    if len(line) > LONGEST_EVENT_LINE:
        raise BeyondLimit("file.long_line", line=number, most=LONGEST_EVENT_LINE)
    _check_depth(number, line)


def check_header(line: bytes) -> None:
    if len(line) > LONGEST_HEADER:
        raise BeyondLimit("file.long_header", most=LONGEST_HEADER)
    _check_depth(1, line)


def _check_depth(number: int, line: bytes) -> None:
    """Takes the innermost pairs away, level by level: linear, whatever the line says."""
    if line.count(b"[") + line.count(b"{") <= DEEPEST:
        return
    left = _without_strings(line).translate(None, _NO_BRACKET)
    for _ in range(DEEPEST):
        if b"[]" not in left and b"{}" not in left:
            break
        left = left.replace(b"[]", b"").replace(b"{}", b"")
    if b"[]" in left or b"{}" in left or left.count(b"[") + left.count(b"{") > DEEPEST:
        raise BeyondLimit("file.too_deep", line=number, most=DEEPEST)


def _without_strings(line: bytes) -> bytes:
    """A line of JSON but for what stands in quotes."""
    unescaped = line.replace(b"\\\\", b"").replace(b'\\"', b"")
    return b"".join(unescaped.split(b'"')[::2])


def clipped(text: str, most: int = 200) -> str:
    """What a stranger wrote, short enough to be repeated in a verdict."""
    return text if len(text) <= most else text[: most - 1] + "…"
