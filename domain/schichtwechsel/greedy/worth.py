"""What a position is worth to a player, in points as far as the greedy player can see.

The figures are the player's own opinion, not rules: they only decide how well it plays.
"""

from domain.schichtwechsel.components import (
    FinalLoadingAndSale,
    FinalMinerMove,
    HeapPoints,
    ReturnTools,
    SitePoints,
    WorkSpeed,
)
from domain.schichtwechsel.operations.coking import full_wagons
from domain.schichtwechsel.scoring import arrival_points, round_score, track_score
from domain.schichtwechsel.state import Player, State

TOOL = -2.0
ITEM = {"white": 1.1, "player": 1.6, "coin": 2.0}
FIELD = 0.55
"""A step on a track, beyond what milestones and goal give now."""
ROW_BONUS = {"row_1": 0.9, "row_2": 1.3, "row_3": 1.0, "row_4": 1.2, "row_5": 0.9}
REWARD = 2.6
"""What a sale gives beside its column: a coin and a stone."""
UNSOLD = 1.0
SURE = {"wagon": 0.97, "oven": 0.85, "coal": 0.6}
"""How likely coke on a wagon, in an oven, or as coal in a full wagon is still sold."""
ASKED = {
    "place_house": 3.5,
    "barrier_benefit": 2.0,
    "copy": 1.6,
    "return_tools": 2.0,
    "miner_steps": 0.7,
    "place_gained": 0.5,
    "tile_bonus": 0.5,
    "water_amount": 0.4,
}


def worth(state: State, seat: int) -> float:
    player = state.players[seat]
    left = state.catalog.rounds - state.round
    value = player.points + TOOL * player.tools
    value += _purse(state, player, left)
    value += _coke(state, seat, left)
    value += _coal(state, seat, left)
    value += _tracks(state, seat, left)
    value += _houses(state, seat, left)
    value += _miner(state, seat) + _water(state, player) + 0.45 * min(player.heap, 6)
    value += (2 - player.on_card) * (0.8 + 0.5 * left)
    value += 2.0 if state.marker_seat == seat and not left else 0.0
    if state.round_card and state.ended_round < state.round:
        value += round_score(state, seat)[1]
    if state.decision and state.decision.seat == seat:
        value += ASKED.get(state.decision.kind, 0.5)
    return value


def _purse(state: State, player: Player, left: int) -> float:
    """Stones are lost with the round, coins stay until the last."""
    if state.phase not in ("action", "II", "V", "VI", "I"):
        return 0.5 * player.coins if left else 0.0
    value = ITEM["white"] * player.white + ITEM["player"] * player.player_stone
    return value + ITEM["coin"] * player.coins * (1.0 if left else 0.6)


def _coke(state: State, seat: int, left: int) -> float:
    """Sold columns, and everything on its way there: the first of it is sold first."""
    player, catalog = state.players[seat], state.catalog
    pair = catalog.sale.coke
    done = player.sold // pair
    value = float(sum(column.points for column in catalog.columns[:done]))
    prices = _prices(state, seat, left, done)
    for number, sureness in enumerate(_pipeline(state, seat, left)):
        price = prices[number] if number < len(prices) else UNSOLD
        value += max(UNSOLD * (sureness >= SURE["oven"]), price * sureness)
    return value


def _prices(state: State, seat: int, left: int, done: int) -> list[float]:
    """What each further coke brings: its part of the column, and of the reward of the sale."""
    catalog, player = state.catalog, state.players[seat]
    pair = catalog.sale.coke
    now = state.phase in ("I", "II", "V") and not player.sales
    last = sum(
        state.houses_on(site.id, seat)
        for site in catalog.sites.values()
        if isinstance(site.scoring, FinalLoadingAndSale)
    )
    rewarded = left + now
    columns = catalog.columns[done : done + rewarded + last]
    return [
        (column.points + REWARD * (sale < rewarded)) / pair
        for sale, column in enumerate(columns)
        for _ in range(pair)
    ]


def _pipeline(state: State, seat: int, left: int) -> list[float]:
    """How surely each piece becomes sold coke, the surest first."""
    player = state.players[seat]
    full = min(len(full_wagons(state, seat)), player.reserve) if left else 0
    return [
        *[SURE["wagon"]] * player.coke_wagons,
        *[SURE["oven"]] * state.coke_in_plant(seat),
        *[SURE["coal"]] * full,
    ]


def _coal(state: State, seat: int, left: int) -> float:
    player, catalog = state.players[seat], state.catalog
    full = len(full_wagons(state, seat))
    value = (0.25 if left else 1.0) * min(full, player.reserve)
    for name, coal in player.coal_wagons.items():
        if 0 < coal < catalog.coal_wagons[name].capacity:
            value += 0.4 * (left > 0)
        if coal and catalog.coal_wagons[name].white_stone_spot:
            value -= 0.3 * (left > 0)
    for name, load in player.lorries.items():
        lorry = catalog.lorries[name]
        if load.cube == "coal":
            value += (0.7 if load.count == lorry.capacity else 0.2) * (left > 0)
        elif load.cube == "spoil":
            value += -0.15 if load.count == lorry.capacity else -0.25
    if state.ovens[catalog.own_oven(seat)] == seat:
        value -= 0.5 * (left > 0)
    return value


def _tracks(state: State, seat: int, left: int) -> float:
    value = 0.0
    for track in state.catalog.tracks.values():
        position, points = track_score(state, seat, track)
        reached = arrival_points(state.goal_order[track.id], seat, track.goal_points)
        value += points
        if not reached:
            value += (FIELD if left else 0.1) * position
            ahead = track.goal - position
            value += max(0.0, 3.0 - 0.8 * ahead) * (left > 0 or ahead < 2)
    return value


def _houses(state: State, seat: int, left: int) -> float:
    player, value = state.players[seat], 0.0
    for name, house in player.row.items():
        if not house:
            value += ROW_BONUS.get(name, 1.0) * left
    for site in state.catalog.sites.values():
        houses = state.houses_on(site.id, seat)
        if houses:
            value += houses * _site(state, player, site.scoring, left)
    return value


def _site(state: State, player: Player, scoring: object, left: int) -> float:
    if isinstance(scoring, SitePoints):
        return float(scoring.points)
    if isinstance(scoring, ReturnTools):
        return -TOOL * min(scoring.up_to, player.tools + 0.5)
    if isinstance(scoring, HeapPoints):
        return scoring.points + scoring.points_per_spoil_on_heap * player.heap
    if isinstance(scoring, FinalMinerMove):
        near = state.catalog.shift.exit_index - player.miner <= 2 + left
        return 4.0 if near else 1.0
    if isinstance(scoring, WorkSpeed):
        walking = player.miner < state.catalog.shift.exit_index
        return (0.9 * left) if walking else 0.0
    return 1.0  # the sale of a loading site is counted with the coke


def _miner(state: State, seat: int) -> float:
    exit_points = arrival_points(state.exit_order, seat, state.catalog.shift.exit_points)
    if exit_points:
        return float(exit_points)
    reward = state.catalog.shift.exit_points
    way = state.players[seat].miner / state.catalog.shift.exit_index
    return way * way * (reward.later if state.exit_order else reward.first) * 0.8


def _water(state: State, player: Player) -> float:
    """The nearer the top, the sooner the next tool marker."""
    gauge = state.catalog.gauge
    height = (player.water - gauge.bottom) / max(1, gauge.top - gauge.bottom)
    return -2.2 * height * height
