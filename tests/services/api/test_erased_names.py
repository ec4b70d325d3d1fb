"""Names that can go: everybody sees them, and once they are erased nobody finds them anywhere."""

import asyncio
import random
from uuid import uuid4

import httpx
import pytest
import redis

from replays.checkpoint import VerifierKey
from replays.file import FORMATS, read_replay
from replays.samples import samples
from replays.verify import verify
from services.bootstrap import open_resources
from services.exporting import import_replay
from tests.replays.verdicts import judged
from tests.services.api.house import House
from tests.services.api.table import Table
from tests.waiting import eventually

ERASED = ({"type": "erase_names"}, [{"type": "names_erased"}])


@pytest.fixture
def names() -> list[str]:
    """Names that stand nowhere else on this server."""
    return [f"Quirin {uuid4().hex[:8]}", f"Wilhelmine {uuid4().hex[:8]}"]


@pytest.fixture
def named(http: httpx.Client, names: list[str]) -> Table:
    body = {"game": "gluck-auf", "seats": [{"name": name} for name in names]}
    return Table(http, http.post("/games", json=body).json())


def erase(table: Table, house: House) -> httpx.Response:
    return table.http.delete(table.path("/names"), headers=house.organizer)


def pages(table: Table) -> list[httpx.Response]:
    """Every call that shows people, as the public and as a seat."""
    parts = ["", "/state", "/state?at=1", "/log", "/frames", "/picture", "/scorings", "/replay"]
    seen = [table.get(part, seat) for part in parts for seat in (None, 0)]
    return [*seen, table.http.get("/games?limit=100")]


def test_names_stand_in_a_seal_for_everybody_and_not_in_the_line(
    named: Table, names: list[str]
) -> None:
    line = named.get("/log").text
    assert not any(name in line for name in names)
    assert [seat["name"] for seat in named.summary()["seats"]] == names
    assert [player["name"] for player in named.get("/state").json()["players"]] == names
    assert names[0] in named.get("/frames").json()["frames"][0]["text"]
    replay = read_replay(named.get("/replay").content)
    assert replay.header is not None
    assert replay.header.format == FORMATS[1]
    assert b'"for":"all"' in replay.entries[0].seals[-1]


def test_erased_names_are_gone_from_every_answer_and_from_the_server(
    named: Table, names: list[str], house: House
) -> None:
    before = {answer.url: answer for answer in pages(named)}
    assert sum(names[0] in answer.text for answer in before.values()) > 5
    answer = erase(named, house)
    assert (answer.status_code, answer.headers["ETag"]) == (204, '"2"')
    for after in pages(named):
        assert not any(name in after.text for name in names), after.url
    [entry] = [named.get("/log?from=2").json()]
    assert (entry["by"], entry["name"]) == ("arbiter", "organizer")
    assert (entry["action"], entry["events"]) == (
        {"type": "erase_names"},
        [{"type": "names_erased"}],
    )
    assert not any(name.encode() in everything_stored(house) for name in names)


def everything_stored(house: House) -> bytes:
    server = redis.Redis.from_url(house.server.url)
    return b"".join(server.dump(key) or b"" for key in server.scan_iter())


def test_what_a_browser_has_kept_is_not_called_unchanged(named: Table, house: House) -> None:
    kept = {part: named.get(part).headers["ETag"] for part in ("/state?at=1", "/frames?from=1")}
    erase(named, house)
    for part, etag in kept.items():
        assert named.get(part, if_none_match=etag).status_code == 200


def test_erasing_twice_writes_once(named: Table, house: House) -> None:
    assert [erase(named, house).headers["ETag"] for _ in range(2)] == ['"2"', '"2"']


def test_only_the_organizer_erases(named: Table) -> None:
    for token in ({}, *named.tokens):
        answer = named.http.delete(named.path("/names"), headers=token)
        assert (answer.status_code, answer.json()["code"]) == (403, "organizer_needed")
    assert named.summary()["version"] == 1


def test_another_process_forgets_them_too(named: Table, names: list[str], house: House) -> None:
    other = named.through(house.open_api().http)
    assert other.get("/state").json()["players"][0]["name"] == names[0]
    erase(named, house)
    assert other.get("/state").json()["players"][0]["name"] == ""
    assert other.summary()["seats"][0]["name"] == ""


def test_a_finished_game_keeps_all_its_verdicts_without_names(
    named: Table, names: list[str], http: httpx.Client, house: House
) -> None:
    table = named
    table.play_on(random.Random(3))
    keys = [VerifierKey.parse(key["key"]) for key in http.get("/keys").json()["keys"]]
    whole = verify(table.get("/replay").content, keys)
    assert judged(whole) == {"holds"}
    eventually(lambda: table.get("/audit").status_code == 200)

    erase(table, house)
    eventually(lambda: table.get("/replay").content.count(b"names_erased") == 1)
    erased = verify(table.get("/replay").content, keys)
    assert erased.players == ()
    assert erased.winners == whole.winners
    assert erased.verdicts.pop("seals").code == "seals.withheld"
    assert judged(erased) == {"holds"}
    eventually(lambda: table.get("/audit").status_code == 200)
    assert not any(name in table.get("/audit").text for name in names)
    assert not any(name.encode() in everything_stored(house) for name in names)


def test_names_in_an_old_log_cannot_be_erased(http: httpx.Client, house: House) -> None:
    data = dict(samples())["gluck_auf/two-players"]
    header = read_replay(data).header
    assert header is not None

    async def bring_in() -> None:
        resources = open_resources(house.settings)
        await import_replay(resources, data)
        await resources.close()

    asyncio.run(bring_in())
    answer = http.delete(f"/games/{header.game}/names", headers=house.organizer)
    assert (answer.status_code, answer.json()["code"]) == (409, "names_in_log")
