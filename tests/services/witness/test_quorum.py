"""A log with a quorum of two: two real witnesses, one that is away and one that lies."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from infra import log_key
from infra.known_keys import read_key
from infra.witness_addresses import WitnessAddress
from replays.checkpoint import Signer, VerifierKey
from replays.entry import sha256
from replays.tlog.leaf import Leaf
from replays.tlog.note import Note, witness_key
from replays.tlog.proof import Proof
from replays.tlog.tree_head import TreeHead
from replays.verify import verify
from tests.services.api.archive import brought, played
from tests.services.api.house import House
from tests.services.api.table import Table
from tests.services.api.test_operators import wrong
from tests.services.witness.lying import lying_witness
from tests.services.witness.processes import RunningWitness, witness
from tests.waiting import eventually

AWAY = Signer("away.example", Ed25519PrivateKey.from_private_bytes(bytes(31) + b"\x04"))


class WitnessedHouse:
    """Its worker asks four witnesses, of whom two are honest and there."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.house = House(folder / "house")
        stack.callback(self.house.close)
        self.log = log_key.load_or_create(self.house.data, self.house.settings.wanted_origin).key
        self._folder, self._stack = folder, stack
        self.honest = [self.start_witness(name) for name in ("one", "two")]
        nobody = stack.enter_context(socket.socket())
        nobody.bind(("127.0.0.1", 0))
        known = [WitnessAddress(one.url, one.key) for one in self.honest]
        away = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        known += [
            WitnessAddress(away, witness_key(AWAY)),
            stack.enter_context(lying_witness()),
        ]
        asked = ",".join(f"{one.url}={one.key}" for one in known)
        self.house.start_worker(witnesses=asked, witness_quorum="2")
        self.house.start_worker("audits")
        self.api = self.house.open_api()

    def start_witness(self, name: str, port: int = 0) -> RunningWitness:
        options = ("--name", f"{name}.example")
        running = witness(self._folder / name, *options, log=self.log, port=port)
        return self._stack.enter_context(running)

    def checkpoint(self) -> Note | None:
        answer = httpx.get(f"{self.api.url}/tlog/checkpoint", timeout=30)
        return Note.parse(answer.text) if answer.status_code == 200 else None

    def size(self) -> int:
        note = self.checkpoint()
        return TreeHead.parse(note.text).size if note else 0

    def warnings(self) -> str:
        found: list[str] = httpx.get(f"{self.api.url}/health/ready", timeout=30).json()["warnings"]
        return " ".join(found)

    def keys(self, use: str) -> list[VerifierKey]:
        listed = self.api.http.get("/keys").json()["keys"]
        return [read_key(one["key"]) for one in listed if one["use"] == use]

    def is_proven(self, table: Table) -> bool:
        return table.get("/proof?version=1").status_code == 200


@pytest.fixture
def witnessed(tmp_path: Path) -> Iterator[WitnessedHouse]:
    with ExitStack() as stack:
        yield WitnessedHouse(tmp_path, stack)


def test_both_are_counted_and_without_one_of_them_nobody_sees_a_new_head(
    witnessed: WitnessedHouse,
) -> None:
    one, two = witnessed.honest
    table = brought(witnessed.house, witnessed.api.http, played("gluck-auf"))
    expect_two_cosignatures(witnessed)
    expect_two_witnesses_counted(witnessed, table)

    two.kill()
    before = witnessed.checkpoint()
    unseen = Table.open(witnessed.api.http)
    eventually(lambda: "1 witnesses cosigned" in witnessed.warnings(), 60)
    assert "2 must, so nobody sees it yet; start the others" in witnessed.warnings()
    finding = wrong(witnessed.house.data)["transparency log"]
    assert "witnesses cosigned the newest head, and 2 must" in finding.said
    assert finding.mend.startswith("start the others")
    assert witnessed.checkpoint() == before
    assert unseen.get("/proof?version=1").json()["code"] == "not_yet_signed"

    witnessed.start_witness("two", int(two.url.rpartition(":")[2]))
    eventually(lambda: witnessed.is_proven(unseen), 60)
    eventually(lambda: "cosigned" not in witnessed.warnings(), 60)
    expect_two_cosignatures(witnessed)
    assert one.process.poll() is None


def expect_two_cosignatures(witnessed: WitnessedHouse) -> None:
    """The honest ones' and no others, also none that does not hold."""
    note = witnessed.checkpoint()
    assert note
    assert set(note.signed_by([witnessed.log])) == {witnessed.log}
    honest = {one.key for one in witnessed.honest}
    assert len(witnessed.keys("witness")) == 4
    assert set(note.signed_by(witnessed.keys("witness"))) == honest
    assert len(note.signatures) == 3


def expect_two_witnesses_counted(witnessed: WitnessedHouse, table: Table) -> None:
    logs, witnesses = witnessed.keys("log"), witnessed.keys("witness")
    first = table.get("/log").content.splitlines()[0]
    entry = Leaf(f"game/{table.id}", 1, sha256(first)).entry()
    found = Proof.parse(table.get("/proof?version=1").text).check(entry, logs, witnesses)
    assert (found.included, found.witnesses) == (True, 2)
    verdict = verify(table.get("/replay").content, [*logs, *witnesses]).verdicts["log"]
    assert verdict.verdict == "holds"
    assert verdict.facts == {"log": "127.0.0.1/tlog", "witnesses": 2}
