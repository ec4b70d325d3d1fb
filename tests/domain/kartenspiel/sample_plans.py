"""The sample games: the plan that gives each, and what its name promises.

The files are stored in `replays/samples/kartenspiel/`; every one is game 0 of its plan.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel import events as e
from domain.kernel.seals import Fact
from replays.history import History
from replays.simulation import Plan


class Sample(NamedTuple):
    plan: Plan
    shows: Callable[[History], bool]


def events(history: History) -> Iterator[Fact]:
    return (event for _, event in history.events())


def final(history: History) -> e.WinnerDeclared:
    [declared] = [event for event in events(history) if isinstance(event, e.WinnerDeclared)]
    return declared


def seats(count: int) -> Callable[[History], bool]:
    return lambda history: history.seats == count


def won_by_the_marker(history: History) -> bool:
    first, second, *_ = final(history).ranking
    return first.total == second.total and (first.place, second.place) == (1, 2)


def shared(history: History) -> bool:
    winners = [place for place in final(history).ranking if place.place == 1]
    return len(winners) > 1 and {place.highest_marker for place in winners} == {None}


def two_trains_at_once(history: History) -> bool:
    sent = [
        sum(isinstance(event, e.TrainDispatched) for event in li.events) for li in history.lines
    ]
    return max(sent) >= 2


def every_event(history: History) -> bool:
    return {type(event) for event in events(history)} == set(history.game.evolve.writers)


def every_action_innovation(history: History) -> bool:
    played = [event for event in events(history) if isinstance(event, e.InnovationPlayed)]
    kinds = {event.effect.__struct_config__.tag for event in played}
    effects = {card.effect for card in KARTENSPIEL.catalog.innovations.values() if card.effect}
    return kinds == effects


def before_and_after(history: History) -> bool:
    """Innovations played before and after the worker action, and worker innovations laid."""
    found, placed = set(), False
    for event in events(history):
        if isinstance(event, e.TurnStarted):
            placed = False
        elif isinstance(event, e.WorkersPlaced):
            placed = True
            if any(laid.card.startswith("innovation.") for laid in event.payment):
                found.add("laid")
        elif isinstance(event, e.InnovationPlayed):
            found.add("after" if placed else "before")
    return found == {"laid", "before", "after"}


def secret_order_delivered(history: History) -> bool:
    secret = {
        event.card
        for event in events(history)
        if isinstance(event, e.OrderTaken) and event.via == "wild"
    }
    sent = [event for event in events(history) if isinstance(event, e.TrainDispatched)]
    return any(event.order in secret for event in sent)


def stack_exhausted(history: History) -> bool:
    return any(not cards for cards in history.state_at(history.end).stacks.values())


def chosen_at_the_table(history: History) -> bool:
    [start] = [event for event in events(history) if isinstance(event, e.StartPlayerChosen)]
    colors = [player.color for player in history.state_at(history.end).players]
    return start == e.StartPlayerChosen(2, "table") and colors == ["green", "yellow", "red"]


def plan(players: int, bots: tuple[str, ...], seed: int) -> Plan:
    return Plan("kartenspiel", players, bots, seed)


SAMPLES = {
    "two-players": Sample(plan(2, ("greedy",), 1), seats(2)),
    "three-players-one-beginner": Sample(plan(3, ("greedy", "greedy", "random"), 1), seats(3)),
    "four-players-two-trains-at-once": Sample(
        plan(4, ("greedy",), 27), lambda h: seats(4)(h) and two_trains_at_once(h)
    ),
    "beyond-90-points": Sample(plan(2, ("greedy",), 21), lambda h: final(h).ranking[0].total > 90),
    "won-by-the-shift-marker": Sample(plan(2, ("greedy",), 26), won_by_the_marker),
    "shared-victory": Sample(plan(4, ("random",), 268), shared),
    "every-kind-of-event": Sample(plan(2, ("random",), 33), every_event),
    "every-action-innovation": Sample(plan(3, ("random",), 8), every_action_innovation),
    "innovations-before-and-after": Sample(plan(2, ("greedy",), 33), before_and_after),
    "secret-order-delivered": Sample(plan(3, ("greedy",), 24), secret_order_delivered),
    "stack-exhausted": Sample(plan(2, ("greedy",), 8), stack_exhausted),
    "chosen-at-the-table": Sample(
        Plan(
            "kartenspiel",
            3,
            ("greedy",),
            1,
            options={"start_player": 2, "colors": "green,yellow,red"},
        ),
        chosen_at_the_table,
    ),
}
