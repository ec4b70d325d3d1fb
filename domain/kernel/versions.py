"""Versions of a game's rules, written `<game>/<number>`: a game is judged by its own for ever.

A change of the rules that alters the outcome of any possible log is a new version beside the old
one: `decide` and `settle` ask the state's `rules` where the two differ, and what old versions do
stays. Each game's `versions.py` says what came with which number.
"""

from msgspec import UNSET, UnsetType

FIRST = 1
"""The version of logs that name none."""


class UnknownVersion(Exception):
    """Rules of a version that this program does not have."""


def rules_name(game: str, version: int) -> str:
    return f"{game}/{version}"


def version_of(rules: str | UnsetType) -> int:
    """The number alone, of a name that was checked when its log began."""
    return FIRST if rules is UNSET else int(rules.rpartition("/")[2])


def check_version(game: str, newest: int, rules: str | UnsetType) -> None:
    """UnknownVersion unless it is one of this game's versions."""
    if rules is not UNSET and rules not in {rules_name(game, n) for n in range(FIRST, newest + 1)}:
        raise UnknownVersion(f"the rules {rules!r} are not known here")
