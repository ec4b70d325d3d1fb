"""What `schichtbuch verify` says around the verdicts, in every language."""

from collections.abc import Mapping
from typing import NamedTuple

from domain.kernel.texts import Language


class Words(NamedTuple):
    columns: tuple[str, str, str, str]
    file: str
    marks: Mapping[str, str]
    """For each verdict; `?` is the same everywhere."""
    unknown_rules: str
    won: str
    player: str
    not_over: str
    broken: str
    summary: str


WORDS: Mapping[Language, Words] = {
    "en": Words(
        columns=("guarantee", "verdict", "at", "why"),
        file="file",
        marks={"holds": "holds", "broken": "BROKEN"},
        unknown_rules="unknown rules",
        won="{entries} {entries:entry|entries}; won by {winners}.",
        player="player {number}",
        not_over="{entries} {entries:entry|entries}; the game is not over.",
        broken="{guarantee} broken at version {version}",
        summary="{files} {files:file|files} checked, {bad} with something broken.",
    ),
    "de": Words(
        columns=("Zusage", "Urteil", "bei", "warum"),
        file="Datei",
        marks={"holds": "stimmt", "broken": "GEBROCHEN"},
        unknown_rules="unbekannte Regeln",
        won="{entries} {entries:Eintrag|Einträge}; gewonnen von {winners}.",
        player="Spieler {number}",
        not_over="{entries} {entries:Eintrag|Einträge}; das Spiel ist nicht zu Ende.",
        broken="{guarantee} gebrochen bei Version {version}",
        summary="{files} {files:Datei|Dateien} geprüft, in {bad} ist etwas gebrochen.",
    ),
    "hu": Words(
        columns=("biztosíték", "ítélet", "hol", "miért"),
        file="fájl",
        marks={"holds": "rendben", "broken": "SÉRÜLT"},
        unknown_rules="ismeretlen szabályok",
        won="{entries} bejegyzés; győztes: {winners}.",
        player="{number}. játékos",
        not_over="{entries} bejegyzés; a játék még nem ért véget.",
        broken="{guarantee}: sérült a(z) {version}. verziónál",
        summary="{files} fájl ellenőrizve, ebből {bad} sérült.",
    ),
}
