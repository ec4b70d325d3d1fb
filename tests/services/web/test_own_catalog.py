"""A game on the organizer's own catalog is drawn with its names and its figures."""

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.services.web.browser import Window

Catalog = dict[str, Any]


def item(catalog: Catalog, block: str, wanted: str) -> dict[str, Any]:
    items: list[dict[str, Any]] = catalog[block]["items"]
    return next(one for one in items if one["id"] == wanted)


def gluck_auf(catalog: Catalog) -> list[tuple[str, str]]:
    item(catalog, "space_kinds", "factory")["names"]["en"] = "Cart works"
    item(catalog, "vehicles", "barrow")["names"]["en"] = "Wheelie"
    item(catalog, "worker_spaces", "money-6")["parameter"] = 7
    return [
        (".factory .heading", "Cart works"),
        ("[data-space=delivery-barrow] title", "Wheelie"),
        ("[data-space=money-6] .coin", "7"),
    ]


def kartenspiel(catalog: Catalog) -> list[tuple[str, str]]:
    deed = next(card for card in catalog["action_cards"]["cards"] if card["area"] == "deliver")
    deed["name"]["en"] = "Send it off"
    item(catalog, "crests", "fox")["name"]["en"] = "badger"
    return [
        ("[data-area=deliver] .name", "Send it off"),
        (".mine.seat-0 [data-track='3'] > title", "badger"),
    ]


def schichtwechsel(catalog: Catalog) -> list[tuple[str, str]]:
    item(catalog, "tracks", "canal")["name"]["en"] = "Waterway"
    catalog["shift"]["fields"][0]["name"]["en"] = "Main door"
    item(catalog, "building_sites", "site_heap")["name"]["en"] = "Slag yard"
    return [
        (".way.canal .heading", "Waterway"),
        (".sw-shift [data-field='1'] > title", "Main door"),
        ("[data-site=site_heap]", "Slag yard"),
    ]


OWN = {"gluck-auf": gluck_auf, "kartenspiel": kartenspiel, "schichtwechsel": schichtwechsel}


@pytest.mark.parametrize("game", OWN)
def test_an_own_catalog_is_drawn(window: Window, api: httpx.Client, game: str) -> None:
    catalog = api.get(f"/rules/{game}/catalog").json()
    wanted = OWN[game](catalog)
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    begun = api.post("/games", json={"game": game, "seats": seats, "catalog": catalog})
    assert begun.status_code == 201, begun.text
    page = window.watch(begun.json()["id"])
    for place, text in wanted:
        expect(page.locator(place).first).to_contain_text(text)
    built_in = api.post("/games", json={"game": game, "seats": seats}).json()["id"]
    window.watch(built_in)
    for text in (text for _, text in wanted if not text.isdecimal()):
        expect(page.locator(".mine-board")).not_to_contain_text(text)
