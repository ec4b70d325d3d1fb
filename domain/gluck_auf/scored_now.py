"""If the shift, and the game with it, ended now (sections 9 and 11).

What lies face down before others is hidden (section 7): of them only who has delivered nothing is
known to have nothing of coal and vehicles.
"""

from domain.gluck_auf.catalog import Element
from domain.gluck_auf.events import FinalScoreComputed
from domain.gluck_auf.scoring import final_score, score_element, shift_scored
from domain.gluck_auf.state import State
from domain.kernel.scored_now import ScoredNow
from domain.kernel.seals import Seat


def scored_now(state: State, seat: Seat | None, *, everything: bool = False) -> ScoredNow:
    if not state.shift or state.phase == "finished":
        return ScoredNow()
    elements = state.catalog.elements.values()
    later = frozenset(e.id for e in elements if state.shift not in e.scored_after_shifts)
    scored = [score_element(state, element) for element in elements]
    ended = shift_scored(state, [event for event in scored if event.element_id not in later])
    final = (final_score(state, player, vp) for player, vp in enumerate(ended.vp_totals))
    face_down = frozenset() if everything else _face_down(state, seat)
    hidden = {e.id: face_down for e in elements if face_down and _counts_orders(e)}
    return ScoredNow((*scored, ended, FinalScoreComputed(tuple(final))), hidden, later)


def _face_down(state: State, reader: Seat | None) -> frozenset[Seat]:
    """The seats with delivered orders that the reader does not see."""
    if state.delivered_revealed or state.options["delivered_visibility"] == "all":
        return frozenset()
    return frozenset(
        seat for seat, player in enumerate(state.players) if player.delivered and seat != reader
    )


def _counts_orders(element: Element) -> bool:
    return element.group != "empty"
