"""Playing in the browser: what glows is clicked, a move is sent once, nobody learns too much."""

import json
import random
import re
from functools import partial
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.faults.service import Service
from tests.services.api.table import Table
from tests.services.web.conftest import OpenWindow
from tests.services.web.hands import expect_room_for_fingers
from tests.services.web.players import (
    Player,
    Secrets,
    among,
    begun,
    expect_no_leak,
    take_turns,
    whose_turn,
)
from tests.services.web.test_access import DRESSED, WIDE, expect_no_serious_fault
from tests.waiting import eventually

SHARES = """
window.shared = [];
navigator.share = async (what) => { window.shared.push(what); };
"""
"""Chromium has a share sheet on some systems only."""
FIVE_MINUTES_ON = "const now = Date.now; Date.now = () => now() + 300_000;"
GAMES = ("gluck-auf", "kartenspiel", "schichtwechsel")
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_by_pointer_and_finger_and_learn_only_what_is_theirs(
    new_window: OpenWindow, api: httpx.Client, game: str
) -> None:
    created = begun(api, game)
    players = [
        Player(new_window, created, 0, luck=4),
        Player(new_window, created, 1, by="finger", luck=5, **PHONE),
    ]
    take_turns(players, 8)
    assert api.get(f"/games/{created['id']}").json()["version"] > 8
    hidden = expect_no_leak(players, Secrets(api, created))
    # Who may know it was told, so that it would have been found.
    for one, secrets in zip(reversed(players), hidden, strict=True):
        eventually(partial(has_heard, one, secrets))
    assert all(hidden) or game != "kartenspiel", "hands are hidden, or nothing was tested"
    tokens = [seat["token"] for seat in created["seats"]]
    assert not [url for one in players for url in one.asked for token in tokens if token in url]
    assert "token" not in players[0].page.url


def has_heard(player: Player, secrets: set[str]) -> bool:
    return among(secrets, player.heard) == secrets


def test_a_keyboard_alone_is_enough(new_window: OpenWindow, api: httpx.Client) -> None:
    game = begun(api, "gluck-auf", {"name": "Bot", "bot": "greedy"})
    player = Player(new_window, game, 0, by="keyboard", luck=1)
    take_turns([player], 2)
    player.wait_for_turn()
    player.build()
    focused = "() => document.activeElement.matches('.glow, .choice, summary, .play-it')"
    eventually(lambda: player.page.evaluate(focused))  # whoever has chosen goes on right there


def test_a_phone_has_room_for_fingers_and_for_the_board(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    game = begun(api, "gluck-auf", {"name": "Bot", "bot": "greedy"})
    player = Player(new_window, game, 0, by="finger", **PHONE)
    take_turns([player], 1)
    player.wait_for_turn()
    page = player.page
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="All choices").tap()
    expect_room_for_fingers(page)
    assert page.locator(".play-it").bounding_box()["y"] < 740 - 39  # type: ignore[index]
    page.locator(".play-more > summary").tap()
    expect(page.get_by_role("button", name="Call the arbiter")).to_be_visible()
    expect_room_for_fingers(page)
    page.locator(".play-more > summary").tap()
    player.build()
    expect(page.locator(".chosen-place:visible b").first).to_have_text("1")  # in whichever tab


def test_a_draft_survives_a_reload_and_a_server_that_was_killed(
    new_window: OpenWindow, api: httpx.Client, service: Service
) -> None:
    game = begun(api, "gluck-auf", {"name": "Bot", "bot": "greedy"})
    player = Player(new_window, game, 0)
    page = player.page
    take_turns([player], 2)
    player.wait_for_turn()
    orders = page.locator(".mine.seat-0 [data-touch^='order.']:not([data-touch*='.spot.'])")
    expect(orders).to_have_count(2)
    player.build()
    expect(orders).to_have_count(3)  # as it would look
    page.get_by_role("button", name="One step back").click()
    expect(orders).to_have_count(2)
    player.build()
    move = page.locator(".so-far").text_content()
    page.reload()
    player.wait_for_turn()
    expect(orders).to_have_count(3)
    expect(page.locator(".play-told")).to_contain_text("as far as you had made it")
    assert page.locator(".so-far").text_content() == move
    player.window.context.set_offline(True)
    page.locator(".play-it").click()
    expect(page.locator(".play-told")).to_contain_text("your move is kept")
    service.kill("api")
    player.window.context.set_offline(False)
    eventually(service.ready, 60)
    expect(page.locator(".play-told")).to_contain_text("Nothing was lost", timeout=30_000)
    eventually(lambda: not _is_sending(player))
    mine = [line for line in _log(api, game["id"]) if line["by"] == 0]
    assert len(mine) == len({line["key"] for line in mine}) == 3
    player.window.requests_may_fail = True  # the browser itself complains of a lost connection


