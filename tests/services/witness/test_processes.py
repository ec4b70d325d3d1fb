"""A witness as a process: what it answers, two on one folder, many at once, killed at any point."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from replays.tlog.note import Note
from replays.tlog.tree_head import TreeHead
from replays.tlog.witness_request import LONGEST, WitnessRequest
from tests.services.cli.running import as_a_process, schichtbuch
from tests.services.witness.dishonest_log import BRANCHES, LARGEST, LOG, STRANGER, ask, head, signed
from tests.services.witness.processes import witness

KILLED_WHEN_SIGNING = """
import os, services.witness.witness as module
module.cosign = lambda *_: os.kill(os.getpid(), 9)
"""
KILLED_BEFORE_STORING = """
import os
os.replace = lambda *_: os.kill(os.getpid(), 9)
"""


def test_every_answer_of_the_specification(tmp_path: Path) -> None:
    with witness(tmp_path / "w", "--name", "w.example") as one:
        assert one.key.name == "w.example"
        assert one.http.get("/").text == f"{one.key}\n"
        first = one.ask(ask(0, 5))
        assert first.headers["content-type"].startswith("text/plain")
        assert one.cosigned(ask(0, 5), first).time > 1_700_000_000

        conflict = one.ask(ask(0, 9))
        assert (conflict.status_code, conflict.text) == (409, "5\n")
        assert conflict.headers["content-type"] == "text/x.tlog.size"

        unknown = WitnessRequest(0, (), signed(head(5, 0, "other.example").text()))
        refused = {
            400: [b"", b"old 5\n", b"old 05\n\n" + str(signed(head(9).text())).encode(), b"\xff"],
            403: [ask(5, 9, 0, STRANGER).body()],
            404: [unknown.body()],
            413: [b"old 5\n\n" + b"x" * LONGEST],
            422: [
                ask(5, 5, 1).body(),  # the same size with another root
                ask(5, 9, 1).body(),
                WitnessRequest(5, (), ask(5, 9).checkpoint).body(),
                WitnessRequest(5, (bytes(32),) * 63, ask(5, 9).checkpoint).body(),
            ],
        }
        refused[400].append(WitnessRequest(9, (), ask(5, 5).checkpoint).body())
        refused[400].append(WitnessRequest(5, (bytes(32),) * 64, ask(5, 9).checkpoint).body())
        for status, bodies in refused.items():
            assert [one.post(body).status_code for body in bodies] == [status] * len(bodies)
        assert one.http.get("/add-checkpoint").status_code == 405
        assert one.http.post("/other").status_code == 404

        assert one.ask(ask(5, 9)).status_code == 200
        assert one.ask(ask(9, 9)).status_code == 200


def test_one_process_per_folder(tmp_path: Path) -> None:
    state = tmp_path / "w"
    again = ("witness", "--listen", "127.0.0.1:0", "--log", str(LOG.key), "--state", str(state))
    with witness(state):
        said = as_a_process(*again, data=tmp_path, expect=1)
    assert "in use by another witness" in said
    assert (state / "witness-key.pem").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--log", "x"), "a key is written name+id+base64"),
        (("--log", str(LOG.key), "--listen", "7380"), "write it as HOST:PORT"),
        (("--log", str(LOG.key), "--listen", "::1:80"), "write it as HOST:PORT"),
        (("--log", str(LOG.key), "--listen", "h:99999"), "write it as HOST:PORT"),
        (("--log", str(LOG.key), "--name", "a b"), "no spaces and no +"),
        ((), "Missing option '--log'"),
    ],
)
def test_wrong_use(options: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in schichtbuch("witness", *options, data=tmp_path, expect=2)


def test_many_at_once(tmp_path: Path) -> None:
    """Every branch at every size, all at the same time: what was cosigned is one chain."""
    asked = [
        ask(old, size, on)
        for on in BRANCHES
        for old, size in pairwise(range(0, LARGEST + 1, 3))
        for _ in range(2)
    ]
    with witness(tmp_path / "w") as one, ThreadPoolExecutor(12) as threads:
        for _ in range(3):  # a request that came too early gets its turn
            answers = list(threads.map(one.ask, asked))
            assert {answer.status_code for answer in answers} <= {200, 409, 422}
            taken = [r.head for r, a in zip(asked, answers, strict=True) if a.status_code == 200]
            of_size: dict[int, set[TreeHead]] = {}
            for cosigned in taken:
                of_size.setdefault(cosigned.size, set()).add(cosigned)
            assert all(len(heads) == 1 for heads in of_size.values())
        answer = one.ask(WitnessRequest(0, (), signed(head(1).text())))
        assert answer.status_code == 409
        final = int(answer.text)
        assert final >= 3


def test_killed_between_storing_and_answering(tmp_path: Path) -> None:
    """The log does not get its answer; the witness remembers, and never takes another one."""
    state = tmp_path / "w"
    with witness(state) as one:
        assert one.ask(ask(0, 5)).status_code == 200
    with witness(state, before=KILLED_WHEN_SIGNING) as dying, pytest.raises(httpx.HTTPError):
        dying.ask(ask(5, 9))
    with witness(state) as one:
        assert one.ask(ask(5, 9, 5)).text == "9\n"
        assert one.ask(ask(9, 9, 5)).status_code == 422
        assert one.ask(ask(9, 9)).status_code == 200


def test_killed_before_storing(tmp_path: Path) -> None:
    state = tmp_path / "w"
    with witness(state) as one:
        assert one.ask(ask(0, 5)).status_code == 200
    with witness(state, before=KILLED_BEFORE_STORING) as dying, pytest.raises(httpx.HTTPError):
        dying.ask(ask(5, 9))
    with witness(state) as one:
        assert one.ask(ask(9, 12)).text == "5\n"
        assert one.ask(ask(5, 9)).status_code == 200


def test_what_is_kept_is_the_log_s_own_word(tmp_path: Path) -> None:
    """Without the signatures of strangers, which could fill the disk."""
    state = tmp_path / "w"
    request = ask(0, 5)
    text = request.checkpoint.text
    strange = request.checkpoint.with_signatures(signed(text, STRANGER).signatures)
    with witness(state) as one:
        assert one.ask(WitnessRequest(0, (), strange)).status_code == 200
    (kept,) = state.glob("*.checkpoint")
    assert Note.parse(kept.read_text()) == request.checkpoint
