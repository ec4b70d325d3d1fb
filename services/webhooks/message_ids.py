"""Names of streams and messages: the same for the same thing, whoever is told of it how often.

`game_Zp3_17_game-action` is what entry 17 of the game Zp3 is to everybody; `seat1_Zp3_…` is what
seat 1 may see of it, so it has a name of its own.
"""

import re
import secrets

from msgspec import Struct

from domain.kernel.actions import GAME_ID
from infra.webhook_subscriptions import EveryGame, OneGame, OneSeat, OneTournament, Scope
from services.webhooks.kinds import KINDS

STREAM = re.compile(rf"(?P<what>game|tournament|seat[0-9]{{1,2}})_(?P<id>{GAME_ID})")
MESSAGE = re.compile(rf"(?P<stream>{STREAM.pattern})_(?P<version>[0-9]{{1,12}})_(?P<kind>[a-z-]+)")
TESTED = re.compile("test_[0-9a-f]{16}")
LONGEST = 200


class Stream(Struct, frozen=True):
    what: str
    """`game`, `tournament`, or `seat` with its number."""
    id: str

    @property
    def name(self) -> str:
        return f"{self.what}_{self.id}"

    @property
    def seat(self) -> int | None:
        return int(self.what.removeprefix("seat")) if self.what.startswith("seat") else None

    @property
    def is_tournament(self) -> bool:
        return self.what == "tournament"


class MessageId(Struct, frozen=True):
    stream: Stream
    version: int
    kind: str

    @property
    def text(self) -> str:
        """Without a full stop, which parts id, time and body where they are signed."""
        return f"{self.stream.name}_{self.version}_{self.kind.replace('.', '-')}"


def game_stream(game_id: str, seat: int | None = None) -> Stream:
    return Stream("game" if seat is None else f"seat{seat}", game_id)


def tournament_stream(tournament_id: str) -> Stream:
    return Stream("tournament", tournament_id)


def read_stream(name: str) -> Stream | None:
    found = STREAM.fullmatch(name)
    return Stream(found["what"], found["id"]) if found else None


def read_message(text: str) -> MessageId | None:
    found = MESSAGE.fullmatch(text) if len(text) <= LONGEST else None
    kinds = {kind.replace(".", "-"): kind for kind in KINDS}
    if found is None or found["kind"] not in kinds:
        return None
    return MessageId(
        Stream(found["what"], found["id"]), int(found["version"]), kinds[found["kind"]]
    )


def test_message() -> str:
    return f"test_{secrets.token_hex(8)}"


def hears(scope: Scope, stream: Stream, tournament: str | None) -> bool:
    """Whether a subscription of this scope is told of the stream, a game of that tournament."""
    match scope:
        case EveryGame():
            return stream.seat is None
        case OneGame(game):
            return stream == game_stream(game)
        case OneSeat(game, seat):
            return stream == game_stream(game, seat)
        case OneTournament(wanted):
            return stream == tournament_stream(wanted) or (
                tournament == wanted and stream.what == "game"
            )
