"""The transparency log as anybody sees it: checkpoint, tiles, proofs, keys, finished replays."""

import json
import random
from collections.abc import Iterator

import httpx
import pytest

from infra.known_keys import read_key
from replays.checkpoint import COSIGNATURE, VerifierKey
from replays.entry import sha256
from replays.leaves import leaves_of
from replays.tlog.leaf import Leaf
from replays.tlog.merkle import consistency_proof, leaf_hash
from replays.tlog.note import Note
from replays.tlog.proof import Proof
from replays.tlog.tiles import Tile, TileReader, read_bundle, split_tile, tile_path, tiles_of
from replays.tlog.tree_head import TreeHead
from replays.verify import verify
from services.api.http.links import PREFIX
from tests.services.api.archive import archived, brought, played
from tests.services.api.house import House
from tests.services.api.table import Table
from tests.waiting import eventually


@pytest.fixture
def tlog(http: httpx.Client) -> Iterator[httpx.Client]:
    address = str(http.base_url).replace(PREFIX, "/tlog")
    with httpx.Client(base_url=address, timeout=30) as client:
        yield client


def log_keys(http: httpx.Client) -> list[VerifierKey]:
    listed = http.get("/keys").json()["keys"]
    return [read_key(one["key"]) for one in listed if one["use"] == "log"]


def signed_head(tlog: httpx.Client, http: httpx.Client) -> TreeHead:
    answer = tlog.get("/checkpoint")
    assert answer.headers["Cache-Control"] == "public, max-age=1"
    note = Note.parse(answer.text)
    assert set(note.signed_by(log_keys(http))) == set(log_keys(http))
    return TreeHead.parse(note.text)


def tile(tlog: httpx.Client, wanted: Tile) -> bytes:
    answer = tlog.get(f"/{wanted.path()}")
    assert answer.status_code == 200, wanted
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    return answer.content


def test_everything_leads_to_the_signed_root(
    tlog: httpx.Client, http: httpx.Client, finished: Table
) -> None:
    head = signed_head(tlog, http)
    assert head.origin == "127.0.0.1/tlog"
    reader = TileReader(head.size, head.root, lambda wanted: tile(tlog, wanted))
    leaves: list[Leaf] = []
    for wanted in tiles_of(head.size):
        data = tile(tlog, wanted)
        if wanted.level == "entries":
            entries = read_bundle(wanted, data)
            for at, entry in enumerate(entries, 256 * wanted.n):
                assert leaf_hash(entry) == reader.read(0, at)
            leaves += map(Leaf.parse, entries)
        else:
            split_tile(wanted, data)
    assert len(set(leaves)) == len(leaves) == head.size
    lines = finished.get("/log").content.splitlines()
    mine = [leaf for leaf in leaves if leaf.stream == f"game/{finished.id}"]
    assert mine == leaves_of("game", finished.id, 1, lines)
    assert mine[0].version == 1
    assert mine[-1] == Leaf(f"game/{finished.id}", len(lines), sha256(lines[-1]))


def test_tiles_of_every_size_that_was_signed_are_there(
    tlog: httpx.Client, http: httpx.Client
) -> None:
    before = signed_head(tlog, http)
    Table.open(http)
    eventually(lambda: signed_head(tlog, http).size > before.size)
    head = signed_head(tlog, http)
    old = TileReader(before.size, before.root, lambda wanted: tile(tlog, wanted))
    new = TileReader(head.size, head.root, lambda wanted: tile(tlog, wanted))
    assert old.read(0, 0) == new.read(0, 0)
    assert consistency_proof(before.size, head.size, new.read)


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/entries/000.p/0",
        "tile/0/0",
        "tile/0/x001/001",
        "tile/00/000",
        "tile/9/000",
        "tile/0/x999/999.p/255",
        "tile/0/-01",
        "tile/entries/x999/x999/x999/x999/x999/x999/999",
        "tile/0/000.p/1/2",
        "tile/data/000",
    ],
)
def test_what_is_no_tile_is_not_kept(tlog: httpx.Client, path: str) -> None:
    answer = tlog.get(f"/{path}")
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_partial_tile_never_stands_under_the_name_of_the_full_one(
    tlog: httpx.Client, http: httpx.Client
) -> None:
    full, width = divmod(signed_head(tlog, http).size, 256)
    for level in (0, "entries"):
        assert tlog.get(f"/{tile_path(level, full)}").status_code == 404
        beyond = tile_path(level, full + 1, max(width, 1))
        assert tlog.get(f"/{beyond}").status_code == 404


def test_every_entry_with_a_leaf_has_a_proof_and_no_other(
    http: httpx.Client, finished: Table
) -> None:
    lines = finished.get("/log").content.splitlines()
    leaves = {leaf.version: leaf for leaf in leaves_of("game", finished.id, 1, lines)}
    for version in (1, 2, *leaves):
        answer = finished.http.get(finished.path(f"/proof?version={version}"))
        if version in leaves:
            assert answer.headers["Content-Type"].startswith("text/plain")
            found = Proof.parse(answer.text).check(leaves[version].entry(), log_keys(http))
            assert found.included
        else:
            assert (answer.status_code, answer.json()["code"]) == (404, "no_leaf")
    beyond = finished.http.get(finished.path(f"/proof?version={len(lines) + 1}"))
    assert (beyond.status_code, beyond.json()["code"]) == (404, "moment_unknown")
    assert http.get("/games/nowhere/proof").status_code == 404


