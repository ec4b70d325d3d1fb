"""Money: the space's number in Marks (section 5.6)."""

from domain.gluck_auf.actions.placing import end_turn, open_space, place_workers
from domain.gluck_auf.events import Event, MarksReceived
from domain.gluck_auf.state import State
from domain.kernel.seals import Fact


class TakeMoney(Fact, frozen=True, tag="take_money"):
    space_id: str


def take_money(state: State, player: int, action: TakeMoney) -> list[Event]:
    space = open_space(state, player, action.space_id, "money")
    placed = place_workers(state, player, space.id)
    return [
        placed,
        MarksReceived(player, int(space.parameter), space.id),
        *end_turn(state, player, spent=placed.count),
    ]
