"""The types of tournaments for the documentation."""

from typing import Any

from msgspec import UNSET, UnsetType

from domain.tournament.glossary import GLOSSARY
from domain.tournament.pairing.why import Why
from domain.tournament.regulation import Regulation
from domain.tournament.view import RoundView, StandingsView, TournamentView
from replays.tournaments.entry import TournamentLine
from replays.tournaments.verify import BundleReport
from services.api.calls.tournament_boards import Boards
from services.api.calls.tournament_entrants import EntrantPage, NewToken
from services.api.calls.tournament_keys import AllEventKeys, KeyMade
from services.api.calls.tournament_rounds import ByHand
from services.api.calls.tournaments import AllTournaments, TournamentBegun, TournamentNow
from services.api.descriptions import described
from services.api.documented_games import REF
from services.api.http.bodies import MOST_ACTIONS
from services.api.http.links import TOURNAMENT
from services.api.tournaments.wishes import Sent


class EventEntry(TournamentLine, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry as whoever has written it is told."""

    token: str | UnsetType | None = UNSET
    """Beside an entry that brings somebody: the entrant's, once; a retry gets null."""


KINDS: tuple[Any, ...] = (
    Regulation,
    BundleReport,
    TournamentBegun,
    AllTournaments,
    TournamentNow,
    TournamentView,
    RoundView,
    StandingsView,
    Why,
    ByHand,
    EventEntry,
    EntrantPage,
    NewToken,
    KeyMade,
    AllEventKeys,
    Boards,
    Sent,
)
ACTIONS = f"{TOURNAMENT}.Actions"
ENTRIES = f"{TOURNAMENT}.Entries"


def of_tournaments() -> dict[str, Any]:
    """Each with a prefix, because games use some of the names for other things."""
    tops, parts = described(KINDS, f"{REF}{TOURNAMENT}.{{name}}", GLOSSARY)
    schemas = {f"{TOURNAMENT}.{name}": part for name, part in parts.items()}
    sent, entry = tops[-1], {"$ref": REF + named(EventEntry)}
    several = {"type": "array", "items": sent, "minItems": 1, "maxItems": MOST_ACTIONS}
    schemas[ACTIONS] = {"anyOf": [sent, several], "description": "One action, or several."}
    schemas[ENTRIES] = {"anyOf": [entry, {"type": "array", "items": entry}]}
    schemas[ENTRIES]["description"] = "The new entry; a list, if a list was sent."
    return schemas


def named(kind: type) -> str:
    return f"{TOURNAMENT}.{kind.__name__}"
