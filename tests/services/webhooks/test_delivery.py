"""Messages arrive: signed, in order, again after a failure, and only what may be seen."""

import random
import re
from collections.abc import Iterator

import httpx
import pytest

from tests.services.api.house import House, LiveApi
from tests.services.api.table import Json, Table
from tests.services.api.test_operators import wrong
from tests.services.api.test_schema import root
from tests.services.webhooks.receiver import Receiver
from tests.services.webhooks.subscribing import (
    ALLOWED,
    delete,
    deliveries,
    soon,
    start_webhook_worker,
    subscribe,
    webhook,
)


@pytest.fixture
def http(api: LiveApi) -> httpx.Client:
    return api.http


@pytest.fixture
def table(http: httpx.Client) -> Table:
    return Table.open(http)


@pytest.fixture
def told(house: House, http: httpx.Client, table: Table, receiver: Receiver) -> Iterator[Json]:
    """A subscription of the organizer to every move of the game."""
    made = subscribe(
        http, receiver, house.organizer, {"type": "game", "game": table.id}, "game.action"
    )
    yield made
    http.delete(f"/webhooks/{made['id']}", headers=house.organizer)


def moves(table: Table, number: int, seed: int = 1) -> list[str]:
    """Play so many, and the ids that they have as messages."""
    before = table.summary()["version"]
    table.play_on(random.Random(seed), number)
    after = table.summary()["version"]
    return [f"game_{table.id}_{version}_game-action" for version in range(before + 1, after + 1)]


def test_every_move_is_told_in_order_and_signed(
    house: House, http: httpx.Client, table: Table, told: Json, receiver: Receiver
) -> None:
    ids = moves(table, 4)
    soon(lambda: len(receiver.taken) >= len(ids))
    assert receiver.ids() == ids
    lines = http.get(table.path("/log")).content.splitlines()
    for message, line in zip(receiver.messages(), lines[1:], strict=True):
        assert message["type"] == "game.action"
        entry = message["data"]["entry"]
        assert entry == httpx.Response(200, content=line).json()
        assert message["timestamp"] == entry["at"]
        assert message["data"]["tournament"] is None
    assert receiver.taken[0].headers["host"] == f"127.0.0.1:{receiver.port}"
    assert told["secret"].startswith("whsec_")
    assert "secret" not in webhook(http, told, house.organizer)


@pytest.mark.parametrize("trouble", [500, 404, 302, "garbage", "redirect", "hang"])
def test_what_is_not_taken_comes_again_and_nothing_overtakes_it(
    house: House,
    http: httpx.Client,
    table: Table,
    told: Json,
    receiver: Receiver,
    trouble: int | str,
) -> None:
    receiver.plan = [trouble, trouble]
    ids = moves(table, 3)
    soon(lambda: len(receiver.taken) >= len(ids))
    assert receiver.ids() == ids
    tried = [one.id for one in receiver.received]
    assert tried == [ids[0], ids[0], *ids]
    soon(lambda: len(deliveries(http, told, house.organizer)) == len(tried))
    log = deliveries(http, told, house.organizer)
    assert [one["delivered"] for one in reversed(log)] == [False, False, *([True] * len(ids))]
    assert [one["attempt"] for one in reversed(log)][:3] == [1, 2, 3]
    soon(lambda: webhook(http, told, house.organizer)["failing"] is None)


def test_an_endless_answer_is_not_read(table: Table, told: Json, receiver: Receiver) -> None:
    del told
    receiver.plan = ["huge"]
    ids = moves(table, 2)
    soon(lambda: len(receiver.taken) >= len(ids))
    assert receiver.ids() == ids


def test_one_who_is_gone_is_told_nothing_any_more(
    house: House, http: httpx.Client, table: Table, told: Json, receiver: Receiver
) -> None:
    receiver.plan = [410]
    ids = moves(table, 2)
    soon(lambda: webhook(http, told, house.organizer)["notice"])
    shown = webhook(http, told, house.organizer)
    assert (shown["enabled"], shown["notice"]["code"], shown["waiting"]) == (False, "gone", 1)
    refused = http.post(f"/webhooks/{told['id']}/test", headers=house.organizer)
    assert (refused.status_code, refused.json()["code"]) == (409, "webhook_disabled")
    ids += moves(table, 1, seed=2)

    path = f"/webhooks/{told['id']}"
    changed = http.patch(path, json={"enabled": True}, headers=house.organizer).json()
    assert (changed["enabled"], changed["notice"]) == (True, None)
    soon(lambda: len(receiver.taken) >= len(ids))
    assert receiver.ids() == ids


