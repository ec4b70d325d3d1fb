"""The standings: who stands where, by which words, and what separates neighbours [A15, B10, C4]."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.chance import Lots
from domain.tournament.pairing.question import Entrant as Number
from domain.tournament.regulation import Regulation, Word
from domain.tournament.state import Ledger
from domain.tournament.words import Books, Lot, Value, Worth

LOT_SPAN = 2**32
STAGE = "stage"
"""What separates those who take part in a final or knockout from those who do not any more."""


class Row(Struct, frozen=True):
    place: int
    """Equal for those who are equal in all words; the next ones are left out: 1, 1, 3."""
    entrant: Number
    values: dict[Word, Value]
    separated_by: str | None
    """The first word in which the row differs from the one above."""


class Standings(Struct, frozen=True):
    after: int
    rows: tuple[Row, ...]

    @property
    def order(self) -> tuple[Number, ...]:
        return tuple(row.entrant for row in self.rows)


def lot_of(chance: Lots) -> Lot:
    """The same for the whole event."""
    return lambda number: chance.below(f"lots/{number}", LOT_SPAN)


def standings(ledger: Ledger, rules: Regulation, chance: Lots) -> Standings:
    books = Books(ledger, rules, lot_of(chance))
    everybody = range(1, ledger.entrants + 1)
    if ledger.participants is None:
        return Standings(ledger.after, tuple(_ranked(books, everybody, 1)))
    first = [*_ranked(books, ledger.participants, 1)]
    before = standings(ledger.previous, rules, chance).rows if ledger.previous else ()
    rest = _others(books, before, {*ledger.participants}, everybody, len(first) + 1)
    return Standings(ledger.after, (*first, *_apart(first, rest)))


def totals(ledger: Ledger, rules: Regulation, rows: Sequence[Row]) -> dict[Number, int]:
    """Everybody's twelfths, as the standings show them [A2]."""
    books = Books(ledger, rules, lambda _: 0)
    known = {row.entrant: row.values.get("points") for row in rows}
    found = {}
    for number in range(1, ledger.entrants + 1):
        value = known.get(number)
        twelfths = value.twelfths if value else None
        found[number] = twelfths if isinstance(twelfths, int) else books.twelfths(number)
    return found


def _ranked(books: Books, numbers: Iterable[Number], first_place: int) -> list[Row]:
    """The best first; each word splits only the groups that the words before it left."""
    groups = [tuple(sorted(numbers))]
    worths: dict[Number, list[Worth]] = {number: [] for number in groups[0]}
    for word in books.rules.ranking:
        groups = [part for group in groups for part in _split(books, word, group, worths)]
    rows: list[Row] = []
    for group in groups:
        place = first_place + len(rows)
        for number in group:
            values = zip(books.rules.ranking, (one.value for one in worths[number]), strict=True)
            above = worths[rows[-1].entrant] if rows else None
            word_apart = _first_apart(books.rules.ranking, above, worths[number])
            rows.append(Row(place, number, dict(values), word_apart))
    return rows


def _split(
    books: Books, word: Word, group: tuple[Number, ...], worths: dict[Number, list[Worth]]
) -> list[tuple[Number, ...]]:
    if word == "encounter":
        found = books.encounter(group)
    else:
        found = {number: books.worth(word, number) for number in group}
    equals: dict[Any, list[Number]] = {}
    for number in group:
        worths[number].append(found[number])
        equals.setdefault(found[number].key, []).append(number)
    return [tuple(equals[key]) for key in sorted(equals, reverse=True)]


def _first_apart(
    ranking: Sequence[Word], above: Sequence[Worth] | None, own: Sequence[Worth]
) -> str | None:
    if above is None:
        return None
    pairs = zip(ranking, above, own, strict=True)
    return next((word for word, one, other in pairs if one.key != other.key), None)


def _others(
    books: Books,
    before: Sequence[Row],
    participants: set[Number],
    everybody: Iterable[Number],
    first_place: int,
) -> list[Row]:
    """Who does not take part any more, in their order before; newcomers come last."""
    kept = [row for row in before if row.entrant not in participants]
    known = participants | {row.entrant for row in before}
    fresh = [number for number in everybody if number not in known]
    rows: list[Row] = []
    for at, row in enumerate(kept):
        is_tied = at > 0 and row.place == kept[at - 1].place
        place = rows[-1].place if is_tied else first_place + at
        values = row.values if not books.rules.carries(books.ledger.stage) else _now(books, row)
        rows.append(Row(place, row.entrant, values, None if is_tied else row.separated_by))
    return rows + _ranked(books, fresh, first_place + len(rows))


def _now(books: Books, row: Row) -> dict[Word, Value]:
    """Their values go on: a penalty, or a ruling of an earlier round, still counts."""
    return {
        word: value if word == "encounter" else books.worth(word, row.entrant).value
        for word, value in row.values.items()
    }


def _apart(first: Sequence[Row], rest: Sequence[Row]) -> list[Row]:
    """The first word that tells the neighbours apart, or the stage alone."""
    told: list[Row] = []
    above = first[-1] if first else None
    for row in rest:
        word = row.separated_by
        if above is not None and row.place != above.place:
            differing = (w for w, value in row.values.items() if _differs(value, above.values[w]))
            word = next(differing, STAGE)
        told.append(Row(row.place, row.entrant, row.values, word))
        above = row
    return told


def _differs(one: Value, other: Value) -> bool:
    return (one.value, one.twelfths) != (other.value, other.twelfths)
