"""Questions as they arise: events with synthetic results, and every pairing of a few people."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

from domain.kernel.chance import CommittedChance
from domain.tournament.pairing.byes import may_have_byes
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


def legal_pairings(question: Question) -> Iterator[tuple[list[Table], tuple[Entrant, ...]]]:
    """Those that obey the hard rules, too."""
    is_forbidden = cache(Costs(question).is_forbidden)
    for tables, byes in all_pairings(question):
        if may_have_byes(question, byes) and not any(map(is_forbidden, tables)):
            yield tables, byes


def all_values(question: Question) -> Iterator[tuple[int, int, int]]:
    """Rematches, shorts and spread of every legal pairing, added up table by table."""
    costs = Costs(question)

    @cache
    def of_table(table: Table) -> tuple[int, int, int]:
        return costs.rematches(table), costs.shorts(table), costs.spread(table)

    for tables, _ in legal_pairings(question):
        of_all = [of_table(table) for table in tables]
        yield sum(v[0] for v in of_all), sum(v[1] for v in of_all), sum(v[2] for v in of_all)


def seated(question: Question, tables: Sequence[Table]) -> list[Table]:
    costs = Costs(question)
    return [costs.best_order(table, LOTS) for table in tables]
