"""`report.html`: the event on one page that opens from disk."""

import re
from fractions import Fraction
from html.parser import HTMLParser

import msgspec
import pytest

from domain.kernel.texts import LANGUAGES
from domain.tournament.regulation import WORDS, read_regulation
from replays.entry import sha256
from replays.tournaments.bundle import REPORT, write_bundle
from replays.tournaments.findings import BUNDLE_GUARANTEES
from replays.tournaments.names import sealed_name
from replays.tournaments.report.page import report_of
from replays.tournaments.report.regulation import regulation_in_words
from replays.tournaments.report.words import Say
from replays.tournaments.zip_file import read_zip
from tests.replays.tournaments.test_bundle import SIGNER, bundle, played

HOSTILE = '<script>alert("Ő")</script>'
VOID = {"meta", "input"}


class Page(HTMLParser):
    """Whether every element is closed, what is loaded, and what is said in each language."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.said: dict[str, str] = dict.fromkeys(LANGUAGES, "")
        self._spoken = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.loaded += [str(found[name]) for name in ("src", "srcset", "action") if name in found]
        self.ids += [str(found["id"])] if "id" in found else []
        self.targets += [str(found["href"])] if "href" in found else []
        if tag == "main":
            self._spoken = str(found["lang"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._spoken and "main" in self.open:
            self.said[self._spoken] += data


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(read_zip(bundle())[REPORT].decode())


def test_it_is_whole_html_that_loads_nothing_and_links_only_within_itself(page: Page) -> None:
    assert not page.open
    assert not page.loaded
    assert len(set(page.ids)) == len(page.ids)
    assert {target.removeprefix("#") for target in page.targets} <= {*page.ids}
    source = read_zip(bundle())[REPORT].decode()
    assert not re.findall(r"https?://|url\(|@import|\bimport\b|fetch\(", source)
    assert "default-src &#x27;none&#x27;" in source


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_tells_the_event_in_every_language(page: Page, language: str) -> None:
    say, said = Say(language), page.said[language]  # type: ignore[arg-type]  # one of them
    state = played().tournament.state
    for one in state.rounds:
        assert say("round", round=one.number) in said
        assert say("standings.after", round=one.number) in said
    for heading, told in regulation_in_words(state.rules, say):
        assert heading in said
        assert told in said
    for row in played().tournament.standings(2).rows:
        assert str(row.values["points"].arithmetic) in said
        share = str(row.values["share"].value)
        assert share in said
        if "/" in share:
            short = f"{float(Fraction(share)):.3f}".rstrip("0")
            assert short.replace(".", say("decimal_point")) in said
    digests = [state.regulation_sha256, *map(sha256, played().games.values())]
    assert all(digest in said for digest in digests)
    assert all(f"{one}{say(f'verdict.{one}')}" in said for one in BUNDLE_GUARANTEES)
    assert say("word.points") in said


def test_every_game_is_told_step_by_step(page: Page) -> None:
    for game in played().games:
        assert f"en-{game}" in page.ids
    source = read_zip(bundle())[REPORT].decode()
    assert source.count('<details class="game"') == len(LANGUAGES) * len(played().games)
    assert source.count('<li value="1">') == len(LANGUAGES) * len(played().games)


def test_names_are_escaped_and_stand_there_only_if_they_are_asked_for() -> None:
    made = played()
    names = {**made.names, 1: sealed_name(HOSTILE, "0" * 32)}
    data = write_bundle(made.tournament, made.entries, made.games, SIGNER, names=names)
    source = read_zip(data)[REPORT].decode()
    assert HOSTILE not in source
    assert HOSTILE in Page(source).said["hu"]
    nameless = write_bundle(made.tournament, made.entries, made.games, SIGNER)
    told = Page(read_zip(nameless)[REPORT].decode()).said["de"]
    assert "Nr. 1" in told
    known = [msgspec.json.decode(sealed)["name"] for sealed in made.names.values()]
    assert not [name for name in known if name in told]


def test_a_game_that_cannot_be_read_is_no_error() -> None:
    made = played()
    games = dict.fromkeys(made.games, b"nonsense")
    told = report_of(made.tournament, made.entries, games, "key", {}).decode()
    assert Say("en")("games.untold") in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_regulation_can_be_said(language: str) -> None:
    say = Say(language)  # type: ignore[arg-type]  # one of them
    stages = [
        {"kind": "swiss", "rounds": 1},
        {"kind": "schedule", "rounds": 1, "carry": False},
        {"kind": "knockout", "advance": 1},
        {"kind": "final", "players": 4, "rounds": 1},
    ]
    for kind, flag in (("game", "out"), ("move", "arbiter"), ("game", "stand_in")):
        for scoring in ("share", "percent_of_winner", "duplicate"):
            regulation = {
                "title": "Open",
                "game": "schichtwechsel",
                "edition": "de",
                "options": {"b": 1, "a": True},
                "clock": {"kind": kind, "seconds": 60, "increment": 5, "on_flag": flag},
                "tables": {"size": 3},
                "stages": stages,
                "scoring": {"kind": scoring, "bye": -6},
                "ranking": [*WORDS],
                "deals": "duplicate",
                "standings": "live",
                "seats": "random",
                "round_minutes": 1,
            }
            lines = regulation_in_words(
                read_regulation(msgspec.json.encode(regulation).decode()), say
            )
            assert all(heading and told for heading, told in lines)
