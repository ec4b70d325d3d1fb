"""What other programs show of a link: title, sentence and picture of exactly that moment."""

import re
from html import unescape

import httpx

from tests.services.api.table import Json, Table

TAG = re.compile(r'<meta (?:property="og:|name=")([a-z:_]+)" content="([^"]*)">')


def tags(http: httpx.Client, path: str, **headers: str) -> dict[str, str]:
    page = http.get(str(http.base_url.join(path)), headers=headers)
    assert page.status_code == 200
    return {name: unescape(said) for name, said in TAG.findall(page.text)}


def told(table: Table, at: str, language: str) -> str:
    version, event = at.split(".")
    query = f"/frames?from={version}&to={version}&lang={language}"
    frames: list[Json] = table.get(query).json()["frames"]
    return str(frames[int(event) - 1]["text"])


def test_a_link_shows_its_moment(finished: Table) -> None:
    http = finished.http
    found = tags(http, f"/games/{finished.id}?at=20.1&lang=hu&as=1")
    assert found["title"] == "Anna, Béla · Glück Auf"
    assert found["description"] == found["image:alt"] == told(finished, "20.1", "hu")
    assert found["url"].endswith(f"/games/{finished.id}?at=20.1&lang=hu&as=1")
    assert found["locale"] == "hu_HU"
    shown = http.get(found["image"])
    assert shown.content == finished.get("/picture.png?at=20.1&lang=hu&seat=1").content
    assert shown.headers["content-type"] == found["image:type"] == "image/png"


def test_a_link_may_show_what_all_see_together(finished: Table) -> None:
    found = tags(finished.http, f"/games/{finished.id}?at=20.1&as=all&lang=en")
    assert found["url"].endswith("as=all")
    drawn = finished.http.get(found["image"]).content
    assert drawn == finished.get("/picture.png?at=20.1&lang=en&all=true").content


def test_without_a_moment_it_is_the_last_one(finished: Table) -> None:
    last = finished.summary()["version"]
    for query in ("", "?at=soon", "?at=99999", "?at=0", "?as=9&lang=xx", "?at=1.99999&as=7"):
        found = tags(finished.http, f"/games/{finished.id}{query}")
        assert f"picture.png?at={last}." in found["image"]
        assert "seat=" not in found["image"]


def test_the_reader_s_language_is_told_if_the_link_names_none(finished: Table) -> None:
    found = tags(finished.http, f"/games/{finished.id}?at=20.1", **{"Accept-Language": "de"})
    assert found["description"] == told(finished, "20.1", "de")


def test_a_running_game_is_shown_as_the_public_sees_it(looked: tuple[Table, int]) -> None:
    table, seat = looked
    last = table.summary()["version"]
    found = tags(table.http, f"/games/{table.id}?at={last}.1&as={seat}")
    assert found["description"] == told(table, f"{last}.1", "en")
    assert "seat" not in found["image"]


def test_the_start_page_shows_a_game_that_is_over(finished: Table) -> None:
    found = tags(finished.http, "/?lang=de")
    assert found["title"] == "Schichtbuch"
    assert found["description"].startswith("Das Schichtbuch")
    assert "picture.png?lang=de" in found["image"]


def test_a_strange_host_is_nowhere_in_the_page(table: Table) -> None:
    found = tags(table.http, f"/games/{table.id}", Host="long" * 99)
    assert found["description"]
    assert not {"image", "url"} & {*found}


def test_no_tags_of_no_game(http: httpx.Client) -> None:
    assert "title" not in tags(http, "/games/nowhere")
