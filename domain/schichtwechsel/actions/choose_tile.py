"""Step II: a selection tile from the display, and its upper bonus at once (5, II; 15)."""

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel.course import Course, Task
from domain.schichtwechsel.events import Event, Planned, TileTaken
from domain.schichtwechsel.flow import go_on
from domain.schichtwechsel.state import State
from domain.schichtwechsel.unknown_ids import refuse_unknown


class ChooseTile(Fact, frozen=True, tag="choose_tile"):
    tile: str


def choose_tile(state: State, seat: int, action: ChooseTile, chance: Chance) -> list[Event]:
    refuse_unknown([action.tile], state.catalog.tiles)
    if action.tile not in state.catalog.tiles_for(len(state.players)):
        raise RuleViolation("not_in_play", id=action.tile)
    if action.tile not in state.tiles_on_display:
        raise RuleViolation("tile_not_available", tile=action.tile)
    course = Course(state, seat, chance)
    course.emit(TileTaken(seat, action.tile, state.players[seat].tile))
    upper = state.catalog.tiles[action.tile].upper
    course.push(Task(Planned(effect, action.tile, "tile")) for effect in upper)
    course.run()
    return go_on(course)
