"""A game in the archive: whoever asks gets the bytes that came from the log, whatever is asked."""

import threading
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
import redis
import zstandard

from domain.registry import GAMES
from infra.game_log import GameSetup, VersionTaken
from services.bootstrap import Resources
from tests.services.api.archive import archived, brought, is_archived, moved, played
from tests.services.api.house import House
from tests.services.api.importing import with_resources
from tests.services.api.table import Table, bearer
from tests.waiting import eventually

PREFIX = "/api/v1"
ASKED: dict[str, tuple[str, ...]] = {
    "version": ("2",),  # no leaf; other proofs but the kept one follow the newest head
    "at": ("17.1", "51", "100000"),
    "from": ("41", "100000"),
    "to": ("41",),
    "lang": ("hu",),
    "seat": ("0", "7"),
    "after": ("50",),
    "width": ("160",),
    "all": ("true",),
}
"""What a query may say of each parameter that the document names."""
PLAIN = {
    "/frames": {"from": "40", "to": "42"},
    "/scored-now": {"from": "40", "to": "42"},
    "/picture": {"at": "20", "width": "160"},
    "/picture.png": {"at": "20", "width": "160"},
}
"""Of what else takes long."""
CHANGING = ("date", "server-timing")


@pytest.fixture(scope="module")
def document(http: httpx.Client) -> Any:
    root = str(http.base_url).removesuffix(f"{PREFIX}/")
    return http.get(f"{root}/schema/openapi.json").json()


