"""`imbalance` sees a card that appears, vanishes or lies where it must not, after its event."""

from collections.abc import Callable

import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel import events as e
from domain.kartenspiel.conservation import EVERYTHING, TOUCHED
from domain.kartenspiel.deeds import WorkerValue
from domain.kartenspiel.player_board import Train, Wagon
from domain.kartenspiel.state import Contradiction, State
from domain.kernel.seals import UNKNOWN
from domain.kernel.texts import language_file
from tests.domain.kartenspiel.situations import BLUE, RED, Situation, place, wild, workers

TAKEN: dict[str, e.Event] = {
    "lorry": e.LorryTaken(RED, "worker", "lorry-left", "x", None, 0),
    "wagon": e.WagonTaken(RED, "worker", "wagon-left", "x", 1, None, 0),
    "engine": e.EngineTaken(RED, "worker", "engine", "x", 1, None, 0),
    "order": e.OrderTaken(RED, "worker", "order", "x", None, 0),
    "innovation": e.InnovationTaken(RED, "worker", "innovation", "x", None, 0),
    "share": e.ShareTaken(RED, "worker", "share", "x", None, 0),
    "objective": e.ObjectiveTaken(RED, "worker", "objective", "x", None, 0),
}
STACKS = {"lorry": "lorry-left", "wagon": "wagon-left"}


@pytest.mark.parametrize("kind", TAKEN)
def test_a_card_that_vanished_is_missed(kind: str) -> None:
    state = Situation().state
    assert KARTENSPIEL.imbalance(state, TAKEN[kind]) is None
    state.stacks[STACKS.get(kind, kind)].pop()
    problem = KARTENSPIEL.imbalance(state, TAKEN[kind])
    assert problem is not None
    assert problem.code == "count"


@pytest.mark.parametrize("kind", TAKEN)
def test_a_card_in_two_places_is_seen(kind: str) -> None:
    state = Situation().state
    cards = state.stacks[STACKS.get(kind, kind)]
    cards[0] = cards[1]
    problem = KARTENSPIEL.imbalance(state, TAKEN[kind])
    assert problem is not None
    assert problem.code == "twice"
    cards[0] = UNKNOWN
    assert KARTENSPIEL.imbalance(state, TAKEN[kind]) is None


Change = Callable[[State], object]


def wrongly_loaded(state: State, wagon: str, crest: str) -> None:
    """With a card that leaves its stack, so that the lorry cards are complete."""
    for stack in ("lorry-left", "lorry-right"):
        for card in state.stacks[stack]:
            if state.catalog.lorries[card].crest == crest:
                state.stacks[stack].remove(card)
                state.players[RED].tracks[1].wagons.append(Wagon(wagon, card))
                return


