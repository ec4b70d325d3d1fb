"""A player's pit as text: the light side left, the shaft with the cage, the dark side right."""

from domain.gluck_auf.drawing import Pen
from domain.gluck_auf.view import PitView, PlayerView, View
from domain.kernel.layout import (
    BOARD_WIDTH,
    beside,
    columns,
    joined,
    pad,
    right,
    spaced,
    width_of,
)
from domain.kernel.texts import Row, Span

LABEL = 12
SIDE = 13
GAP = 3
MANY = 8
"""More orders than this go below the pit, two in a line."""


def draw_player(pen: Pen, view: View, player: PlayerView) -> list[Row]:
    picture = _picture(pen, player.pit)
    orders = [pen.order_in_work(order, cubes) for order, cubes in player.pit.outstanding.items()]
    title: Row = [Span(pen("board.outstanding"), "heading"), Span(f" {len(orders)}")]
    width, needed = max(map(width_of, picture)), max(map(width_of, [title, *orders]))
    if width + GAP + needed <= BOARD_WIDTH and len(orders) <= MANY:
        pit = beside(picture, [title, *orders], width, GAP)
    else:
        pit = [*picture, title, *columns(orders, 2)]
    return [_title(pen, view, player), *pit, _tiles(pen, player), *_stores(pen, player)]


def _title(pen: Pen, view: View, player: PlayerView) -> Row:
    """A rule across the board, with what the player has."""
    facts: list[Row] = [
        [pen.name(player.seat, 24)],
        [Span(pen("board.vp", vp=player.points))],
        [Span(pen("board.marks", number=player.marks))],
        [Span(pen("board.supplied", workers=player.workers))],
    ]
    if view.start_seat == player.seat and view.phase != "created":
        facts.append([Span(pen("board.marker"), "heading")])
    row: Row = [Span("── ", "dim"), *joined(facts, " · "), Span(" ")]
    return [*row, Span("─" * (BOARD_WIDTH - width_of(row)), "dim")]


def _picture(pen: Pen, pit: PitView) -> list[Row]:
    light, dark = _Side(pen, pit, "light"), _Side(pen, pit, "dark")
    room = BOARD_WIDTH - LABEL - 2 - _shaft_width(pen)
    light.make_room(dark.width, room)
    dark.make_room(light.width, room)
    head = [
        *right([Span(pen("light"), "dim")], LABEL + light.width),
        Span(" " * (_shaft_width(pen) + 2)),
        Span(pen("dark"), "dim"),
    ]
    constants = pen.catalog.constants
    rows = [head]
    for level in range(constants.surface_level, constants.deepest_level + 1):
        label, shaft = pad(_label(pen, level), LABEL), _shaft(pen, pit, level)
        left, beyond = right(light.level(level)[::-1], light.width), dark.level(level)
        rows.append([*label, *left, Span(" "), *shaft, Span(" "), *beyond])
    return rows


class _Side:
    """The lorries of one side by level, innermost first: base lorry, then tile after tile."""

    def __init__(self, pen: Pen, pit: PitView, side: str) -> None:
        catalog = pen.catalog
        sides = {lorry: tile.side for tile in catalog.tiles.values() for lorry in tile.lorry_ids()}
        sides |= {base.id: base.side for base in catalog.base_lorries.values()}
        self.surface = catalog.constants.surface_level
        self.lorries: dict[int, Row] = {}
        for lorry, cube in pit.lorries.items():
            if sides[lorry] == side:
                level = catalog.lorries[lorry].level
                self.lorries.setdefault(level, []).append(pen.lorry(cube))
        self.width = max([SIDE, *map(width_of, self.lorries.values())])

    def make_room(self, other: int, room: int) -> None:
        """Never wider than the other side leaves it, but half the room it may always have.

        A cage wider than the board leaves none; then the board is cut.
        """
        self.width = min(self.width, max(room - other, room // 2, SIDE))

    def level(self, level: int) -> Row:
        """As many lorries as there is room for, and how many more there are."""
        if level == self.surface:
            return [Span("▔" * self.width, "dim")]
        lorries = self.lorries.get(level, [])
        if width_of(lorries) <= self.width:
            return lorries
        shown = (self.width - 4) // len(lorries[0].text)
        return [*lorries[:shown], Span(f" +{len(lorries) - shown} ", "alert")]


def _label(pen: Pen, level: int) -> Row:
    color = next((c.id for c in pen.catalog.colors.values() if c.level == level), None)
    name = Span(pen.color(color), color) if color else Span(pen("board.surface"))
    return [Span(f"{level} "), name]


def _shaft_width(pen: Pen) -> int:
    return pen.catalog.constants.cage_capacity * (pen.letters + 1) + 1


def _shaft(pen: Pen, pit: PitView, level: int) -> Row:
    inside = _shaft_width(pen) - 2
    if level != pit.level:
        return [Span("│", "dim"), Span(" " * inside), Span("│", "dim")]
    free = pen.catalog.constants.cage_capacity - sum(pit.cage.values())
    cubes = [*pen.coals(pit.cage), *([Span("·" * pen.letters, "dim")] * free)]
    return [Span("╡", "heading"), *pad(spaced(cubes), inside), Span("╞", "heading")]


def _tiles(pen: Pen, player: PlayerView) -> Row:
    sides = [pen.catalog.tiles[tile].side for tile in player.pit.tiles]
    light, dark = sides.count("light"), sides.count("dark")
    vp = abs(light - dark) * pen.catalog.end_game.vp_per_tile_of_imbalance
    tilted = Span(pen("board.imbalance", vp=vp), "alert")
    return [
        Span(pen("board.tiles", light=light, dark=dark)),
        Span(" · ", "dim"),
        tilted if vp else Span(pen("board.balanced")),
    ]


def _stores(pen: Pen, player: PlayerView) -> list[Row]:
    storage: Row = [Span(pen("board.storage") + ": ")]
    storage += spaced(pen.coals(player.pit.storage)) or [Span(pen("empty"), "dim")]
    delivered: Row = [Span(pen("board.delivered") + ": ")]
    if not player.delivered_count:
        return [storage, [*delivered, Span(pen("none"), "dim")]]
    if player.delivered is None:
        hidden = Span(pen("board.face_down", count=player.delivered_count))
        return [storage, [*delivered, hidden]]
    cards = [pen.order_card(order) for order in player.delivered]
    return [storage, [*delivered, Span(str(player.delivered_count))], *columns(cards, 3)]
