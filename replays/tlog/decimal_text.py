"""Numbers in ASCII digits, with no zero in front: each has exactly one text."""

import re

from replays.tlog.malformed import Malformed
from replays.tlog.merkle import MAX_SIZE

DECIMAL = re.compile("0|[1-9][0-9]{0,18}")


def read_number(text: str, what: str) -> int:
    if not DECIMAL.fullmatch(text) or int(text) > MAX_SIZE:
        raise Malformed(f"{what} is not a decimal number below 2^63")
    return int(text)
