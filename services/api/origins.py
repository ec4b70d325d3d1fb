"""How a game was created: what never changes of it."""

import msgspec
from msgspec import Struct

from domain.kernel.decider import AnyGame
from domain.kernel.events import GameCreated
from domain.registry import GAMES
from infra.game_log import Imported
from replays.aggregate import Aggregate, DamagedLog
from replays.entry import UNREADABLE, Entry, commitment_in, read_line


class Origin(Struct, frozen=True):
    """What never changes in a game: how it was created."""

    created: GameCreated
    commitment: str
    imported: Imported | None = None

    @property
    def game(self) -> AnyGame:
        return GAMES[self.created.game]


class Notes(Struct):
    """What entry 1 says of its secret."""

    class Action(Struct):
        commitment: str | None = None

    action: Action


def commitment(first: Entry) -> str:
    """The digest of the sealed secret, published before anybody has seen a card; of the secret
    itself, where it was shown in a waiting room."""
    noted = msgspec.json.decode(first.line, type=Notes)
    if noted.action.commitment is not None:
        return noted.action.commitment
    return commitment_in(first)


def origin_of(aggregate: Aggregate, first: Entry, imported: Imported | None = None) -> Origin:
    try:
        created = read_line(aggregate.game, first.line).events[0]
    except (*UNREADABLE, IndexError) as error:
        raise DamagedLog(aggregate.game_id, 1, str(error)) from error
    return Origin(created, commitment(first), imported)
