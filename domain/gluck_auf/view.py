"""What a seat, or the public, may see of a game (section 7)."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from domain.gluck_auf.events import Place
from domain.gluck_auf.state import Group, State
from domain.kernel.names import named
from domain.kernel.seals import Seat


class SpaceView(Struct, frozen=True):
    id: str
    kind: str
    locked: bool
    workers: Group | None
    cost: int
    """Workers it takes to use the space now."""
    tile: str | None = None
    order: str | None = None


class LookAreaView(Struct, frozen=True):
    kind: Literal["tile", "order"]
    player: int
    count: int
    cards: tuple[str, ...] | None
    """Only for the player who looks."""


class PitView(Struct, frozen=True):
    level: int
    cage: dict[str, int]
    storage: dict[str, int]
    lorries: dict[str, str | None]
    outstanding: dict[str, list[tuple[str, ...]]]
    tiles: tuple[str, ...]


class PlayerView(Struct, frozen=True):
    seat: int
    name: str
    workers: int
    canteen: int
    bank: int
    marks: int
    vp: int
    pit: PitView
    delivered_count: int
    delivered: tuple[str, ...] | None
    """None while they lie face down before somebody else."""


class View(Struct, frozen=True):
    game: str
    seat: int | None
    """Who looks; None is the public."""
    edition: str
    options: dict[str, str]
    phase: str
    shift: int
    starting_player: int
    active: int | None
    spaces: tuple[SpaceView, ...]
    tile_stack: int
    order_stack: int
    display: tuple[str, ...]
    look_area: LookAreaView | None
    supply: dict[str, int]
    players: tuple[PlayerView, ...]
    ranking: tuple[Place, ...]
    winners: tuple[int, ...]


def view(
    state: State, seat: Seat | None, names: Sequence[str] = (), *, everything: bool = False
) -> View:
    return View(
        game="gluck-auf",
        seat=seat,
        edition=state.edition,
        options=dict(state.options),
        phase=state.phase,
        shift=state.shift,
        starting_player=state.starting_player,
        active=state.active,
        spaces=_spaces(state),
        tile_stack=len(state.tile_stack),
        order_stack=len(state.order_stack),
        display=tuple(state.display),
        look_area=_look_area(state, everything or seat == state.active),
        supply=dict(state.supply),
        players=tuple(
            _player(state, of, named(names, of), own=everything or seat == of)
            for of in range(len(state.players))
        ),
        ranking=state.ranking,
        winners=state.winners,
    )


def _spaces(state: State) -> tuple[SpaceView, ...]:
    return tuple(
        SpaceView(
            space.id,
            space.kind,
            space.id in state.locked,
            state.workers.get(space.id),
            state.cost(space.id),
            state.open_tiles.get(space.id),
            state.open_orders.get(space.id),
        )
        for space in state.catalog.spaces.values()
    )


def _look_area(state: State, shown: bool) -> LookAreaView | None:
    if state.active is None or not state.phase.startswith("awaiting"):
        return None
    kind: Literal["tile", "order"] = "tile" if state.phase == "awaiting_tile_choice" else "order"
    cards = tuple(state.look_area) if shown else None
    return LookAreaView(kind, state.active, len(state.look_area), cards)


def _player(state: State, of: int, name: str, *, own: bool) -> PlayerView:
    player = state.players[of]
    shown = own or state.delivered_revealed or state.options["delivered_visibility"] == "all"
    pit = player.pit
    return PlayerView(
        seat=of,
        name=name,
        workers=player.workers,
        canteen=state.canteen[of],
        bank=state.bank[of],
        marks=player.marks,
        vp=player.vp,
        pit=PitView(
            pit.level,
            dict(pit.cage),
            dict(pit.storage),
            dict(pit.lorries),
            {order: list(spots) for order, spots in pit.outstanding.items()},
            tuple(player.tiles),
        ),
        delivered_count=len(player.delivered),
        delivered=tuple(player.delivered) if shown else None,
    )
