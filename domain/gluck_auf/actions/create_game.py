"""Creating a game: options, locks, equipment, the two shuffles and the lot (section 3)."""

from collections.abc import Mapping

from domain.gluck_auf.events import (
    DraftDisplayRevealed,
    Equipment,
    Event,
    FactorySpaceFilled,
    OrdersShuffled,
    PlayersEquipped,
    SpacesLocked,
    StartingPlayerDrawn,
    TunnelTilesShuffled,
)
from domain.gluck_auf.options import STARTING_PLAYER, option_kinds
from domain.gluck_auf.state import State
from domain.kernel.actions import CreateGame, OptionValue
from domain.kernel.chance import Chance
from domain.kernel.creation import created
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.options import checked, resolved


def create_game(state: State, action: CreateGame, chance: Chance) -> list[Event]:
    catalog, seats = state.catalog, len(action.seats)
    if seats not in catalog.constants.player_counts:
        counts = catalog.constants.player_counts
        raise RuleViolation("game_full_or_short", least=min(counts), most=max(counts))
    edition = action.edition or catalog.editions.default
    options = _options(state, edition, action.options, seats)
    starting_player = _starting_player(state, options, action.options, seats, chance)

    open_here = [s for s in catalog.spaces.values() if seats in s.open_at_player_counts]
    locked = tuple(s.id for s in catalog.spaces.values() if s not in open_here)
    tiles = chance.shuffled("tunnel tiles", list(catalog.tiles))
    orders = chance.shuffled("orders", list(catalog.orders))
    factory = [s.id for s in open_here if s.kind == "factory"]
    display = orders[: catalog.setups[seats].draft_reveal]
    return [
        created(action, edition, options, catalog),
        SpacesLocked(locked),
        StartingPlayerDrawn(starting_player, options["starting_player_method"]),
        TunnelTilesShuffled(len(tiles), tuple(tiles)),
        *(FactorySpaceFilled(s, tile) for s, tile in zip(factory, tiles, strict=False)),
        _equip(state, seats),
        OrdersShuffled(len(orders), tuple(orders)),
        DraftDisplayRevealed(tuple(display), (starting_player - 1) % seats),
    ]


def _options(
    state: State, edition: str, asked: Mapping[str, OptionValue], seats: int
) -> dict[str, str]:
    """The edition gives the defaults; any option may be set over it (16.5)."""
    presets = state.catalog.editions.presets
    if edition not in presets:
        known = ", ".join(presets)
        raise InvalidSetup(f"there is no edition {edition!r}; there are: {known}")
    # Who begins is an event of its own.
    chosen = {name: value for name, value in asked.items() if name != STARTING_PLAYER}
    return resolved(option_kinds(state.catalog, seats), presets[edition], chosen, seats)


def _starting_player(
    state: State,
    options: dict[str, str],
    asked: Mapping[str, OptionValue],
    seats: int,
    chance: Chance,
) -> int:
    if options["starting_player_method"] == "lot":
        if STARTING_PLAYER in asked:
            raise InvalidSetup("starting_player needs starting_player_method 'assigned'")
        return chance.pick("starting player", range(seats))
    if STARTING_PLAYER not in asked:
        said = f"starting_player: a seat from 0 to {seats - 1}"
        raise InvalidSetup(f"starting_player_method 'assigned' needs {said}")
    kinds = option_kinds(state.catalog, seats)
    return int(checked(kinds, STARTING_PLAYER, asked[STARTING_PLAYER], seats))


def _equip(state: State, seats: int) -> PlayersEquipped:
    catalog = state.catalog
    setup = catalog.setups[seats]
    lorries = {base.id: base.starting_cube for base in catalog.base_lorries.values()}
    on_lorries = list(lorries.values())
    supply = {
        color.id: color.cubes_in_box - seats * on_lorries.count(color.id)
        for color in catalog.colors.values()
    }
    equipment = Equipment(setup.workers_per_player, setup.starting_marks, lorries)
    return PlayersEquipped((equipment,) * seats, supply)
