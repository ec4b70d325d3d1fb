"""Section 14, V-15 to V-20: wagons, engines and deliveries."""

import pytest

from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.events import EngineTaken, LoadedWagon, TrainDispatched, WagonTaken
from tests.domain.kartenspiel.situations import (
    RED,
    Situation,
    delivery,
    engine,
    only,
    place,
    wagon,
    wild,
    workers,
)

ALLOWED = {"wheel": (1, 2), "clover": (1, 3), "tower": (2,), "fox": (3,), "joker": (1, 2, 3)}


@pytest.mark.rulebook("kartenspiel", "V-15")
@pytest.mark.parametrize("track", [1, 2, 3])
@pytest.mark.parametrize("crest", ALLOWED)
def test_a_wagon_goes_only_on_tracks_that_show_its_crest(crest: str, track: int) -> None:
    card = f"wagon.{crest}.01"
    game = Situation().top("wagon-left", card)
    action = place("wagon-left", workers("01"), wagon(track))
    if track in ALLOWED[crest]:
        taken = only(game.does(RED, action), WagonTaken)
        assert (taken.card, taken.track, taken.via, taken.left) == (card, track, "worker", 19)
        assert game.of(RED).tracks[track].wagons[0].card == card
    else:
        assert game.refuses(RED, action) == ("track_not_allowed", {"card": card, "track": track})


def three_engines() -> Situation:
    game = Situation().innovations(RED, "innovation.take-engine.1")
    for track in (1, 2, 3):
        game.engine(RED, track, f"engine.b.{track}")
    return game.loaded(RED, 2, "wagon.tower.01", "lorry.tower.01").orders(RED, "order.barracks.1")


ENGINES = (
    place("engine", workers("01"), engine(2)),
    PlayInnovation("innovation.take-engine.1", engine(2)),
    place("wild", workers("06"), wild("engine")),
)


@pytest.mark.rulebook("kartenspiel", "V-16")
@pytest.mark.parametrize("action", ENGINES)
def test_with_three_engines_no_engine_can_be_taken(action: PlayInnovation) -> None:
    assert three_engines().code(RED, action) == "no_free_track"


@pytest.mark.rulebook("kartenspiel", "V-16")
@pytest.mark.parametrize("action", ENGINES)
def test_after_a_delivery_its_track_takes_an_engine_again(action: PlayInnovation) -> None:
    game = three_engines()
    game.turn(RED, place("deliver", workers("02"), delivery((2, "order.barracks.1"))))
    game.turn_of(RED)
    assert game.allows(RED, action)
    on_track_1 = place("engine", workers("01"), engine(1))
    assert game.refuses(RED, on_track_1) == ("track_has_engine", {"track": 1})
    taken = only(game.does(RED, place("engine", workers("01"), engine(2))), EngineTaken)
    assert taken.track == 2


def two_trains(second_engine: str = "engine.b.2") -> Situation:
    return (
        Situation()
        .engine(RED, 1, "engine.b.1")
        .loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.06")
        .wagons(RED, 1, "wagon.joker.01")
        .engine(RED, 2, second_engine)
        .loaded(RED, 2, "wagon.tower.01", "lorry.tower.01")
        .orders(RED, "order.furnaces.3", "order.barracks.1")
    )


BOTH = delivery((1, "order.furnaces.3"), (2, "order.barracks.1"))


@pytest.mark.rulebook("kartenspiel", "V-17")
def test_two_trains_of_one_model_depart_together() -> None:
    game = two_trains()
    events = game.does(RED, place("deliver", workers("01"), BOTH))
    assert events[1:] == [
        TrainDispatched(
            RED,
            "worker",
            1,
            "engine.b.1",
            (
                LoadedWagon("wagon.wheel.01", "lorry.wheel.06"),
                LoadedWagon("wagon.joker.01", None),
            ),
            2,
            "order.furnaces.3",
        ),
        TrainDispatched(
            RED,
            "worker",
            2,
            "engine.b.2",
            (LoadedWagon("wagon.tower.01", "lorry.tower.01"),),
            1,
            "order.barracks.1",
        ),
    ]
    player = game.of(RED)
    assert [(t.engine, t.wagons) for t in player.tracks.values()] == [(None, [])] * 3
    assert player.orders == []
    delivered = [
        card
        for train in player.delivered
        for card in (train.engine, train.order, *train.lorry_cards(), *train.wagons)
    ]
    assert len(delivered) == 9


@pytest.mark.rulebook("kartenspiel", "V-18")
def test_trains_of_two_models_cannot_depart_together_but_each_alone() -> None:
    game = two_trains("engine.c.1")
    assert game.code(RED, place("deliver", workers("01"), BOTH)) == "engine_models_differ"
    for alone in ((1, "order.furnaces.3"), (2, "order.barracks.1")):
        assert game.allows(RED, place("deliver", workers("01"), delivery(alone)))


@pytest.mark.rulebook("kartenspiel", "V-19")
def test_too_few_lorries_are_refused_and_a_surplus_leaves_too() -> None:
    game = two_trains().orders(RED, "order.steamboats.5", "order.steamboats.1")
    three = place("deliver", workers("01"), delivery((1, "order.steamboats.5")))
    assert game.refuses(RED, three) == (
        "too_few_lorries",
        {"track": 1, "order": "order.steamboats.5", "n": 3},
    )
    one = place("deliver", workers("01"), delivery((1, "order.steamboats.1")))
    assert only(game.does(RED, one), TrainDispatched).lorries == 2
    assert game.of(RED).tracks[1].wagons == []
    assert game.of(RED).delivered[0].lorry_cards() == ["lorry.wheel.06"]


@pytest.mark.rulebook("kartenspiel", "V-20")
def test_one_order_does_not_send_two_trains() -> None:
    both = delivery((1, "order.barracks.1"), (2, "order.barracks.1"))
    refused = two_trains().refuses(RED, place("deliver", workers("01"), both))
    assert refused == ("duplicate_order", {"order": "order.barracks.1"})


@pytest.mark.rulebook("kartenspiel", "15.5")
def test_deliveries_are_recorded_by_track_number_whatever_the_order_in_the_command() -> None:
    turned = delivery((2, "order.barracks.1"), (1, "order.furnaces.3"))
    straight = two_trains().does(RED, place("deliver", workers("01"), BOTH))
    assert two_trains().does(RED, place("deliver", workers("01"), turned)) == straight
