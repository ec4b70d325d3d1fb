"""Uploaded files watched: the file's own moments, as far as they can be followed."""

import json
from typing import Any

import httpx
import pytest

from domain.kernel.texts import LANGUAGES
from infra.game_log import Imported
from replays.file import read_replay
from replays.samples import samples
from services.api import watched_files
from services.exporting import Importable, import_game
from services.worker.confined import Limits
from tests.replays.forging import Entry, at_version, forge, forge_with_our_key
from tests.services.api.house import House
from tests.services.api.importing import imported, with_resources
from tests.waiting import eventually

SAMPLES = dict(samples())
WHOLE = SAMPLES["gluck_auf/two-players"]
LATEST = {name.partition("/")[0]: name for name in SAMPLES}
"""One sample per game."""
TABLE = "gluck_auf/with-a-clock-and-rulings"
"""What is taken back in it must be taken back in the file, too."""
OTHER = "gluck_auf/shared-victory"
"""A game that no other test has on the server."""
FIVE, NINE = b'"vp":5,"cubes_returned"', b'"vp":9,"cubes_returned"'
DELIVERED, PLACED = 13, "workers_placed"


def judged(http: httpx.Client, data: bytes) -> str:
    sent = http.post("/audits", content=data)
    here = f"/audits/{sent.json()['id']}"
    eventually(lambda: http.get(here).status_code == 200, 60)
    return here


def game_of(data: bytes) -> str:
    named: str = json.loads(data.splitlines()[0])["game"]
    return named


@pytest.mark.parametrize("name", [*LATEST.values(), TABLE])
def test_a_sound_file_answers_whatever_the_game_itself_answers(
    http: httpx.Client, house: House, name: str
) -> None:
    imported(house, SAMPLES[name])
    file, game = judged(http, SAMPLES[name]), f"/games/{game_of(SAMPLES[name])}"
    for question in (
        "/frames?from=1&to=30&lang=de",
        "/frames?from=35&to=120&seat=1&lang=hu",
        "/state",
        "/state?at=20.1",
        "/state?at=33&seat=0",
        "/scorings?lang=en",
        "/scored-now?lang=de&all=true",
        "/scored-now?from=20&to=40&seat=1&lang=en",
        "/frames?from=3&to=9&all=true&lang=en",
        "/catalog",
    ):
        of_file = http.get(file + question)
        assert of_file.status_code == 200, question
        assert of_file.json() == http.get(game + question).json(), question
        again = http.get(file + question, headers={"If-None-Match": of_file.headers["ETag"]})
        assert again.status_code == 304
    same = ("id", "game", "version", "status", "seats", "winners", "places", "options", "finished")
    summaries = http.get(f"{file}/game").json(), http.get(game).json()
    assert [summaries[0][part] for part in same] == [summaries[1][part] for part in same]
    following = http.get(f"{file}/frames?lang=en").json()["next"]
    assert following.startswith(f"/api/v1{file}/frames?from=101&")


def points(frames: list[dict[str, Any]]) -> int:
    """Of the player who delivers, at the end of the entry."""
    [first, *others] = frames
    seen = {step["path"]: step.get("value") for frame in others for step in frame["patch"]}
    found: int = seen.get("/players/1/points", first["view"]["players"][1]["points"])
    return found


def test_a_changed_file_shows_its_own_moments_and_both_sides(
    http: httpx.Client, house: House
) -> None:
    imported(house, WHOLE)
    file = judged(http, WHOLE.replace(FIVE, NINE, 1))
    there = [http.get(f"{file}/state?at={at}").json() for at in (DELIVERED - 1, DELIVERED)]
    won = [state["players"][1]["points"] for state in there]
    assert won[1] - won[0] == 9
    assert http.get(f"/games/{game_of(WHOLE)}/state?at={DELIVERED}").json() != there[1]
    assert http.get(f"{file}/game").json()["version"] == 91
    for language in LANGUAGES:
        sides = http.get(f"{file}/versus?lang={language}").json()
        assert (sides["version"], sides["event"], sides["refusal"]) == (DELIVERED, 2, None)
        assert points(sides["recorded"]) - points(sides["rules"]) == 4
        told = [sides[side][1]["text"] for side in ("recorded", "rules")]
        assert ("9" in told[0], "5" in told[1]) == (True, True)


def test_a_file_has_pictures_of_its_own(http: httpx.Client) -> None:
    file = judged(http, WHOLE.replace(FIVE, NINE, 1))
    drawn = http.get(f"{file}/picture?at={DELIVERED}&lang=de&all=true")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    told = http.get(f"{file}/frames?from={DELIVERED}&to={DELIVERED}&lang=de").json()["frames"]
    assert told[1]["text"] in drawn.text
    again = http.get(
        f"{file}/picture?at={DELIVERED}&lang=de&all=true",
        headers={"If-None-Match": drawn.headers["ETag"]},
    )
    assert again.status_code == 304
    small = http.get(f"{file}/picture.png?at={DELIVERED}&width=160").content
    assert small.startswith(b"\x89PNG")
    for question, code in {"?at=1.0": "moment_unknown", "?at=999": "moment_unknown"}.items():
        assert http.get(f"{file}/picture{question}").json()["code"] == code
    unreadable = judged(http, b"Dear organizer,\n")
    assert http.get(f"{unreadable}/picture").json()["code"] == "audit_unwatchable"


