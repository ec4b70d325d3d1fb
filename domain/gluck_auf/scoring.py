"""The settlement: shift scoring, the next shift, final scoring (sections 9 to 11).

A pure function of the state in which the shift ended; the worker runs it, nobody chooses anything.
"""

from collections.abc import Iterable, Sequence

from domain.gluck_auf.catalog import Element
from domain.gluck_auf.events import (
    DeliveredOrdersConcealed,
    DeliveredOrdersRevealed,
    ElementScored,
    Event,
    FinalScore,
    FinalScoreComputed,
    GameFinished,
    Place,
    ShiftScored,
    ShiftStarted,
    StartingPlayerChosen,
    WorkersReturned,
)
from domain.gluck_auf.state import State
from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.standings import FinalPlace, Standings, standings


def settle(state: State, _chance: Chance) -> list[Event]:
    if state.phase != "scoring":
        raise RuleViolation("wrong_phase", phase=state.phase)
    scored = [
        score_element(state, element)
        for element in state.catalog.elements.values()
        if state.shift in element.scored_after_shifts
    ]
    revealed = tuple(tuple(player.delivered) for player in state.players)
    ended = shift_scored(state, scored)
    last = state.shift == state.catalog.constants.shifts
    return [
        DeliveredOrdersRevealed(state.shift, revealed),
        *scored,
        ended,
        *(_end_of_game(state, ended.vp_totals) if last else _next_shift(state)),
    ]


def shift_scored(state: State, scored: Iterable[ElementScored]) -> ShiftScored:
    gained = [0] * len(state.players)
    for element in scored:
        for player in element.first:
            gained[player] += element.first_vp
        for player in element.second:
            gained[player] += element.second_vp
    totals = (player.vp + gain for player, gain in zip(state.players, gained, strict=True))
    return ShiftScored(state.shift, tuple(gained), tuple(totals))


def score_element(state: State, element: Element) -> ElementScored:
    counts = [count_element(state, player, element) for player in range(len(state.players))]
    eligible = [player for player, count in enumerate(counts) if count and _may(state, player)]
    first = _highest(counts, eligible)
    rest = [player for player in eligible if player not in first]
    second_place = state.catalog.setups[len(counts)].second_place_scored and len(first) == 1
    return ElementScored(
        state.shift,
        element.id,
        tuple(counts),
        first,
        element.first,
        _highest(counts, rest) if second_place else (),
        element.second[state.options["second_place_points"]],
    )


def count_element(state: State, player: int, element: Element) -> int:
    """Spots by their printed color, never by the cubes used; empty lorries by their own color."""
    seat, catalog = state.players[player], state.catalog
    if element.group == "empty":
        lorries = seat.pit.lorries.items()
        return sum(c is None and catalog.lorries[id_].color == element.key for id_, c in lorries)
    delivered = [catalog.orders[order] for order in seat.delivered]
    if element.group == "vehicle":
        return sum(len(order.spots) for order in delivered if order.vehicle == element.key)
    return sum(order.spots.count(element.key) for order in delivered)


def _may(state: State, player: int) -> bool:
    if state.options["scoring_eligibility"] == "any_delivered_order":
        return bool(state.players[player].delivered)
    return True


def _highest(counts: list[int], players: Iterable[int]) -> tuple[int, ...]:
    among = list(players)
    top = max((counts[player] for player in among), default=0)
    return tuple(player for player in among if counts[player] == top)


def _next_shift(state: State) -> list[Event]:
    chosen = choose_starting_player(state)
    return [
        DeliveredOrdersConcealed(state.shift),
        chosen,
        WorkersReturned(tuple(workers_out(state))),
        ShiftStarted(state.shift + 1, chosen.new),
    ]


def choose_starting_player(state: State) -> StartingPlayerChosen:
    """Most workers in the factory; on a tie the first tied player after the old one, clockwise."""
    seats, old = len(state.players), state.starting_player
    workers = [0] * seats
    for space, group in state.workers.items():
        if state.catalog.spaces[space].kind in ("factory", "factory_draw"):
            workers[group.player] += group.count
    tied = tuple(player for player in range(seats) if workers[player] == max(workers))
    clockwise = [(old + step) % seats for step in range(1, seats + 1)]
    new = next(player for player in clockwise if player in tied)
    return StartingPlayerChosen(tuple(workers), tied if len(tied) > 1 else (), old, new)


def workers_out(state: State) -> list[int]:
    out = [canteen + bank for canteen, bank in zip(state.canteen, state.bank, strict=True)]
    for group in state.workers.values():
        out[group.player] += group.count
    return out


def _end_of_game(state: State, totals: Sequence[int]) -> list[Event]:
    scores = tuple(final_score(state, player, vp) for player, vp in enumerate(totals))
    return [FinalScoreComputed(scores), rank(scores)]


def final_score(state: State, player: int, vp: int) -> FinalScore:
    seat, end = state.players[player], state.catalog.end_game
    money_vp, marks_left = divmod(seat.marks, end.marks_per_vp)
    cubes = len(seat.pit.cubes())
    cube_vp = cubes // end.cubes_per_vp
    outstanding = len(seat.pit.outstanding)
    outstanding_vp = outstanding * end.vp_per_outstanding_order
    sides = [state.catalog.tiles[tile].side for tile in seat.tiles]
    light, dark = sides.count("light"), sides.count("dark")
    balance_vp = abs(light - dark) * end.vp_per_tile_of_imbalance
    return FinalScore(
        marks=seat.marks,
        money_vp=money_vp,
        marks_left=marks_left,
        cubes=cubes,
        cube_vp=cube_vp,
        outstanding=outstanding,
        outstanding_vp=outstanding_vp,
        light=light,
        dark=dark,
        balance_vp=balance_vp,
        total=vp + money_vp + cube_vp + outstanding_vp + balance_vp,
    )


def rank(scores: tuple[FinalScore, ...]) -> GameFinished:
    """By VP, then by Marks left; equals share the place, and the next place is left out."""
    keys = [(score.total, score.marks_left) for score in scores]
    ranking = sorted(
        (
            Place(player, score.total, score.marks_left, 1 + sum(other > key for other in keys))
            for player, (score, key) in enumerate(zip(scores, keys, strict=True))
        ),
        key=lambda place: (place.rank, place.player),
    )
    return GameFinished(tuple(ranking), tuple(p.player for p in ranking if p.rank == 1))


def points(state: State) -> tuple[int, ...]:
    return tuple(player.vp for player in state.players)


def final_standings(state: State) -> Standings | None:
    return standings(
        "marks_left", (FinalPlace(p.player, p.vp, p.rank, p.marks_left) for p in state.ranking)
    )
