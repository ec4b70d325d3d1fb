"""The words of `ranking`: what each is worth to an entrant, exactly, with its arithmetic [A15]."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from domain.tournament.pairing.question import Entrant as Number
from domain.tournament.regulation import Regulation, Word
from domain.tournament.state import Ledger, Played
from domain.tournament.table_points import (
    TableKey,
    all_table_points,
    duplicate_points,
    lowered,
)

PLACES = 4
Lot = Callable[[Number], int]


class Value(Struct, frozen=True, omit_defaults=True):
    """What a word is worth in a row of the standings [B10]."""

    value: int | str | tuple[int, ...] | UnsetType = UNSET
    twelfths: int | UnsetType = UNSET
    shown: str | UnsetType = UNSET
    """Twelfths as a whole number and a fraction: `4 1/2`."""
    arithmetic: str | UnsetType = UNSET
    """How it came about."""


class Worth(Struct, frozen=True):
    key: Any
    """Larger is better."""
    value: Value


class Seating(Struct, frozen=True):
    """One person at one table."""

    table: Played
    seat: int
    twelfths: int

    @property
    def key(self) -> TableKey:
        return self.table.round, self.table.table

    @property
    def place(self) -> int:
        return self.table.places[self.seat]

    @property
    def other_seats(self) -> list[int]:
        return [seat for seat in range(len(self.table.seats)) if seat != self.seat]


class Books:
    """A ledger opened: who sat where, and what it brought."""

    def __init__(self, ledger: Ledger, rules: Regulation, lot: Lot) -> None:
        self.ledger, self.rules, self._lot = ledger, rules, lot
        carries = rules.carries(ledger.stage)
        self._counts: Callable[[Any], bool] = lambda one: carries or one.stage == ledger.stage
        self._points = all_table_points(rules.scoring, ledger.tables)
        self.seatings: dict[Number, list[Seating]] = defaultdict(list)
        self._at_tables: dict[Number, int] = defaultdict(int)
        for table in filter(self._counts, ledger.tables):
            for seat, number in enumerate(table.seats):
                twelfths = self._points[table.round, table.table][seat]
                self.seatings[number].append(Seating(table, seat, twelfths))
                self._at_tables[number] += twelfths
        self._missed = self._without_table()
        self._matchpoints = duplicate_points(ledger.tables) if "duplicate" in rules.ranking else {}

    def worth(self, word: Word, number: Number) -> Worth:
        """Of every word but `encounter`, which depends on who is tied."""
        return _words[word](self, number)

    def parts(self, number: Number) -> list[int]:
        """All that an entrant's points are made of, in the order of the rounds [A2]."""
        dated = [(one.table.round, one.twelfths) for one in self.seatings[number]]
        dated += self._missed.get(number, ())
        penalties = filter(self._counts, self.ledger.penalties)
        taken = [-one.twelfths for one in penalties if one.entrant == number]
        return [twelfths for _, twelfths in sorted(dated, key=lambda one: one[0])] + taken

    def _without_table(self) -> dict[Number, list[tuple[int, int]]]:
        """What byes and absences are worth, each with its round."""
        scoring, ledger = self.rules.scoring, self.ledger
        found: dict[Number, list[tuple[int, int]]] = defaultdict(list)
        for missed, each in ((ledger.byes, scoring.bye), (ledger.absences, scoring.absent)):
            for one in filter(self._counts, missed):
                found[one.entrant].append((one.round, each))
        return found

    def twelfths(self, number: Number) -> int:
        return sum(self.parts(number))

    def points(self, number: Number) -> Worth:
        parts = self.parts(number)
        total = sum(parts)
        return Worth(
            total, Value(twelfths=total, shown=shown(total), arithmetic=_added(parts, total))
        )

    def wins(self, number: Number) -> Worth:
        """Tables where the entrant alone has the first place."""
        won = [
            one
            for one in self.seatings[number]
            if one.place == 1 and one.table.places.count(1) == 1
        ]
        return _figure(len(won))

    def places(self, number: Number) -> Worth:
        placed = [one.place for one in self.seatings[number]]
        counts = tuple(placed.count(place) for place in range(1, PLACES + 1))
        return Worth(counts, Value(counts))

    def share(self, number: Number) -> Worth:
        """1 is average, so that short tables are neutral."""
        return _mean([_share(one) for one in self.seatings[number]])

    def opponents(self, number: Number) -> Worth:
        return _mean(self._opponents(number))

    def opponents_cut(self, number: Number) -> Worth:
        rates = sorted(self._opponents(number))
        return _mean(rates[1:] if len(rates) > 1 else rates)

    def _opponents(self, number: Number) -> list[Fraction]:
        """For each meeting what the other's tables without me brought, each on average.

        All tables of the other less those with me, so that each meeting is looked at once.
        """
        meetings = [(one, seat) for one in self.seatings[number] for seat in one.other_seats]
        with_me: dict[Number, list[int]] = defaultdict(list)
        for mine, seat in meetings:
            with_me[mine.table.seats[seat]].append(self._points[mine.key][seat])
        rates = []
        for mine, seat in meetings:
            other = mine.table.seats[seat]
            apart = len(self.seatings[other]) - len(with_me[other])
            if apart:
                rates.append(Fraction(self._at_tables[other] - sum(with_me[other]), apart))
        return rates

    def duplicate(self, number: Number) -> Worth:
        parts = [self._matchpoints[one.key][one.seat] for one in self.seatings[number]]
        return Worth(sum(parts), Value(sum(parts), arithmetic=_added(parts, sum(parts))))

    def lots(self, number: Number) -> Worth:
        return _figure(-self._lot(number))

    def encounter(self, tied: Sequence[Number]) -> dict[Number, Worth]:
        """Only if all of them have met equally often; else nothing for all."""
        group = set(tied)
        met: dict[frozenset[Number], int] = defaultdict(int)
        scores = dict.fromkeys(tied, 0)
        for number in tied:
            for one in self.seatings[number]:
                for at, other in enumerate(one.table.seats):
                    if other in group and other != number:
                        met[frozenset((number, other))] += 1  # once from each side
                        behind = one.table.places[at]
                        scores[number] += 2 * (one.place < behind) + (one.place == behind)
        pairs = len(tied) * (len(tied) - 1) // 2
        is_even = pairs > 0 and len(met) == pairs and len(set(met.values())) == 1
        return {number: _figure(scores[number] if is_even else 0) for number in tied}


