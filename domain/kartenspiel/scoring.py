"""The settlement: shift marker, interim standing, next shift or final scoring (sections 10, 11).

A pure function of the state in which the shift ended; the worker runs it, nobody chooses anything.
"""

from collections.abc import Sequence

from domain.kartenspiel.events import (
    Event,
    GameEnded,
    Place,
    PlayerScored,
    ShiftMarkerAwarded,
    ShiftScoringComputed,
    ShiftStarted,
    Standing,
    TurnStarted,
    WinnerDeclared,
    WorkersReturned,
)
from domain.kartenspiel.final_scoring import Estate
from domain.kartenspiel.state import State
from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.standings import FinalPlace, Standings, standings


def settle(state: State, _chance: Chance) -> list[Event]:
    if state.phase != "scoring":
        raise RuleViolation("wrong_phase", phase=state.phase)
    awarded = award_marker(state)
    estates = estates_with(state, awarded)
    scores = [estate.scored(seat) for seat, estate in enumerate(estates)]
    last = len(state.markers) == 1
    return [
        awarded,
        ShiftScoringComputed(state.shift, tuple(map(_standing, scores))),
        *(
            _end_of_game(state, estates, scores)
            if last
            else _next_shift(state, start_seat=awarded.seat)
        ),
    ]


def award_marker(state: State) -> ShiftMarkerAwarded:
    """To whoever used the marker's area last in this shift, else to the start player."""
    last_miner = state.areas[state.catalog.marker_area].last_seat
    if last_miner is None:
        return ShiftMarkerAwarded(state.markers[0], state.start_seat, "start_player")
    return ShiftMarkerAwarded(state.markers[0], last_miner, "last_miner")


def estates_with(state: State, awarded: ShiftMarkerAwarded) -> list[Estate]:
    return [
        Estate(state.catalog, player, (awarded.marker,) if seat == awarded.seat else ())
        for seat, player in enumerate(state.players)
    ]


def points(state: State) -> tuple[int, ...]:
    """By seat, as if the game ended now; hands do not count, so nothing is told of them."""
    return tuple(
        state.scores[seat].total
        if seat in state.scores
        else Estate(state.catalog, player).scored(seat).total
        for seat, player in enumerate(state.players)
    )


def _standing(score: PlayerScored) -> Standing:
    return Standing(
        score.seat,
        score.lorries,
        score.orders,
        score.shares,
        score.markers,
        score.objectives,
        score.total,
    )


def _next_shift(state: State, start_seat: int) -> list[Event]:
    return [
        return_workers(state),
        ShiftStarted(state.shift + 1, start_seat),
        TurnStarted(start_seat),
    ]


def return_workers(state: State) -> WorkersReturned:
    """Worker cards to their owners, worker innovations to the box for good."""
    returned: dict[int, list[str]] = {seat: [] for seat in range(len(state.players))}
    boxed: list[str] = []
    for area in state.areas.values():
        for placement in area.placements:
            for laid in placement.payment:
                home = returned[placement.seat] if laid.card in state.catalog.workers else boxed
                home.append(laid.card)
    cards = {seat: tuple(workers) for seat, workers in returned.items()}
    return WorkersReturned(cards, tuple(boxed))


def _end_of_game(
    state: State, estates: Sequence[Estate], scores: Sequence[PlayerScored]
) -> list[Event]:
    return [
        GameEnded(state.shift),
        *(estate.shares_assigned(seat) for seat, estate in enumerate(estates)),
        *scores,
        rank([estate.highest_marker() for estate in estates], scores),
    ]


def rank(highest: Sequence[int | None], scores: Sequence[PlayerScored]) -> WinnerDeclared:
    """By total, then by the highest-numbered marker; those without any share the place (R-19)."""
    keys = [(score.total, marker or 0) for score, marker in zip(scores, highest, strict=True)]
    ranking = sorted(
        (
            Place(score.seat, score.total, highest[score.seat], 1 + sum(o > key for o in keys))
            for score, key in zip(scores, keys, strict=True)
        ),
        key=lambda place: (place.place, place.seat),
    )
    return WinnerDeclared(tuple(ranking), tuple(p.seat for p in ranking if p.place == 1))


def final_standings(state: State) -> Standings | None:
    return standings(
        "highest_marker",
        (FinalPlace(p.seat, p.total, p.place, p.highest_marker) for p in state.ranking),
    )
