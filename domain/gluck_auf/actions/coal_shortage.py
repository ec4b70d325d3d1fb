"""Cubes for a bought tile, also when the supply runs short (section 8.2)."""

from domain.gluck_auf.catalog import Tile
from domain.gluck_auf.events import TunnelTileAcquired
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation

Fill = tuple[str | None, ...]


def missing_cubes(state: State, tile: Tile) -> int:
    """Lorries that get no cube of their own color."""
    return max(0, tile.lorries - state.supply[tile.color])


def fill_choices(state: State, tile: Tile, fill: Fill) -> list[str | None]:
    """What may stand next in a fill that has these entries already."""
    supply = dict(state.supply)
    supply[tile.color] -= tile.lorries - missing_cubes(state, tile)
    for color in fill:
        if color is not None:
            supply[color] -= 1
    left: list[str | None] = [color for color, count in supply.items() if count > 0]
    return [*left, None] if not left or state.options["shortage_rule"] == "optional" else left


def check_fill(state: State, tile: Tile, fill: Fill) -> None:
    """RuleViolation unless the fill is a possible one, or the beginning of one."""
    missing = missing_cubes(state, tile)
    if len(fill) > missing:
        raise RuleViolation("bad_shortage_choice", n=missing)
    for at, color in enumerate(fill):
        if color not in fill_choices(state, tile, fill[:at]):
            raise RuleViolation("bad_shortage_choice", n=missing)


def acquire(state: State, player: int, tile: Tile, source: str, fill: Fill) -> TunnelTileAcquired:
    missing = missing_cubes(state, tile)
    check_fill(state, tile, fill)
    if len(fill) < missing:
        raise RuleViolation("bad_shortage_choice", n=missing)
    own = (tile.color,) * (tile.lorries - missing)
    substituted = (False,) * len(own) + (True,) * missing
    return TunnelTileAcquired(
        player, tile.id, source, tile.level, tile.side, own + fill, substituted
    )
