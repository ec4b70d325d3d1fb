"""In which order the tables of a round stand [A13]; within a table, place p is seat p − 1 [A14]."""

from collections.abc import Iterable

from domain.tournament.pairing.question import Entrant, Question, Table


def in_order(question: Question, tables: Iterable[Table]) -> tuple[Table, ...]:
    """Highest twelfths at the table, then their sum, both descending, then smallest number."""

    def rank(table: Table) -> tuple[int, int, Entrant]:
        twelfths = [question.twelfths.get(one, 0) for one in table]
        return -max(twelfths), -sum(twelfths), min(table)

    return tuple(sorted(tables, key=rank))


def seats_of(table: Table) -> dict[int, Entrant]:
    """Who has which seat of the table's game; seat 0 begins."""
    return dict(enumerate(table))