def test_a_receiver_that_fails_all_the_time_is_given_up_with_a_notice(
    tmp_path_factory: pytest.TempPathFactory, receiver: Receiver
) -> None:
    house = House(tmp_path_factory.mktemp("given-up"))
    try:
        http = house.open_api(webhook_allow=ALLOWED).http
        start_webhook_worker(house, webhook_give_up="0.00003")
        table = Table.open(http)
        scope = {"type": "game", "game": table.id}
        made = subscribe(http, receiver, house.organizer, scope, "game.action")
        receiver.status = 500
        moves(table, 1)
        soon(lambda: webhook(http, made, house.organizer)["notice"])
        assert webhook(http, made, house.organizer)["notice"]["code"] == "failing"
        ready = httpx.get(f"{root(http)}/health/ready").json()
        assert any(made["id"] in warning for warning in ready["warnings"]), ready
        figures = httpx.get(f"{root(http)}/metrics").text
        assert 'schichtbuch_webhooks_disabled{notice="failing"} 1.0' in figures
        assert 'schichtbuch_webhooks_sent{outcome="delivered"} 0.0' in figures
        assert float(re.findall(r'sent\{outcome="failed"\} ([0-9.]+)', figures)[0]) >= 2
        found = wrong(house.data)["webhooks"]
        assert made["id"] in found.said
    finally:
        house.close()


def test_one_that_failed_is_sent_once_more_and_a_test_says_nothing(
    house: House, http: httpx.Client, table: Table, told: Json, receiver: Receiver
) -> None:
    [first, *_] = moves(table, 2)
    soon(lambda: len(receiver.taken) >= 2)
    path = f"/webhooks/{told['id']}"
    again = http.post(f"{path}/deliveries/{first}/redeliver", headers=house.organizer)
    assert (again.status_code, again.json()) == (202, {"message": first})
    soon(lambda: receiver.ids().count(first) == 2)
    [one, other] = [one for one in receiver.taken if one.id == first]
    assert one.body == other.body
    tried = http.post(f"{path}/test", headers=house.organizer).json()["message"]
    soon(lambda: tried in receiver.ids())
    assert receiver.messages()[-1] == {
        "type": "webhook.test",
        "timestamp": receiver.messages()[-1]["timestamp"],
        "data": {"webhook": told["id"]},
    }
    strange = (f"game_{table.id}_999_game-action", "game_nobody_1_game-action", "x", first[:-1])
    for message in strange:
        refused = http.post(f"{path}/deliveries/{message}/redeliver", headers=house.organizer)
        assert (refused.status_code, refused.json()["code"]) == (404, "message_unknown")


def test_after_a_new_secret_the_old_one_opens_messages_for_a_while(
    house: House, http: httpx.Client, table: Table, told: Json, receiver: Receiver
) -> None:
    new = http.post(f"/webhooks/{told['id']}/rotate", headers=house.organizer).json()
    ids = moves(table, 1)
    soon(lambda: len(receiver.taken) >= len(ids))
    assert receiver.messages()
    assert receiver.secret == told["secret"] != new["secret"]
    receiver.secret = new["secret"]
    assert receiver.messages()


def test_nothing_is_sent_after_the_end_of_a_subscription(
    house: House, http: httpx.Client, table: Table, told: Json, receiver: Receiver
) -> None:
    ids = moves(table, 1)
    soon(lambda: len(receiver.taken) >= len(ids))
    delete(http, told, house.organizer)
    assert http.get(f"/webhooks/{told['id']}", headers=house.organizer).status_code == 404
    other = Receiver()
    try:
        scope = {"type": "game", "game": table.id}
        made = subscribe(http, other, house.organizer, scope, "game.action")
        moves(table, 1, seed=3)
        soon(lambda: other.taken)
        assert len(receiver.taken) == len(ids)
        delete(http, made, house.organizer)
    finally:
        other.close()


def test_a_whole_game_of_bots_is_told_to_whoever_hears_everything(
    house: House, http: httpx.Client, receiver: Receiver
) -> None:
    wanted = ("game.created", "game.turn", "game.scored", "game.finished")
    made = subscribe(http, receiver, house.organizer, {"type": "all"}, *wanted)
    bots = [{"name": "Anna", "bot": "random"}, {"name": "Béla", "bot": "random"}]
    game = http.post("/games", json={"game": "gluck-auf", "seats": bots}).json()["id"]
    soon(lambda: _over(receiver, game))
    told = [one for one in receiver.messages() if one["data"]["game"] == game]
    kinds = [one["type"] for one in told]
    assert (kinds[0], kinds[-1]) == ("game.created", "game.finished")
    assert kinds.count("game.scored") == told[-1]["data"]["periods"]
    versions = [one["data"]["version"] for one in told]
    assert versions == sorted(versions)
    summary = http.get(f"/games/{game}").json()
    assert told[-1]["data"]["scores"] == summary["scores"]
    assert told[-1]["data"]["result"]["places"] == summary["places"]
    assert "Anna" not in b"".join(one.body for one in receiver.taken).decode()
    delete(http, made, house.organizer)


def _over(receiver: Receiver, game: str) -> bool:
    return any(
        one.id.startswith(f"game_{game}_") and one.id.endswith("_game-finished")
        for one in receiver.taken
    )
