"""Creating a game: options, bag, covers, the start player, the first round (section 3)."""

from collections.abc import Mapping

from domain.kernel.actions import CreateGame, OptionValue
from domain.kernel.chance import Chance
from domain.kernel.creation import created
from domain.kernel.errors import InvalidSetup
from domain.kernel.options import resolved
from domain.schichtwechsel.course import Course
from domain.schichtwechsel.events import Cubes, Event, GameStarted, StartPlayerDetermined
from domain.schichtwechsel.flow import start_round
from domain.schichtwechsel.options import RANDOM, START_PLAYER, option_kinds
from domain.schichtwechsel.state import State
from domain.schichtwechsel.switches import as_options

EDITION = "standard"


def create_game(state: State, action: CreateGame, chance: Chance) -> list[Event]:
    catalog, seats = state.catalog, len(action.seats)
    if seats not in catalog.player_counts:
        counts = catalog.player_counts
        raise InvalidSetup(f"the game needs {min(counts)} to {max(counts)} players, not {seats}")
    if (action.edition or EDITION) != EDITION:
        raise InvalidSetup(f"there is no edition {action.edition!r}; there is: {EDITION}")
    usual, asked = as_options(catalog.switches), _in_small_letters(action.options)
    options = resolved(option_kinds(catalog, seats), usual, asked, seats)
    course = Course(state, 0, chance)
    course.emit(created(action, EDITION, options, catalog))
    course.emit(game_started(state, seats))
    course.emit(_start_player(options.get(START_PLAYER, RANDOM), seats, chance))
    start_round(course, 1)
    return course.events


def _in_small_letters(asked: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """As switches always were taken."""
    return {
        name: value.lower() if isinstance(value, str) else value for name, value in asked.items()
    }


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
