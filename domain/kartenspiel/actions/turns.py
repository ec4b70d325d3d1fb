"""Ending a turn, and passing, which takes the player out of the shift (section 5)."""

from typing import Literal

from domain.kartenspiel.events import Event, PlayerPassed, ShiftEnded, TurnEnded, TurnStarted
from domain.kartenspiel.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact


class EndTurn(Fact, frozen=True, tag="end_turn"):
    """Always explicit: an automatic end would tell that no action innovation is in hand."""


class Pass(Fact, frozen=True, tag="pass"):
    pass


def end_turn(state: State, seat: int, _: EndTurn) -> list[Event]:
    following = state.next_seat(seat)
    assert following is not None, "whoever ends a turn has not passed"
    return [TurnEnded(seat), TurnStarted(following)]


def pass_turn(
    state: State, seat: int, _: Pass, reason: Literal["player", "absent"] = "player"
) -> list[Event]:
    if state.innovation_played:
        raise RuleViolation("pass_after_innovation")
    passed = PlayerPassed(seat, reason)
    following = state.next_seat(seat)
    if following is not None and following != seat:
        return [passed, TurnStarted(following)]
    last_miner = state.areas[state.catalog.marker_area].last_seat
    return [passed, ShiftEnded(state.shift, last_miner)]
