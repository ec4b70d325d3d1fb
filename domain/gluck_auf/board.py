"""Glück Auf as text: the game board and every pit, drawn from a view."""

from collections.abc import Callable
from textwrap import wrap

from domain.gluck_auf.drawing import Pen
from domain.gluck_auf.pit_drawing import draw_player
from domain.gluck_auf.view import LookAreaView, PlayerView, SpaceView, View
from domain.kernel.catalog import Catalog
from domain.kernel.head import ranked
from domain.kernel.layout import (
    BOARD_WIDTH,
    beside,
    columns,
    joined,
    pad,
    right,
    width_of,
    within,
)
from domain.kernel.standings import TieBreak
from domain.kernel.texts import Language, Row, Span

LABEL, WORKERS, NEEDS = 33, 11, 5
HALF = LABEL + WORKERS + NEEDS
BLANK: Row = []


def draw(view: View, language: Language, catalog: Catalog | None = None) -> list[Row]:
    pen = Pen(view, language, catalog)
    rows = [*_header(pen, view), *_result(pen, view), BLANK, *_spaces(pen, view)]
    rows += [BLANK, *_common(pen, view), *_draft(pen, view)]
    if view.look_area:
        rows += [BLANK, *_look_area(pen, view.look_area)]
    for player in view.players:
        rows += [BLANK, *draw_player(pen, view, player)]
    return within([*rows, BLANK, *_legend(pen)])


def _header(pen: Pen, view: View) -> list[Row]:
    title = Span("Glück Auf", "heading")
    edition = Span(" · " + pen("board.edition", edition=pen.edition(view.edition)), "dim")
    shift = pen("board.shift", shift=view.period, shifts=view.periods)
    in_setup = view.phase in ("created", "draft")
    when = Span(pen("board.setup") if in_setup else shift, "heading")
    first: Row = [title, edition] if view.edition else [title]
    rows = [[*first, *right([when], BOARD_WIDTH - width_of(first))]]
    if view.players:
        starting = pen("board.starting_player", player=pen.name(view.start_seat).text)
        known = [Span(starting)] if view.phase != "created" else []
        phase = _phase(pen, view)
        rows.append([phase, *right(known, BOARD_WIDTH - len(phase.text))])
    rules = "; ".join(pen.house_rules(view.edition, view.options))
    text = f"{pen('board.options')}: {rules}" if rules else ""
    return [*rows, *([Span(line, "dim")] for line in wrap(text, BOARD_WIDTH))]


def _phase(pen: Pen, view: View) -> Span:
    """What the game waits for; a seat that is awaited sees it stand out."""
    if view.awaited:
        seat = view.awaited[0]
        role = "alert" if view.seat == seat else f"seat{seat}"
        return Span(pen(f"phase.{view.phase}", player=pen.name(seat).text), role)
    waiting = view.phase in ("created", "scoring", "finished")
    return Span(pen(f"phase.{view.phase}" if waiting else "phase.turn.over"))


def _result(pen: Pen, view: View) -> list[Row]:
    places = [
        [Span("  " + _place(pen, player, view.tie_break), f"seat{player.seat}")]
        for player in ranked(view.players)
    ]
    return [BLANK, [Span(pen("board.ranking"), "heading")], *places] if places else []


def _place(pen: Pen, player: PlayerView, tie_break: TieBreak | None) -> str:
    gaps = {"player": pen.player(player.seat), "vp": player.points}
    if tie_break is None:
        return pen("board.place", place=player.place, **gaps)
    return pen("place", rank=player.place, marks_left=tie_break.values[player.seat], **gaps)


def _spaces(pen: Pen, view: View) -> list[Row]:
    """The areas of the game board in two halves."""
    factory = _area(pen, view, "factory", view.tile_stack)
    orders = _area(pen, view, "new_order", view.order_stack)
    work = [*_area(pen, view, "mining"), *_area(pen, view, "money")]
    upper = beside(factory, work, HALF, BOARD_WIDTH - 2 * HALF)
    lower = beside(orders, _area(pen, view, "delivery"), HALF, BOARD_WIDTH - 2 * HALF)
    return [*upper, BLANK, *lower]


def _area(pen: Pen, view: View, kind: str, stack: int | None = None) -> list[Row]:
    title: Row = [Span(pen.area(kind).upper(), "heading")]
    if stack is not None:
        title.append(Span(" · " + pen("board.stack", count=stack), "dim"))
    workers, needs = Span(pen("board.workers"), "dim"), Span(pen("board.needs"), "dim")
    head = [*pad(title, LABEL), *pad([workers], WORKERS), *right([needs], NEEDS)]
    spaces = [space for space in view.spaces if space.kind in (kind, f"{kind}_draw")]
    return [head, *(_space(pen, space, stack) for space in spaces)]


