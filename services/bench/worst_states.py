"""The fullest tables one can set up: where `choices` has most to look at.

Nobody gets there soon, but a player who tries can come near.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from domain.gluck_auf.state import State as GluckAuf
from domain.kartenspiel.player_board import Wagon
from domain.kartenspiel.state import State as Kartenspiel
from domain.kernel import consequences
from domain.kernel.actions import CreateGame, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.choices import Choice
from domain.kernel.decider import AnyGame
from domain.registry import GAMES
from domain.schichtwechsel.effects import CopyCard
from domain.schichtwechsel.events import DecisionRequested, Planned
from domain.schichtwechsel.state import Load
from domain.schichtwechsel.state import State as Schichtwechsel
from services.api.offers import MOST_FORETOLD

SEAT = 0
DRAFTS, GROWN = 40, 5
"""So many drafts of a position are asked about, and so many that grow from one."""
SECRET = b"schichtbuch bench, not a secret!"


class Position(Struct, frozen=True):
    game: AnyGame
    name: str
    state: Any

    def ask(self, draft: Any = None) -> Sequence[Choice[Any]]:
        offers: Sequence[Choice[Any]] = self.game.choices(self.state, SEAT, draft)
        return offers

    def ask_in_words(self, draft: Any = None) -> None:
        """The same with sentences, places and effects, as people are offered it."""
        words = self.game.describe(self.state, SEAT, draft, "en")
        seen = self.game.seen(self.state, SEAT)
        offers = self.ask(draft)
        for choice in offers:
            words(choice.action)
        for choice in [choice for choice in offers if choice.complete][:MOST_FORETOLD]:
            consequences.told(self.game, seen, SEAT, choice.action, "en")

    def drafts(self) -> list[Any]:
        """Nothing yet, and then what can be grown from what is offered: the same each time."""
        luck = random.Random(0)
        found: list[Any] = []
        ahead: list[Any] = [None]
        while ahead and len(found) < DRAFTS:
            found.append(ahead.pop(0))
            growing = [choice.action for choice in self.ask(found[-1]) if choice.open]
            ahead += luck.sample(growing, min(GROWN, len(growing)))
        return found


def positions(game: str) -> Iterator[Position]:
    for build in POSITIONS[game]:
        state = _begun(GAMES[game])
        build(state)
        yield Position(GAMES[game], build.__name__, state)


def _begun(game: AnyGame) -> Any:
    seats = tuple(SeatSetup(f"player {seat}") for seat in range(4))
    state, chance = game.initial(game.catalog), CommittedChance(SECRET)
    for event in game.decide(state, "service", CreateGame("bench", game.name, seats), chance):
        game.evolve(state, event)
    state.active = SEAT
    return state


def a_pit_full_of_lorries_and_orders(state: GluckAuf) -> None:
    state.phase, player = "turn", state.players[SEAT]
    player.workers, player.marks = 50, 50
    for tile in list(state.catalog.tiles.values())[:24]:
        player.pit.lorries.update(dict.fromkeys(tile.lorry_ids(), tile.color))
    for order in state.catalog.orders.values():
        player.pit.outstanding[order.id] = [()] * len(order.spots)
    for color in state.catalog.colors:
        player.pit.storage[color], player.pit.cage[color] = 5, 1


def five_tiles_to_choose_from(state: GluckAuf) -> None:
    state.phase, state.look_area = "awaiting_tile_choice", state.tile_stack[:5]
    state.players[SEAT].marks = 50
    state.supply = dict.fromkeys(state.supply, 1)


def many_lorries_and_nothing_payable(state: Kartenspiel) -> None:
    _fill_board(state, wagons="joker")
    state.players[SEAT].workers = []


def many_lorries_and_a_train_too_short(state: Kartenspiel) -> None:
    _fill_board(state, wagons="joker")
    _engines_and_orders(state, least=4)
    _payable_only(state, "deliver")


def many_lorries_and_one_mine(state: Kartenspiel) -> None:
    _fill_board(state, wagons="fox")
    _payable_only(state, "mine-2-3")


def everything_in_hand(state: Kartenspiel) -> None:
    _fill_board(state, wagons="joker")
    _engines_and_orders(state, least=1)
    for track in state.players[SEAT].tracks.values():
        track.wagons[0].lorry = state.players[SEAT].storage.pop()
    state.players[SEAT].innovations = list(state.catalog.innovations)


def everything_in_hand_and_only_a_delivery_payable(state: Kartenspiel) -> None:
    everything_in_hand(state)
    _payable_only(state, "deliver")


def _fill_board(state: Kartenspiel, wagons: str) -> None:
    catalog, player = state.catalog, state.players[SEAT]
    singles = [card.id for card in catalog.lorries.values() if card.lorries == 1]
    player.mining_row, player.storage = singles[:8], singles[8:20]
    of_crest = [card.id for card in catalog.wagons.values() if card.crest == wagons]
    for number, card in enumerate(of_crest):
        tracks = catalog.wagon_tracks[wagons]
        player.tracks[tracks[number % len(tracks)]].wagons.append(Wagon(card))
    mining = [card.id for card in catalog.innovations.values() if card.effect == "mine"]
    delivering = [card.id for card in catalog.innovations.values() if card.effect == "deliver"]
    player.innovations = [*mining, *delivering]


def _engines_and_orders(state: Kartenspiel, least: int) -> None:
    player, catalog = state.players[SEAT], state.catalog
    engines = [card.id for card in catalog.engines.values() if card.model == "a"]
    for track, engine in zip(player.tracks.values(), engines, strict=False):
        track.engine = engine
    player.orders = [c.id for c in catalog.orders.values() if c.min_lorries >= least]


def _payable_only(state: Kartenspiel, area: str) -> None:
    player = state.players[SEAT]
    worker_innovations = [c.id for c in state.catalog.innovations.values() if c.kind == "worker"]
    player.innovations = [c for c in player.innovations if c not in worker_innovations]
    player.workers = [card for card in player.workers if state.catalog.workers[card].value == 5]
    for name, found in state.areas.items():
        found.last_total = 4 if name == area else 20


def cards_for_all_that_is_full(state: Schichtwechsel) -> None:
    _act(state)
    player = state.players[SEAT]
    for lorry in state.catalog.lorries.values():
        player.lorries[lorry.id] = Load("coal", lorry.capacity)
    for wagon in state.catalog.coal_wagons.values():
        player.coal_wagons[wagon.id] = wagon.capacity - 1


def cards_for_coke(state: Schichtwechsel) -> None:
    _act(state)
    player = state.players[SEAT]
    for wagon in state.catalog.coal_wagons.values():
        player.coal_wagons[wagon.id] = wagon.capacity
    own = state.catalog.own_oven(SEAT)
    state.ovens[own] = SEAT
    for oven in [name for name in state.ovens if name in state.catalog.grey_ovens][:2]:
        state.ovens[oven] = SEAT


def a_card_to_copy(state: Schichtwechsel) -> None:
    cards_for_all_that_is_full(state)
    copy = Planned(CopyCard(("small", "medium", "large")), "shift_5")
    state.decision_count = 1
    state.decisions = (DecisionRequested(1, SEAT, "copy", tuple(state.cards), (copy,)),)


def a_last_move(state: Schichtwechsel) -> None:
    _act(state)
    state.phase = "final"
    state.players[SEAT].tools = 20
    for site in state.sites:
        state.sites[site] = (SEAT,) * 5


def _act(state: Schichtwechsel) -> None:
    state.phase, player = "action", state.players[SEAT]
    player.white, player.player_stone, player.coins = 5, 1, 5
    player.pool, player.on_card, player.heap, player.tools = 2, 0, 6, 5
    player.tile = next(iter(state.catalog.tiles))
    player.water = state.catalog.gauge.top - 1


POSITIONS: dict[str, tuple[Callable[[Any], None], ...]] = {
    "gluck-auf": (a_pit_full_of_lorries_and_orders, five_tiles_to_choose_from),
    "kartenspiel": (
        many_lorries_and_nothing_payable,
        many_lorries_and_a_train_too_short,
        many_lorries_and_one_mine,
        everything_in_hand,
        everything_in_hand_and_only_a_delivery_payable,
    ),
    "schichtwechsel": (
        cards_for_all_that_is_full,
        cards_for_coke,
        a_card_to_copy,
        a_last_move,
    ),
}


def all_positions() -> Iterator[Position]:
    return chain.from_iterable(map(positions, POSITIONS))