def _figure(value: int) -> Worth:
    return Worth(value, Value(value))


def _share(one: Seating) -> Fraction:
    own = lowered(one.table.points)
    total = sum(own)
    return Fraction(len(own) * own[one.seat], total) if total else Fraction(1)


def _mean(parts: Sequence[Fraction]) -> Worth:
    mean = _sum(parts) / len(parts) if parts else Fraction(0)
    if not parts:
        return Worth(mean, Value(str(mean)))
    added = " + ".join(map(str, parts))
    return Worth(mean, Value(str(mean), arithmetic=f"({added}) / {len(parts)} = {mean}"))


def _sum(parts: Iterable[Fraction]) -> Fraction:
    """Those with the same denominator first: to add unequal ones takes a hundred times as long."""
    numerators: dict[int, int] = defaultdict(int)
    for part in parts:
        numerators[part.denominator] += part.numerator
    return sum((Fraction(top, below) for below, top in numerators.items()), Fraction(0))


def _added(parts: Iterable[int], total: int) -> str | UnsetType:
    """`60 + 36 − 12 = 84`."""
    first, *rest = [*parts] or [0]
    if not rest:
        return UNSET
    signed = "".join(f" {'−' if part < 0 else '+'} {abs(part)}" for part in rest)
    return f"{_minus(first)}{signed} = {_minus(total)}"


def _minus(number: int) -> str:
    return str(number).replace("-", "−")


def shown(twelfths: int) -> str:
    """`9`, `4 1/2`, `1/3`, `-2 1/4`: in lowest terms."""
    whole, rest = divmod(abs(twelfths), 12)
    sign = "-" if twelfths < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    fraction = str(Fraction(rest, 12))
    return f"{sign}{whole} {fraction}" if whole else f"{sign}{fraction}"


_words: dict[Word, Callable[[Books, Number], Worth]] = {
    "points": Books.points,
    "wins": Books.wins,
    "places": Books.places,
    "share": Books.share,
    "opponents": Books.opponents,
    "opponents/cut1": Books.opponents_cut,
    "duplicate": Books.duplicate,
    "lots": Books.lots,
}
