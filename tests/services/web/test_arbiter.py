"""The arbiter's page: the key, what waits, the board of the moment, and a ruling."""

import httpx
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # has no types
from playwright.sync_api import expect

from infra.organizer_key import FILE_NAME
from tests.faults.service import Service
from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.waiting import eventually

SEATS = [{"name": "Anna"}, {"name": "Bruno"}]
PHONE = {"width": 390, "height": 844}


def _claimed(api: httpx.Client) -> dict[str, str]:
    """A game with a clock, in which Anna calls the arbiter."""
    clock = {"kind": "game", "seconds": 1500, "on_flag": "arbiter"}
    begun = api.post("/games", json={"game": "gluck-auf", "seats": SEATS, "clock": clock}).json()
    token = {"Authorization": f"Bearer {begun['seats'][0]['token']}"}
    claim = {"type": "table_claim", "about": "1.3", "text": "My <b>place</b>"}
    path = f"/games/{begun['id']}/actions"
    assert api.post(path, json=claim, headers=token).status_code == 201
    return {"id": begun["id"], "token": begun["seats"][0]["token"]}


def test_a_claim_is_found_looked_at_and_ruled_on(
    service: Service, window: Window, api: httpx.Client
) -> None:
    game = _claimed(api)
    key = (service.data / FILE_NAME).read_text().strip()
    organizer = {"Authorization": f"Bearer {key}"}
    ria = api.post("/arbiters", json={"name": "Ria"}, headers=organizer).json()
    page = window.open("/arbiter")
    page.get_by_label("Key of an arbiter").fill("wrong")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".said-here")).to_contain_text("no key of an arbiter")
    window.requests_may_fail = True
    page.get_by_label("Key of an arbiter").fill(ria["key"])
    page.get_by_role("button", name="Begin").click()
    page.locator(f".claims [data-game='{game['id']}']").click()
    expect(page.locator(".moment-board .picture > *")).to_be_visible()
    faults = Axe().run(page).response["violations"]
    assert [f["id"] for f in faults if f["impact"] in ("serious", "critical")] == []
    page.get_by_label("The claim is upheld").check()
    page.get_by_label("Reason").fill("Anna is right.")
    page.get_by_role("button", name="Write it into the log").click()
    expect(page.locator(".said-here.in-sight")).to_contain_text("version 3")
    expect(page.locator(f".claims [data-game='{game['id']}']")).to_have_count(0)
    table = api.get(f"/games/{game['id']}").json()["table"]
    assert table["claims"] == []
    log = api.get(f"/games/{game['id']}/log?from=3").json()
    assert (log["by"], log["name"], log["action"]["upheld"]) == ("arbiter", "Ria", True)
    eventually(lambda: page.evaluate("sessionStorage.length") > 0)
    assert page.evaluate("Object.values(localStorage).join()").find(ria["key"]) == -1


def test_a_claim_is_raised_in_one_browser_and_ruled_on_in_another(
    service: Service, new_window: OpenWindow, api: httpx.Client
) -> None:
    """The arbiter's is a phone, on which the ruling lies far below what waits."""
    begun = api.post("/games", json={"game": "gluck-auf", "seats": SEATS}).json()
    path, tokens = f"/games/{begun['id']}", [seat["token"] for seat in begun["seats"]]
    seat = api.get(path).json()["turn"]
    as_seat = {"Authorization": f"Bearer {tokens[seat]}"}
    move = api.get(f"{path}/choices", headers=as_seat).json()["choices"][0]["action"]
    assert api.post(f"{path}/actions", json=move, headers=as_seat).status_code == 201
    player = new_window().watch(begun["id"])
    player.select_option("#eyes", "0")
    player.get_by_label("Token of this seat").fill(tokens[0])
    player.get_by_role("button", name="Look").click()
    player.get_by_label("What is wrong?").fill("That was my card.")
    player.get_by_role("button", name="Call the arbiter").click()
    expect(player.locator(".open-claims")).to_contain_text("That was my card.")
    arbiter = new_window(viewport=PHONE).open("/arbiter")
    arbiter.get_by_label("Key of an arbiter").fill((service.data / FILE_NAME).read_text().strip())
    arbiter.get_by_role("button", name="Begin").click()
    arbiter.locator(f".claims [data-game='{begun['id']}']").click()
    expect(arbiter.locator(".ruling-panel h2").first).to_be_in_viewport()
    expect(arbiter.locator(".claim-text")).to_contain_text("That was my card.")
    arbiter.get_by_label("What you rule").select_option("take_back")
    arbiter.get_by_label("Go back to the state").fill("1")
    arbiter.get_by_role("button", name="Show what the board will be").click()
    expect(arbiter.locator(".preview .picture > *")).to_be_visible()
    arbiter.get_by_label("Reason").fill("It was.")
    arbiter.get_by_role("button", name="Write it into the log").click()
    expect(arbiter.locator(".said-here.in-sight")).to_contain_text("version 4")
    expect(arbiter.locator(".said-here.in-sight")).to_be_in_viewport()
    expect(player.locator(".sentence")).to_contain_text("takes the game back to version 1")
    expect(player.locator(".mark.ruling")).to_have_count(2)
    expect(player.locator(".sentences .abandoned").first).to_contain_text("picks")


def test_whoever_a_bot_stands_in_for_can_still_call_the_arbiter(
    service: Service, window: Window, api: httpx.Client
) -> None:
    begun = api.post("/games", json={"game": "gluck-auf", "seats": SEATS}).json()
    organizer = {"Authorization": f"Bearer {(service.data / FILE_NAME).read_text().strip()}"}
    stand_in = {"type": "table_stand_in", "seat": 1, "bot": "greedy", "reason": "Asleep."}
    path = f"/games/{begun['id']}"
    assert api.post(f"{path}/actions", json=stand_in, headers=organizer).status_code == 201
    page = window.open(f"{path}#seat=1&token={begun['seats'][1]['token']}")
    page.locator(".play-more summary").click()
    page.get_by_label("What is wrong?").fill("I was awake.")
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    page.get_by_role("button", name="Call the arbiter").click()
    expect(page.locator(".open-claims")).to_contain_text("I was awake.")
