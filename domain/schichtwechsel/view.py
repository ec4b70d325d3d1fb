"""What a seat, or the public, may see of a game: everything but future draws (section 3.4)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import asdict

from domain.kernel.head import Head, PlayerHead, head, player_heads
from domain.kernel.seals import Seat
from domain.schichtwechsel.events import DecisionKind, Planned
from domain.schichtwechsel.scoring import final_standings, points
from domain.schichtwechsel.state import Bundle, Load, Payment, State, awaited, period


class DecisionView(Struct, frozen=True):
    decision_id: int
    seat: int
    kind: DecisionKind
    options: tuple[str | int, ...]
    cause: str
    then: tuple[Planned, ...]
    """The effect that asks, and what is still to happen after it."""


class HeadframesView(Struct, frozen=True):
    on_card: int
    pool: int
    top: str | None
    left: str | None


class CokeView(Struct, frozen=True):
    reserve: int
    ovens: int
    wagons: int
    sold: int


class PlayerView(PlayerHead, frozen=True):
    color: str
    coins: int
    white: int
    player_stone: int
    tools: int
    water: int
    lorries: dict[str, Load]
    coal_wagons: dict[str, int]
    heap: int
    coke: CokeView
    discs: dict[str, int]
    discs_at_round_start: dict[str, int]
    miner: int
    row: dict[str, bool]
    """Whether the house still stands on the field."""
    row_open: tuple[str, ...]
    headframes: HeadframesView
    tile: str | None
    passed: bool
    own_card_payments: tuple[Payment, ...]
    sold_this_round: int


class View(Head, frozen=True):
    rules: int
    """The version of the rules that it is played under."""
    start_seat: int
    marker_seat: int
    active: int | None
    """Whose turn it is, even while a decision of somebody else is awaited."""
    action_done: bool
    exchanges: int
    round_card: str | None
    revealed_cards: tuple[str, ...]
    lorry_block: bool
    bag: dict[str, int]
    supply: dict[str, int]
    bundles: tuple[Bundle, ...]
    cards: tuple[str, ...]
    card_payments: dict[str, tuple[Payment, ...]]
    tiles_on_display: tuple[str, ...]
    covered_fields: tuple[str, ...]
    covered_ovens: tuple[str, ...]
    ovens: dict[str, int | None]
    headframe_fields: dict[str, int | None]
    sites: dict[str, tuple[int, ...]]
    goal_order: dict[str, tuple[int, ...]]
    exit_order: tuple[int, ...]
    decisions: tuple[DecisionView, ...]
    players: tuple[PlayerView, ...]


def view(
    state: State,
    seat: Seat | None,
    names: Sequence[str] = (),
    *,
    everything: bool = False,  # noqa: ARG001  # everybody sees the same here
) -> View:
    standings = final_standings(state)
    return View(
        **asdict(head("schichtwechsel", state, seat, period(state), awaited(state), standings)),
        rules=state.rules,
        start_seat=state.start_seat,
        marker_seat=state.marker_seat,
        active=state.active,
        action_done=state.action_done,
        exchanges=state.exchanges,
        round_card=state.round_card,
        revealed_cards=state.revealed_cards,
        lorry_block=state.lorry_block,
        bag=dict(state.bag),
        supply=dict(state.supply),
        bundles=state.bundles,
        cards=state.cards,
        card_payments=dict(state.card_payments),
        tiles_on_display=state.tiles_on_display,
        covered_fields=state.covered_fields,
        covered_ovens=state.covered_ovens,
        ovens=dict(state.ovens),
        headframe_fields=dict(state.headframe_fields),
        sites=dict(state.sites),
        goal_order=dict(state.goal_order),
        exit_order=state.exit_order,
        decisions=_decisions(state),
        players=tuple(_player(state, of) for of in player_heads(names, points(state), standings)),
    )


def _decisions(state: State) -> tuple[DecisionView, ...]:
    return tuple(
        DecisionView(
            asked.decision_id,
            asked.seat,
            asked.kind,
            asked.options,
            asked.then[0].cause,
            asked.then,
        )
        for asked in state.decisions
    )


def _player(state: State, head: PlayerHead) -> PlayerView:
    seat = head.seat
    player = state.players[seat]
    return PlayerView(
        **asdict(head),
        color=state.catalog.components.colours.ids[seat],
        coins=player.coins,
        white=player.white,
        player_stone=player.player_stone,
        tools=player.tools,
        water=player.water,
        lorries=dict(player.lorries),
        coal_wagons=dict(player.coal_wagons),
        heap=player.heap,
        coke=CokeView(player.reserve, state.coke_in_plant(seat), player.coke_wagons, player.sold),
        discs=dict(player.discs),
        discs_at_round_start=dict(player.discs_before),
        miner=player.miner,
        row=dict(player.row),
        row_open=player.row_open,
        headframes=HeadframesView(player.on_card, player.pool, player.top, player.left),
        tile=player.tile,
        passed=player.passed,
        own_card_payments=player.own_card_payments,
        sold_this_round=player.sales,
    )
