"""What players may do, one rulebook verb per file (rules, sections 5 to 8)."""

from collections.abc import Callable
from typing import Any

from domain.kartenspiel.actions.absence import for_absent
from domain.kartenspiel.actions.create_game import create_game
from domain.kartenspiel.actions.place_workers import PlaceWorkers, place_workers
from domain.kartenspiel.actions.play_innovation import PlayInnovation, play_innovation
from domain.kartenspiel.actions.turns import EndTurn, Pass, end_turn, pass_turn
from domain.kartenspiel.actions.wild import ChooseDrawnCard, choose_drawn_card
from domain.kartenspiel.deeds import Deliver, Effect, Mine, WorkerAction
from domain.kartenspiel.events import Event
from domain.kartenspiel.state import Phase, State
from domain.kernel.actions import By, CreateGame
from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import UNKNOWN
from domain.kernel.sent import demanding, with_twins

Action = PlaceWorkers | ChooseDrawnCard | PlayInnovation | EndTurn | Pass

_DEEDS = (demanding(Mine, "moves"), demanding(Deliver, "consignments"))
Sent = with_twins(
    Action,
    demanding(PlaceWorkers, action=with_twins(WorkerAction, *_DEEDS)),
    demanding(PlayInnovation, effect=with_twins(Effect, *_DEEDS)),
    demanding(ChooseDrawnCard, "card"),
)
"""A missing field is a validation error (15.5); `lorry` may be left out of moves of mining."""

VERBS: dict[type[Action], tuple[tuple[Phase, ...], Callable[[State, int, Any], list[Event]]]] = {
    PlaceWorkers: (("before_action",), place_workers),
    ChooseDrawnCard: (("wild_choice",), choose_drawn_card),
    PlayInnovation: (("before_action", "after_action"), play_innovation),
    EndTurn: (("after_action",), end_turn),
    Pass: (("before_action",), pass_turn),
}


def decide(state: State, by: By, action: Action | CreateGame, chance: Chance) -> list[Event]:
    """The events that the action causes, or RuleViolation with the first code of 15.5 that fits."""
    if isinstance(action, CreateGame):
        if state.phase != "created" or state.players:
            raise RuleViolation("wrong_phase", phase=state.phase)
        return create_game(state, action, chance)
    _, verb = VERBS[type(action)]
    seat = guard(state, by, action)
    if by == "arbiter" and isinstance(action, Pass):
        return pass_turn(state, seat, action, "absent")
    return verb(state, seat, action)


def guard(state: State, by: By, action: Action) -> int:
    """What every action must pass; the seat that acts.

    The arbiter may act for the active seat if its player is absent, and only as R-27 says.
    """
    phases, _ = VERBS[type(action)]
    if state.phase not in phases:
        raise RuleViolation("wrong_phase", phase=state.phase)
    seat = state.active
    assert seat is not None, "these phases have an active seat"
    if by != seat and not (by == "arbiter" and _as_for_absent(state, seat, action)):
        raise RuleViolation("not_your_turn", turn=seat)
    return seat


def _as_for_absent(state: State, seat: int, action: Action) -> bool:
    """A reader who cannot name every card cannot tell which action it must be."""
    player = state.players[seat]
    if UNKNOWN in (*player.innovations, *player.orders):
        return True
    return action == for_absent(state, seat)
