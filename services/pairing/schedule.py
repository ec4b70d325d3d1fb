"""Planning a stage in which everybody meets as evenly as possible [C5]: a design, or a search."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

from msgspec import structs

from domain.kernel.chance import Lots
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.question import PLACES, Entrant, Question, Table, pair
from domain.tournament.pairing.schedule import Plan, byes_of, check_plan, is_even, meetings_of
from domain.tournament.pairing.sizes import sizes_of
from services.pairing.designs import design
from services.pairing.solve import pair_round

STEPS = 150_000

Rounds = tuple[tuple[Table, ...], ...]


def plan_schedule(question: Question, rounds: int, lots: Lots) -> Rounds:
    """The question is that of the stage's first round; seats are balanced over the stage."""
    plan = _designed(question, rounds)
    if plan is None or not is_even(question.present, plan):
        searched = _searched(question, rounds, lots)
        if plan is None or _unevenness(searched) < _unevenness(plan):
            plan = searched
    check_plan(question, plan)
    return _seated(question, plan, lots)


def _designed(question: Question, rounds: int) -> Plan | None:
    found = design(len(question.present), sizes_of(question).tables)
    has_history = any(question.byes.get(one) for one in question.present)
    if found is None or question.forbidden or has_history:
        return None
    people = question.present
    return [
        [tuple(people[at] for at in table) for table in found[number % len(found)]]
        for number in range(rounds)
    ]


def _searched(question: Question, rounds: int, lots: Lots) -> Plan:
    """Round by round as well as it goes, then people change tables within any round."""
    asked = structs.replace(question, spread_counts=False, is_last_of_stage=False)
    history, plan = _History(asked), []
    for number in range(rounds):
        proposal = pair_round(history.asked(question.round + number), lots, seconds=3.0)
        history.add(proposal.tables)
        plan.append([list(table) for table in proposal.tables])
    _exchange(plan, question)
    return [[tuple(table) for table in tables] for tables in plan]


def _exchange(plan: list[list[list[Entrant]]], question: Question) -> None:
    """Accepts what makes the sum of squares of the meetings no larger, and now and then larger."""
    luck, met = Random(question.round), Counter(meetings_of(plan))  # type: ignore[arg-type]  # lists are tables, too
    wide = [tables for tables in plan if len(tables) > 1]
    best, now = 0, 0
    kept = [[list(table) for table in tables] for tables in plan]
    for _ in range(STEPS if wide else 0):
        left, right = luck.sample(luck.choice(wide), 2)
        i, j = luck.randrange(len(left)), luck.randrange(len(right))
        one, other = left[i], right[j]
        stay, go = [p for p in left if p != one], [p for p in right if p != other]
        if any(pair(other, p) in question.forbidden for p in stay) or any(
            pair(one, p) in question.forbidden for p in go
        ):
            continue
        lost = [pair(one, p) for p in stay] + [pair(other, p) for p in go]
        won = [pair(other, p) for p in stay] + [pair(one, p) for p in go]
        change = 2 * (sum(met[two] for two in won) - sum(met[two] for two in lost)) + 2 * len(lost)
        if change > 0 and luck.getrandbits(4 + change):
            continue
        met.subtract(lost)
        met.update(won)
        left[i], right[j] = other, one
        now += change
        if now < best:
            best, kept = now, [[list(table) for table in tables] for tables in plan]
            if is_even(question.present, kept):  # type: ignore[arg-type]  # lists are tables, too
                break
    plan[:] = kept


def _unevenness(plan: Plan) -> int:
    return sum(times * times for times in meetings_of(plan).values())


class _History:
    """What a question knows, with the rounds that are planned so far."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._meetings = Counter(question.meetings)
        self._byes, self._shorts = Counter(question.byes), Counter(question.shorts)
        self._places = {
            one: [*question.places.get(one, ()), *(0,) * PLACES][:PLACES]
            for one in question.present
        }

    def asked(self, number: int) -> Question:
        return structs.replace(
            self._question,
            round=number,
            meetings=dict(self._meetings),
            byes=dict(self._byes),
            shorts=dict(self._shorts),
            places={one: tuple(had) for one, had in self._places.items()},
        )

    def add(self, tables: Sequence[Table]) -> None:
        self._byes.update(byes_of(self._question, tables))
        for table in tables:
            self._meetings.update(combinations(sorted(table), 2))
            for place, one in enumerate(table):
                self._places[one][place] += 1
                self._shorts[one] += len(table) != self._question.size


def _seated(question: Question, plan: Plan, lots: Lots) -> Rounds:
    history, rounds = _History(question), []
    for number, tables in enumerate(plan):
        costs = Costs(history.asked(question.round + number))
        seated = tuple(costs.best_order(table, lots) for table in tables)
        history.add(seated)
        rounds.append(seated)
    return tuple(rounds)
