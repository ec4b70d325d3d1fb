"""Tournaments in the transparency log: their entries, their bundles, and deals under an embargo."""

from io import BytesIO
from zipfile import ZipFile

import httpx
import pytest

from infra.known_keys import read_key
from replays.checkpoint import VerifierKey
from replays.entry import sha256
from replays.leaves import leaves_of
from replays.tlog.leaf import Leaf
from replays.tlog.proof import Proof
from replays.tournaments.verify import verify_bundle
from services.api.http.links import PREFIX
from tests.services.api.events import Event
from tests.services.api.house import House
from tests.services.api.served_log import ServedLog
from tests.services.api.table import Table
from tests.waiting import eventually


@pytest.fixture(scope="module")
def served(http: httpx.Client) -> ServedLog:
    return ServedLog(str(http.base_url).replace(f"{PREFIX}/", ""))


def known_keys(http: httpx.Client) -> list[VerifierKey]:
    return [read_key(one["key"]) for one in http.get("/keys").json()["keys"]]


def versions(served: ServedLog, table: Table) -> list[int]:
    return [leaf.version for leaf in served.leaves_of(f"game/{table.id}")]


def until_later_is_signed(served: ServedLog, http: httpx.Client) -> None:
    """Whatever was noted before has been looked at then."""
    later = Table.open(http)
    eventually(lambda: versions(served, later) == [1], 60)


def test_games_with_an_embargoed_deal_have_their_first_leaf_only_until_it_is_free(
    house: House, http: httpx.Client, served: ServedLog
) -> None:
    event = Event.create(house, http, 4, deals="duplicate")
    tables = over, playing = event.begin_round([1, 2], [3, 4])
    eventually(lambda: [versions(served, table) for table in tables] == [[1], [1]], 60)
    event.adjudicate(over)
    until_later_is_signed(served, http)
    assert [versions(served, table) for table in tables] == [[1], [1]]
    event.end(playing)
    for table in tables:
        lines = table.get("/log").content.splitlines()
        wanted = leaves_of("game", table.id, 1, lines)
        assert len(wanted) > 1
        eventually(lambda of=table, all=wanted: served.leaves_of(f"game/{of.id}") == all, 60)  # type: ignore[misc]


@pytest.fixture(scope="module")
def ended(house: House, http: httpx.Client) -> Event:
    """After one round of two tables."""
    event = Event.create(house, http, 4)
    for table in event.begin_round([1, 2], [3, 4]):
        event.end(table)
    event.act("close_round")
    event.act("finish", reason="It is late.")
    return event


def proof(event: Event, query: str = "") -> httpx.Response:
    return event.http.get(event.path(f"/proof{query}"))


def test_every_entry_of_an_event_has_a_proof(
    http: httpx.Client, ended: Event, served: ServedLog
) -> None:
    lines = ended.log().splitlines()
    eventually(lambda: proof(ended, f"?version={len(lines)}").status_code == 200, 60)
    for version, line in enumerate(lines, 1):
        entry = Leaf(f"tournament/{ended.id}", version, sha256(line)).entry()
        found = Proof.parse(proof(ended, f"?version={version}").text)
        assert found.check(entry, known_keys(http)).included, version
    last = proof(ended)
    assert Proof.parse(last.text).check(entry, known_keys(http)).included
    again = http.get(ended.path("/proof"), headers={"If-None-Match": last.headers["ETag"]})
    assert again.status_code in (200, 304), "the head may have grown"
    assert len(served.leaves_of(f"tournament/{ended.id}")) == len(lines)


def test_what_has_no_proof_is_said(http: httpx.Client, ended: Event) -> None:
    beyond = proof(ended, f"?version={ended.version() + 1}")
    assert (beyond.status_code, beyond.json()["code"]) == (404, "moment_unknown")
    assert proof(ended, "?version=0").status_code == 400
    nowhere = http.get("/tournaments/nowhere/proof")
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "tournament_unknown")


def test_a_bundle_is_proven_as_a_whole(http: httpx.Client, ended: Event) -> None:
    keys = known_keys(http)

    def bundle() -> bytes:
        return http.get(ended.path("/bundle")).content

    eventually(lambda: verify_bundle(bundle(), keys).verdicts["log"].verdict == "holds", 60)
    whole = bundle()
    assert verify_bundle(whole).verdicts["log"].verdict == "cannot tell"
    games = [name for name in ZipFile(BytesIO(whole)).namelist() if name.startswith("games/")]
    assert len(games) == 2
    assert all(b',"proof":"' in ZipFile(BytesIO(whole)).read(name) for name in games)
