"""Das große Kartenspiel as text: the display and every player board, drawn from a view."""

from domain.kartenspiel.layout import cell, number, paragraph
from domain.kartenspiel.player_drawing import Pen, draw_player
from domain.kartenspiel.texts import place
from domain.kartenspiel.view import AreaView, PendingView, StackView, View
from domain.kernel.catalog import Catalog
from domain.kernel.layout import both_ends, clip, within
from domain.kernel.texts import Language, Row, Span

NAME, SIZE, TOP, LAST, NEEDS = 24, 7, 45, 16, 8
BLANK: Row = []


def draw(view: View, language: Language, catalog: Catalog | None = None) -> list[Row]:
    pen = Pen(view, language, catalog)
    rows = [*_header(pen, view), *_result(pen, view)]
    if view.stacks:
        rows += [BLANK, *_stacks(pen, view), BLANK, *_actions(pen, view)]
    if view.pending:
        rows += [BLANK, *_pending(pen, view.pending)]
    if view.box:
        rows += [BLANK, *paragraph(pen("board.box"), pen.cards(view.box), 0, NAME)]
    for player in view.players:
        rows += [BLANK, *draw_player(pen, view, player)]
    return within([*rows, BLANK, *_legend(pen)])


def _header(pen: Pen, view: View) -> list[Row]:
    title = Span(pen.catalog.title[pen.language], "heading")
    shift = pen("board.shift", shift=view.shift, shifts=view.shifts)
    when = Span(shift if view.shift else pen("board.setup"), "heading")
    rows = [both_ends([title], [when])]
    start = [Span(pen("board.start_player", player=pen.name(view.start_seat)))]
    rows.append(both_ends([_phase(pen, view)], start if view.shift else []))
    return rows


def _phase(pen: Pen, view: View) -> Span:
    """What the game waits for; a seat that is awaited sees it stand out."""
    if view.active is None:
        return Span(pen(f"phase.{view.phase}"))
    role = "alert" if view.seat == view.active else f"seat{view.active}"
    return Span(pen(f"phase.{view.phase}", player=pen.name(view.active)), role)


def _result(pen: Pen, view: View) -> list[Row]:
    if not view.ranking:
        return []
    places = [[Span("  " + place(pen, at), f"seat{at.seat}")] for at in view.ranking]
    return [BLANK, [Span(pen("board.result"), "heading")], *places]


def _stacks(pen: Pen, view: View) -> list[Row]:
    areas = {area.id: area for area in view.areas}
    head = _head(pen, pen("board.stacks"), pen("board.size"))
    return [head, *(_stack(pen, stack, areas[stack.id]) for stack in view.stacks)]


def _head(pen: Pen, title: str, size: str) -> Row:
    return [
        cell(title, NAME, "heading"),
        number(size, SIZE, "dim"),
        cell("", TOP),
        cell(pen("board.last"), LAST, "dim"),
        number(pen("board.needs"), NEEDS, "dim"),
    ]


def _stack(pen: Pen, stack: StackView, area: AreaView) -> Row:
    if stack.top:
        top = cell("  " + clip(pen.card(stack.top), TOP - 3), TOP)
    else:
        top = cell("  " + pen("board.covered" if stack.size else "board.empty"), TOP, "dim")
    return [
        cell(" " + pen.stack(stack.id), NAME),
        number(str(stack.size), SIZE),
        top,
        *_used(pen, area, usable=stack.size > 0),
    ]


def _actions(pen: Pen, view: View) -> list[Row]:
    stacks = {stack.id for stack in view.stacks}
    cards = [area for area in view.areas if area.id not in stacks]
    head = _head(pen, pen("board.actions"), "")
    return [head, *(_action(pen, view, area) for area in cards)]


def _action(pen: Pen, view: View, area: AreaView) -> Row:
    pile = ""
    if area.id == pen.catalog.marker_area:
        markers = " ".join(map(str, view.markers)) or "–"
        pile = f"  {pen('board.markers')}: {markers}"
    return [
        cell(" " + pen.area(area.id), NAME),
        cell("", SIZE),
        cell(pile, TOP),
        *_used(pen, area, usable=True),
    ]


def _used(pen: Pen, area: AreaView, *, usable: bool) -> Row:
    """Who used an area last and with how many, and what the next one must bring."""
    last = Span(" " * LAST)
    if area.last_seat is not None:
        total = str(area.placements[-1].total)
        name = clip(pen.player(area.last_seat), LAST - len(total) - 2)
        last = cell(f"{name} {total}", LAST, f"seat{area.last_seat}")
    return [last, number(str(area.required) if usable else "–", NEEDS)]


def _pending(pen: Pen, pending: PendingView) -> list[Row]:
    name, stack = pen.name(pending.seat), pen.stack(pending.stack)
    title = pen("board.drawn", player=name, count=pending.count, stack=stack)
    cards = [[Span("  " + pen.card(card))] for card in pending.cards or ()]
    return [[Span(title, "heading")], *cards]


def _legend(pen: Pen) -> list[Row]:
    wagon = pen.initials(next(iter(pen.catalog.crests)))
    gaps = {"wagon": wagon, "lorry": f"{wagon}2"}
    return [[Span(pen(f"legend.{of}", **gaps), "dim")] for of in ("lorries", "wagons")]
