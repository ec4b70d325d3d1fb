"""What follows from an action in an event, or which rule says no: first the door, then the rules.

One function per action: `people.py`, `rounds.py` and `results.py` have them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from domain.kernel.chance import Lots
from domain.kernel.errors import RuleViolation
from domain.tournament import actions as a
from domain.tournament import events as e
from domain.tournament import people, results, rounds
from domain.tournament.deciding import Decided, check_texts
from domain.tournament.regulation import digest, read_regulation
from domain.tournament.state import State

STILL_LEGAL = (a.EraseName,)
"""After the end of the event."""


def decide(state: State, by: a.Author, action: a.TournamentAction, chance: Lots) -> Decided:
    """The facts that the action causes; nothing changes."""
    check_role(by, action)
    if isinstance(action, a.CreateTournament):
        return _create(state, action)
    if state.is_finished and not isinstance(action, STILL_LEGAL):
        raise RuleViolation("tournament_finished")
    check_texts(action)
    return _deciders[type(action)](state, by, action, chance)


def check_role(by: a.Author, action: a.TournamentAction) -> None:
    """Who does such things at all; an entrant does them only for themselves."""
    roles = a.roles_for(action)
    role = a.role_of(by)
    if role not in roles:
        raise RuleViolation(_needed(roles))
    if role == "entrant" and getattr(action, "entrant", by) != by:
        raise RuleViolation("entrant_forbidden")


def _needed(roles: Sequence[a.Role]) -> str:
    if "arbiter" in roles:
        return "arbiter_needed"
    if "organizer" in roles:
        return "organizer_needed"
    return "entrant_needed" if "entrant" in roles else "service_only"


def _create(state: State, action: a.CreateTournament) -> Decided:
    if state.version:
        raise RuleViolation("tournament_exists")
    regulation = read_regulation(action.regulation)
    sha256 = digest(action.regulation)
    return [e.TournamentCreated(action.tournament, sha256, regulation.title)]


_deciders: dict[type[a.TournamentAction], Callable[[State, Any, Any, Lots], Decided]] = {
    a.ChangeRegulation: people.change_regulation,
    a.Register: people.register,
    a.Withdraw: people.withdraw,
    a.Return: people.return_,
    a.Replace: people.replace,
    a.EraseName: people.erase_name,
    a.CheckIn: people.check_in,
    a.MarkAbsent: people.mark_absent,
    a.CloseRegistration: people.close_registration,
    a.ForbidPair: people.forbid_pair,
    a.Penalize: results.penalize,
    a.PairRound: rounds.pair_round,
    a.RepairRound: rounds.repair_round,
    a.PairByHand: rounds.pair_by_hand,
    a.ProposePairing: rounds.propose_pairing,
    a.ReportFailure: rounds.report_failure,
    a.PlanSchedule: rounds.plan_schedule,
    a.PublishRound: rounds.publish_round,
    a.CommitDeal: rounds.commit_deal,
    a.StartRound: rounds.start_round,
    a.OpenGame: rounds.open_game,
    a.ReadResult: results.read_result,
    a.ConfirmResult: results.confirm_result,
    a.CorrectResult: results.correct_result,
    a.CloseRound: results.close_round,
    a.Finish: results.finish,
}
