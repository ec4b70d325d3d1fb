"""Audits by the real worker: of games and of uploaded files."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from domain.kernel.texts import LANGUAGES, Language
from replays.reasons import SENTENCES
from replays.samples import samples
from services.audit_failure import SENTENCES as FAILURES
from services.audits import file_audit, game_audit
from tests.services.api.house import House, LiveApi
from tests.services.api.table import Table
from tests.waiting import eventually


def test_a_finished_game_is_audited_and_the_verdicts_last(finished: Table) -> None:
    eventually(lambda: finished.get("/audit").status_code == 200)
    answer = finished.get("/audit")
    assert answer.headers["Cache-Control"].endswith("immutable")
    assert {verdict["verdict"] for verdict in answer.json()["verdicts"].values()} == {"holds"}
    assert finished.get("/audit", if_none_match=answer.headers["ETag"]).status_code == 304


def test_a_running_game_is_audited_on_demand(table: Table) -> None:
    first = table.get("/audit")
    assert (first.status_code, first.headers["Retry-After"]) == (202, "1")
    eventually(lambda: table.get("/audit").status_code == 200)
    verdicts = table.get("/audit").json()["verdicts"]
    assert verdicts["chain"]["verdict"] == "holds"
    assert verdicts["deal"]["verdict"] == "cannot tell"


@pytest.mark.parametrize("verdict", ["holds", "broken"])
def test_an_uploaded_file_is_audited_and_a_forged_one_convicted(
    http: httpx.Client, verdict: str
) -> None:
    file = next(iter(samples()))[1]
    if verdict == "broken":
        file = file.replace(b'"count":1', b'"count":2', 1)
    headers = {"Content-Type": "application/octet-stream"}
    sent = http.post("/audits", content=file, headers=headers)
    assert sent.status_code == 202
    where = sent.json()["links"]["self"].removeprefix("/api/v1")
    eventually(lambda: http.get(where).status_code == 200)
    assert http.get(where).json()["verdicts"]["chain"]["verdict"] == verdict
    again = http.post("/audits", content=file, headers=headers)
    assert again.json()["id"] == sent.json()["id"]


def test_reasons_are_told_in_the_caller_s_language_and_kept_as_codes(table: Table) -> None:
    eventually(lambda: table.get("/audit").status_code == 200)
    for language in LANGUAGES:
        for answer in (
            table.get(f"/audit?lang={language}"),
            table.get("/audit", accept_language=f"{language};q=0.9, fr"),
        ):
            deal = answer.json()["verdicts"]["deal"]
            assert deal["code"] == "deal.sealed"
            assert deal["reason"] == SENTENCES[language]["deal.sealed"]
            assert answer.headers["Content-Language"] == language
            assert "Accept-Language" in answer.headers["Vary"]
    tags = {table.get(f"/audit?lang={language}").headers["ETag"] for language in LANGUAGES}
    assert len(tags) == len(LANGUAGES)


def test_audits_that_are_not_there(http: httpx.Client) -> None:
    for audit in ("x", "0" * 32, "é"):
        answer = http.get(f"/audits/{audit}")
        assert (answer.status_code, answer.json()["code"]) == (404, "audit_unknown")
    assert http.post("/audits", content=b"").status_code == 400


def test_an_upload_may_be_larger_than_an_action_but_not_endless(house: House) -> None:
    http = house.open_api(max_body=1000, max_upload=5000).http
    assert http.post("/audits", content=b"x" * 4000).status_code == 202
    answer = http.post("/audits", content=b"x" * 6000)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


MEBIBYTE = 1024 * 1024


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house without workers: what is sent there stays."""
    built = House(tmp_path_factory.mktemp("idle"))
    yield built
    built.close()


def with_quota(idle: House, folder: Path, **quota: Any) -> LiveApi:
    return idle.open_api(uploads=folder, **quota)


