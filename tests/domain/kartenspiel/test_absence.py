"""R-27 and 15.5: what is done for an absent player, and by whom."""

import pytest

from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.absence import for_absent
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.turns import EndTurn, Pass
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.deeds import (
    StoreFront,
    TakeLorry,
    TakeShare,
    WorkerValue,
)
from domain.kartenspiel.events import (
    MiningFinished,
    OrderTaken,
    PlayerPassed,
    TurnEnded,
    TurnStarted,
    WagonTaken,
)
from tests.domain.kartenspiel.situations import (
    BLUE,
    RED,
    Situation,
    delivery,
    engine,
    mining,
    only,
    place,
    wild,
    workers,
)

INNOVATION = "innovation.take-share.1"


def absent_does(game: Situation) -> list[object]:
    assert game.state.active is not None
    return list(game.does("arbiter", for_absent(game.state, game.state.active)))


@pytest.mark.rulebook("kartenspiel", "R-27")
def test_an_absent_player_passes_and_the_event_says_why() -> None:
    game = Situation()
    assert absent_does(game) == [PlayerPassed(RED, "absent"), TurnStarted(BLUE)]


@pytest.mark.rulebook("kartenspiel", "R-27")
def test_after_the_action_the_turn_of_an_absent_player_ends() -> None:
    game = Situation()
    game.does(RED, place("share", workers("01")))
    assert absent_does(game) == [TurnEnded(RED), TurnStarted(BLUE)]


@pytest.mark.rulebook("kartenspiel", "R-27")
def test_in_a_wild_choice_the_first_card_goes_to_the_lowest_legal_track() -> None:
    game = Situation().top("wagon-left", "wagon.fox.01", "wagon.joker.01")
    game.does(RED, place("wild", workers("06"), wild("wagon-left")))
    taken = only(absent_does(game), WagonTaken)
    assert (taken.card, taken.track) == ("wagon.fox.01", 3)
    assert for_absent(game.state, RED) == EndTurn()


@pytest.mark.rulebook("kartenspiel", "R-27")
def test_a_secret_card_taken_for_an_absent_player_is_sealed_for_that_player() -> None:
    game = Situation().turn_of(BLUE)
    game.does(BLUE, place("wild", workers("06", color="blue"), wild("order")))
    taken = only(absent_does(game), OrderTaken)
    assert taken.hides(None) == {"card": BLUE}


def after_an_innovation() -> Situation:
    game = Situation().innovations(RED, INNOVATION)
    game.does(RED, PlayInnovation(INNOVATION, TakeShare()))
    return game


@pytest.mark.rulebook("kartenspiel", "15.5")
def test_after_an_innovation_the_first_legal_placement_is_made() -> None:
    game = after_an_innovation()
    assert for_absent(game.state, RED) == place("lorry-left", workers("01"), TakeLorry())
    absent_does(game)
    assert for_absent(game.state, RED) == EndTurn()


@pytest.mark.rulebook("kartenspiel", "15.5")
def test_the_payment_has_fewest_cards_then_lowest_ids() -> None:
    game = after_an_innovation()
    game.priced("lorry-left", 5)
    assert for_absent(game.state, RED) == place("lorry-left", workers("10"), TakeLorry())
    game.priced("lorry-left", 6)
    expected = place("lorry-left", workers("01", "10"), TakeLorry())
    assert for_absent(game.state, RED) == expected


@pytest.mark.rulebook("kartenspiel", "15.5")
def test_a_worker_innovation_has_a_lower_id_than_a_worker_card() -> None:
    game = after_an_innovation().innovations(RED, "innovation.worker-1-3.1")
    action = for_absent(game.state, RED)
    payment = (WorkerValue("innovation.worker-1-3.1", 1),)
    assert action == place("lorry-left", payment, TakeLorry())


def only_area(area: str) -> Situation:
    """Red, after an innovation, can pay this area only, with a 2."""
    game = after_an_innovation().hand_only(RED, "06")
    for other in game.state.areas:
        game.priced(other, 9)
    return game.priced(area, 2)


PARAMETERS: list[tuple[str, Action]] = [
    ("engine", place("engine", workers("06"), engine(2))),
    ("wild", place("wild", workers("06"), wild("lorry-left"))),
    ("mine-0-1", place("mine-0-1", workers("06"), mining())),
    (
        "mine-2-3",
        place(
            "mine-2-3",
            workers("06"),
            mining(StoreFront("lorry.wheel.01"), StoreFront("lorry.wheel.02")),
        ),
    ),
    ("deliver", place("deliver", workers("06"), delivery((1, "order.barracks.1")))),
    ("objective", place("objective", workers("06"))),
]


@pytest.mark.rulebook("kartenspiel", "15.5")
@pytest.mark.parametrize(("area", "expected"), PARAMETERS)
def test_the_first_executable_parameters_are_used(area: str, expected: Action) -> None:
    game = only_area(area).engine(RED, 1, "engine.a.1")
    game.loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.06").wagons(RED, 1, "wagon.wheel.02")
    game.orders(RED, "order.steamboats.1", "order.barracks.1")
    game.row(RED, "lorry.wheel.01", "lorry.wheel.02")
    assert for_absent(game.state, RED) == expected
    absent_does(game)


@pytest.mark.rulebook("kartenspiel", "15.5")
def test_a_wagon_goes_to_its_lowest_track() -> None:
    game = only_area("wagon-right").top("wagon-right", "wagon.tower.01")
    assert only(absent_does(game), WagonTaken).track == 2


@pytest.mark.rulebook("kartenspiel", "R-27")
def test_the_arbiter_may_do_nothing_else_for_a_player() -> None:
    game = Situation().innovations(RED, INNOVATION)
    actions: list[Action] = [
        place("share", workers("01")),
        PlayInnovation(INNOVATION, TakeShare()),
    ]
    for action in actions:
        assert game.refuses("arbiter", action) == ("not_your_turn", {"turn": RED})
    assert game.code("service", Pass()) == "not_your_turn"
    game.does(RED, place("wild", workers("06"), wild("share")))
    second = game.state.pending.cards[1] if game.state.pending else ""
    assert game.code("arbiter", ChooseDrawnCard(second)) == "not_your_turn"


def test_the_moves_for_an_absent_player_are_those_of_the_mining_limits() -> None:
    game = only_area("mine-2-3").row(RED, "lorry.wheel.06").wagons(RED, 1, "wagon.wheel.01")
    assert only(absent_does(game), MiningFinished).steps == 2
