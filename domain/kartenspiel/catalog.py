"""Das große Kartenspiel's components: `catalogs/` read, checked and indexed by id."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from domain.kartenspiel.components import JOKER, Content, Deck
from domain.kartenspiel.consistency import check, check_for_new_games
from domain.kernel.catalog import Catalog, Catalogs, texts_of
from domain.kernel.errors import InvalidSetup

TAKING: dict[Deck, str] = {
    "lorries": "take_lorry",
    "wagons": "take_wagon",
    "engines": "take_engine",
    "orders": "take_order",
    "shares": "take_share",
    "innovations": "take_innovation",
    "objectives": "take_objective",
}


class Identified(Protocol):
    @property
    def id(self) -> str: ...


Card = TypeVar("Card", bound=Identified)


NAMES = texts_of(__package__)


class KartenspielCatalog(Catalog):
    def __init__(self, raw: bytes, *, over: bool = False) -> None:
        super().__init__(raw, NAMES, over=over)
        try:
            content = msgspec.convert(self.named, Content, strict=False)
        except msgspec.ValidationError as error:
            raise InvalidSetup(f"the catalog does not fit: {_where(error, self.named)}") from None
        check(content)
        self._content = content

        self.title = content.about.title
        self.players = content.about.players
        self.crests = _by_id(content.crests.items)
        self.destinations = _by_id(content.destinations.items)
        self.models = _by_id(content.engine_models.items)
        self.colors = _by_id(content.player_colors.items)
        self.tracks = {track.id: track for track in content.player_boards.tracks}
        self.wagon_tracks = content.wagon_tracks.allowed
        self.workers = _by_id(content.workers.cards)
        self.lorries = _by_id(content.lorries.cards)
        self.wagons = _by_id(content.wagons.cards)
        self.engines = _by_id(content.engines.cards)
        self.orders = _by_id(content.orders.cards)
        self.shares = _by_id(content.shares.cards)
        self.objectives = _by_id(content.objectives.cards)
        self.innovations = _by_id(content.innovations.cards)
        self.action_cards = {card.area: card for card in content.action_cards.cards}
        self.markers = {marker.number: marker for marker in content.shift_markers.tokens}
        self.stacks = _by_id(content.stacks.items)
        self.areas = _by_id(content.worker_areas.items)
        self.setups = content.setup.by_players
        self._index()

    def _index(self) -> None:
        self.decks: dict[Deck, list[str]] = {
            "lorries": list(self.lorries),
            "wagons": list(self.wagons),
            "engines": list(self.engines),
            "orders": list(self.orders),
            "shares": list(self.shares),
            "innovations": list(self.innovations),
            "objectives": list(self.objectives),
        }
        self.marker_area = next(
            card.area for card in self.action_cards.values() if card.holds_shift_markers
        )
        self._stacks_of: dict[Deck, list[str]] = {
            deck: [stack.id for stack in self.stacks.values() if stack.deck == deck]
            for deck in self.decks
        }
        self.workers_of = {
            color: {card.id for card in self.workers.values() if card.color == color}
            for color in self.colors
        }
        self._index_crests()
        self.deeds = {area: self._deed(area) for area in self.areas}
        """What workers do in each area."""
        self.widest = max((card.max or 0 for card in self.innovations.values()), default=0)
        """What an unknown innovation could at most be laid down as."""

    def _index_crests(self) -> None:
        self.crest_bit = {crest: 1 << at for at, crest in enumerate(self.crests)}
        self.crest_units = {
            crest: tuple(int(other == crest) for other in self.crests) for crest in self.crests
        }
        """One card of the crest, as counts by crest."""
        self._track_bits = {
            track.id: sum(self.crest_bit[crest] for crest in set(track.crests))
            for track in self.tracks.values()
        }

    def check_for_new_games(self) -> None:
        check_for_new_games(self._content)

    def takes(self, wagon: str, track: int) -> int:
        """The crests of lorries that the wagon takes there, as bits."""
        shown, there = self.wagons[wagon].crest, self._track_bits[track]
        return there if shown == JOKER else there & self.crest_bit[shown]

    def _deed(self, area: str) -> str:
        if area in self.stacks:
            return TAKING[self.stacks[area].deck]
        card = self.action_cards[area]
        if card.draw is not None:
            return "wild"
        return "deliver" if card.max_steps is None else "mine"

    def knows(self, card: str) -> bool:
        return card in self.workers or any(card in cards for cards in self.decks.values())

    def stacks_of(self, deck: Deck) -> list[str]:
        return self._stacks_of[deck]


def _by_id(cards: Iterable[Card]) -> dict[str, Card]:
    return {card.id: card for card in cards}


PLACE = re.compile(r"^(?P<what>.*) - at `(?P<path>\$[^`]*)`$", re.DOTALL)
STEP = re.compile(r"\.([A-Za-z0-9_]+)|\[(\d+)\]")


def _where(error: msgspec.ValidationError, content: Any) -> str:
    """The error with the id of the card it is about, which msgspec tells by its place only."""
    found = PLACE.match(str(error))
    if not found:
        return str(error)
    card, at = None, content
    for name, index in STEP.findall(found["path"]):
        try:
            at = at[int(index)] if index else at[name]
        except (LookupError, TypeError):
            break
        if isinstance(at, Mapping) and isinstance(at.get("id"), str | int):
            card = at["id"]
    place = found["path"].removeprefix("$.")
    return f"{card} ({place}): {found['what']}" if card is not None else f"{place}: {found['what']}"


CATALOGS = Catalogs(__package__, KartenspielCatalog, NAMES)
CATALOG = CATALOGS.newest
