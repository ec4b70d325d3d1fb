"""Creating a game: what is removed, the shuffled stacks, the start player (section 3)."""

from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.events import (
    ComponentsRemoved,
    Event,
    ShiftStarted,
    StacksPrepared,
    StartPlayerChosen,
    TurnStarted,
)
from domain.kartenspiel.state import State
from domain.kernel.actions import CreateGame, OptionValue
from domain.kernel.chance import Chance
from domain.kernel.creation import created
from domain.kernel.errors import InvalidSetup

EDITION = "standard"
"""The rules know one edition only."""
RANDOM = "random"
OPTIONS = ("start_player", "colors")


def create_game(state: State, action: CreateGame, chance: Chance) -> list[Event]:
    catalog, seats = state.catalog, len(action.seats)
    if not catalog.players.min <= seats <= catalog.players.max:
        least, most = catalog.players.min, catalog.players.max
        raise InvalidSetup(f"the game is for {least} to {most} players, not for {seats}")
    if action.edition not in (None, EDITION):
        raise InvalidSetup(f"there is no edition {action.edition!r}; there is: {EDITION}")
    options = _resolve(catalog, action.options, seats)
    chosen = _start_player(options["start_player"], seats, chance)
    return [
        created(action, EDITION, options, catalog),
        _removed(catalog, seats, options["colors"].split(",")),
        _stacks(catalog, chance),
        chosen,
        ShiftStarted(1, chosen.seat),
        TurnStarted(chosen.seat),
    ]


def _resolve(
    catalog: KartenspielCatalog, chosen: dict[str, OptionValue], seats: int
) -> dict[str, str]:
    for name in chosen:
        if name not in OPTIONS:
            raise InvalidSetup(f"there is no option {name!r}; there are: {', '.join(OPTIONS)}")
    start = chosen.get("start_player", RANDOM)
    if start != RANDOM and (type(start) is not int or not 0 <= start < seats):
        possible = f"{RANDOM}, or a seat from 0 to {seats - 1}"
        raise InvalidSetup(f"option 'start_player' cannot be {start!r}; it can be: {possible}")
    colors = str(chosen.get("colors", ",".join(list(catalog.colors)[:seats])))
    named = colors.split(",")
    if len(named) != seats or len(set(named)) != seats or not catalog.colors.keys() >= set(named):
        known = ", ".join(catalog.colors)
        possible = f"{seats} different ones, with commas, of {known}"
        raise InvalidSetup(f"option 'colors' cannot be {colors!r}; it can be: {possible}")
    return {"start_player": str(start), "colors": colors}


def _start_player(start: str, seats: int, chance: Chance) -> StartPlayerChosen:
    if start == RANDOM:
        return StartPlayerChosen(chance.pick("start player", range(seats)), "random")
    return StartPlayerChosen(int(start), "table")


def _removed(catalog: KartenspielCatalog, seats: int, colors: list[str]) -> ComponentsRemoved:
    """Worker cards of unused colours count as removed (15.5)."""
    setup = catalog.setups[seats]
    workers = [
        card.id
        for card in catalog.workers.values()
        if card.color not in colors or card.value in setup.removed_worker_values
    ]
    markers = [number for number in catalog.markers if number in setup.removed_markers]
    actions = dict.fromkeys(setup.removed_actions)
    return ComponentsRemoved(tuple(workers), tuple(markers), tuple(actions))


def _stacks(catalog: KartenspielCatalog, chance: Chance) -> StacksPrepared:
    """Each deck is shuffled; the upper cards of a deck that is cut become its first stack."""
    stacks: dict[str, tuple[str, ...]] = {}
    decks = {deck: chance.shuffled(deck, cards) for deck, cards in catalog.decks.items()}
    for stack in catalog.stacks.values():
        deck = decks[stack.deck]
        stacks[stack.id] = tuple(deck[: stack.initial])
        del deck[: stack.initial]
    return StacksPrepared(
        {stack: cards[0] for stack, cards in stacks.items() if cards},
        {stack: len(cards) for stack, cards in stacks.items()},
        stacks,
    )
