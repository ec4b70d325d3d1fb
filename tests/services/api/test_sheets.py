"""Sheets of an event for the printer, over HTTP."""

import httpx
import pytest

from services.sheets.contents import SHEETS
from tests.services.api.events import PEOPLE, Event
from tests.services.api.house import House

PDF = {"Accept": "application/pdf"}


@pytest.fixture(scope="module")
def event(house: House, http: httpx.Client) -> Event:
    """One round is paired, and begins as soon as a test says so."""
    made = Event.create(house, http, 5, title="Őszi <Kupa>")
    made.act("close_registration")
    made.act("pair_by_hand", tables=[[1, 2], [3, 4]], byes=[5], reason="A test.")
    return made


def asked(event: Event, sheet: str, **headers: str) -> httpx.Response:
    return event.http.get(event.path(f"/sheets/{sheet}"), headers=headers)


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_sheet_is_a_page_and_a_pdf(event: Event, sheet: str) -> None:
    page, paper = asked(event, sheet), asked(event, sheet, **PDF)
    assert page.status_code == paper.status_code == 200, page.text
    assert page.headers["content-type"].startswith("text/html")
    assert "Őszi &lt;Kupa&gt;" in page.text
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF-")
    assert f'filename="{event.id}-{sheet}.pdf"' in paper.headers["content-disposition"]
    assert asked(event, f"{sheet}?format=pdf").content == paper.content
    again = asked(event, sheet, **PDF, **{"If-None-Match": paper.headers["etag"]})
    assert again.status_code == 304


def test_pairings_and_names_say_who_sits_where(event: Event) -> None:
    for sheet in ("pairings", "alphabetical", "slips"):
        text = asked(event, sheet).text
        seated = PEOPLE[:5] if sheet != "slips" else PEOPLE[:4]
        assert all(name in text for name in seated), sheet
    assert f"/games/{event.id}-r1-t2" in asked(event, "slips").text
    assert f"/tournaments/{event.id}<" in asked(event, "poster").text


def test_it_speaks_the_caller_s_language(event: Event) -> None:
    answer = asked(event, "pairings", **{"Accept-Language": "hu"})
    assert "1. forduló" in answer.text
    assert answer.headers["content-language"] == "hu"
    assert "Runde 1" in asked(event, "pairings?lang=de").text


def test_what_is_not_there_is_said(event: Event, house: House, http: httpx.Client) -> None:
    napkins = asked(event, "napkins")
    assert (napkins.status_code, napkins.json()["code"]) == (400, "invalid_request")
    other = asked(event, "pairings?round=2")
    assert (other.status_code, other.json()["code"]) == (404, "round_unknown")
    empty = Event.create(house, http, 2)
    early = asked(empty, "slips")
    assert (early.status_code, early.json()["code"]) == (404, "round_unknown")
    assert asked(empty, "record").status_code == 200
    unknown = http.get("/tournaments/nowhere/sheets/pairings")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "tournament_unknown")


def test_an_erased_name_is_on_no_sheet_any_more(house: House, http: httpx.Client) -> None:
    event = Event.create(house, http, 2)
    event.act("close_registration")
    event.act("pair_by_hand", tables=[[1, 2]], reason="A test.")
    assert PEOPLE[0] in asked(event, "alphabetical").text
    erased = http.delete(event.path("/entrants/1/name"), headers=event.key)
    assert erased.status_code == 204
    assert PEOPLE[0] not in asked(event, "alphabetical").text


def test_the_page_may_use_its_own_style_and_nothing_else(event: Event) -> None:
    policy = asked(event, "pairings").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
