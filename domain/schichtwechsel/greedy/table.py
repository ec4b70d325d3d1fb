"""The table as the greedy player sees it: nothing is hidden, so its view gives the whole state."""

from domain.schichtwechsel.catalog import SchichtwechselCatalog
from domain.schichtwechsel.events import DecisionRequested
from domain.schichtwechsel.state import Player, State
from domain.schichtwechsel.switches import switches_of
from domain.schichtwechsel.view import PlayerView, View

SAME = (
    "rules",
    "phase",
    "edition",
    "options",
    "start_seat",
    "marker_seat",
    "active",
    "action_done",
    "exchanges",
    "round_card",
    "revealed_cards",
    "lorry_block",
    "bag",
    "supply",
    "bundles",
    "cards",
    "card_payments",
    "tiles_on_display",
    "covered_fields",
    "covered_ovens",
    "ovens",
    "headframe_fields",
    "sites",
    "goal_order",
    "exit_order",
)
"""What view and state call the same."""

SAME_OF_PLAYERS = (
    "points",
    "coins",
    "white",
    "player_stone",
    "tools",
    "water",
    "lorries",
    "coal_wagons",
    "heap",
    "discs",
    "miner",
    "row",
    "row_open",
    "tile",
    "passed",
    "own_card_payments",
)


def table_of(view: View, catalog: SchichtwechselCatalog) -> State:
    decisions = tuple(
        DecisionRequested(asked.decision_id, asked.seat, asked.kind, asked.options, asked.then)
        for asked in view.decisions
    )
    return State(
        catalog,
        switches_of(view.options),
        players=[_player(player) for player in view.players],
        round=view.period,
        decisions=decisions,
        decision_count=decisions[-1].decision_id if decisions else 0,
        **{name: getattr(view, name) for name in SAME},
    )


def _player(player: PlayerView) -> Player:
    frames, coke = player.headframes, player.coke
    return Player(
        **{name: getattr(player, name) for name in SAME_OF_PLAYERS},
        discs_before=player.discs_at_round_start,
        reserve=coke.reserve,
        coke_wagons=coke.wagons,
        sold=coke.sold,
        on_card=frames.on_card,
        pool=frames.pool,
        top=frames.top,
        left=frames.left,
        sales=player.sold_this_round,
    )