def _space(pen: Pen, space: SpaceView, stack: int | None) -> Row:
    label, usable = LABELS[space.kind](pen, space, stack)
    workers: Row = []
    if space.locked:
        label = [Span(span.text, "dim") for span in label]
        workers, usable = [Span(pen("board.locked"), "dim")], False
    elif space.workers:
        group = space.workers
        workers = [pen.name(group.seat, WORKERS - 3), Span(f" {group.count}")]
    needs = Span(str(space.cost)) if usable else Span("–", "dim")
    return [
        *pad([Span(" "), *label], LABEL),
        *pad(workers, WORKERS),
        *right([needs], NEEDS),
    ]


Label = tuple[Row, bool]
"""What a space shows, and whether there is anything to use it for."""


def _factory(pen: Pen, space: SpaceView, _stack: int | None) -> Label:
    return _open_card(pen, space, pen.tile_card(space.tile) if space.tile else None)


def _new_order(pen: Pen, space: SpaceView, _stack: int | None) -> Label:
    return _open_card(pen, space, pen.order_card(space.order) if space.order else None)


def _open_card(pen: Pen, space: SpaceView, card: Row | None) -> Label:
    number = Span(f"{pen.catalog.spaces[space.id].parameter} ")
    if card is not None:
        return [number, *card], True
    return [number] if space.locked else [number, Span(pen("empty"), "dim")], False


def _look_at_tiles(pen: Pen, space: SpaceView, stack: int | None) -> Label:
    return _plain(pen, "board.look_tiles", space), bool(stack)


def _look_at_cards(pen: Pen, space: SpaceView, stack: int | None) -> Label:
    return _plain(pen, "board.look_cards", space), bool(stack)


def _mining(pen: Pen, space: SpaceView, _stack: int | None) -> Label:
    return _plain(pen, "board.steps", space), True


def _money(pen: Pen, space: SpaceView, _stack: int | None) -> Label:
    return _plain(pen, "board.marks", space), True


def _delivery(pen: Pen, space: SpaceView, _stack: int | None) -> Label:
    return [Span(pen.vehicle(str(pen.catalog.spaces[space.id].parameter)))], True


def _plain(pen: Pen, phrase: str, space: SpaceView) -> Row:
    return [Span(pen(phrase, **pen.parameter(pen.catalog.spaces[space.id])))]


LABELS: dict[str, Callable[[Pen, SpaceView, int | None], Label]] = {
    "factory": _factory,
    "factory_draw": _look_at_tiles,
    "mining": _mining,
    "delivery": _delivery,
    "money": _money,
    "new_order": _new_order,
    "new_order_draw": _look_at_cards,
}


def _common(pen: Pen, view: View) -> list[Row]:
    """Canteen, Bank and the general supply."""
    canteen = {player.seat: player.canteen for player in view.players}
    bank = {player.seat: player.bank for player in view.players}
    supply = [[pen.coal(color), Span(f" {count}")] for color, count in view.supply.items()]
    lines = {
        "board.canteen": _counts(pen, canteen),
        "board.bank": _counts(pen, bank),
        "board.supply": joined(supply, " · "),
    }
    width = max(len(pen(label)) for label in lines) + 2
    return [[*pad([Span(pen(label), "heading")], width), *line] for label, line in lines.items()]


def _counts(pen: Pen, counts: dict[int, int]) -> Row:
    found = [[pen.name(seat), Span(f" {count}")] for seat, count in counts.items() if count]
    return joined(found, " · ") or [Span("–", "dim")]


def _draft(pen: Pen, view: View) -> list[Row]:
    if not view.display:
        return []
    title: Row = [Span(pen("board.draft"), "heading")]
    return [BLANK, title, *columns([pen.order_card(order) for order in view.display], 3)]


def _look_area(pen: Pen, area: LookAreaView) -> list[Row]:
    name = pen.name(area.seat).text
    text = pen(f"board.looking.{area.kind}", player=name, count=area.count)
    card = pen.tile_card if area.kind == "tile" else pen.order_card
    return [[Span(text, "heading")], *columns([card(seen) for seen in area.cards or ()], 3)]


def _legend(pen: Pen) -> list[Row]:
    colors = ", ".join(f"{pen.initials(c)} {pen.color(c)}" for c in pen.catalog.colors)
    cube, gap = pen.initials(next(iter(pen.catalog.colors))), " " * pen.letters
    coal = pen("legend.coal", colors=colors, cube=cube, gap=gap)
    return [[Span(coal, "dim")], [Span(pen("legend.orders"), "dim")]]
