"""What a seat, or the public, may see of a game (section 12)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import asdict

from domain.kartenspiel.player_board import Track, Train, Wagon
from domain.kartenspiel.scoring import final_standings, points
from domain.kartenspiel.state import Placement, State, awaited, period
from domain.kernel.head import Head, PlayerHead, head, player_heads
from domain.kernel.seals import Seat


class StackView(Struct, frozen=True):
    id: str
    deck: str
    size: int
    top: str | None
    """None if the stack is empty, or a wild action draws from it."""


class AreaView(Struct, frozen=True):
    id: str
    required: int
    """Workers that the next placement must bring."""
    last_seat: int | None
    placements: tuple[Placement, ...]


class PendingView(Struct, frozen=True):
    seat: int
    stack: str
    count: int
    cards: tuple[str, ...] | None
    """Only for the player who draws."""


class Counts(Struct, frozen=True):
    workers: int
    orders: int
    innovations: int


class Hand(Struct, frozen=True):
    workers: tuple[str, ...]
    orders: tuple[str, ...]
    innovations: tuple[str, ...]


class PlayerView(PlayerHead, frozen=True):
    """Its points are those as if the game ended now."""

    color: str
    passed: bool
    in_hand: Counts
    hand: Hand | None
    """None for anybody else's."""
    shares: tuple[str, ...]
    objectives: tuple[str, ...]
    markers: tuple[int, ...]
    mining_row: tuple[str, ...]
    """Front first."""
    storage: tuple[str, ...]
    tracks: dict[int, Track]
    trains: int
    """Delivered so far."""
    delivered: tuple[Train, ...] | None
    """None while they lie face down before somebody else."""


class View(Head, frozen=True):
    start_seat: int
    innovation_played: bool
    stacks: tuple[StackView, ...]
    areas: tuple[AreaView, ...]
    markers: tuple[int, ...]
    pending: PendingView | None
    box: tuple[str, ...]
    players: tuple[PlayerView, ...]


def view(
    state: State, seat: Seat | None, names: Sequence[str] = (), *, everything: bool = False
) -> View:
    standings = final_standings(state)
    return View(
        **asdict(head("kartenspiel", state, seat, period(state), awaited(state), standings)),
        start_seat=state.start_seat,
        innovation_played=state.innovation_played,
        stacks=_stacks(state),
        areas=tuple(
            AreaView(id_, state.required(id_), area.last_seat, tuple(area.placements))
            for id_, area in state.areas.items()
        ),
        markers=tuple(state.markers),
        pending=_pending(state, seat, everything=everything),
        box=tuple(state.box),
        players=tuple(
            _player(state, of, own=everything or seat == of.seat)
            for of in player_heads(names, points(state), standings)
        ),
    )


def _stacks(state: State) -> tuple[StackView, ...]:
    """What lies under the drawn cards of a wild action shows itself when they are back."""
    drawn = state.pending.stack if state.pending else None
    return tuple(
        StackView(
            id_,
            state.catalog.stacks[id_].deck,
            len(cards),
            cards[0] if cards and id_ != drawn else None,
        )
        for id_, cards in state.stacks.items()
    )


def _pending(state: State, seat: Seat | None, *, everything: bool) -> PendingView | None:
    draw = state.pending
    if draw is None:
        return None
    cards = tuple(draw.cards) if everything or seat == draw.seat else None
    return PendingView(draw.seat, draw.stack, len(draw.cards), cards)


def _player(state: State, head: PlayerHead, *, own: bool) -> PlayerView:
    of = head.seat
    player = state.players[of]
    hand = None
    if own:
        hand = Hand(tuple(player.workers), tuple(player.orders), tuple(player.innovations))
    shown = own or state.phase == "finished"
    return PlayerView(
        **asdict(head),
        color=player.color,
        passed=of in state.passed,
        in_hand=Counts(len(player.workers), len(player.orders), len(player.innovations)),
        hand=hand,
        shares=tuple(player.shares),
        objectives=tuple(player.objectives),
        markers=tuple(player.markers),
        mining_row=tuple(player.mining_row),
        storage=tuple(player.storage),
        tracks={number: _track(track) for number, track in player.tracks.items()},
        trains=len(player.delivered),
        delivered=tuple(player.delivered) if shown else None,
    )


def _track(track: Track) -> Track:
    """A copy, since the fold goes on writing into its own."""
    return Track([Wagon(wagon.card, wagon.lorry) for wagon in track.wagons], track.engine)