def test_a_finished_replay_carries_its_proof_and_keeps_its_bytes(
    http: httpx.Client, house: House, finished: Table
) -> None:
    replay = finished.get("/replay")
    header, footer = replay.content.splitlines()[0], replay.content.splitlines()[-1]
    assert json.loads(header)["format"] == "schichtbuch-replay/2"
    proof = json.loads(footer)["proof"]
    assert finished.get("/proof").text == proof, "it is taken once"
    Table.open(http)
    other = house.open_api().http.get(finished.path("/replay"))
    assert (other.content, other.headers["ETag"]) == (replay.content, replay.headers["ETag"])
    keys = [read_key(one["key"]) for one in http.get("/keys").json()["keys"]]
    verdict = verify(replay.content, keys).verdicts["log"]
    assert (verdict.verdict, verdict.code) == ("holds", "log.included")
    assert verdict.facts == {"log": "127.0.0.1/tlog", "witnesses": 0}
    stranger = verify(replay.content).verdicts["log"]
    assert (stranger.verdict, stranger.code) == ("cannot tell", "log.unknown")


def test_a_forged_proof_is_broken(http: httpx.Client, finished: Table) -> None:
    """Of another entry, of another game, cut off, or in a file that cannot have one."""
    keys = [read_key(one["key"]) for one in http.get("/keys").json()["keys"]]
    *lines, footer = finished.get("/replay").content.splitlines()

    def with_proof(proof: str, header: bytes = lines[0]) -> bytes:
        told = json.dumps({**json.loads(footer), "proof": proof}, ensure_ascii=False)
        return b"\n".join([header, *lines[1:], told.encode()]) + b"\n"

    mine = json.loads(footer)["proof"]
    first = finished.http.get(finished.path("/proof?version=1")).text
    assert verify(with_proof(mine), keys).verdicts["log"].verdict == "holds"
    for forged, code in ((first, "log.not_included"), (mine[:-9], "log.malformed")):
        found = verify(with_proof(forged), keys).verdicts["log"]
        assert (found.verdict, found.code) == ("broken", code)
    older = lines[0].replace(b"replay/2", b"replay/1")
    assert verify(with_proof(mine, older), keys).verdicts["chain"].code == "file.stray_line"


def test_a_running_game_has_its_first_proof_and_no_footer_with_one(
    http: httpx.Client, table: Table
) -> None:
    eventually(lambda: table.get("/proof").status_code == 200)
    line = table.get("/log").content.splitlines()[0]
    [leaf] = leaves_of("game", table.id, 1, [line])
    assert Proof.parse(table.get("/proof").text).check(leaf.entry(), log_keys(http)).included
    assert b'"proof"' not in table.get("/replay").content.splitlines()[-1]


@pytest.mark.usefixtures("finished")
def test_keys_are_listed_by_use_and_the_first_is_still_that_of_replays(http: httpx.Client) -> None:
    listed = http.get("/keys").json()["keys"]
    assert [one["use"] for one in listed] == ["replay", "log"]
    assert all(one["from"] < "9" and one["until"] is None for one in listed)
    assert listed[0]["name"] == "schichtbuch"
    assert listed[1]["name"] == "127.0.0.1/tlog"
    text = http.get("/keys", headers={"Accept": "text/plain"}).text
    assert text.split() == [one["key"] for one in listed]
    assert all(read_key(key).kind != COSIGNATURE for key in text.split())


def test_a_ruling_after_the_end_gives_another_proof(http: httpx.Client, house: House) -> None:
    table = brought(house, http, played("gluck-auf"))
    before = table.get("/replay").content
    note = {"type": "table_note", "text": "seen"}
    assert http.post(table.path("/actions"), json=note, headers=house.organizer).status_code == 201
    assert table.get("/replay").content != before
    table.until_proven()
    after = json.loads(table.get("/replay").content.splitlines()[-1])["proof"]
    assert after != json.loads(before.splitlines()[-1])["proof"]


@pytest.mark.parametrize("game", ["gluck-auf", "kartenspiel", "schichtwechsel"])
def test_in_the_archive_replay_and_proof_are_the_same_bytes(
    http: httpx.Client, house: House, game: str
) -> None:
    table = brought(house, http, played(game, luck=random.Random(game).randrange(99)))
    asked = ("/replay", "/proof", "/proof?version=1", "/audit")
    before = {part: table.get(part) for part in asked if part != "/proof?version=1"}
    archived(house, table)
    for part, answer in before.items():
        again = table.get(part)
        assert (again.content, again.headers["ETag"]) == (answer.content, answer.headers["ETag"])
    assert table.get("/proof?version=1").status_code == 200
    assert table.get("/audit").json()["verdicts"]["log"]["verdict"] == "holds"
