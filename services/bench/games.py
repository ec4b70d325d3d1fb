"""Games to measure with: made anew by the bots, the same ones on every machine."""

from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.registry import GAMES
from replays.checkpoint import Signer
from replays.file import replay_of
from replays.record import Record
from replays.simulation import Plan, simulate

SIGNER = Signer("bench", Ed25519PrivateKey.from_private_bytes(b"schichtbuch bench, not a secret!"))


@cache
def four_player_games(count: int = 12) -> list[Record]:
    """Greedy games: their mining trips make them longer than what random bots play."""
    plan = Plan("gluck-auf", 4, ("greedy",), seed=2013)
    return [simulate(GAMES["gluck-auf"], plan, number) for number in range(count)]


@cache
def replay_files() -> list[bytes]:
    return [replay_of(record, None, SIGNER) for record in four_player_games()]
