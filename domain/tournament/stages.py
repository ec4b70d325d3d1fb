"""Which stage a round belongs to, who takes part in it, and who is present [B5, C4]."""

from collections.abc import Sequence

from msgspec import Struct

from domain.tournament.pairing.question import Entrant as Number
from domain.tournament.regulation import Regulation
from domain.tournament.state import Round, State


class Coming(Struct, frozen=True):
    """A round that is not paired yet."""

    number: int
    stage: int
    is_first_of_stage: bool
    is_last_of_stage: bool
    qualified: tuple[Number, ...] | None
    """Who may take part; None is everybody."""


def next_number(state: State) -> int:
    """Of the round that is to be paired next; the one that is asked for is not paired yet."""
    now = state.round_now
    return len(state.rounds) + (now is None or now.is_paired)


def last_begun(state: State) -> int:
    """The last round that has begun, be it closed or not; 0 before the first."""
    begun = (one.number for one in state.rounds if one.status in ("started", "closed"))
    return max(begun, default=0)


def stage_now(state: State) -> int:
    """Of the last round that has begun."""
    last = last_begun(state)
    return state.rounds[last - 1].stage if last else 0


def coming(state: State, number: int) -> Coming | None:
    """What the rounds before it make of it; None if they were all there are."""
    rules, before = state.rules, state.rounds[: number - 1]
    stage = before[-1].stage + before[-1].is_last_of_stage if before else 0
    if stage == len(rules.stages):
        return None
    played = sum(one.stage == stage for one in before)
    qualified = _qualified(state, before, stage, played)
    one = rules.stages[stage]
    is_last = played + 1 == one.rounds
    if not one.rounds:
        is_last = len(_present(state, number, qualified)) <= rules.tables.size
    return Coming(number, stage, played == 0, is_last, qualified)


def _qualified(
    state: State, before: Sequence[Round], stage: int, played: int
) -> tuple[Number, ...] | None:
    one, number = state.rules.stages[stage], len(before) + 1
    if played and one.kind == "knockout":
        return tuple(sorted(_advanced(state, before[-1], one.advance)))
    if played:
        return before[-1].qualified
    if not one.players:
        return None
    free = (one for one in _order_before(state, number) if _may_sit(state, one, number))
    return tuple(sorted([*free][: one.players]))


def _order_before(state: State, number: int) -> Sequence[Number]:
    """While the round before is still played: as it stands so far."""
    latest = max((after for after in state.settled if after < number), default=None)
    if latest is None:
        return [entrant.number for entrant in state.entrants]
    return state.settled[latest].order


def _advanced(state: State, last: Round, advance: int) -> list[Number]:
    """The best of each table that is done; a tie at the edge by the ranking words. Byes stay."""
    order = {number: at for at, number in enumerate(_order_before(state, last.number + 1))}
    stay = list(last.byes)
    for table in last.tables:
        if table.result is None:
            continue
        place = dict(zip(table.seats, table.result.places, strict=True))
        stay += sorted(table.seats, key=lambda one: (place[one], order.get(one, 0)))[:advance]
    return stay


def present(state: State, number: int) -> tuple[Number, ...]:
    """Who is to be paired in a round, by number."""
    known = state.round(number)
    if known is not None and known.is_paired:
        return _present(state, number, known.qualified)
    soon = coming(state, number)
    return _present(state, number, soon.qualified if soon else None)


def _present(state: State, number: int, qualified: tuple[Number, ...] | None) -> tuple[Number, ...]:
    may_play = [one.number for one in state.entrants] if qualified is None else qualified
    there = state.checked_in.get(number)
    return tuple(
        one for one in may_play if _may_sit(state, one, number) and (there is None or one in there)
    )


def _may_sit(state: State, number: Number, round: int) -> bool:
    entrant = state.entrants[number - 1]
    return not entrant.is_withdrawn and round not in entrant.absent


def rounds_planned(rules: Regulation) -> int | None:
    """None if a knockout decides it."""
    counts = [stage.rounds for stage in rules.stages]
    return sum(counts) if all(counts) else None
