"""Creating a game: options, locks, equipment, the two shuffles and the lot (section 3)."""

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
from domain.gluck_auf.state import State
from domain.kernel.actions import CreateGame, OptionValue
from domain.kernel.chance import Chance
from domain.kernel.creation import created
from domain.kernel.errors import InvalidSetup, RuleViolation


def create_game(state: State, action: CreateGame, chance: Chance) -> list[Event]:
    catalog, seats = state.catalog, len(action.seats)
    if seats not in catalog.constants.player_counts:
        counts = catalog.constants.player_counts
        raise RuleViolation("game_full_or_short", least=min(counts), most=max(counts))
    edition = action.edition or catalog.editions.default
    chosen = dict(action.options)
    assigned = chosen.pop("starting_player", None)
    options = _resolve(state, edition, chosen)
    starting_player = _starting_player(options, assigned, seats, chance)

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


def _resolve(state: State, edition: str, chosen: dict[str, OptionValue]) -> dict[str, str]:
    """The edition gives the defaults; any option may be set over it (16.5)."""
    editions = state.catalog.editions
    if edition not in editions.presets:
        known = ", ".join(editions.presets)
        raise InvalidSetup(f"there is no edition {edition!r}; there are: {known}")
    options = dict(editions.presets[edition])
    for name, value in chosen.items():
        if name not in editions.options:
            known = ", ".join([*editions.options, "starting_player"])
            raise InvalidSetup(f"there is no option {name!r}; there are: {known}")
        if value not in editions.options[name]:
            known = ", ".join(editions.options[name])
            raise InvalidSetup(f"option {name!r} cannot be {value!r}; it can be: {known}")
        options[name] = str(value)
    return options


def _starting_player(
    options: dict[str, str], assigned: OptionValue | None, seats: int, chance: Chance
) -> int:
    if options["starting_player_method"] == "lot":
        if assigned is not None:
            raise InvalidSetup("starting_player needs starting_player_method 'assigned'")
        return chance.pick("starting player", range(seats))
    possible = f"a seat from 0 to {seats - 1}"
    if assigned is None:
        raise InvalidSetup(f"starting_player_method 'assigned' needs starting_player: {possible}")
    if type(assigned) is not int or not 0 <= assigned < seats:
        raise InvalidSetup(
            f"option 'starting_player' cannot be {assigned!r}; it can be: {possible}"
        )
    return assigned


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
