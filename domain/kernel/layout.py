"""Rows of text laid out: cut or padded, side by side, in columns, or as many as they need."""

from collections.abc import Iterable, Sequence

from domain.kernel.texts import Row, Span

BOARD_WIDTH = 100


def clip(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def width_of(row: Row) -> int:
    return sum(len(span.text) for span in row)


def pad(row: Row, width: int) -> Row:
    """Exactly this wide."""
    fitted: Row = []
    left = width
    for span in row:
        if left > 0:
            fitted.append(Span(clip(span.text, left), span.role))
            left -= len(span.text)
    return [*fitted, Span(" " * left)] if left > 0 else fitted


def right(row: Row, width: int) -> Row:
    return [Span(" " * (width - width_of(row))), *row]


def both_ends(left: Row, right_end: Row) -> Row:
    """As wide as the board, with a blank between the two at least."""
    gap = max(1, BOARD_WIDTH - width_of(left) - width_of(right_end))
    return [*left, Span(" " * gap), *right_end]


def spaced(spans: Iterable[Span], gap: str = " ") -> Row:
    row: Row = []
    for span in spans:
        row += [Span(gap), span] if row else [span]
    return row


def joined(cells: Iterable[Row], gap: str) -> Row:
    row: Row = []
    for cell in cells:
        row += [Span(gap, "dim"), *cell] if row else cell
    return row


def beside(left: Sequence[Row], other: Sequence[Row], width: int, gap: int) -> list[Row]:
    """Two blocks side by side, the left one this wide; the shorter one ends in blanks."""
    rows = max(len(left), len(other))
    lefts = [*left, *([[]] * (rows - len(left)))]
    others = [*other, *([[]] * (rows - len(other)))]
    return [
        [*pad(row, width), Span(" " * gap), *beside_it]
        for row, beside_it in zip(lefts, others, strict=True)
    ]


def columns(cells: Sequence[Row], count: int) -> list[Row]:
    """Cells from left to right, line by line, after an indent."""
    width = (BOARD_WIDTH - 2) // count
    return [
        [Span("  "), *(span for cell in cells[at : at + count] for span in pad(cell, width))]
        for at in range(0, len(cells), count)
    ]


def flowing(title: str, cells: Iterable[Row], gap: str = " · ") -> list[Row]:
    """A title and its cells in as many lines as they need; no cell is broken."""
    indent = Span(" " * 2)
    rows: list[Row] = [[Span(title, "heading"), Span("  ")]]
    empty = True
    for cell in cells:
        if not empty and width_of(rows[-1]) + len(gap) + width_of(cell) > BOARD_WIDTH:
            rows.append([indent])
            empty = True
        rows[-1] += cell if empty else [Span(gap, "dim"), *cell]
        empty = False
    return rows


def within(rows: Iterable[Row]) -> list[Row]:
    """No row wider than the board."""
    return [pad(row, BOARD_WIDTH) if width_of(row) > BOARD_WIDTH else row for row in rows]
