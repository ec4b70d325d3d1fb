"""Questions as they arise: events with synthetic results, and every pairing of a few people."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from domain.kernel.chance import CommittedChance
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.sizes import sizes_of

LOTS = CommittedChance(b"\7" * 32)
POINTS = {4: (60, 36, 24, 12), 3: (60, 36, 24), 2: (60, 24)}


def asked(people: int, *, size: int = 4, short: int | None = 3, **more: object) -> Question:
    given = {"round": 2, "size": size, "short": short, **more}
    return Question(present=tuple(range(1, people + 1)), **given)  # type: ignore[arg-type]  # any field


def after_rounds(
    people: int, rounds: int, seed: int, *, size: int = 4, short: int | None = 3, **more: object
) -> Question:
    """What is asked after rounds of random tables with random results."""
    luck = Random(seed)
    twelfths, shorts, byes = Counter[int](), Counter[int](), Counter[int]()
    meetings = Counter[tuple[int, int]]()
    places = {one: [0, 0, 0, 0] for one in range(1, people + 1)}
    for _ in range(rounds):
        row = luck.sample(range(1, people + 1), people)
        sizes = sizes_of(asked(people, size=size, short=short))
        for k in sizes.tables:
            table, row = row[:k], row[k:]
            meetings.update(combinations(sorted(table), 2))
            for place, one in enumerate(table):
                places[one][place] += 1
                shorts[one] += k != size
            for one, points in zip(luck.sample(table, k), POINTS[k], strict=True):
                twelfths[one] += points
        byes.update(row)
        twelfths.update(dict.fromkeys(row, 48))
    return asked(
        people,
        size=size,
        short=short,
        **{
            "round": rounds + 1,
            "twelfths": dict(twelfths),
            "shorts": dict(shorts),
            "byes": dict(byes),
            "meetings": dict(meetings),
            "places": {one: tuple(had) for one, had in places.items()},
            **more,
        },
    )


def partitions(people: Sequence[Entrant], sizes: Sequence[int]) -> Iterator[list[Table]]:
    """Every way to seat these people at tables of these sizes, as sets."""
    if not sizes:
        yield []
        return
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others in combinations(people[1:], size - 1):
            table = (people[0], *others)
            rest = [one for one in people if one not in table]
            for tables in partitions(rest, left):
                yield [table, *tables]


def all_pairings(question: Question) -> Iterator[tuple[list[Table], tuple[Entrant, ...]]]:
    """Of the right sizes, byes to anybody; hard rules are for the caller."""
    sizes = sizes_of(question)
    for byes in combinations(question.present, sizes.byes):
        seated = [one for one in question.present if one not in byes]
        for tables in partitions(seated, sizes.tables):
            yield tables, byes


def seated(question: Question, tables: Sequence[Table]) -> list[Table]:
    costs = Costs(question)
    return [costs.best_order(table, LOTS) for table in tables]
