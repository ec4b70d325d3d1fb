"""How many tables of which size a round has [A3]."""

from collections import Counter

from msgspec import Struct

from domain.tournament.pairing.question import Question


class Sizes(Struct, frozen=True):
    tables: tuple[int, ...]
    """Descending."""
    byes: int

    def counts(self) -> Counter[int]:
        """How often each size occurs; a bye is a table of one."""
        return Counter((*self.tables, *(1,) * self.byes))


def sizes_of(question: Question) -> Sizes:
    return table_sizes(len(question.present), question.size, question.short)


def table_sizes(present: int, size: int, short: int | None) -> Sizes:
    if short is None or size == 2:
        return Sizes((size,) * (present // size), present % size)
    if present == 1:
        return Sizes((), 1)
    if present < size:
        return Sizes((present,) if present else (), 0)
    shorts = -present % size
    fulls = (present - shorts * short) // size
    if fulls < 0:
        return Sizes((3, 2), 0)  # five people at tables of four: the only case
    return Sizes((size,) * fulls + (short,) * shorts, 0)
