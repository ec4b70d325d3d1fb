"""`/scored-now`: what it would be if it were scored, entry by entry, and its turning points."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import httpx
import pytest

from replays.history import History
from replays.samples import samples
from tests.services.api.house import House
from tests.services.api.importing import imported
from tests.services.api.patches import patched
from tests.services.api.table import Json, Table

SAMPLES = dict(samples())
OF_ALL = {"lead", "delivery", "scoring"}
KINDS = {
    "gluck_auf/two-players": {*OF_ALL, "majority", "look"},
    "gluck_auf/with-a-clock-and-rulings": {*OF_ALL, "majority", "look", "ruling"},
    "gluck_auf/coal-shortage": {"lead", "scoring", "majority", "look", "shortage"},
    "kartenspiel/every-kind-of-event": {*OF_ALL, "look"},
    "schichtwechsel/chain-of-decisions": {*OF_ALL, "goal"},
}


def whole(answer: Json) -> Iterator[tuple[int, Any]]:
    """Every entry that is told, with all that stands after it."""
    now: Any = None
    for entry in answer["entries"]:
        now = patched(deepcopy(now), entry["patch"]) if "patch" in entry else entry["scored"]
        yield entry["version"], now


def turning_points(answer: Json) -> list[Json]:
    return [point for entry in answer["entries"] for point in entry.get("turning_points", [])]


@pytest.mark.parametrize("sample", KINDS)
def test_one_answer_tells_a_whole_game(house: House, http: httpx.Client, sample: str) -> None:
    history = History(SAMPLES[sample])
    imported(house, SAMPLES[sample])
    answer = http.get(f"/games/{history.game_id}/scored-now?all=true&lang=en").json()
    assert (answer["version"], answer["next"]) == (len(history.lines), None)
    found = turning_points(answer)
    assert {point["kind"] for point in found} == KINDS[sample]
    assert all(point["text"] for point in found)
    *_, (_, last) = whole(answer)
    view = http.get(f"/games/{history.game_id}/state").json()
    final = [player["points"] for player in view["players"]]
    assert (last["tables"], last["totals"], last["points"]) == ([], final, final)


def test_a_part_of_it_says_the_same(finished: Table) -> None:
    everything = dict(whole(finished.get("/scored-now").json()))
    answer = finished.get("/scored-now?from=30&to=45").json()
    assert answer["next"] is None
    assert {version: everything.get(version, now) for version, now in whole(answer)} == dict(
        whole(answer)
    )
    after = [point for point in turning_points(answer) if point["kind"] == "majority"]
    assert after == [
        point
        for point in turning_points(finished.get("/scored-now").json())
        if point["kind"] == "majority" and 30 <= int(point["at"]) <= 45
    ]


def test_a_long_game_is_told_in_parts(finished: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.api.calls.scored_now.MOST_VERSIONS", 40)
    answer = finished.get("/scored-now?seat=1&lang=de").json()
    assert answer["next"] == f"/api/v1/games/{finished.id}/scored-now?from=41&lang=de&seat=1"
    assert [version for version, _ in whole(answer)][-1] <= 40


def test_in_the_middle_of_an_entry_it_is_told_for_those_who_ask(finished: Table) -> None:
    plain = finished.get("/scored-now?from=1&to=30&all=true").json()
    asked = finished.get("/scored-now?from=1&to=30&all=true&events=true").json()
    assert asked["next"].endswith("scored-now?from=21&to=30&lang=en&all=true&events=true")
    told = [entry for entry in asked["entries"] if "events" in entry]
    assert not any("events" in entry for entry in plain["entries"])
    standings = dict(whole(plain))
    middle = [(entry["version"], event) for entry in told for event in entry["events"]]
    assert all(event["at"].startswith(f"{version}.") for version, event in middle)
    # An entry that changes what would be scored has changed it, or will, by one of its events.
    assert any(event["scored"] == standings.get(version) for version, event in middle)
    assert any(event["scored"] != standings.get(version) for version, event in middle)


def test_what_is_hidden_is_null(house: House, http: httpx.Client) -> None:
    game = History(SAMPLES["gluck_auf/two-players"]).game_id
    imported(house, SAMPLES["gluck_auf/two-players"])
    public, own, together = (
        just_before_scoring(http, game, query) for query in ("", "?seat=1", "?all=true")
    )
    assert public["totals"] == own["totals"] == [None, None]
    assert None not in together["totals"]
    known = counts_of(together, "coal-black")
    assert counts_of(public, "coal-black") == [None, None]
    assert counts_of(own, "coal-black") == [None, known[1]]


def just_before_scoring(http: httpx.Client, game: str, query: str) -> Json:
    settled = http.get(f"/games/{game}/scorings").json()["scorings"][-1]["version"]
    told = whole(http.get(f"/games/{game}/scored-now{query}").json())
    *_, last = (standing for version, standing in told if version < settled)
    return dict(last)


def counts_of(standing: Json, element: str) -> list[int | None]:
    elements = (one for table in standing["tables"] for one in table["elements"])
    return next(one["counts"] for one in elements if one["element"] == element)


def test_what_all_see_together_is_told_when_the_game_is_over(table: Table, house: House) -> None:
    for part in ("scored-now", "frames"):
        for seat in (None, 0):
            refused = table.get(f"/{part}?all=true", seat)
            assert (refused.status_code, refused.json()["code"]) in (
                (401, "token_needed"),
                (403, "seat_forbidden"),
            )
        organizer = table.http.get(table.path(f"/{part}?all=true"), headers=house.organizer)
        assert organizer.status_code == 200


def test_all_eyes_are_one_answer(finished: Table) -> None:
    """What the public does not see, from who does."""
    together = finished.get("/frames?from=20&to=30&all=true").json()["frames"]
    seats = [finished.get(f"/frames?from=20&to=30&seat={seat}").json()["frames"] for seat in (0, 1)]
    own = [frames[0]["view"]["players"][seat] for seat, frames in enumerate(seats)]
    assert together[0]["view"]["players"] == own
    for frame, *of_seats in zip(together, *seats, strict=True):
        assert frame["text"] == max((one["text"] for one in of_seats), key=len)


def test_it_is_not_sent_twice(finished: Table) -> None:
    first = finished.get("/scored-now?lang=hu")
    again = finished.http.get(
        finished.path("/scored-now?lang=hu"), headers={"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304
    assert finished.get("/scored-now?lang=hu&all=true").headers["ETag"] != first.headers["ETag"]


def test_sentences_are_in_the_language_of_the_caller(finished: Table) -> None:
    said = {
        json.dumps(turning_points(finished.get(f"/scored-now?lang={language}").json()))
        for language in ("en", "de", "hu")
    }
    assert len(said) == 3


def test_beyond_the_end(table: Table) -> None:
    assert table.get("/scored-now?from=2").json()["code"] == "moment_unknown"
