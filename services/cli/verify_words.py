"""What `schichtbuch verify` says around the verdicts, in every language."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from domain.kernel.texts import sentences


class Words(Struct, frozen=True):
    columns: tuple[str, str, str, str]
    file: str
    marks: Mapping[str, str]
    """For each verdict; `?` is the same everywhere."""
    unknown_rules: str
    cut_off: str
    recorded: str
    rules: str
    won: str
    player: str
    not_over: str
    over: str
    """By a ruling; else somebody has won it."""
    result: Mapping[str, str]
    """By its status: how the game ended for the table, where that is not how it ended by itself."""
    broken: str
    summary: str


WORDS = {
    language: msgspec.convert(words, Words)
    for language, words in sentences("services", "verify").items()
}