def reads(document: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Every GET of a game that the document names, plain and with each value of each parameter."""
    for path, calls in document["paths"].items():
        if path.startswith(f"{PREFIX}/games/{{game_id}}") and "get" in calls:
            part = path.removeprefix(f"{PREFIX}/games/{{game_id}}")
            plain = PLAIN.get(part, {})
            yield part, plain
            for parameter in calls["get"].get("parameters", []):
                if parameter["in"] == "query":
                    for value in values(parameter):
                        yield part, {**plain, parameter["name"]: value}


def values(parameter: dict[str, Any]) -> tuple[str, ...]:
    """A parameter that is new here, and neither a choice nor a switch, needs a line above."""
    schema = parameter["schema"]
    if schema.get("type") == "boolean":
        return ("true",)
    return (str(schema["enum"][-1]),) if "enum" in schema else ASKED[parameter["name"]]


def answers(table: Table, house: House, http: httpx.Client, document: Any) -> dict[str, Any]:
    """The public asks everything, the others plainly."""
    callers = {
        "public": {},
        "seat": table.tokens[1],
        "creator": bearer(table.begun["key"]),
        "organizer": house.organizer,
    }
    found = {}
    for name, headers in callers.items():
        for part, query in reads(document):
            if name == "public" or query == PLAIN.get(part, {}):
                got = http.get(table.path(part), params=query, headers=headers, timeout=120)
                told = {k: v for k, v in got.headers.items() if k not in CHANGING}
                found[f"{name} {got.url.raw_path!r}"] = (got.status_code, got.content, told)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_read_answers_the_same_bytes(
    game: str, house: House, http: httpx.Client, document: Any
) -> None:
    table = brought(house, http, played(game))
    before = answers(table, house, http, document)
    assert len(before) > 80
    assert {status for status, _, _ in before.values()} >= {200, 404}
    archived(house, table)
    after = answers(table, house, house.open_api().http, document)
    for what, answer in before.items():
        assert after[what] == answer, what
    assert is_archived(house, table.id)


@pytest.fixture
def names() -> list[str]:
    """Names that stand nowhere else on this machine."""
    return [f"Quirin {uuid4().hex[:8]}", f"Wilhelmine {uuid4().hex[:8]}"]


@pytest.fixture
def over(house: House, http: httpx.Client, names: list[str]) -> Table:
    """In the archive."""
    table = brought(house, http, played("gluck-auf", names))
    archived(house, table)
    return table


def test_lists_and_searches_do_not_touch_the_archive(
    over: Table, names: list[str], house: House
) -> None:
    """Nor is anything less to be seen there."""
    path = house.data / "archive" / f"{over.id}.schicht"
    listed = {"player": names[0], "status": "finished"}
    before = house.open_api().http.get("/games", params=listed).json()
    kept = path.read_bytes()
    path.unlink()
    try:
        http = house.open_api().http
        assert http.get("/games", params=listed).json() == before
        assert http.get(over.path("/state")).status_code == 503
    finally:
        path.write_bytes(kept)
    [game] = before["games"]
    assert [seat["name"] for seat in game["seats"]] == names
    assert (game["verdict"], len(game["course"])) == ("holds", 3)
    over.http.get(over.path("/state")).raise_for_status()


def test_a_list_shows_what_it_showed_before(
    house: House, http: httpx.Client, names: list[str]
) -> None:
    table = brought(house, http, played("schichtwechsel", names))
    before = http.get("/games", params={"player": names[0]}).content
    archived(house, table)
    assert http.get("/games", params={"player": names[0]}).content == before


def test_a_new_token_of_an_archived_game_brings_it_back(over: Table, house: House) -> None:
    before = over.get("/log").content
    renewed = over.http.post(over.path("/seats/0/token"), headers=bearer(over.begun["key"]))
    assert renewed.status_code == 201
    assert not is_archived(house, over.id)
    choices = over.http.get(over.path("/choices"), headers=bearer(renewed.json()["token"]))
    assert (choices.status_code, over.get("/choices", 0).status_code) == (200, 401)
    assert over.get("/log").content == before


def test_a_claim_after_the_end_brings_the_game_back_and_keeps_it(over: Table, house: House) -> None:
    version = over.summary()["version"]
    claimed = over.act(0, {"type": "table_claim", "about": "17", "text": "That was too much."})
    assert claimed.status_code == 201, claimed.text
    assert over.summary()["version"] == version + 1
    eventually(lambda: over.get("/audit").status_code == 200, 60)
    assert with_resources(house, lambda found: moved(found, over.id)) == "kept"
    assert not (house.data / "archive" / f"{over.id}.schicht").exists()


def test_a_rematch_of_an_archived_game_leaves_it_there(over: Table, house: House) -> None:
    again = over.http.post(over.path("/rematch"), headers=over.tokens[0], json={})
    assert (again.status_code, again.json()["status"]) == (201, "waiting")
    assert over.summary()["rematch"] == again.json()["id"]
    assert is_archived(house, over.id)


def test_names_are_erased_in_the_archive_too_and_stay_so(
    over: Table, names: list[str], house: House
) -> None:
    assert holds_any(house, names)
    erased = over.http.delete(over.path("/names"), headers=house.organizer)
    assert erased.status_code == 204
    eventually(lambda: over.get("/audit").status_code == 200, 60)
    archived(house, over)
    assert over.get("/state").json()["players"][0]["name"] == ""
    assert over.summary()["seats"][0]["name"] == ""
    assert not holds_any(house, names)


def holds_any(house: House, names: list[str]) -> bool:
    """Any byte of the data folder, with the append-only file rewritten and files unpacked."""
    with redis.Redis.from_url(house.server.url) as server:
        server.bgrewriteaof()
        eventually(lambda: not server.info("persistence")["aof_rewrite_in_progress"], 60)
    for path in house.data.rglob("*"):
        if path.is_file() and path.suffix not in (".log", ".rdb"):
            content = path.read_bytes()
            if path.suffix == ".schicht":
                content += unpacked(content)
            if any(name.encode() in content for name in names):
                return True
    return False


def unpacked(content: bytes) -> bytes:
    """As any zstd tool does it: the frame that it skips is unpacked beside."""
    size = int.from_bytes(content[4:8], "little")
    decompress = zstandard.ZstdDecompressor().decompress
    return decompress(content[8 + size :]) + decompress(content[8 : 8 + size])


def test_a_file_of_the_archive_is_a_replay_file_for_any_zstd_tool(
    over: Table, house: House
) -> None:
    content = (house.data / "archive" / f"{over.id}.schicht").read_bytes()
    with zstandard.ZstdDecompressor().stream_reader(content, read_across_frames=True) as reader:
        assert reader.read() == over.get("/replay").content


def test_a_game_can_be_asked_for_while_it_moves(house: House, http: httpx.Client) -> None:
    table = brought(house, http, played("gluck-auf"))
    parts = ("/state", "/state?at=60", "/log", "/replay", "/frames?from=50&to=52", "")
    before = {part: table.get(part).content for part in parts}
    stop, different = threading.Event(), list[str]()

    def ask() -> None:
        other = table.through(house.open_api().http)
        while not stop.is_set():
            different.extend(part for part in parts if other.get(part).content != before[part])

    asking = threading.Thread(target=ask)
    asking.start()
    for _ in range(8):
        archived(house, table)
        assert with_resources(house, lambda found: found.archiving.restore(table.id))
    stop.set()
    asking.join()
    assert different == []


def test_in_redis_it_costs_512_bytes_at_most(over: Table, house: House) -> None:
    with redis.Redis.from_url(house.server.url) as server:
        keys = list(server.scan_iter(match=f"schichtbuch:{{{over.id}}}:*"))
        assert keys == [f"schichtbuch:{{{over.id}}}:archived".encode()]
        assert server.memory_usage(keys[0]) <= 512


def test_the_same_game_cannot_begin_again(over: Table, house: House) -> None:
    """Its id is taken, although its log is not there."""

    async def begin(resources: Resources) -> None:
        [first] = await resources.log.read(over.id, 1, 1)
        with pytest.raises(VersionTaken):
            await resources.log.create(over.id, first, GameSetup({}))

    with_resources(house, begin)
    assert is_archived(house, over.id)
