"""A game's options: what each can be, and what none can be.

The rules say which options there are. What they cannot be anywhere is refused at the door, short
texts and small numbers only, before it stands in a log: old logs are read as they are.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from domain.kernel.actions import OptionValue
from domain.kernel.errors import InvalidSetup

LONGEST = 100
DIGITS = 9


class OptionKind(Struct, frozen=True):
    """What an option can be."""

    type: Literal["choice", "boolean", "integer", "list"]
    """`choice`: one of `values`; `integer`: from `minimum` to `maximum`; `list`: one of `values`
    per seat, each another, as a text with commas between them."""
    description: str
    """What it changes."""
    values: tuple[OptionValue, ...] | None = None
    """All that it can be, or that a list can be made of; `null` for whole numbers."""
    minimum: int | None = None
    """The least that a whole number can be."""
    maximum: int | None = None
    """The most that it can be."""
    default: OptionValue | None = None
    """What holds where an option that came later is not set: entry 1 records it only if it is, so
    that old logs decide again to the same bytes."""

    def recorded_as(self, value: OptionValue, seats: int) -> str | None:
        """As entry 1 records it; None if it cannot be."""
        if self.type == "choice":
            alike = (type(value), value)  # else 1 would be true
            return str(value) if alike in [(type(v), v) for v in self.values or ()] else None
        return self._list(str(value), seats) if self.type == "list" else self._read_laxly(value)

    def _list(self, text: str, seats: int) -> str | None:
        named = text.split(",")
        possible = set(named) <= set(map(str, self.values or ()))
        return text if possible and len(named) == len(set(named)) == seats else None

    def _read_laxly(self, value: OptionValue) -> str | None:
        """Options from a command line are text."""
        number = Annotated[int, Meta(ge=self.minimum, le=self.maximum)]
        kind = bool if self.type == "boolean" else number
        try:
            return str(msgspec.convert(str(value).lower(), kind, strict=False)).lower()
        except msgspec.ValidationError:
            return None

    def possible(self, seats: int) -> str:
        """For people."""
        values = ", ".join(map(str, self.values or ()))
        return {
            "choice": values,
            "boolean": "true, false",
            "integer": f"{self.minimum} to {self.maximum}",
            "list": f"{seats} different ones, with commas, of {values}",
        }[self.type]

    def read(self, recorded: str) -> OptionValue:
        """As it is sent, from what entry 1 records."""
        if self.type == "boolean":
            return recorded == "true"
        is_number = self.type == "integer" or recorded not in (self.values or (recorded,))
        return int(recorded) if is_number and self.type != "list" else recorded


def choice(
    description: str, *values: OptionValue, default: OptionValue | None = None
) -> OptionKind:
    return OptionKind("choice", description, values, default=default)


def boolean(description: str, *, default: OptionValue | None = None) -> OptionKind:
    return OptionKind("boolean", description, (False, True), default=default)


def integer(
    description: str, minimum: int, maximum: int, *, default: OptionValue | None = None
) -> OptionKind:
    return OptionKind("integer", description, None, minimum, maximum, default)


def resolved(
    kinds: Mapping[str, OptionKind],
    usual: Mapping[str, str],
    chosen: Mapping[str, OptionValue],
    seats: int,
) -> dict[str, str]:
    """What entry 1 records: whatever it always does, and over that what was chosen."""
    options = dict(usual)
    for name, value in chosen.items():
        options[name] = checked(kinds, name, value, seats)
    return options


def checked(kinds: Mapping[str, OptionKind], name: str, value: OptionValue, seats: int) -> str:
    if name not in kinds:
        raise InvalidSetup(f"there is no option {name!r}; there are: {', '.join(kinds)}")
    recorded = kinds[name].recorded_as(value, seats)
    if recorded is None:
        possible = kinds[name].possible(seats)
        raise InvalidSetup(f"option {name!r} cannot be {value!r}; it can be: {possible}")
    return recorded


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
