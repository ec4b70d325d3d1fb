"""What lies before one player: hand, board, open cards and delivered trains (sections 2, 4)."""

from msgspec import Struct, field

from domain.kartenspiel.events import LoadedWagon
from domain.kernel.seals import UNKNOWN


class Wagon(Struct):
    card: str
    lorry: str | None = None


class Track(Struct):
    wagons: list[Wagon] = []
    engine: str | None = None


class Train(Struct, frozen=True):
    """Departed, with the order that it fulfils."""

    track: int
    engine: str
    wagons: tuple[LoadedWagon, ...]
    order: str

    def lorry_cards(self) -> list[str]:
        return [wagon.lorry for wagon in self.wagons if wagon.lorry is not None]


class Player(Struct):
    color: str
    workers: list[str] = []
    orders: list[str] = []
    """In hand; `?` is one that the fold of a redacted log cannot name."""
    innovations: list[str] = []
    shares: list[str] = []
    """In order of acquisition."""
    objectives: list[str] = []
    markers: list[int] = []
    mining_row: list[str] = []
    """Front first."""
    storage: list[str] = []
    tracks: dict[int, Track] = field(default_factory=dict)
    delivered: list[Train] = []
    """In order of delivery."""

    def free_tracks(self) -> list[int]:
        return [number for number, track in self.tracks.items() if track.engine is None]


def holds(hand: list[str], card: str) -> bool:
    """Whether the card is there, or may be: what a reader cannot name is not held against it."""
    return card in hand or UNKNOWN in hand


def give_up(hand: list[str], card: str) -> None:
    """Out of the hand; ValueError if it cannot have been there."""
    hand.remove(card if card in hand else UNKNOWN)
