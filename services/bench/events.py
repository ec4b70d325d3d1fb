"""Tournaments: a whole bundle verified, standings, and many tables that are played at once.

The first two are measured in processor time. Of the many tables: how long after the end of a game
whoever follows the event's stream is told, by the times that the games' own logs have.
"""

import http.client
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from time import process_time, time
from typing import Any

import msgspec

from infra.organizer_key import load_or_create
from replays.tournaments.bundle import write_bundle
from replays.tournaments.simulation import EventPlan, PlayByBots, Simulation
from replays.tournaments.verify import verify_bundle
from services.bench.games import SIGNER
from services.bench.ground import Ground, ground
from services.bench.load import percentile
from services.bench.row import Figure, Row
from services.pairing.solve import pair_round

PLAN = EventPlan(entrants=64, rounds=5, seed=7, trouble=False)
VERIFYING, SETTLING, FOLLOWING = 20, 50, 2
"""Goals: seconds, milliseconds, seconds."""
TIMES = 3
TABLES = 100
AT_ONCE = 50
"""Actions per request."""
PATIENCE = 900.0
REGULATION = {
    "title": "Many tables",
    "game": "gluck-auf",
    "tables": {"size": 2},
    "stages": [{"kind": "swiss", "rounds": 1}],
    "scoring": {"kind": "rank", "points": {"2": [60, 24]}},
    "ranking": ["points", "wins", "lots"],
}


def events() -> Iterator[Row]:
    pair = partial(pair_round, with_program=False)
    made = Simulation(PLAN, pair, PlayByBots(SIGNER)).run()
    bundle = write_bundle(made.tournament, made.entries, made.games, SIGNER)
    taken = []
    for _ in range(TIMES):
        begin = process_time()
        assert verify_bundle(bundle, [SIGNER.key]).ok
        taken.append(process_time() - begin)
    seconds = Figure.of(taken)
    yield Row(
        name="event-verify",
        what=f"bundle of {PLAN.entrants} entrants, {PLAN.rounds} rounds, {len(made.games)} games",
        unit="s of one core",
        value=seconds,
        goal=f"at most {VERIFYING} s",
        holds=seconds.high <= VERIFYING,
    )
    settled = []
    for after in range(1, PLAN.rounds + 1):
        begin = process_time()
        made.tournament.standings(after)
        settled.append(1000 * (process_time() - begin))
    yield Row(
        name="event-standings",
        what=f"standings of {PLAN.entrants} after each round",
        unit="ms of one core",
        value=Figure.of(settled),
        goal=f"at most {SETTLING} ms",
        holds=max(settled) <= SETTLING,
    )
    with ground() as here:
        yield _row(_followed(here))


def _row(delays: Sequence[float]) -> Row:
    late = percentile(delays, 99)
    return Row(
        name=f"event-tables-{TABLES}",
        what=f"end of a game to its result in the event's stream, {TABLES} tables of bots at once",
        unit="s",
        value=Figure.of(delays),
        goal=f"p99 at most {FOLLOWING} s",
        holds=late <= FOLLOWING,
        more={"p99 s": Figure(late, late, late)},
    )


class _Caller:
    """With the organizer's key."""

    def __init__(self, here: Ground) -> None:
        self._port = here.api().port
        self._headers = {
            "Authorization": f"Bearer {load_or_create(here.data)}",
            "Content-Type": "application/json",
        }

    def ask(self, method: str, path: str, sent: Any = None) -> Any:
        answer = self.opened(method, path, None if sent is None else msgspec.json.encode(sent))
        body = answer.read()
        assert answer.status < 300, body
        return msgspec.json.decode(body)

    def opened(self, method: str, path: str, body: bytes | None = None) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        connection.request(method, f"/api/v1{path}", body, self._headers)
        return connection.getresponse()


def _followed(here: Ground) -> list[float]:
    """Seconds after the end of each game; all are opened by one action and played by one worker."""
    caller = _Caller(here)
    here.worker()
    path = f"/tournaments/{caller.ask('POST', '/tournaments', REGULATION)['id']}"
    people = [
        {"type": "register", "name": f"No. {at}", "bot": "random"} for at in range(2 * TABLES)
    ]
    for first in range(0, len(people), AT_ONCE):
        caller.ask("POST", f"{path}/actions", people[first : first + AT_ONCE])
    tables = [[2 * at + 1, 2 * at + 2] for at in range(TABLES)]
    by_hand = {"type": "pair_by_hand", "tables": tables, "reason": "Measured is what follows."}
    begin = ({"type": "close_registration"}, by_hand, {"type": "publish_round"})
    stream = caller.opened("GET", f"{path}/stream")
    caller.ask("POST", f"{path}/actions", [*begin, {"type": "start_round"}])
    told = _told(stream)
    return [
        arrived - _seconds(caller.ask("GET", f"/games/{game}")["finished"])
        for game, arrived in told.items()
    ]


def _told(stream: http.client.HTTPResponse) -> dict[str, float]:
    """By game: when its result came."""
    came: dict[str, float] = {}
    while len(came) < TABLES:
        line = stream.readline()
        assert line, "the stream has ended"
        if not line.startswith(b"data:"):
            continue
        for event in msgspec.json.decode(line[5:]).get("events", ()):
            if event["type"] == "result_read":
                came[event["game"]] = time()
    return came


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()
