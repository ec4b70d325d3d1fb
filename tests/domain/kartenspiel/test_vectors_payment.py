"""Section 14, V-01 to V-05: prices and payment."""

import pytest

from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.deeds import Payment, TakeShare, WorkerValue
from domain.kartenspiel.events import ShareTaken, WorkersPlaced
from tests.domain.kartenspiel.situations import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Situation,
    engine,
    laid,
    only,
    place,
    wild,
    workers,
)


@pytest.mark.rulebook("kartenspiel", "V-01")
def test_three_placements_cost_one_two_and_three_workers_and_the_fourth_would_cost_four() -> None:
    game = Situation()
    for seat, color, payment in (
        (RED, "red", ("01",)),
        (BLUE, "blue", ("06",)),
        (GREEN, "green", ("08",)),
    ):
        game.turn(seat, place("share", workers(*payment, color=color)))
    assert [p.total for p in game.state.areas["share"].placements] == [1, 2, 3]
    too_few = place("share", workers("08", color="yellow"))
    assert game.refuses(YELLOW, too_few) == ("wrong_total", {"n": 4, "total": 3})
    assert game.allows(YELLOW, place("share", workers("09", color="yellow")))


@pytest.mark.rulebook("kartenspiel", "V-02")
@pytest.mark.parametrize("cards", [("08",), ("01", "06"), ("01", "02", "03")])
def test_three_workers_can_be_paid_in_different_ways(cards: tuple[str, ...]) -> None:
    game = Situation().priced("share", 3)
    events = game.does(RED, place("share", workers(*cards)))
    assert events[0] == WorkersPlaced(RED, "share", workers(*cards), 3)
    assert isinstance(events[1], ShareTaken)


@pytest.mark.rulebook("kartenspiel", "V-02")
@pytest.mark.parametrize(("cards", "total"), [(("06", "07"), 4), (("09",), 4), (("06",), 2)])
def test_more_or_fewer_than_three_workers_are_refused(cards: tuple[str, ...], total: int) -> None:
    refused = Situation().priced("share", 3).refuses(RED, place("share", workers(*cards)))
    assert refused == ("wrong_total", {"n": 3, "total": total})


@pytest.mark.rulebook("kartenspiel", "V-03")
def test_the_own_predecessor_raises_the_price_too() -> None:
    game = Situation().used("order", BLUE, workers("01", color="blue")).turn_of(BLUE)
    assert game.code(BLUE, place("order", workers("02", color="blue"))) == "wrong_total"
    assert game.allows(BLUE, place("order", workers("06", color="blue")))


def an_engine_for_three() -> Situation:
    return Situation().innovations(RED, "innovation.worker-1-3.1").priced("engine", 3)


@pytest.mark.rulebook("kartenspiel", "V-04")
def test_a_worker_innovation_counts_what_is_declared() -> None:
    game = an_engine_for_three()
    game.does(RED, place("engine", laid("innovation.worker-1-3.1", 3), engine(1)))
    assert game.state.required("engine") == 4
    assert game.state.areas["engine"].last_total == 3


@pytest.mark.rulebook("kartenspiel", "V-04")
def test_a_worker_innovation_cannot_exceed_its_range() -> None:
    refused = an_engine_for_three().refuses(
        RED, place("engine", laid("innovation.worker-1-3.1", 4), engine(1))
    )
    facts = {"card": "innovation.worker-1-3.1", "least": 1, "most": 3}
    assert refused == ("value_out_of_range", facts)


@pytest.mark.rulebook("kartenspiel", "V-04")
def test_a_worker_innovation_can_be_mixed_with_worker_cards() -> None:
    mixed: Payment = (*workers("01"), WorkerValue("innovation.worker-1-3.1", 2))
    game = an_engine_for_three()
    events = game.does(RED, place("engine", mixed, engine(1)))
    assert only(events, WorkersPlaced).total == 3
    assert game.of(RED).innovations == []


@pytest.mark.rulebook("kartenspiel", "V-05")
def test_the_wild_action_costs_two_then_three() -> None:
    game = Situation()
    assert game.code(RED, place("wild", workers("01"), wild("share"))) == "wrong_total"
    game.does(RED, place("wild", workers("06"), wild("share")))
    assert game.state.required("wild") == 3


def test_a_payment_of_no_card_is_refused() -> None:
    refused = Situation().refuses(RED, PlaceWorkers("share", (), TakeShare()))
    assert refused == ("wrong_total", {"n": 1, "total": 0})
