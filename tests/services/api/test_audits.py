"""Audits by the real worker: of games and of uploaded files."""

import httpx
import pytest

from domain.kernel.texts import LANGUAGES
from replays.reasons import SENTENCES
from replays.samples import samples
from tests.services.api.house import House
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
            assert deal["reason"] == SENTENCES["deal.sealed"][language]
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