def test_a_game_whose_log_parts_from_the_rules_shows_both_sides(
    http: httpx.Client, house: House
) -> None:
    """No import takes it; somebody who has the server and its key could write it."""

    def one_more(lines: list[Entry]) -> None:
        events = (event for line in lines for event in line.get("events", ()))
        next(event for event in events if "cubes_returned" in event)["vp"] += 1

    forged = read_replay(forge_with_our_key(SAMPLES[OTHER], one_more))
    assert forged.header
    assert forged.footer
    came = Imported(len(forged.entries), forged.footer_line.decode(), forged.footer.key, True)
    game = Importable(forged.header, forged.entries, came, is_over=True)
    with_resources(house, lambda resources: import_game(resources, game))
    here = f"/games/{forged.header.game}/audit"
    eventually(lambda: http.get(here).status_code == 200, 60)
    assert http.get(here).json()["verdicts"]["rules"]["verdict"] == "broken"
    sides = http.get(f"{here}/versus").json()
    assert len(sides["recorded"]) == len(sides["rules"])
    told = [sides[side][sides["event"] - 1]["text"] for side in ("recorded", "rules")]
    assert told[0] != told[1]


def test_what_the_fold_does_not_take_is_told_all_the_same(http: httpx.Client) -> None:
    """Das große Kartenspiel stops at a contradiction; what stands there is still a sentence."""

    def one_more(lines: list[Entry]) -> None:
        placed = [e for line in lines for e in line.get("events", ()) if e["type"] == PLACED]
        placed[20]["total"] += 1

    file = judged(http, forge(SAMPLES["kartenspiel/beyond-90-points"], one_more))
    sides = http.get(f"{file}/versus").json()
    assert sides["recorded"][0]["text"] != sides["rules"][0]["text"]
    assert len(sides["recorded"]) == len(sides["rules"])
    assert http.get(f"{file}/game").json()["version"] == sides["version"] - 1


def test_what_the_rules_refuse_is_said_with_the_rule(http: httpx.Client) -> None:
    def by_another(lines: list[Entry]) -> None:
        next(line for line in lines if line.get("v") == DELIVERED)["by"] = 0

    sides = http.get(f"{judged(http, forge(WHOLE, by_another))}/versus?lang=de").json()
    assert sides["rules"] == []
    assert sides["refusal"]["code"] == "not_your_turn"
    assert "not_your_turn" not in sides["refusal"]["text"]
    assert sides["refusal"]["rule_url"].startswith("/api/v1/rules/gluck-auf/text#")


def test_a_file_is_shown_as_far_as_it_can_be_followed(http: httpx.Client) -> None:
    lines = WHOLE.splitlines(keepends=True)
    lines[at_version(WHOLE, 40)] = b'{"v":40,"nonsense":1}\n'
    file = judged(http, b"".join(lines))
    assert http.get(f"{file}/game").json()["version"] == 39
    assert http.get(f"{file}/frames?from=30").json()["version"] == 39
    for question, code in {
        "/frames?from=40": "moment_unknown",
        "/state?at=40": "moment_unknown",
        "/state?at=39.99": "moment_unknown",
        "/state?at=1&seat=7": "seat_unknown",
    }.items():
        answer = http.get(file + question)
        assert (question, answer.status_code, answer.json()["code"]) == (question, 404, code)
    assert http.get(f"{file}/state?at=x").json()["code"] == "moment_invalid"
    assert http.get(f"{file}/versus").status_code == 204


def test_what_cannot_be_shown_is_refused_and_what_is_not_there_unknown(http: httpx.Client) -> None:
    file = judged(http, b"Dear organizer,\n")
    answer = http.get(f"{file}/frames")
    assert (answer.status_code, answer.json()["code"]) == (422, "audit_unwatchable")
    for unknown in ("0" * 32, "x", "..%2f..%2fidentity"):
        answer = http.get(f"/audits/{unknown}/frames")
        assert answer.status_code == 404


def test_an_event_that_makes_something_out_of_nothing_is_the_last_that_is_shown(
    http: httpx.Client,
) -> None:
    file = judged(
        http, WHOLE.replace(b'"cubes_returned":{"black":1}', b'"cubes_returned":{"black":99}', 1)
    )
    assert http.get(f"{file}/game").json()["version"] == DELIVERED
    [*_, last] = http.get(f"{file}/frames").json()["frames"]
    assert last["at"] == f"{DELIVERED}.2"


def test_a_file_that_takes_long_on_a_busy_machine_may_be_asked_for_again(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = judged(http, WHOLE)
    monkeypatch.setattr(watched_files, "LIMITS", Limits(0.0001, 2**29))
    answer = http.get(f"{file}/state")
    assert (answer.status_code, answer.json()["code"]) == (503, "files_busy")
    assert answer.headers["Retry-After"]
