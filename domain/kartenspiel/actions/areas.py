"""Which areas can be used: payable, and their action executable (sections 6 and 7)."""

from domain.kartenspiel.actions.delivery import orders_for
from domain.kartenspiel.actions.mining import MiningRun
from domain.kartenspiel.actions.payment import purse, sums
from domain.kartenspiel.actions.wild import may_choose
from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.state import State


def limits_of(catalog: KartenspielCatalog, area: str) -> tuple[int, int]:
    """Least and most steps of a mining area."""
    card = catalog.action_cards[area]
    assert card.min_steps is not None, "a mining card has steps"
    assert card.max_steps is not None, "a mining card has steps"
    return card.min_steps, card.max_steps


def executable(state: State, seat: int, area: str) -> bool:
    """Whether some parameters make the action of the area legal."""
    deed = state.catalog.deeds[area]
    if deed == "mine":
        return MiningRun(state, seat, limits_of(state.catalog, area)).can_finish()
    if deed == "deliver":
        return any(orders_for(state, seat, track) for track in state.catalog.tracks)
    if deed == "wild":
        return any(may_choose(state, seat, stack) for stack in state.stacks)
    return may_choose(state, seat, area)


def payable_areas(state: State, seat: int) -> list[str]:
    made = sums(purse(state, seat))
    return [area for area in state.areas if made >> state.required(area) & 1]


def usable_areas(state: State, seat: int) -> list[str]:
    return [area for area in payable_areas(state, seat) if executable(state, seat, area)]
