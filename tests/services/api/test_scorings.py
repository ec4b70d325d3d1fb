"""Settlements, element by element."""

import msgspec

from tests.services.api.table import Table


def test_every_settlement_is_told(finished: Table) -> None:
    scorings = finished.get("/scorings?lang=de").json()["scorings"]
    lines = [msgspec.json.decode(line) for line in finished.get("/log").content.splitlines()]
    settled = [line for line in lines if line["action"]["type"] == "settle"]
    assert [scoring["version"] for scoring in scorings] == [line["v"] for line in settled]
    assert [[told["event"] for told in scoring["events"]] for scoring in scorings] == [
        line["events"] for line in settled
    ]
    assert all(told["text"] for scoring in scorings for told in scoring["events"])


def test_a_new_game_has_none(table: Table) -> None:
    assert table.get("/scorings").json() == {"version": 1, "scorings": []}


def test_every_settlement_is_there_as_data(finished: Table) -> None:
    for scoring in finished.get("/scorings?lang=de").json()["scorings"]:
        assert scoring["title"].startswith("Schichtwertung")
        assert scoring["tables"]
        for table in scoring["tables"]:
            columns = zip(*(one["points"] for one in table["elements"]), strict=True)
            assert table["points"] == [sum(points) for points in columns]
            assert all(one["name"] and one["why"] for one in table["elements"])
        assert all(1 <= note <= len(scoring["events"]) for note in scoring["notes"])
