"""Random actions, most of them illegal: `decide` reports the code that the rules document wants."""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions import Action
from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile
from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.actions.draft_order import DraftOrder
from domain.gluck_auf.actions.look_at_five import (
    ChooseOrder,
    ChooseTunnelTile,
    LookAtOrders,
    LookAtTunnelTiles,
)
from domain.gluck_auf.actions.mine import (
    Load,
    Mine,
    MoveCage,
    PlaceFromCage,
    PlaceFromStorage,
    Step,
    Store,
)
from domain.gluck_auf.actions.take_money import TakeMoney
from domain.gluck_auf.actions.take_order import TakeOrder
from domain.gluck_auf.actions.use_bank import UseBank
from domain.gluck_auf.options import HOUSE_RULES
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation
from tests.domain.gluck_auf.random_games import Setup
from tests.domain.gluck_auf.referee import ORDER, first_code
from tests.domain.kit.game import Game

Dice = random.Random
SEEDS = range(24)


def conceivable(state: State, dice: Dice) -> Action:
    """Any action with words of this game; as often as not one that fits the phase."""
    fitting: dict[str, list[type[Any]]] = {
        "draft": [DraftOrder],
        "awaiting_tile_choice": [ChooseTunnelTile],
        "awaiting_order_choice": [ChooseOrder],
    }
    others = [kind for kind in MAKERS if kind not in (DraftOrder, ChooseTunnelTile, ChooseOrder)]
    kinds = (
        fitting.get(state.phase, [*others, *[Mine] * 6]) if dice.random() < 0.9 else list(MAKERS)
    )
    return MAKERS[dice.choice(kinds)](state, dice)


def space(state: State, dice: Dice, kind: str) -> str:
    of_kind = [name for name, printed in state.catalog.spaces.items() if printed.kind == kind]
    names = of_kind if dice.random() < 0.95 else [*state.catalog.spaces, "canteen"]
    return dice.choice(names)


def fill(state: State, dice: Dice) -> tuple[str | None, ...]:
    colors = [*state.catalog.colors, None, "purple"]
    return tuple(dice.choice(colors) for _ in range(dice.choice([0, 0, 0, 1, 1, 2, 3])))


def returned(state: State, dice: Dice, keep: str | None) -> tuple[str, ...]:
    """Often right, else a card too few, twice, never seen, or the one that is kept."""
    cards = [card for card in state.look_area if card != keep]
    spoil = dice.random()
    if spoil < 0.1:
        cards = cards[1:]
    elif spoil < 0.2:
        cards += cards[:1]
    elif spoil < 0.3:
        cards[:1] = [dice.choice([*state.catalog.tiles, *state.catalog.orders])]
    elif spoil < 0.4:
        cards = [*state.look_area]
    dice.shuffle(cards)
    return tuple(cards)


def keep(state: State, dice: Dice) -> str | None:
    cards = [None, *state.look_area]
    return dice.choice([*cards, *cards, next(iter(state.catalog.tiles)), "cart"])


def end(dice: Dice) -> Any:
    return dice.choice(["top", "bottom", "top", "bottom", None])


def choose_tile(state: State, dice: Dice) -> Action:
    kept = keep(state, dice)
    return ChooseTunnelTile(kept, end(dice), returned(state, dice, kept), fill(state, dice))


def choose_order(state: State, dice: Dice) -> Action:
    kept = keep(state, dice)
    return ChooseOrder(kept, end(dice), returned(state, dice, kept))


def step(state: State, dice: Dice) -> Step:
    pit = state.players[state.active or 0].pit
    at_hand = [color for held in (pit.cage, pit.storage) for color, n in held.items() if n]
    colors = [*at_hand * 4, *state.catalog.colors, "purple"]
    orders = [*pit.outstanding]
    orders += dice.sample(list(state.catalog.orders), 2)
    color, order, spot = dice.choice(colors), dice.choice(orders), dice.randint(0, 4)
    lorries = [*pit.lorries, *pit.lorries, dice.choice(list(state.catalog.lorries)), "cart"]
    steps: list[Step] = [
        MoveCage(dice.choice([-1, 0, 0, 0, 1, 2, 3, 4, 5])),
        Load(dice.choice(lorries)),
        PlaceFromCage(color, order, min(spot, dice.randint(0, 4))),
        Store(color),
        PlaceFromStorage(color, order, min(spot, dice.randint(0, 4))),
    ]
    return dice.choice(steps)


def mine(state: State, dice: Dice) -> Action:
    """Often legal steps first, as a draft grows them, one of them again, and then any."""
    seat = state.active or 0
    draft = Mine(space(state, dice, "mining"))
    for _ in range(dice.randint(0, 6)):
        try:
            draft = dice.choice(GLUCK_AUF.choices(state, seat, draft)).action
        except (RuleViolation, IndexError):
            break
    again = draft.steps[-1:] if dice.random() < 0.3 else ()
    more = tuple(step(state, dice) for _ in range(dice.choice([0, 1, 1, 2, 9])))
    return Mine(draft.space_id, draft.steps + again + more)


MAKERS: dict[type[Any], Callable[[State, Dice], Action]] = {
    DraftOrder: lambda state, dice: DraftOrder(
        dice.choice([*state.display, *list(state.catalog.orders)[:3], "cart"])
    ),
    UseBank: lambda _state, _dice: UseBank(),
    TakeMoney: lambda state, dice: TakeMoney(space(state, dice, "money")),
    BuyTunnelTile: lambda state, dice: BuyTunnelTile(
        space(state, dice, "factory"), fill(state, dice)
    ),
    LookAtTunnelTiles: lambda _state, _dice: LookAtTunnelTiles(),
    ChooseTunnelTile: choose_tile,
    Mine: mine,
    DeliverOrders: lambda state, dice: DeliverOrders(space(state, dice, "delivery")),
    TakeOrder: lambda state, dice: TakeOrder(space(state, dice, "new_order")),
    LookAtOrders: lambda _state, _dice: LookAtOrders(),
    ChooseOrder: choose_order,
}


def decided(game: Game, by: int, action: Action) -> str | None:
    try:
        GLUCK_AUF.decide(game.state, by, action, game.chance)
    except RuleViolation as refusal:
        return refusal.code
    return None


@cache
def probed(seed: int) -> Counter[str | None]:
    """What was reported in the course of a game."""
    reported: Counter[str | None] = Counter()
    dice = Dice(seed)
    options: Any = {
        name: dice.choice(rule.values)
        for name, rule in HOUSE_RULES.items()
        if name != "starting_player_method"
    }
    box, edition = dice.choice(["printed", *Setup.boxes]), dice.choice(["de", "hu"])
    setup = Setup(dice.randint(2, 4), options, box, edition=edition)
    game = Game(setup)
    while game.state.phase != "finished":
        for _ in range(8):
            by = dice.randrange(setup.players)
            by = by if dice.random() < 0.05 or game.state.active is None else game.state.active
            action = conceivable(game.state, dice)
            code = decided(game, by, action)
            assert code == first_code(game.state, by, action), action
            reported[code] += 1
        game.turn(dice.choice)
    return reported


@pytest.mark.rulebook("gluck_auf", "16.5 which code")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_code_is_the_first_that_applies(seed: int) -> None:
    assert probed(seed).total() > 100


def test_every_code_was_reported() -> None:
    assert {code for seed in SEEDS for code in probed(seed)} == {*ORDER, None}