def fail(house: House, job_id: str) -> None:
    """As a worker does it."""
    with Redis.from_url(house.server.url) as redis:
        failure = b'{"code":"audit.too_long","facts":{"seconds":60}}'
        redis.set(f"schichtbuch:audit-failure:{{{job_id}}}", failure)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_audit_that_failed_says_why_instead_of_pending_for_ever(
    idle: House, language: Language
) -> None:
    http = idle.open_api().http
    table = Table.open(http)
    sent = http.post("/audits", content=f"no replay, but in {language}".encode())
    where = sent.json()["links"]["self"].removeprefix("/api/v1")
    assert http.get(where).status_code == table.get("/audit").status_code == 202
    fail(idle, file_audit(sent.json()["id"]).job_id)
    fail(idle, game_audit(table.id, 1).job_id)
    for answer in (http.get(f"{where}?lang={language}"), table.get(f"/audit?lang={language}")):
        assert answer.status_code == 200
        failed = answer.json()
        assert (failed["status"], failed["code"]) == ("failed", "audit.too_long")
        assert failed["reason"] == FAILURES[language]["audit.too_long"].format(seconds=60)
        assert failed["links"]["self"] == str(answer.url.path)
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Content-Language"] == language


def test_who_sends_a_file_again_has_it_tried_again(idle: House) -> None:
    http = idle.open_api().http
    audit_id = http.post("/audits", content=b"again").json()["id"]
    fail(idle, file_audit(audit_id).job_id)
    assert http.get(f"/audits/{audit_id}").json()["status"] == "failed"
    assert http.post("/audits", content=b"again").json()["id"] == audit_id
    assert http.get(f"/audits/{audit_id}").json()["status"] == "pending"


def test_one_address_may_have_only_so_much_waiting(idle: House, tmp_path: Path) -> None:
    http = with_quota(idle, tmp_path, uploads_quota_per_address=MEBIBYTE).http
    for number in range(4):
        assert http.post("/audits", content=bytes([number])).status_code == 202
    answer = http.post("/audits", content=b"one more")
    assert (answer.status_code, answer.json()["code"]) == (429, "uploads_too_many")
    assert int(answer.headers["Retry-After"]) >= 1
    assert len(list((tmp_path / "waiting").iterdir())) == 4


def test_all_together_may_have_only_so_much_waiting(idle: House, tmp_path: Path) -> None:
    http = with_quota(idle, tmp_path, uploads_quota=2 * MEBIBYTE).http
    assert http.post("/audits", content=bytes(MEBIBYTE + 1)).status_code == 202
    answer = http.post("/audits", content=bytes(MEBIBYTE))
    assert (answer.status_code, answer.json()["code"]) == (507, "uploads_full")
    assert "no room" in answer.json()["detail"]
    # Without a length in its header it is only seen as it arrives.
    answer = http.post("/audits", content=iter([bytes(MEBIBYTE)]))
    assert (answer.status_code, answer.json()["code"]) == (507, "uploads_full")
    assert len(list((tmp_path / "waiting").iterdir())) == 1


def test_nothing_of_an_upload_is_in_the_server_of_the_log(idle: House, tmp_path: Path) -> None:
    http = with_quota(idle, tmp_path).http
    with Redis.from_url(idle.server.url) as redis:
        before = redis.info("memory")["used_memory_dataset"]
        assert http.post("/audits", content=bytes(10 * MEBIBYTE)).status_code == 202
        assert redis.info("memory")["used_memory_dataset"] - before < MEBIBYTE
    [file] = (tmp_path / "waiting").iterdir()
    assert file.stat().st_size == 10 * MEBIBYTE


def test_an_upload_is_written_as_it_arrives(idle: House, tmp_path: Path) -> None:
    http = with_quota(idle, tmp_path).http
    piece = bytes(100_000)
    tracemalloc.start()
    try:
        assert http.post("/audits", content=(piece for _ in range(190))).status_code == 202
        assert tracemalloc.get_traced_memory()[1] < 6 * MEBIBYTE
    finally:
        tracemalloc.stop()


def test_a_folder_that_cannot_be_written_is_said_to_be_so(idle: House, tmp_path: Path) -> None:
    (tmp_path / "waiting").write_bytes(b"a file where the folder must be")
    answer = with_quota(idle, tmp_path).http.post("/audits", content=b"x")
    assert (answer.status_code, answer.json()["code"]) == (503, "uploads_unavailable")
