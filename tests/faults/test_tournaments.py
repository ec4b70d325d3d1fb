"""A tournament goes on whoever of the house is killed in the middle of a round."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from infra.organizer_key import load_or_create
from infra.tournament_chores import PAIRING
from replays.tournaments.verify import verify_event_log
from tests.faults.service import Service
from tests.services.api.events import Event
from tests.services.api.house import House
from tests.services.api.table import bearer
from tests.waiting import eventually


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Without a worker."""
    built = House(tmp_path)
    yield built
    built.close()


class Hall:
    """`schichtbuch up`, as a person starts it, and a client with patience."""

    def __init__(self, data: Path) -> None:
        self.service = Service(data, archive_after="never")
        self.organizer = bearer(load_or_create(data))
        self.http = httpx.Client(base_url=f"{self.service.url}/api/v1", timeout=10)

    def close(self) -> None:
        self.http.close()
        self.service.stop()

    def act_while_killing(self, event: Event, kind: str, victim: str) -> None:
        """Sent once while the victim is killed with -9, then again until it is answered."""

        def is_done() -> bool:
            try:
                answer = event.send({"type": kind}, idempotency_key=f"{event.id} {kind}")
            except httpx.TransportError:
                return False
            assert answer.status_code in (201, 503), answer.text
            return answer.status_code == 201

        with ThreadPoolExecutor(1) as pool:
            first = pool.submit(is_done)
            assert self.service.kill(victim)
            first.result()
        eventually(is_done, 60)
        eventually(self.service.ready, 60)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    opened = Hall(tmp_path_factory.mktemp("hall"))
    yield opened
    opened.close()


def kill_worker(house: House) -> None:
    """With -9."""
    worker = house.workers.pop()
    worker.kill()
    worker.wait()


def test_a_worker_killed_while_it_pairs_or_opens_games_is_replaced(house: House) -> None:
    event = Event.create(house, house.open_api().http, 6)
    event.act("close_registration")
    event.act("pair_round")
    house.start_worker()
    eventually(lambda: house.has(f"{PAIRING}{event.id}"), 60)
    kill_worker(house)
    assert event.phase() == "asked"
    house.start_worker()
    eventually(lambda: event.phase() == "paired", 60)
    assert len(event.facts("round_paired")) == 1

    event.act("publish_round")
    event.act("start_round")
    eventually(lambda: event.facts("game_opened"), 60)
    kill_worker(house)
    house.start_worker()
    games = {table.id for table in event.opened()}
    assert sorted(fact["game"] for fact in event.facts("game_opened")) == sorted(games)
    assert len(games) == 3


@pytest.mark.parametrize("deals", ["fresh", "duplicate"])
def test_an_api_killed_while_a_round_is_started_opens_every_game_once(
    hall: Hall, deals: str
) -> None:
    event = Event.create(hall, hall.http, 6, deals=deals)
    event.act("close_registration")
    event.act("pair_by_hand", tables=[[1, 2], [3, 4], [5, 6]], reason="A test.")
    event.act("publish_round")
    hall.act_while_killing(event, "start_round", "api")
    eventually(lambda: all(table["game"] for table in event.tables()), 60)
    assert len(event.facts("round_started")) == 1
    assert len(event.facts("deal_committed")) == (deals == "duplicate")
    opened = event.facts("game_opened")
    assert sorted(fact["table"] for fact in opened) == [1, 2, 3]
    games = [hall.http.get(f"/games/{fact['game']}", headers=hall.organizer) for fact in opened]
    assert [answer.status_code for answer in games] == [200, 200, 200]
    assert len({fact["game"] for fact in opened}) == 3


def test_a_server_killed_while_a_round_is_closed_settles_it_once(hall: Hall) -> None:
    event = Event.create(hall, hall.http, 4)
    for table in event.begin_round([1, 2], [3, 4]):
        event.end(table)
    hall.act_while_killing(event, "close_round", "server")
    assert len(event.facts("round_closed")) == len(event.facts("standings_settled")) == 1
    assert len(event.facts("result_read")) == 2
    event.act("finish", reason="It is late.")
    report = verify_event_log(hall.http.get(event.path("/replay")).content)
    assert report.ok, report
    assert report.is_over
