"""What a restore needs beside the log: the digests of a game's tokens, in a file of its own.

Whoever holds a token can go on with it after a restore; the file itself lets nobody act. But beside
it lies the replay with all seals open, so both are readable by their owner only.
"""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from infra.game_log import GameSetup
from infra.secret_file import check_private

FORMAT = "schichtbuch-tokens/1"
SUFFIX = ".tokens.json"

Seat = Annotated[str, Meta(pattern="^[0-7]$")]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Perhaps = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class UnusableBackup(Exception):
    """The file beside a replay does not hold the tokens of that game."""


class Tokens(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seats: dict[Seat, Digest]
    """The digest of each seat's token; bots have none."""
    creator: Perhaps = ""
    """The digest of the creator's key."""
    request: Perhaps = ""
    format: str = field(default=FORMAT)

    @classmethod
    def of(cls, game_id: str, setup: GameSetup) -> "Tokens":
        return cls(game_id, dict(setup.access), setup.creator, setup.request)


def tokens_path(replay: Path) -> Path:
    """Beside the replay file."""
    return replay.with_suffix(SUFFIX)


def read_tokens(replay: Path, game_id: str) -> Tokens:
    """UnusableBackup if there are none for this game; ReadableByOthers."""
    path = tokens_path(replay)
    if not path.is_file():
        raise UnusableBackup(f"there is no {path} with the tokens")
    check_private(path)
    try:
        tokens = msgspec.json.decode(path.read_bytes(), type=Tokens)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UnusableBackup(f"{path} holds no tokens: {error}") from error
    if (tokens.format, tokens.game) != (FORMAT, game_id):
        raise UnusableBackup(f"{path} holds no tokens of {game_id}")
    return tokens


def written_tokens(tokens: Tokens) -> bytes:
    return msgspec.json.format(msgspec.json.encode(tokens)) + b"\n"
