"""Section 14, V-36: what an order taken by the wild action tells the others."""

import msgspec
import pytest
from msgspec import UNSET

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.events import OrderTaken, TrainDispatched
from domain.kernel.seals import hidden_for, redacted
from tests.domain.kartenspiel.situations import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Situation,
    delivery,
    only,
    place,
    wild,
    workers,
)

SECRET = "order.barracks.7"


def secretly_taken() -> tuple[Situation, OrderTaken]:
    game = Situation().turn_of(BLUE).top("order", "order.furnaces.1", SECRET)
    game.does(BLUE, place("wild", workers("06", color="blue"), wild("order")))
    return game, only(game.does(BLUE, ChooseDrawnCard(SECRET)), OrderTaken)


@pytest.mark.rulebook("kartenspiel", "V-36")
def test_the_feed_of_the_others_shows_an_order_taken_without_identity() -> None:
    _, taken = secretly_taken()
    assert redacted(taken, BLUE).card is UNSET
    assert SECRET not in msgspec.json.encode(redacted(taken, BLUE)).decode()
    for seat in (RED, GREEN, YELLOW):
        assert hidden_for(taken, BLUE, seat) == {}
    assert hidden_for(taken, BLUE, BLUE) == {"card": SECRET}


@pytest.mark.rulebook("kartenspiel", "V-36")
def test_the_action_and_the_returned_cards_are_sealed_with_it() -> None:
    action = ChooseDrawnCard(SECRET)
    assert redacted(action, BLUE) == ChooseDrawnCard(UNSET)
    game = Situation().turn_of(BLUE).top("order", "order.furnaces.1", SECRET)
    events = game.does(BLUE, place("wild", workers("06", color="blue"), wild("order")))
    events += game.does(BLUE, action)
    lines = msgspec.json.encode([redacted(event, BLUE) for event in events]).decode()
    assert SECRET not in lines
    assert "order.furnaces.1" in lines, "the card on top lay open"


@pytest.mark.rulebook("kartenspiel", "V-36")
def test_the_views_of_the_others_count_it_only() -> None:
    game, _ = secretly_taken()
    for seat in (RED, GREEN, YELLOW, None):
        view = KARTENSPIEL.view(game.state, seat)
        assert SECRET not in msgspec.json.encode(view).decode()
        assert view.players[BLUE].in_hand.orders == 1
        assert view.players[BLUE].hand is None
    own = KARTENSPIEL.view(game.state, BLUE).players[BLUE].hand
    assert own.orders == (SECRET,)


@pytest.mark.rulebook("kartenspiel", "V-36")
def test_the_train_that_fulfils_it_makes_it_public() -> None:
    game, _ = secretly_taken()
    game.engine(BLUE, 1, "engine.a.1")
    for number in (6, 7):
        game.loaded(BLUE, 1, f"wagon.wheel.0{number - 5}", f"lorry.wheel.0{number}")
    game.state.phase = "before_action"
    action = place("deliver", workers("01", color="blue"), delivery((1, SECRET)))
    sent = only(game.does(BLUE, action), TrainDispatched)
    assert redacted(sent, BLUE).order == SECRET
