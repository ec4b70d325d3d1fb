"""The greedy player plays by the rules, beats chance, and knows a corrected catalog."""

from collections import Counter

import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.turns import EndTurn, Pass
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.deeds import Deliver, LoadFront, Mine, TakeOrder
from domain.kernel.chance import CommittedChance
from replays.simulation import Plan, simulate
from tests.domain.kartenspiel.situations import (
    RED,
    Situation,
    delivery,
    place,
    wild,
    workers,
)
from tests.domain.kartenspiel.test_replays import corrected

LUCK = CommittedChance(b"luck")


def chosen(game: Situation) -> Action:
    """What the greedy player does for Red; it must be legal."""
    action = KARTENSPIEL.bots["greedy"](
        KARTENSPIEL.view(game.state, RED),
        lambda draft: KARTENSPIEL.choices(game.state, RED, draft),
        LUCK,
        "label",
        game.state.catalog,
    )
    assert isinstance(action, Action)
    assert game.allows(RED, action)
    return action


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_wins_against_random_nearly_always(players: int) -> None:
    plan = Plan("kartenspiel", players, ("greedy", "random"), 31)
    wins, points = Counter[str](), Counter[str]()
    for number in range(5):
        state = simulate(KARTENSPIEL, plan, number).state
        for seat, setup in enumerate(plan.seats(number)):
            wins[str(setup.bot)] += seat in state.winners
            points[str(setup.bot)] += KARTENSPIEL.points(state)[seat]
    assert wins["greedy"] >= 4
    assert points["greedy"] > 3 * points["random"]


def test_greedy_plays_on_a_corrected_catalog() -> None:
    catalog = corrected()
    plan = Plan("kartenspiel", 2, ("greedy", "random"), 2, catalog=catalog.digest)
    state = simulate(KARTENSPIEL, plan, 0, catalog).state
    assert state.winners == (0,)


def test_greedy_sends_a_full_train_off() -> None:
    game = Situation().engine(RED, 1, "engine.a.1").orders(RED, "order.barracks.3")
    game.loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.06")
    expected = place("deliver", workers("01"), delivery((1, "order.barracks.3")))
    assert chosen(game) == expected


def test_greedy_takes_the_order_that_fits_the_load() -> None:
    game = Situation().engine(RED, 1, "engine.a.1")
    game.orders(RED, "order.barracks.1", "order.barracks.3")
    game.loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.06")
    action = chosen(game)
    assert isinstance(action, PlaceWorkers)
    assert action.action == delivery((1, "order.barracks.3"))


def test_greedy_sends_both_trains_of_one_model() -> None:
    game = Situation().orders(RED, "order.barracks.1", "order.furnaces.1")
    for track, crest in ((1, "wheel"), (2, "tower")):
        game.engine(RED, track, f"engine.a.{track}")
        game.loaded(RED, track, f"wagon.{crest}.01", f"lorry.{crest}.04")
    action = chosen(game)
    assert isinstance(action, PlaceWorkers)
    assert isinstance(action.action, Deliver)
    assert len(action.action.consignments) == 2


def test_greedy_loads_what_fits() -> None:
    game = Situation().row(RED, "lorry.wheel.06").wagons(RED, 1, "wagon.wheel.01")
    game.engine(RED, 1, "engine.a.1").orders(RED, "order.barracks.3", "order.barracks.4")
    for stack in ("order", "share", "objective", "innovation"):
        game.priced(stack, 9)
    action = chosen(game)
    assert isinstance(action, PlaceWorkers)
    assert action.action == Mine((LoadFront("wagon.wheel.01", "lorry.wheel.06"),))


def test_greedy_passes_when_nothing_can_be_paid() -> None:
    assert chosen(Situation().hand_only(RED)) == Pass()


def test_greedy_plays_an_innovation_that_helps_and_then_ends_its_turn() -> None:
    game = Situation().innovations(RED, "innovation.take-order.1")
    game.top("order", "order.barracks.7", "order.barracks.6")
    game.does(RED, place("share", workers("01")))
    assert chosen(game) == PlayInnovation("innovation.take-order.1", TakeOrder())
    game.does(RED, chosen(game))
    assert chosen(game) == EndTurn()


def test_greedy_keeps_the_best_of_the_drawn_cards() -> None:
    game = Situation(2).delivered(RED, "order.steamboats.1", "engine.a.1")
    game.top("share", "share.barracks.1", "share.factories.1", "share.steamboats.1")
    game.does(RED, place("wild", workers("06"), wild("share")))
    assert chosen(game) == ChooseDrawnCard("share.steamboats.1")
