"""Creating a game: options, bag, covers, the start player, the first round (section 3)."""

import msgspec

from domain.kernel.actions import CreateGame, OptionValue
from domain.kernel.chance import Chance
from domain.kernel.creation import created
from domain.kernel.errors import InvalidSetup
from domain.schichtwechsel.course import Course
from domain.schichtwechsel.events import Cubes, Event, GameStarted, StartPlayerDetermined
from domain.schichtwechsel.flow import start_round
from domain.schichtwechsel.state import State
from domain.schichtwechsel.switches import (
    IF_SET,
    MOST,
    RANDOM,
    START_PLAYER,
    Switches,
    as_options,
    as_switches,
    possible_values,
    too_large,
)

EDITION = "standard"


def create_game(state: State, action: CreateGame, chance: Chance) -> list[Event]:
    catalog, seats = state.catalog, len(action.seats)
    if seats not in catalog.player_counts:
        counts = catalog.player_counts
        raise InvalidSetup(f"the game needs {min(counts)} to {max(counts)} players, not {seats}")
    options = resolve(catalog.switches, action.edition or EDITION, action.options, seats)
    course = Course(state, 0, chance)
    course.emit(created(action, EDITION, options, catalog))
    course.emit(game_started(state, seats))
    course.emit(_start_player(options.get(START_PLAYER, RANDOM), seats, chance))
    start_round(course, 1)
    return course.events


def resolve(
    switches: Switches, edition: str, chosen: dict[str, OptionValue], seats: int
) -> dict[str, str]:
    """Every rule switch of the catalog is an option that a game may set otherwise.

    The start player is one more; it is recorded only if it was set, as games from before there was
    that option are decided again to the same bytes.
    """
    if edition != EDITION:
        raise InvalidSetup(f"there is no edition {edition!r}; there is: {EDITION}")
    rules = {name: value for name, value in chosen.items() if name not in IF_SET}
    options = _switched(as_options(switches), rules)
    if START_PLAYER in chosen:
        options[START_PLAYER] = _checked_start(chosen[START_PLAYER], seats)
    return options


def _switched(options: dict[str, str], chosen: dict[str, OptionValue]) -> dict[str, str]:
    for name, value in chosen.items():
        if name not in options:
            known = ", ".join([*options, *IF_SET])
            raise InvalidSetup(f"there is no option {name!r}; there are: {known}")
        try:
            set_over = as_switches({**options, name: str(value).lower()})
        except msgspec.ValidationError as error:
            said = f"option {name!r} cannot be {value!r}; it can be: {possible_values(name)}"
            raise InvalidSetup(said) from error
        if too_large(set_over):
            raise InvalidSetup(f"option {name!r} cannot be above {MOST}")
        options = as_options(set_over)
    return options


def _checked_start(start: OptionValue, seats: int) -> str:
    if start != RANDOM and (type(start) is not int or not 0 <= start < seats):
        possible = f"{RANDOM}, or a seat from 0 to {seats - 1}"
        raise InvalidSetup(f"option {START_PLAYER!r} cannot be {start!r}; it can be: {possible}")
    return str(start)


def _start_player(start: str, seats: int, chance: Chance) -> StartPlayerDetermined:
    if start == RANDOM:
        return StartPlayerDetermined(chance.pick("start player", range(seats)))
    return StartPlayerDetermined(int(start), "table")


def game_started(state: State, seats: int) -> GameStarted:
    catalog, kit = state.catalog, state.catalog.kit
    setup, box = catalog.setups[seats], catalog.components
    covered = catalog.covered_ovens(seats)
    ovens = [catalog.own_oven(seat) for seat in range(seats)]
    ovens += [oven for oven in catalog.grey_ovens if oven not in covered]
    return GameStarted(
        bag=Cubes(setup.bag_coal, setup.bag_spoil),
        supply=Cubes(box.coal - setup.bag_coal, box.spoil - setup.bag_spoil),
        cards=catalog.cards_for(seats),
        tiles=catalog.tiles_for(seats),
        covered_fields=setup.covered_shift_fields,
        covered_ovens=covered,
        start_level=catalog.gauge.start,
        coins=kit.coins,
        tools=kit.tool_markers,
        coke=kit.coke_in_reserve,
        white=kit.white_stones,
        points=kit.victory_points,
        headframes=kit.headframes_on_own_card,
        miner=catalog.shift.start_index,
        lorries=tuple(catalog.lorries),
        coal_wagons=tuple(catalog.coal_wagons),
        row=tuple(catalog.row),
        tracks=tuple(catalog.tracks),
        ovens=tuple(ovens),
        sites=tuple(catalog.sites),
        headframe_fields=tuple(catalog.headframe_fields),
    )
