"""Games to measure with: made anew by the bots, the same ones on every machine."""

from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.registry import GAMES
from replays.checkpoint import Signer
from replays.file import replay_of
from replays.record import Record
from replays.simulation import Plan, simulate

SIGNER = Signer("bench", Ed25519PrivateKey.from_private_bytes(b"schichtbuch bench, not a secret!"))
COUNT = 12
TITLES = {
    "gluck-auf": "Glück Auf",
    "kartenspiel": "Das große Kartenspiel",
    "schichtwechsel": "Schichtwechsel",
}


def four_player_games(count: int = COUNT, game: str = "gluck-auf") -> list[Record]:
    """Greedy games: their mining trips make them longer than what random bots play."""
    return [_game(game, number) for number in range(count)]


def replay_files(count: int = COUNT, game: str = "gluck-auf") -> list[bytes]:
    return [_file(game, number) for number in range(count)]


@cache
def _game(game: str, number: int) -> Record:
    return simulate(GAMES[game], Plan(game, 4, ("greedy",), seed=2013), number)


@cache
def _file(game: str, number: int) -> bytes:
    return replay_of(_game(game, number), None, SIGNER)
