"""What a seat, or the public, may see of a game (section 7)."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from domain.gluck_auf.scoring import final_standings, points
from domain.gluck_auf.state import State, awaited, period
from domain.kernel.head import Head, PlayerHead, head, player_heads
from domain.kernel.seals import Seat


class GroupView(Struct, frozen=True):
    """The workers on a space: always of one player."""

    seat: int
    count: int


class SpaceView(Struct, frozen=True):
    id: str
    kind: str
    locked: bool
    workers: GroupView | None
    cost: int
    """Workers it takes to use the space now."""
    tile: str | None = None
    order: str | None = None


class LookAreaView(Struct, frozen=True):
    kind: Literal["tile", "order"]
    seat: int
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


class PlayerView(PlayerHead, frozen=True):
    workers: int
    canteen: int
    bank: int
    marks: int
    pit: PitView
    delivered_count: int
    delivered: tuple[str, ...] | None
    """None while they lie face down before somebody else."""


class View(Head, frozen=True):
    start_seat: int
    spaces: tuple[SpaceView, ...]
    tile_stack: int
    order_stack: int
    display: tuple[str, ...]
    look_area: LookAreaView | None
    supply: dict[str, int]
    players: tuple[PlayerView, ...]


def view(
    state: State, seat: Seat | None, names: Sequence[str] = (), *, everything: bool = False
) -> View:
    standings = final_standings(state)
    return View(
        **asdict(head("gluck-auf", state, seat, period(state), awaited(state), standings)),
        start_seat=state.starting_player,
        spaces=_spaces(state),
        tile_stack=len(state.tile_stack),
        order_stack=len(state.order_stack),
        display=tuple(state.display),
        look_area=_look_area(state, everything or seat == state.active),
        supply=dict(state.supply),
        players=tuple(
            _player(state, of, own=everything or seat == of.seat)
            for of in player_heads(names, points(state), standings)
        ),
    )


def _spaces(state: State) -> tuple[SpaceView, ...]:
    return tuple(
        SpaceView(
            space.id,
            space.kind,
            space.id in state.locked,
            _group(state, space.id),
            state.cost(space.id),
            state.open_tiles.get(space.id),
            state.open_orders.get(space.id),
        )
        for space in state.catalog.spaces.values()
    )


def _group(state: State, space: str) -> GroupView | None:
    group = state.workers.get(space)
    return GroupView(group.player, group.count) if group else None


def _look_area(state: State, shown: bool) -> LookAreaView | None:
    if state.active is None or not state.phase.startswith("awaiting"):
        return None
    kind: Literal["tile", "order"] = "tile" if state.phase == "awaiting_tile_choice" else "order"
    cards = tuple(state.look_area) if shown else None
    return LookAreaView(kind, state.active, len(state.look_area), cards)


def _player(state: State, head: PlayerHead, *, own: bool) -> PlayerView:
    of = head.seat
    player = state.players[of]
    shown = own or state.delivered_revealed or state.options["delivered_visibility"] == "all"
    pit = player.pit
    return PlayerView(
        **asdict(head),
        workers=player.workers,
        canteen=state.canteen[of],
        bank=state.bank[of],
        marks=player.marks,
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
