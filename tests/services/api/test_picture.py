"""Pictures: one file per moment and reader, the same as the boards of the pages draw it."""

import json
import os
import re
import struct
import time
import xml.etree.ElementTree as ET

import httpx
import msgspec
import pytest
import quickjs

from domain.kernel.texts import LANGUAGES
from domain.registry import GAMES
from replays.history import History
from replays.moment import Moment
from replays.samples import samples
from services.api.scenes import TOLD, sentence_of
from services.web.picture import drawing, made
from services.web.picture.drawing import png, svg_text
from services.web.picture.linking import NotLinkable, linked
from services.web.static_files import FILES
from services.worker.confined import Limits
from tests.services.api.table import Json, Table

SAMPLES = dict(samples())
MOMENTS = {
    "gluck_auf/four-players-beyond-100-points": ("1.1", "60.2"),
    "gluck_auf/two-players": ("40.2", None),
    "kartenspiel/three-players-one-beginner": ("150", None),
    "schichtwechsel/chain-of-decisions": ("120.3", None),
}
PAGE_ONLY = re.compile(r"var\(|light-dark|NaN|undefined|\[object|<script|href|<style|class=|data-")


def facts_of(name: str, at: str | None, seat: int | None = None, language: str = "en") -> Json:
    history = History(SAMPLES[name])
    moment = history.end if at is None else history.moment(Moment.parse(at))
    views = [
        history.game.view(history.state_at(one), seat, history.names)
        for one in (moment, history.moment(max(1, moment.version - 1)))
    ]
    view, before = json.loads(msgspec.json.encode(views))
    named = {"game": history.game.name, "language": language, "at": str(moment)}
    seen = {"view": view, "before": before, "catalog": history.catalog.named}
    return {**named, **seen, "sentence": "A <b>bold</b> & true sentence."}


def drawing_of(facts: Json) -> str:
    return svg_text(msgspec.json.encode(facts))


def words_in(svg: str) -> str:
    return " ".join(" ".join(ET.fromstring(svg).itertext()).split())


@pytest.mark.parametrize("name", MOMENTS)
def test_every_game_is_drawn_in_one_file_that_needs_no_other(name: str) -> None:
    for at in MOMENTS[name]:
        facts = facts_of(name, at)
        svg = drawing_of(facts)
        assert not PAGE_ONLY.search(svg), PAGE_ONLY.search(svg)
        told = words_in(svg)
        assert "A <b>bold</b> & true sentence." in told
        for player in facts["view"]["players"]:
            assert player["name"] in told
            assert str(player["points"]).replace("-", "−") in told


def test_erased_names_are_numbers_in_the_reader_s_language() -> None:
    facts = facts_of("gluck_auf/two-players", "40.2", language="hu")
    for player in (*facts["view"]["players"], *facts["before"]["players"]):
        player["name"] = ""
    assert "1. játékos" in words_in(drawing_of(facts))


def test_names_are_text_whatever_they_are() -> None:
    facts = facts_of("kartenspiel/two-players", "30")
    facts["view"]["players"][0]["name"] = '<script>alert("1")</script>\x00\x1b&😀'
    facts["view"]["players"][1]["name"] = "W" * 40
    svg = drawing_of(facts)
    assert "<script" not in svg
    assert "&lt;scri" in svg
    cut = [len(words) for words in re.findall(r">(W+)…<", svg)]
    assert cut, "beside the points there is no room for so many wide letters"
    assert max(cut) < 30


def test_what_changed_is_marked() -> None:
    facts = facts_of("gluck_auf/four-players-beyond-100-points", "60.2")
    still = drawing_of({**facts, "before": facts["view"]})
    glowing = "#e08a00"
    assert drawing_of(facts).count(glowing) > still.count(glowing)


def test_a_png_has_letters_without_any_font_of_the_system() -> None:
    blank = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">{}</svg>'
    letters = '<text x="5" y="20" font-family="system-ui, sans-serif">Őrség</text>'
    drawn = png(blank.format(letters))
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(drawn) > len(png(blank.format(""))) + 200


@pytest.mark.parametrize(
    "sheet", ["board.css", *(f"boards/{g.replace('-', '_')}.css" for g in GAMES)]
)
def test_pictures_understand_every_rule_of_the_boards(sheet: str) -> None:
    """A selector of a new kind would be left out of pictures, and nobody would notice."""
    engine = quickjs.Context()
    engine.eval(linked(FILES, ["picture/styles.js"]))
    engine.set("sheet", FILES[sheet].decode())
    ask = 'JSON.stringify(modules["picture/styles.js"].misunderstood(sheet))'
    assert json.loads(str(engine.eval(ask))) == []


@pytest.mark.parametrize(
    "source",
    [
        'import * as all from "./other.js";',
        "export default 1;",
        'const late = () => import("./other.js");',
        "const now = await 1;",
        'import { again } from "./main.js";',
    ],
)
def test_a_module_that_is_no_plain_script_is_not_linked(source: str) -> None:
    with pytest.raises(NotLinkable):
        linked({"main.js": source.encode(), "other.js": b""}, ["main.js"])


