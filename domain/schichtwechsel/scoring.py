"""The settlement: round scoring, round end, the next round; after the last the final scoring.

Nobody chooses anything here. The one decision of the final scoring, the last miner move, is asked
before it: then the first settlement opens it, and the second follows its answer (21.7).
"""

from collections.abc import Callable

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.standings import FinalPlace, Standings, standings
from domain.schichtwechsel import events as e
from domain.schichtwechsel.components import (
    Block,
    FinalLoadingAndSale,
    HeapPoints,
    PerCoke,
    PerLeadingDisc,
    PerSpoil,
    PerTrackFields,
    ReturnTools,
    RewardOrder,
    SitePoints,
    Track,
)
from domain.schichtwechsel.course import Course
from domain.schichtwechsel.effects import Points
from domain.schichtwechsel.flow import final_movers, has_pair, start_round
from domain.schichtwechsel.operations.coking import full_wagons
from domain.schichtwechsel.operations.loading import own_coke, room_for_coke
from domain.schichtwechsel.operations.tokens import left_in_box
from domain.schichtwechsel.state import State
from domain.schichtwechsel.versions import chips_limit_scoring

Scores = list[tuple[int, int]]
"""By seat: what was counted, and the points for it."""


def settle(state: State, chance: Chance) -> list[e.Event]:
    if state.phase != "scoring":
        raise RuleViolation("wrong_phase", phase=state.phase)
    course = Course(state, 0, chance)
    last = state.round == state.catalog.rounds
    if state.ended_round < state.round:
        score_round(course)
        course.emit(e.RoundEnded(state.round, state.marker_seat))
        if not last:
            start_round(course, state.round + 1)
            return course.events
        course.emit(e.StepStarted("final"))
        movers = final_movers(course.state)
        if movers:
            course.emit(e.TurnStarted(movers[0]))
            return course.events
    score_end(course)
    course.emit(rank(course.state))
    return course.events


def score_end(course: Course) -> None:
    for block in course.state.catalog.final_blocks:
        score_block(course, block)


def score_round(course: Course) -> None:
    state = course.state
    assert state.round_card is not None, "every round has its card"
    scores = [round_score(state, seat) for seat in range(len(state.players))]
    counts, points = zip(*scores, strict=True)
    points = as_far_as_chips_go(state, points)
    course.emit(e.RoundScored(state.round, state.round_card, counts, points))
    _give(course, points, state.round_card)


def round_score(state: State, seat: int) -> tuple[int, int]:
    """What the card counts for this seat, and the points: full groups only (14.2)."""
    assert state.round_card is not None, "every round has its card"
    scoring = state.catalog.round_cards[state.round_card].scoring
    player = state.players[seat]
    if isinstance(scoring, PerTrackFields):
        fields = player.discs[scoring.track]
        if state.switches.round_card_progress == "this_round":
            fields -= player.discs_before[scoring.track]
        return fields, fields // scoring.fields * scoring.points
    if isinstance(scoring, PerLeadingDisc):
        leading = leading_discs(state, seat)
        return leading, leading * scoring.points
    if isinstance(scoring, PerSpoil):
        on_lorries = sum(load.count for load in player.lorries.values() if load.cube == "spoil")
        spoil = player.heap + on_lorries
        return spoil, spoil // scoring.spoil * scoring.points
    assert isinstance(scoring, PerCoke), "one of the four scorings"
    coke = state.coke_in_plant(seat) + player.coke_wagons + player.sold
    return coke, coke // scoring.coke * scoring.points


def leading_discs(state: State, seat: int) -> int:
    """Tracks on which the player's disc is in first position (R-26)."""
    leading = 0
    for track in state.catalog.tracks:
        positions = [player.discs[track] for player in state.players]
        best = max(positions)
        alone = positions.count(best) == 1 or state.switches.leader_ties_score
        leading += positions[seat] == best >= state.switches.leader_min_position and alone
    return leading


def score_block(course: Course, block: Block) -> None:
    """One block for all players, in turn order, before the next (16)."""
    state = course.state
    for seat in state.turn_order():
        if block.site_tools_first:
            _return_tools_first(course, seat)
        _prepare_site(course, seat, block)
    scores = [_block_score(state, seat, block) for seat in range(len(state.players))]
    counts, points = zip(*scores, strict=True)
    points = as_far_as_chips_go(state, points)
    course.emit(e.FinalStepScored(block.id, counts, points))
    _give(course, points, block.id)


def as_far_as_chips_go(state: State, points: tuple[int, ...]) -> tuple[int, ...]:
    """In turn order, what is in the box (R-01); points that are lost go back into it."""
    if not (state.switches.token_supply_limited and chips_limit_scoring(state.rules)):
        return points
    given, left = list(points), left_in_box(state, Points)
    for seat in state.turn_order():
        held = state.players[seat].points
        given[seat] = min(points[seat], left)
        left -= max(0, held + given[seat]) - max(0, held)
    return tuple(given)


def _give(course: Course, points: tuple[int, ...], cause: str) -> None:
    for seat in course.state.turn_order():
        if points[seat]:
            course.emit(e.PointsScored(seat, points[seat], cause))


