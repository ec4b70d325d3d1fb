"""Games for the tests of the log: bots play them, from fixed seeds."""

from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.bots.random_choice import random_choice
from domain.kernel.chance import CommittedChance
from domain.registry import GAMES
from replays.checkpoint import Signer
from replays.file import replay_of
from replays.record import Record
from replays.simulation import Plan, advance, create
from replays.verify import Report, verify

SIGNER = Signer("tests", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))


def record(players: int = 3, seed: int = 1, upto: int | None = None) -> Record:
    """A game of random bots, whole or up to a version."""
    plan = Plan("gluck-auf", players, ("random",), seed)
    game = GAMES[plan.game]
    made = create(game, plan, 0)
    luck = CommittedChance(plan.digest(0, "luck"))
    while not made.over and (upto is None or made.version < upto):
        advance(made, [random_choice] * players, luck)
    return made


@cache
def finished(players: int = 3, seed: int = 1) -> bytes:
    return replay_of(record(players, seed), None, SIGNER)


def check(data: bytes) -> Report:
    return verify(data, [SIGNER.key])


def broken(report: Report) -> set[str]:
    return {name for name, found in report.verdicts.items() if found.verdict == "broken"}
