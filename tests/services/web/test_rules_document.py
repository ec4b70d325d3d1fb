"""The rules documents as HTML: names that can be derived, links that lead somewhere, no markup."""

import re
from html.parser import HTMLParser

import pytest

from domain.registry import GAMES
from services.web import rules_document as documents
from services.web.rules_document import rules_document
from services.web.static_files import FILES

STRANGE = """\
# A game

## 1. Setup <script>alert(1)</script>

1. Shuffle <img src=x onerror=alert(2)>.
2. Deal, see section 2 and R-01, not section 3 (2.1).

## 2. Turns

### 2.1 The `first` turn

| no | ruling |
|---|---|
| R-01 | [go](javascript:alert(3)) |
| 1 | 2 |

### II Second step

### Setup & bag

**V-07 vector.** Of section 2.1.
"""


class Page(HTMLParser):
    """What is in it: elements, names, and where its links lead."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.targets += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("game", GAMES)
def test_every_anchor_is_there_once_and_every_link_leads_to_one(game: str) -> None:
    document = rules_document(game)
    page = Page(document.article)
    assert sorted(page.ids) == sorted(document.anchors)
    listed = Page(document.contents).targets
    assert listed == [f"#{section.anchor}" for section in document.sections]
    assert {target.removeprefix("#") for target in [*page.targets, *listed]} <= document.anchors
    assert len(page.targets) > 100


@pytest.mark.parametrize("game", GAMES)
def test_the_sections_are_those_of_the_document(game: str) -> None:
    document = rules_document(game)
    titles = [line for line in document.markdown.splitlines() if line.startswith("##")]
    assert len(titles) == len(document.sections) > 35
    numbers = [title.split()[1].rstrip(".") for title in titles if title.split()[1][0].isdigit()]
    assert [one.anchor for one in document.sections if one.anchor in numbers] == numbers


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_the_document_is_lost(game: str) -> None:
    document = rules_document(game)
    shown = "".join("".join(Page(document.article).texts).split())
    for word in re.findall(r"\w{4,}", document.markdown):
        assert word in shown


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_place_leads_to_a_section(game: str) -> None:
    """Touched where nothing can be done, it says which rules tell of it."""
    table = FILES["play/sections.js"].decode().split("};")[0].replace('"', "")
    [_, told] = re.split(rf"^  {game}: ", table, flags=re.MULTILINE)
    told = re.split(r"^  \S+: \[", told, flags=re.MULTILINE)[0]
    sections = dict(re.findall(r"(\w+): ([\d.]+)", told))
    kinds = {re.sub(r"^seat\.<seat>\.?", "", place).split(".")[0] for place in GAMES[game].places}
    assert sections.keys() == kinds - {""}
    assert set(sections.values()) <= rules_document(game).anchors


def test_names_for_every_kind_of_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "markdown_of", lambda _: STRANGE)
    document = rules_document.__wrapped__("strange")
    assert [section.anchor for section in document.sections] == [
        *("1", "2", "2.1", "2.II", "2-setup-bag")
    ]
    assert document.anchors == {
        *("1", "1.1", "1.2", "2", "2.1", "R-01", "2.II", "2-setup-bag", "V-07")
    }
    page = Page(document.article)
    titles = {f"#{section.anchor}" for section in document.sections}
    assert [target for target in page.targets if target not in titles] == [
        "#R-01",
        "#R-01",
        "#V-07",
    ]
    assert page.targets.count("#2.1") == 3, "its own, one by number, one by word"
    assert page.targets.count("#2") == 2


def test_what_is_written_as_markup_stays_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "markdown_of", lambda _: STRANGE)
    document = rules_document.__wrapped__("strange")
    page = Page(document.article + document.contents)
    assert {"script", "img"}.isdisjoint(page.elements)
    assert not [target for target in page.targets if not target.startswith("#")]
    assert "<script>alert(1)</script>" in "".join(page.texts)
