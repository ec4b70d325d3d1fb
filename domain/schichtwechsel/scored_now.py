"""If the round, and the game with it, ended now, without last miner moves (sections 14.2 and 16).

Everything but future draws is open here (section 3.4), so everybody can tell all of it.
"""

from domain.kernel.scored_now import ScoredNow
from domain.kernel.seals import Seat
from domain.schichtwechsel.course import Course
from domain.schichtwechsel.events import FinalStepScored, RoundScored
from domain.schichtwechsel.scoring import score_end, score_round
from domain.schichtwechsel.state import State


def scored_now(
    state: State,
    seat: Seat | None,  # noqa: ARG001  # everybody sees the same here
    *,
    everything: bool = False,  # noqa: ARG001
) -> ScoredNow:
    if not state.round or state.phase == "finished":
        return ScoredNow()
    course = Course(state, 0)
    if state.round_card and state.ended_round < state.round:
        score_round(course)
    score_end(course)
    scored = (e for e in course.events if isinstance(e, RoundScored | FinalStepScored))
    return ScoredNow(tuple(scored))