def test_cards_that_were_looked_at_go_where_the_draft_puts_them(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    table = Table.open(api)
    while table.summary()["phase"] == "draft":
        table.play_on(random.Random(1), 1)
    seat = table.summary()["turn"]
    assert table.act(seat, {"type": "look_at_orders"}).status_code == 201
    player = Player(new_window, table.begun, seat)
    player.wait_for_turn()
    page = player.page
    orders = page.locator(f".mine.seat-{seat} [data-touch^='order.']:not([data-touch*='.spot.'])")
    looked_at = page.locator(".look-area .laid > *")
    expect(looked_at).to_have_count(5)
    outstanding = orders.count()
    player.press(page.locator(".glow").first)
    expect(orders).to_have_count(outstanding + 1)
    expect(looked_at).to_have_count(4)
    marks = page.locator(".chosen-place:visible b")
    expect(marks).to_have_text(["1"])
    player.press(page.locator("[data-touches='stack.order.bottom']"))
    expect(marks).to_have_text(["1", "2"])
    player.press(page.locator(".glow:not([aria-pressed])").first)
    expect(looked_at).to_have_count(3)
    expect(marks).to_have_text(["1", "2, 3"])  # the card is on its way to the stack
    page.get_by_role("button", name="Start over").click()
    expect(looked_at).to_have_count(5)
    expect(orders).to_have_count(outstanding)


def test_a_tile_that_is_kept_lies_in_the_pit_while_the_rest_is_put_back(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    table = Table.open(api)
    while table.summary()["phase"] == "draft":
        table.play_on(random.Random(1), 1)
    seat = table.summary()["turn"]
    assert table.act(seat, {"type": "look_at_tunnel_tiles"}).status_code == 201
    player = Player(new_window, table.begun, seat)
    player.wait_for_turn()
    page = player.page
    lorries = page.locator(f".mine.seat-{seat} [data-touch^='seat.{seat}.lorry.']")
    looked_at = page.locator(".look-area .laid > *")
    expect(looked_at).to_have_count(5)
    standing = lorries.count()
    player.press(page.locator(".glow").first)
    expect(looked_at).to_have_count(4)
    expect(page.locator(".chosen-place:visible b")).to_have_text(["1"])
    assert lorries.count() > standing
    page.get_by_role("button", name="Start over").click()
    expect(looked_at).to_have_count(5)
    expect(lorries).to_have_count(standing)


def test_a_second_tab_catches_up_and_puts_its_draft_away(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    game = begun(api, "gluck-auf")
    players = [Player(new_window, game, seat) for seat in (0, 1)]
    mover = whose_turn(players)
    mover.build()
    other = mover.window.context.new_page()
    other.goto(f"/games/{game['id']}")
    other.locator(".glow").last.click()
    other.locator(".play-it[aria-disabled=false]").click()
    expect(mover.page.locator(".play-told")).to_contain_text("in another window")
    expect(mover.page.locator(".so-far li")).to_have_count(0)


def test_from_the_start_page_to_a_friend_who_plays_by_link(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    hosting = new_window(reduced_motion="reduce")
    hosting.page.add_init_script(SHARES)
    host = hosting.open("/")
    host.get_by_text("Rules and clock").click()
    held = host.get_by_label("Points for second places").locator("option:checked")
    expect(held).to_have_text("as in the German rules")
    host.get_by_label("Edition").select_option("Hungarian")
    expect(held).to_have_text("as in the Hungarian rules")
    host.get_by_label("Edition").select_option("German")
    expect_no_serious_fault(host, PHONE["viewport"], "dark")
    expect_room_for_fingers(host, ".start-game")
    host.get_by_label("Your name").fill("Anna")
    host.get_by_role("radio", name="Glück Auf", exact=True).click()
    host.get_by_role("radio", name="a friend, by link").click()
    host.get_by_role("button", name="Start and sit down").click()
    old = host.get_by_label("Link to seat 2").input_value()
    host.get_by_role("button", name="New link").click()
    expect(host.get_by_role("status")).to_contain_text("the old one opens nothing any more")
    address = host.get_by_label("Link to seat 2").input_value()
    assert address != old
    host.get_by_role("button", name="Share…").click()
    assert host.evaluate("() => window.shared.map(({ url }) => url)") == [address]
    host.get_by_role("button", name="QR code").click()
    expect(host.locator(".qr")).to_be_visible()
    expect_no_serious_fault(host, PHONE["viewport"], "light")
    expect_room_for_fingers(host, ".room")
    host.set_viewport_size(WIDE)
    game = {"id": address.split("/games/")[1].split("#")[0]}
    assert api.get(f"/games/{game['id']}").json()["status"] == "waiting"

    late = new_window()
    late.open(old).get_by_label("Your name").fill("Nobody")
    late.page.get_by_role("button", name="Sit down").click()
    expect(late.page.get_by_role("status")).to_contain_text("does not fit")
    late.requests_may_fail = True  # the browser itself complains of the 401

    guest = Player(new_window, game, 1, address)
    assert "invite" not in guest.page.url
    guest.page.get_by_label("Your name").fill("Bruno")
    guest.clicks += 1
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.wait_for_selector(".play")
    expect(host.locator(".play")).to_be_visible()
    expect(host.locator(".scores .who")).to_have_text(["Anna", "Bruno"])
    hosts_turn = host.locator(".play.mine-to-move[aria-busy=false]")
    eventually(lambda: guest.is_ready or hosts_turn.count(), 60)  # by lot
    if hosts_turn.count():
        host.locator(".glow").first.click()
        host.locator(".play-it[aria-disabled=false]").click()
    guest.wait_for_turn()
    guest.play()
    assert guest.clicks <= 6, "from the invitation to a first accepted action"
    assert not [url for url in guest.asked if address.rsplit("=", 1)[1] in url]

    third = new_window()
    third.open(address)
    expect(third.page.locator(".note")).to_contain_text("taken this seat already")


@pytest.mark.parametrize("game", GAMES)
def test_three_clicks_start_a_game_and_six_play_in_it(new_window: OpenWindow, game: str) -> None:
    """By somebody who was never here and gives no name, with a friend who gives none either."""
    hosting = new_window(reduced_motion="reduce")
    page = hosting.open("/")
    page.locator(f"[name=play-game][value={game}]").click()
    page.get_by_role("radio", name="a friend, by link").click()
    page.get_by_role("button", name="Start and sit down").click()
    address = page.get_by_label("Link to seat 2").input_value()
    created = {"id": address.split("/games/")[1].split("#")[0]}
    guest = Player(new_window, created, 1, address)
    guest.clicks += 1
    guest.page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".scores .who")).to_have_text(["Player 1", "Player 2"])
    host = Player(lambda **_: hosting, created, 0, f"/games/{created['id']}")
    while whose_turn([guest, host]) is host:  # by lot
        host.play()
    guest.play(told=True)
    assert guest.clicks <= 6, "from the invitation to a first accepted action"


def test_what_may_not_be_done_says_which_rule_is_against_it(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    player = Player(new_window, begun(api, "gluck-auf", {"name": "Bot", "bot": "greedy"}), 0)
    take_turns([player], 3)
    player.wait_for_turn()
    player.page.locator(".space.delivery").first.click()
    told = player.page.locator(".play-told")
    expect(told).to_contain_text("order")
    rule = told.get_by_role("link").get_attribute("href") or ""
    assert rule.startswith("/rules/gluck-auf#")
    for size, scheme in DRESSED[:2]:
        expect_no_serious_fault(player.page, size, scheme)


def test_one_screen_is_covered_while_it_is_handed_over(new_window: OpenWindow) -> None:
    page = new_window(reduced_motion="reduce").open("/")
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_role("radio", name="somebody at this screen").click()
    page.get_by_label("Their name").first.fill("Yann")
    page.get_by_role("button", name="Start and sit down").click()
    cover = page.locator(".hand-over")
    expect(cover).to_be_visible(timeout=30_000)
    expect_no_serious_fault(page, PHONE["viewport"], "dark")
    expect_room_for_fingers(page, ".hand-over")
    page.set_viewport_size(WIDE)
    expect(page.locator(".scores .who")).to_have_text(["Zoe", "Yann"])
    for _ in range(3):
        for _ in range(3):  # a browser that is asked twice closes any dialog
            page.keyboard.press("Escape")
        expect(cover).to_be_visible()
        expect(page.locator("body.covered > main")).to_have_css("opacity", "0")
        name = (page.locator(".hand-over h2").text_content() or "").rsplit(" ", 1)[-1]
        page.get_by_role("button", name=f"I am {name}").click()
        expect(cover).to_be_hidden()
        hand_on = page.get_by_role("button", name="Hand the screen over")
        expect(page.locator(".glow, .play-next button").first).to_be_visible()
        if not hand_on.count():
            page.locator(".glow").first.click()
            page.locator(".play-it[aria-disabled=false]").click()
        hand_on.click()
    expect(cover).to_be_visible()


def test_a_learner_asks_for_a_hint_and_the_same_people_play_again(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    game = begun(api, "gluck-auf", hints=True)
    players = [Player(new_window, game, seat) for seat in (0, 1)]
    mover = whose_turn(players)
    mover.page.get_by_role("button", name="Give me a hint").click()
    expect(mover.page.locator(".play-told")).to_contain_text("picks the")
    for seat in game["seats"]:  # bots play on for who has resigned, and soon it is over
        held = {"Authorization": f"Bearer {seat['token']}"}
        answer = api.post(
            f"/games/{game['id']}/actions", json={"type": "table_resign"}, headers=held
        )
        assert answer.status_code == 201, answer.text
    eventually(lambda: api.get(f"/games/{game['id']}").json()["status"] == "finished", 180)
    for one in players:
        one.page.get_by_role("button", name="Play again with the same people").click()
        if one is players[0]:
            expect(one.page.locator(".room")).to_contain_text("at the end of the last game")
    for one in players:
        expect(one.page.locator(".scores .who")).to_have_text(["Bruno", "Anna"])
        assert game["id"] not in one.page.url


def test_who_comes_back_is_told_what_happened_and_whose_turn_it_is(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    game = begun(api, "gluck-auf", {"name": "Robo", "bot": "greedy"})
    player = Player(new_window, game, 0)
    player.wait_for_turn()
    expect(player.page.locator(".away")).to_be_hidden()
    player.page.goto("about:blank")
    player.page.add_init_script(FIVE_MINUTES_ON)
    for _ in range(3):
        _move(api, game)
    eventually(lambda: _offered(api, game), 60)
    player.page.goto(f"/games/{game['id']}")
    player.wait_for_turn()
    expect(player.page.locator(".away")).to_contain_text("Robo")
    expect(player.page.locator(".play-title")).to_have_text("Your turn")
    expect(player.page.locator(".since")).to_have_text(re.compile(r"^for \d+ minutes$"))
    player.page.get_by_role("button", name="Close").click()
    expect(player.page.locator(".away")).to_be_hidden()


def test_a_wrong_or_foreign_link_watches_and_says_so(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    game, other = begun(api, "gluck-auf"), begun(api, "gluck-auf")
    for token in ("wrong", other["seats"][0]["token"], "%00%ff"):
        window = new_window()
        window.open(f"/games/{game['id']}#seat=0&token={token}")
        expect(window.page.locator(".note")).to_contain_text("does not fit")
        expect(window.page.locator(".play")).to_have_count(0)
        assert token not in window.page.url
        window.requests_may_fail = True  # the browser itself complains of the 401


def test_a_link_that_names_another_seat_leads_to_the_own_one(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    game = begun(api, "gluck-auf")
    page = new_window().open(f"/games/{game['id']}#seat=1&token={game['seats'][0]['token']}")
    expect(page.get_by_label("View as").locator("option:checked")).to_contain_text("Anna")


def test_who_sits_there_with_a_link_that_is_made_anew_watches_from_then_on(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    game = begun(api, "gluck-auf")
    player = whose_turn([Player(new_window, game, seat) for seat in (0, 1)])
    player.build()
    keeper = {"Authorization": f"Bearer {game['key']}"}
    anew = api.post(f"/games/{game['id']}/seats/{player.seat}/token", headers=keeper).json()
    player.page.locator(".play-it").click()
    expect(player.page.locator(".note")).to_contain_text("does not fit")
    expect(player.page.locator(".play")).to_have_count(0)
    player.window.requests_may_fail = True  # the browser itself complains of the 401
    player.page.goto(f"/games/{game['id']}#seat={player.seat}&token={anew['token']}")
    player.wait_for_turn()


def test_a_game_is_started_once_even_if_the_answer_is_lost(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    window = new_window()
    page = window.open("/")
    page.get_by_label("Your name").fill("Kunigunde")
    page.get_by_role("radio", name="somebody at this screen").click()

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/api/v1/games", lose, times=1)
    page.get_by_role("button", name="Start and sit down").click()
    expect(page.locator(".start-game .said-here")).to_contain_text("does not answer")
    page.get_by_role("button", name="Start and sit down").click()
    page.wait_for_url("**/games/*")
    assert len(api.get("/games", params={"search": "Kunigunde"}).json()["games"]) == 1
    window.requests_may_fail = True  # the browser itself complains of the lost answer


def _is_sending(player: Player) -> bool:
    return player.page.locator(".play[aria-busy=true]").count() > 0


def _log(api: httpx.Client, game: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in api.get(f"/games/{game}/log").text.splitlines()]


def _offered(api: httpx.Client, game: dict[str, Any]) -> list[dict[str, Any]]:
    held = {"Authorization": f"Bearer {game['seats'][0]['token']}"}
    found: list[dict[str, Any]] = api.get(f"/games/{game['id']}/choices", headers=held).json()[
        "choices"
    ]
    return found


def _move(api: httpx.Client, game: dict[str, Any]) -> None:
    """As the first player, without a browser."""
    eventually(lambda: _offered(api, game), 60)
    held = {"Authorization": f"Bearer {game['seats'][0]['token']}"}
    action = next(one["action"] for one in _offered(api, game) if one["complete"])
    answer = api.post(f"/games/{game['id']}/actions", json=action, headers=held)
    assert answer.status_code == 201
