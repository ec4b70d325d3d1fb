"""A game's options: what each can be, and what none can be.

The rules say which options there are. What they cannot be anywhere is refused at the door, short
texts and small numbers only, before it stands in a log: old logs are read as they are.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from domain.kernel.actions import OptionValue
from domain.kernel.errors import InvalidSetup

LONGEST = 100
DIGITS = 9


class OptionKind(Struct, frozen=True):
    """What an option can be."""

    type: Literal["choice", "boolean", "integer", "list"]
    """`choice`: one of `values`; `integer`: `minimum` or more; `list`: one of `values` per seat,
    each another, as a text with commas between them."""
    description: str
    """What it changes."""
    values: tuple[OptionValue, ...] | None = None
    """All that it can be, or that a list can be made of; `null` for whole numbers."""
    minimum: int | None = None
    """The least that a whole number can be."""

    def read(self, recorded: str) -> OptionValue:
        """As it is sent, from what entry 1 records."""
        if self.type == "boolean":
            return recorded == "true"
        is_number = self.type == "integer" or recorded not in (self.values or (recorded,))
        return int(recorded) if is_number and self.type != "list" else recorded


def choice(description: str, *values: OptionValue) -> OptionKind:
    return OptionKind("choice", description, values)


def boolean(description: str) -> OptionKind:
    return OptionKind("boolean", description, (False, True))


def integer(description: str, minimum: int) -> OptionKind:
    return OptionKind("integer", description, minimum=minimum)


def check_edition(edition: str | None) -> None:
    """Logs of old may say an empty one, which is the default there."""
    if edition == "":
        raise InvalidSetup("there is no edition ''; leave it out for the default one")


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
