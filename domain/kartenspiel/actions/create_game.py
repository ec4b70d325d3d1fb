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
from domain.kartenspiel.options import COLORS, RANDOM, START_PLAYER, option_kinds
from domain.kartenspiel.state import State
from domain.kernel.actions import CreateGame
from domain.kernel.chance import Chance
from domain.kernel.creation import created
from domain.kernel.errors import InvalidSetup
from domain.kernel.options import resolved

EDITION = "standard"
"""The rules know one edition only."""


def create_game(state: State, action: CreateGame, chance: Chance) -> list[Event]:
    catalog, seats = state.catalog, len(action.seats)
    if not catalog.players.min <= seats <= catalog.players.max:
        least, most = catalog.players.min, catalog.players.max
        raise InvalidSetup(f"the game is for {least} to {most} players, not for {seats}")
    if action.edition not in (None, EDITION):
        raise InvalidSetup(f"there is no edition {action.edition!r}; there is: {EDITION}")
    usual = {START_PLAYER: RANDOM, COLORS: ",".join(list(catalog.colors)[:seats])}
    options = resolved(option_kinds(catalog, seats), usual, action.options, seats)
    chosen = _start_player(options[START_PLAYER], seats, chance)
    return [
        created(action, EDITION, options, catalog),
        _removed(catalog, seats, options[COLORS].split(",")),
        _stacks(catalog, chance),
        chosen,
        ShiftStarted(1, chosen.seat),
        TurnStarted(chosen.seat),
    ]


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
