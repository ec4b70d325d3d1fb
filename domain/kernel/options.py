"""A game's options at the door: short texts and small numbers, as a person would write them.

The rules say which options there are and what they can be. What they cannot be anywhere is refused
here, before it stands in a log: old logs are read as they are.
"""

from collections.abc import Mapping

from domain.kernel.actions import OptionValue
from domain.kernel.errors import InvalidSetup

LONGEST = 100
DIGITS = 9


def check_options(options: Mapping[str, OptionValue]) -> None:
    for name, value in options.items():
        if len(name) > LONGEST:
            raise InvalidSetup(f"no option has a name of {len(name)} letters")
        _check(name, value)


def _check(name: str, value: OptionValue) -> None:
    if isinstance(value, str) and len(value) > LONGEST:
        raise InvalidSetup(f"option {name!r} cannot be {len(value)} characters long")
    if _is_number(value) and abs(int(value)) >= 10**DIGITS:
        raise InvalidSetup(f"option {name!r} cannot be a number of more than {DIGITS} digits")
    if _is_number(value) and str(value) != str(int(value)):
        raise InvalidSetup(f"option {name!r} cannot be {value!r}; write {int(value)}")


def _is_number(value: OptionValue) -> bool:
    if isinstance(value, str):
        return value.isascii() and value.removeprefix("-").isdecimal()
    return not isinstance(value, bool)
