"""People come and go: registered, late, absent, withdrawn, returned, replaced, at any time."""

from msgspec import UNSET

from domain.kernel.chance import Lots
from domain.kernel.errors import RuleViolation
from domain.tournament import actions as a
from domain.tournament import events as e
from domain.tournament.deciding import Decided, entrant, need_reason
from domain.tournament.pairing.question import pair
from domain.tournament.regulation import MOST_ROUNDS, digest, read_regulation
from domain.tournament.stages import coming, rounds_planned
from domain.tournament.state import State

LARGEST_SEED = 1_000_000
MOST_FORBIDDEN = 2_000


def change_regulation(state: State, _: a.Author, action: a.ChangeRegulation, __: Lots) -> Decided:
    if state.rounds:
        raise RuleViolation("rounds_begun")
    regulation = read_regulation(action.regulation)
    if regulation.capacity < len(state.entrants):
        raise RuleViolation("tournament_full", capacity=regulation.capacity)
    return [e.RegulationChanged(digest(action.regulation), action.reason)]


def register(state: State, _: a.Author, action: a.Register, __: Lots) -> Decided:
    if len(state.entrants) >= state.rules.capacity:
        raise RuleViolation("tournament_full", capacity=state.rules.capacity)
    if action.seed is not None and not 1 <= action.seed <= LARGEST_SEED:
        raise RuleViolation("seed_invalid", most=LARGEST_SEED)
    is_late = state.salts is not None
    if is_late:
        need_reason(action.reason)
    return [
        e.Registered(
            len(state.entrants) + 1,
            action.name_sha256,
            action.seed,
            action.salt,
            action.club,
            late=True if is_late else UNSET,
            reason=action.reason if is_late else UNSET,
        )
    ]


def withdraw(state: State, _: a.Author, action: a.Withdraw, __: Lots) -> Decided:
    if entrant(state, action.entrant).is_withdrawn:
        raise RuleViolation("already_withdrawn", entrant=action.entrant)
    return [e.Withdrawn(action.entrant, action.reason)]


def return_(state: State, _: a.Author, action: a.Return, __: Lots) -> Decided:
    if not entrant(state, action.entrant).is_withdrawn:
        raise RuleViolation("not_withdrawn", entrant=action.entrant)
    return [e.Returned(action.entrant, action.reason)]


def replace(state: State, _: a.Author, action: a.Replace, __: Lots) -> Decided:
    entrant(state, action.entrant)
    return [e.Replaced(action.entrant, action.reason, action.name_sha256)]


def erase_name(state: State, _: a.Author, action: a.EraseName, __: Lots) -> Decided:
    if entrant(state, action.entrant).is_erased:
        raise RuleViolation("name_erased", entrant=action.entrant)
    return [e.NameErased(action.entrant)]


def check_in(state: State, _: a.Author, action: a.CheckIn, __: Lots) -> Decided:
    found = entrant(state, action.entrant)
    number = _round(state, action.round)
    if found.is_withdrawn:
        raise RuleViolation("already_withdrawn", entrant=action.entrant)
    if number in found.absent:
        raise RuleViolation("already_absent", entrant=action.entrant, round=number)
    if action.entrant in state.checked_in.get(number, ()):
        raise RuleViolation("already_checked_in", entrant=action.entrant, round=number)
    return [e.CheckedIn(action.entrant, number)]


def mark_absent(state: State, _: a.Author, action: a.MarkAbsent, __: Lots) -> Decided:
    found = entrant(state, action.entrant)
    number = _round(state, action.round)
    if number in found.absent:
        raise RuleViolation("already_absent", entrant=action.entrant, round=number)
    return [e.AbsentMarked(action.entrant, number, action.reason)]


def _round(state: State, asked: int | None) -> int:
    """The one that was asked for; else the one that has not begun."""
    now = state.round_now
    has_begun = now is None or now.status in ("started", "closed")
    first = len(state.rounds) + has_begun
    if asked is None:
        if coming(state, first) is None:
            raise RuleViolation("no_round_left")
        return first
    if not state.closed_rounds < asked <= (rounds_planned(state.rules) or MOST_ROUNDS):
        raise RuleViolation("round_over", round=asked)
    return asked


def close_registration(state: State, _: a.Author, __: a.CloseRegistration, ___: Lots) -> Decided:
    if state.salts is not None:
        raise RuleViolation("registration_closed")
    if sum(not one.is_withdrawn for one in state.entrants) < 2:
        raise RuleViolation("too_few_entrants")
    return [e.RegistrationClosed()]


def forbid_pair(state: State, _: a.Author, action: a.ForbidPair, __: Lots) -> Decided:
    if state.rounds:
        raise RuleViolation("rounds_begun")
    one, other = (entrant(state, number).number for number in action.entrants)
    if one == other:
        raise RuleViolation("same_entrant", entrant=one)
    if pair(one, other) in state.forbidden or len(state.forbidden) >= MOST_FORBIDDEN:
        raise RuleViolation("already_forbidden", one=one, other=other)
    return [e.PairForbidden(action.entrants, action.reason)]
