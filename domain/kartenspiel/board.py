"""Das große Kartenspiel as text: the display and every player board, drawn from a view."""

from domain.kartenspiel.layout import cell, number, paragraph
from domain.kartenspiel.player_drawing import Pen, draw_player
from domain.kartenspiel.view import AreaView, PendingView, PlayerView, StackView, View
from domain.kernel.catalog import Catalog
from domain.kernel.head import ranked
from domain.kernel.layout import both_ends, clip, within
from domain.kernel.standings import TieBreak
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
    title = Span(pen.title(), "heading")
    shift = pen("board.shift", shift=view.period, shifts=view.periods)
    when = Span(shift if view.period else pen("board.setup"), "heading")
    rows = [both_ends([title], [when])]
    start = [Span(pen("board.start_player", player=pen.name(view.start_seat)))]
    rows.append(both_ends([_phase(pen, view)], start if view.period else []))
    return rows


def _phase(pen: Pen, view: View) -> Span:
    """What the game waits for; a seat that is awaited sees it stand out."""
    if view.awaited:
        seat = view.awaited[0]
        role = "alert" if view.seat == seat else f"seat{seat}"
        return Span(pen(f"phase.{view.phase}", player=pen.name(seat)), role)
    return Span(pen(f"phase.{view.phase}"))


def _result(pen: Pen, view: View) -> list[Row]:
    places = [
        [Span("  " + _place(pen, player, view.tie_break), f"seat{player.seat}")]
        for player in ranked(view.players)
    ]
    return [BLANK, [Span(pen("board.result"), "heading")], *places] if places else []


def _place(pen: Pen, player: PlayerView, tie_break: TieBreak | None) -> str:
    gaps = {"place": player.place, "player": pen.player(player.seat), "total": player.points}
    highest = tie_break.values[player.seat] if tie_break else None
    return (
        pen("place", **gaps)
        if highest is None
        else pen("place.marker", highest_marker=highest, **gaps)
    )


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