def test_names_are_linked_as_they_are_imported_and_exported() -> None:
    files = {
        "a/one.js": b"const inner = 1;\nexport const outer = 2;\nexport { inner };\n",
        "main.js": b'import {\n  inner as mine, outer,\n} from "./a/one.js";\n'
        b"export const sum = mine + outer;\n",
    }
    engine = quickjs.Context()
    engine.eval(linked(files, ["main.js"]))
    assert engine.eval('modules["main.js"].sum') == 3


def test_a_picture_is_made_of_what_the_reader_sees_and_of_nothing_else(
    looked: tuple[Table, int],
) -> None:
    table, seat = looked
    last = table.summary()["version"]
    pictures = {}
    for eyes in (None, seat, 1 - seat):
        found = table.get(f"/picture?at={last}&lang=de", eyes)
        frames = table.get(f"/frames?from={last}&lang=de", eyes).json()["frames"]
        facts = {
            "game": "gluck-auf",
            "language": "de",
            "at": frames[-1]["at"],
            "sentence": sentence_of([(frame["type"], frame["text"]) for frame in frames]),
            "view": table.get(f"/state?at={last}", eyes).json(),
            "before": table.get(f"/state?at={last - 1}", eyes).json(),
            "catalog": table.get("/catalog").json(),
        }
        assert found.headers["content-type"].startswith("image/svg+xml")
        assert found.text == drawing_of(facts)
        pictures[eyes] = found.text
    assert pictures[None] == pictures[1 - seat] != pictures[seat]


def test_a_picture_is_kept_as_long_as_a_state_is(finished: Table) -> None:
    for part in ("/picture", "/picture.png"):
        past = finished.get(f"{part}?at=20.1&lang=en")
        assert (
            past.headers["cache-control"] == finished.get("/state?at=20.1").headers["cache-control"]
        )
        again = finished.get(f"{part}?at=20.1&lang=en", if_none_match=past.headers["etag"])
        assert (again.status_code, again.content) == (304, b"")
        other = finished.get(f"{part}?at=20.1&lang=hu", if_none_match=past.headers["etag"])
        assert (other.status_code, other.headers["content-language"]) == (200, "hu")
        assert (
            finished.get(f"{part}?at=20.1", seat=0).headers["cache-control"].startswith("private")
        )
        assert finished.get(part).headers["cache-control"] == "no-cache"


def test_the_png_is_as_large_as_is_said(finished: Table) -> None:
    drawn = finished.get("/picture.png?at=20")
    assert drawn.headers["content-type"] == "image/png"
    assert struct.unpack(">II", drawn.content[16:24]) == (1600, 840)
    assert "content-encoding" not in drawn.headers
    small = finished.get("/picture.png?at=20&width=480")
    assert struct.unpack(">II", small.content[16:24]) == (480, 252)
    assert small.headers["etag"] != drawn.headers["etag"]
    for width in ("159", "1601", "x"):
        refused = finished.get(f"/picture.png?at=20&width={width}")
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_speak(finished: Table, language: str) -> None:
    [frame] = finished.get(f"/frames?from=20&to=20&lang={language}").json()["frames"][:1]
    svg = finished.get("/picture?at=20.1", accept_language=language).text
    assert ET.fromstring(svg)[1].text == frame["text"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("at=9999", "moment_unknown"),
        ("at=0", "moment_unknown"),
        ("at=1.0", "moment_unknown"),
        ("at=1.999", "moment_unknown"),
        ("at=soon", "moment_invalid"),
        ("seat=1", "token_needed"),
        ("all=true", "token_needed"),
        ("lang=fr", "invalid_request"),
    ],
)
def test_what_cannot_be_drawn_is_said(table: Table, query: str, code: str) -> None:
    for part in ("/picture", "/picture.png"):
        assert table.get(f"{part}?{query}").json()["code"] == code


def test_no_picture_of_no_game(http: httpx.Client) -> None:
    assert http.get("/games/nowhere/picture").json()["code"] == "game_unknown"


def test_an_action_is_told_by_its_last_sentences_that_fit() -> None:
    long = [("a", "First."), ("b", "x" * TOLD), ("turn_ended", "The turn ends.")]
    assert sentence_of(long) == "x" * TOLD
    assert sentence_of([*long, ("c", "Last.")]) == "Last."
    assert sentence_of(long[2:]) == "The turn ends."
    assert sentence_of([]) == ""


def stuck(*_: object) -> bytes:
    time.sleep(60)
    return b""


def crashing(*_: object) -> bytes:
    os.abort()


@pytest.mark.parametrize("work", [stuck, crashing])
def test_a_drawing_that_does_not_end_well_is_a_problem_with_words(
    monkeypatch: pytest.MonkeyPatch, table: Table, work: object
) -> None:
    monkeypatch.setattr(made, "drawn", work)
    monkeypatch.setattr(made, "LIMITS", Limits(0.3, 2**28))
    answer = table.get("/picture")
    assert (answer.status_code, answer.json()["code"]) == (503, "picture_unavailable")
    assert answer.headers["retry-after"]
    assert table.get("/state").status_code == 200


def test_a_board_gets_only_so_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MEMORY", 2**20)
    with pytest.raises(quickjs.JSException):
        drawing_of(facts_of("gluck_auf/two-players", "40.2"))
