"""If the shift, and the game with it, ended now (sections 10 and 11).

What others have delivered lies face down (section 12), and with it what their shares and most of
their objectives are worth; their totals are known to everybody all the same.
"""

from domain.kartenspiel.final_scoring import Estate
from domain.kartenspiel.scoring import award_marker, estates_with
from domain.kartenspiel.state import State
from domain.kernel.scored_now import ScoredNow
from domain.kernel.seals import Seat

OF_TRAINS = ("lorries", "orders", "shares", "objectives")
"""Categories that depend on what was delivered."""
OF_OPEN_CARDS = ("shift_markers", "objectives")
"""Kinds of objectives that do not."""


def scored_now(state: State, seat: Seat | None, *, everything: bool = False) -> ScoredNow:
    if not state.markers or state.phase in ("created", "finished"):
        return ScoredNow()
    estates = estates_with(state, award_marker(state))
    scores = tuple(estate.scored(of) for of, estate in enumerate(estates))
    hidden = {} if everything else _hidden(state, estates, seat)
    return ScoredNow(scores, hidden, totals=tuple(score.total for score in scores))


def _hidden(state: State, estates: list[Estate], reader: Seat | None) -> dict[str, frozenset[Seat]]:
    face_down = {
        seat for seat, player in enumerate(state.players) if player.delivered and seat != reader
    }
    open_aims = {seat for seat in face_down if _counts_open_cards_only(estates[seat])}
    hidden = {category: frozenset(face_down) for category in OF_TRAINS}
    return {**hidden, "objectives": frozenset(face_down - open_aims)}


def _counts_open_cards_only(estate: Estate) -> bool:
    kinds = (estate.catalog.objectives[card].kind for card in estate.objectives)
    return all(kind in OF_OPEN_CARDS for kind in kinds)
