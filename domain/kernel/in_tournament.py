"""What entry 1 of a game says about the event that it belongs to."""

from msgspec import Struct


class InTournament(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    """Of the tournament."""
    round: int
    """Counted from 1."""
    table: int
    """Counted from 1."""
    regulation: str
    """SHA-256 of the exact bytes of the event's regulation."""