def _prepare_site(course: Course, seat: int, block: Block) -> None:
    site = course.state.catalog.sites.get(block.id.removeprefix("final_"))
    if site and isinstance(site.scoring, FinalLoadingAndSale):
        houses = course.state.houses_on(site.id, seat)
        _load_and_sell(course, seat, houses, site.scoring)


def _load_and_sell(course: Course, seat: int, houses: int, scoring: FinalLoadingAndSale) -> None:
    """As much as possible: a sold pair is always worth more than two unsold coke."""
    state = course.state
    own = state.catalog.own_oven(seat)
    for _ in range(houses * scoring.loading_actions_per_house):
        coke = sorted(own_coke(state, seat), key=lambda oven: oven == own)
        count = min(state.switches.final_free_loading_up_to, room_for_coke(state, seat))
        if coke[:count]:
            course.emit(e.CokeLoaded(seat, tuple(coke[:count])))
    for _ in range(houses * scoring.sales_per_house):
        if has_pair(state, seat):
            sale = state.catalog.sale.coke
            column = state.players[seat].sold // sale + 1
            course.emit(e.CokeSold(seat, column, sale))


def _return_tools_first(course: Course, seat: int) -> None:
    state = course.state
    for site in state.catalog.sites.values():
        if isinstance(site.scoring, ReturnTools):
            allowed = site.scoring.up_to * state.houses_on(site.id, seat)
            count = min(allowed, state.players[seat].tools)
            if count:
                course.emit(e.ToolsReturned(seat, count, site.id))


def _block_score(state: State, seat: int, block: Block) -> tuple[int, int]:
    scored = block.id.removeprefix("final_")
    if scored in state.catalog.tracks:
        return track_score(state, seat, state.catalog.tracks[scored])
    if scored in state.catalog.sites:
        return site_score(state, seat, scored)
    return PLAIN[block.id](state, seat, block)


def arrival_points(order: tuple[int, ...], seat: int, reward: RewardOrder) -> int:
    if seat not in order:
        return 0
    return reward.first if order[0] == seat else reward.later


def track_score(state: State, seat: int, track: Track) -> tuple[int, int]:
    """The goal, or the highest milestone (R-28); the switches may count more."""
    position = state.players[seat].discs[track.id]
    goal = arrival_points(state.goal_order[track.id], seat, track.goal_points)
    reached = [m.points for m in track.milestones if position >= m.at_least]
    if state.switches.track_milestones == "highest":
        reached = reached[-1:]
    if goal and not state.switches.milestone_with_goal:
        reached = []
    return position, goal + sum(reached)


def site_score(state: State, seat: int, site: str) -> tuple[int, int]:
    houses, scoring = state.houses_on(site, seat), state.catalog.sites[site].scoring
    if isinstance(scoring, SitePoints):
        return houses, houses * scoring.points
    if isinstance(scoring, HeapPoints):
        spoil = state.players[seat].heap
        return houses, houses * (scoring.points + scoring.points_per_spoil_on_heap * spoil)
    return houses, 0


def _exit(state: State, seat: int, _: Block) -> tuple[int, int]:
    points = arrival_points(state.exit_order, seat, state.catalog.shift.exit_points)
    return state.players[seat].miner, points


def _sold_coke(state: State, seat: int, _: Block) -> tuple[int, int]:
    sold = state.players[seat].sold
    columns = sold // state.catalog.sale.coke
    return sold, sum(column.points for column in state.catalog.columns[:columns])


def _full_coal_wagons(state: State, seat: int, block: Block) -> tuple[int, int]:
    count = len(full_wagons(state, seat))
    return count, count * block.points_each


def _unsold_coke(state: State, seat: int, block: Block) -> tuple[int, int]:
    count = state.coke_in_plant(seat) + state.players[seat].coke_wagons
    return count, count * block.points_each


def _tools(state: State, seat: int, block: Block) -> tuple[int, int]:
    tools = state.players[seat].tools
    return tools, tools * block.points_each


def _start_marker(state: State, seat: int, block: Block) -> tuple[int, int]:
    holds = int(seat == state.marker_seat)
    return holds, holds * block.points


PLAIN: dict[str, Callable[[State, int, Block], tuple[int, int]]] = {
    "final_miner": _exit,
    "final_sold_coke": _sold_coke,
    "final_full_coal_wagons": _full_coal_wagons,
    "final_unsold_coke": _unsold_coke,
    "final_tools": _tools,
    "final_start_marker": _start_marker,
}


def rank(state: State) -> e.GameFinished:
    """By points; of equals the one farthest clockwise from the start player is first (R-29)."""
    seats = len(state.players)

    def key(seat: int) -> tuple[int, int]:
        return state.players[seat].points, (seat - state.marker_seat) % seats

    order = sorted(range(seats), key=key, reverse=True)
    places = (e.Ranked(seat, state.players[seat].points, at) for at, seat in enumerate(order, 1))
    return e.GameFinished(tuple(places))


def points(state: State) -> tuple[int, ...]:
    return tuple(player.points for player in state.players)


def final_standings(state: State) -> Standings | None:
    seats = len(state.players)
    return standings(
        "seats_after_start_player",
        (
            FinalPlace(p.seat, p.points, p.place, (p.seat - state.marker_seat) % seats)
            for p in state.ranking
        ),
    )