RETURNED = e.WorkersReturned({}, ())
CHANGES: dict[str, tuple[Change, e.Event]] = {
    "worker lost": (lambda s: s.players[RED].workers.pop(), RETURNED),
    "worker of another": (
        lambda s: s.players[RED].workers.append(s.players[BLUE].workers.pop()),
        RETURNED,
    ),
    "worker twice": (
        lambda s: s.players[RED].workers.__setitem__(0, "worker.red.02"),
        e.WorkersPlaced(RED, "share", (), 0),
    ),
    "worker of another colour": (
        lambda s: s.players[RED].workers.__setitem__(0, "worker.yellow.01"),
        RETURNED,
    ),
    "innovation laid from nowhere": (
        lambda s: s.box.append("innovation.deliver.1"),
        e.WorkersPlaced(RED, "share", (WorkerValue("innovation.worker-1-3.1", 1),), 1),
    ),
    "marker lost": (lambda s: s.markers.pop(), e.ShiftMarkerAwarded(1, RED, "last_miner")),
    "wagon on a wrong track": (
        lambda s: s.players[RED].tracks[1].wagons.append(Wagon("wagon.fox.01")),
        e.LorryLoaded(RED, "x", "row", 1, "y", 1),
    ),
    "load in a wrong wagon": (
        lambda s: (
            s.players[RED].tracks[1].wagons.append(Wagon("wagon.wheel.01", "lorry.clover.01"))
        ),
        e.LorryLoaded(RED, "x", "row", 1, "y", 1),
    ),
    "load on a wrong track": (
        lambda s: s.players[RED].tracks[1].wagons.append(Wagon("wagon.joker.01", "lorry.fox.01")),
        e.LorryLoaded(RED, "x", "row", 1, "y", 1),
    ),
    "load from the stack in a wrong wagon": (
        lambda s: wrongly_loaded(s, "wagon.wheel.01", "clover"),
        e.LorryLoaded(RED, "x", "row", 1, "y", 1),
    ),
    "train from nowhere": (
        lambda s: s.players[RED].delivered.append(Train(1, "engine.a.1", (), "order.barracks.1")),
        e.TrainDispatched(RED, "worker", 1, "engine.a.1", (), 0, "order.barracks.1"),
    ),
    "drawn and still there": (
        lambda s: s.stacks["share"].append("share.barracks.1"),
        e.WildCardsDrawn(RED, "share", 4, "share.barracks.1"),
    ),
    "removed worker back": (
        lambda s: s.removed.remove("worker.red.10"),
        e.StacksPrepared({}, {}),
    ),
    "removed what is not there": (
        lambda s: s.removed.extend(["nothing"] * 20),
        e.StacksPrepared({}, {}),
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_does_not_add_up_is_named(what: str) -> None:
    change, event = CHANGES[what]
    state = Situation(3).state
    assert KARTENSPIEL.imbalance(state, event) is None
    change(state)
    assert KARTENSPIEL.imbalance(state, event)


def test_every_code_is_reached() -> None:
    codes = {"twice"}  # as above
    for change, event in CHANGES.values():
        state = Situation(3).state
        change(state)
        found = KARTENSPIEL.imbalance(state, event)
        assert found is not None
        codes.add(found.code)
    assert codes == language_file("domain.kartenspiel", "en")["imbalances"].keys()


def test_drawn_cards_count_while_they_are_looked_at() -> None:
    game = Situation()
    events = game.does(RED, place("wild", workers("06"), wild("share")))
    assert KARTENSPIEL.imbalance(game.state, events[-1]) is None
    assert game.state.pending is not None
    game.state.pending.cards.pop()
    assert KARTENSPIEL.imbalance(game.state, events[-1])


def test_events_that_move_nothing_are_not_counted_after() -> None:
    assert TOUCHED[e.TurnStarted] == TOUCHED[e.PlayerScored] == ()
    assert all(set(checks) <= set(EVERYTHING) for checks in TOUCHED.values())


CONTRADICTIONS: dict[str, tuple[e.Event, type[Exception]]] = {
    "not on top": (e.ShareTaken(RED, "worker", "share", "x", None, 23), Contradiction),
    "total": (
        e.WorkersPlaced(RED, "share", (WorkerValue("worker.red.01", 1),), 2),
        Contradiction,
    ),
    "not in hand": (
        e.WorkersPlaced(RED, "share", (WorkerValue("worker.blue.01", 1),), 1),
        ValueError,
    ),
    "no train": (
        e.TrainDispatched(RED, "worker", 1, "engine.a.1", (), 0, "order.barracks.1"),
        Contradiction,
    ),
    "not in front": (e.LorryStored(RED, "lorry.fox.01", 1), IndexError),
    "no wild action": (e.WildCardsReturned(RED, "share", 0, None, 0), Contradiction),
    "first card": (e.WildCardsDrawn(RED, "share", 4, "x"), Contradiction),
    "split of a full stack": (
        e.StackSplit("lorry-left", "lorry-right", (), (("lorry-right", 5),)),
        Contradiction,
    ),
    "marker gone": (e.ShiftMarkerAwarded(9, RED, "last_miner"), ValueError),
}


@pytest.mark.rulebook("kartenspiel", "15.4")
@pytest.mark.parametrize("what", CONTRADICTIONS)
def test_the_fold_stops_at_an_event_that_contradicts_its_state(what: str) -> None:
    event, error = CONTRADICTIONS[what]
    with pytest.raises(error):
        KARTENSPIEL.evolve(Situation().state, event)


@pytest.mark.rulebook("kartenspiel", "15.4")
def test_the_fold_stops_where_two_things_would_take_one_place() -> None:
    game = Situation().engine(RED, 1, "engine.a.1").row(RED, "lorry.wheel.02")
    game.loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.01")
    top = game.state.stacks["engine"][0]
    with pytest.raises(Contradiction, match="engine"):
        KARTENSPIEL.evolve(game.state, e.EngineTaken(RED, "worker", "engine", top, 1, None, 0))
    with pytest.raises(Contradiction, match=r"wagon\.wheel\.01"):
        KARTENSPIEL.evolve(
            game.state, e.LorryLoaded(RED, "lorry.wheel.02", "row", 1, "wagon.wheel.01", 1)
        )
    with pytest.raises(Contradiction, match="front"):
        KARTENSPIEL.evolve(
            Situation().row(RED, "lorry.fox.01").state, e.LorryStored(RED, "lorry.fox.02", 1)
        )
