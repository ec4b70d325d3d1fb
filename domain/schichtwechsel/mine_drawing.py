"""One player's mine as text: purse, water, lorries, wagons, coke, houses, headframes."""

from domain.kernel.layout import both_ends, joined
from domain.kernel.texts import Row, Span
from domain.schichtwechsel.drawing import Pen
from domain.schichtwechsel.view import PlayerView, View

LETTERS = {"coal": "c", "spoil": "s"}


def draw_player(pen: Pen, view: View, player: PlayerView) -> list[Row]:
    return [
        _name(pen, view, player),
        _purse(pen, player),
        _underground(pen, view, player),
        _surface(pen, player),
        _own_card(pen, player),
    ]


def _name(pen: Pen, view: View, player: PlayerView) -> Row:
    row: Row = [Span("■ ", f"seat{player.seat}"), pen.name(player.seat)]
    if player.seat == view.marker_seat and view.period:
        row.append(Span(f" ({pen('board.marker')})"))
    if player.passed:
        row.append(Span(f" – {pen('board.passed')}", "dim"))
    points = Span(pen("board.points", points=player.points), "heading")
    return both_ends(row, [points])


def _purse(pen: Pen, player: PlayerView) -> Row:
    purse = pen(
        "board.purse",
        white=player.white,
        stone=player.player_stone,
        coins=player.coins,
        tools=player.tools,
    )
    water = pen("board.water", level=player.water, top=pen.catalog.gauge.top)
    return joined([[Span(f"  {purse}")], [Span(water)]], " · ")


def _underground(pen: Pen, view: View, player: PlayerView) -> Row:
    lorries: Row = [Span(f"  {pen('board.lorries')} ")]
    for name, load in player.lorries.items():
        printed = pen.catalog.lorries[name]
        content = LETTERS.get(load.cube or "", "") * load.count
        blocked = "!" if printed.blockable and view.lorry_block else ""
        lorries.append(Span(f"[{content.ljust(printed.capacity, '·')}]{blocked}"))
    heap = pen("board.heap", count=player.heap, room=pen.catalog.heap_capacity)
    return joined([lorries, [Span(heap)]], " · ")


def _surface(pen: Pen, player: PlayerView) -> Row:
    wagons: Row = [Span(f"  {pen('board.wagons')} ")]
    for name, count in player.coal_wagons.items():
        capacity = pen.catalog.coal_wagons[name].capacity
        wagons.append(Span(f"[{('c' * count).ljust(capacity, '·')}]"))
    coke = pen(
        "board.coke",
        reserve=player.coke.reserve,
        ovens=player.coke.ovens,
        wagons=player.coke.wagons,
        sold=player.coke.sold,
    )
    return joined([wagons, [Span(coke)]], " · ")


def _own_card(pen: Pen, player: PlayerView) -> Row:
    houses = "".join("#" if house else "o" for house in player.row.values())
    frames = player.headframes
    cells: list[Row] = [
        [Span(f"  {pen('board.row')} {houses}")],
        [Span(pen("board.towers", card=frames.on_card, pool=frames.pool))],
    ]
    if player.tile:
        cells.append([Span(f"{pen('board.tile')} {pen.tile(player.tile)}")])
    if player.own_card_payments:
        used = f"{pen.card(pen.catalog.own_card.id)}: {pen('board.used')}"
        cells.append([Span(used, "dim")])
    return joined(cells, " · ")
