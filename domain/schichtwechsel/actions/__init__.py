"""What players may do, one rulebook verb per file (rules, sections 5 to 7, 16 and 21.3)."""

from collections.abc import Callable
from typing import Any

from domain.kernel.actions import By, CreateGame
from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.sent import demanding, with_twins
from domain.schichtwechsel import operations as operations
from domain.schichtwechsel.actions.answer import Answer, answer
from domain.schichtwechsel.actions.assign_bundle import AssignBundle, assign_bundle
from domain.schichtwechsel.actions.choose_tile import ChooseTile, choose_tile
from domain.schichtwechsel.actions.create_game import create_game
from domain.schichtwechsel.actions.end_turn import EndTurn, Pass, end_turn, pass_turn
from domain.schichtwechsel.actions.exchange_spoil import ExchangeSpoil, exchange_spoil
from domain.schichtwechsel.actions.load_cubes import LoadCubes, load_cubes
from domain.schichtwechsel.actions.move_final_miner import MoveFinalMiner, move_final_miner
from domain.schichtwechsel.actions.resolve_row_field import ResolveRowField, resolve_row_field
from domain.schichtwechsel.actions.sell_coke import SellCoke, sell_coke
from domain.schichtwechsel.actions.use_card import UseCard, use_card
from domain.schichtwechsel.actions.use_own_card import UseOwnCard, use_own_card
from domain.schichtwechsel.events import Event
from domain.schichtwechsel.flow import unserved
from domain.schichtwechsel.state import Phase, State

Action = (
    AssignBundle
    | LoadCubes
    | ChooseTile
    | SellCoke
    | ResolveRowField
    | UseCard
    | UseOwnCard
    | ExchangeSpoil
    | Pass
    | EndTurn
    | Answer
    | MoveFinalMiner
)

Sent = with_twins(Action, demanding(LoadCubes, "placements"))
"""`placements` is required also for an empty bundle (21.7)."""

Verb = Callable[[State, int, Any, Chance], list[Event]]
VERBS: dict[type[Action], tuple[Phase, Verb]] = {
    AssignBundle: ("I", assign_bundle),
    LoadCubes: ("I", load_cubes),
    ChooseTile: ("II", choose_tile),
    SellCoke: ("V", sell_coke),
    ResolveRowField: ("VI", resolve_row_field),
    UseCard: ("action", use_card),
    UseOwnCard: ("action", use_own_card),
    ExchangeSpoil: ("action", exchange_spoil),
    Pass: ("action", pass_turn),
    EndTurn: ("action", end_turn),
    MoveFinalMiner: ("final", move_final_miner),
}
ONCE_A_TURN = (UseCard, UseOwnCard, Pass)


def decide(state: State, by: By, action: Action | CreateGame, chance: Chance) -> list[Event]:
    """The events that the action causes, or RuleViolation with the first code of 21.7 that fits."""
    if isinstance(action, CreateGame):
        if state.players:
            raise RuleViolation("wrong_phase", phase=state.phase)
        return create_game(state, action, chance)
    seat = guard(state, by, action)
    if isinstance(action, Answer):
        return answer(state, seat, action, chance)
    _, verb = VERBS[type(action)]
    return verb(state, seat, action, chance)


def guard(state: State, by: By, action: Action) -> int:
    """What every action must pass; the seat that acts."""
    decision = state.decision
    if isinstance(action, Answer):
        if decision is None:
            raise RuleViolation("wrong_phase", phase=state.phase)
        turn: int | None = decision.seat
    else:
        _refuse_phase(state, action)
        if decision is not None:
            raise RuleViolation("decision_pending", decision=decision.decision_id)
        turn = state.active
    if by != turn or not isinstance(by, int):
        raise RuleViolation("not_your_turn", turn=turn)
    if state.action_done and isinstance(action, ONCE_A_TURN):
        raise RuleViolation("wrong_phase", phase=state.phase)
    return by


def _refuse_phase(state: State, action: Action) -> None:
    phase, _ = VERBS[type(action)]
    stage = True
    if phase == state.phase == "I":
        stage = isinstance(action, AssignBundle) == bool(unserved(state))
    if state.phase != phase or not stage:
        raise RuleViolation("wrong_phase", phase=state.phase)
