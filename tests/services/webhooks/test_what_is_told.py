"""Bodies hold what may be seen: by everybody, by the seat that subscribed, and not too early."""

import random

import httpx
import jsonschema_rs
import pytest

from services.webhooks.kinds import TOURNAMENT_KINDS
from tests.services.api.events import Event
from tests.services.api.house import House, LiveApi
from tests.services.api.table import Table, bearer
from tests.services.api.test_schema import root
from tests.services.webhooks.receiver import Receiver
from tests.services.webhooks.subscribing import delete, soon, subscribe, webhook


@pytest.fixture
def http(api: LiveApi) -> httpx.Client:
    return api.http


def looking(http: httpx.Client) -> tuple[Table, int]:
    """A game in which the next move shows somebody cards that nobody else may see."""
    table, luck = Table.open(http), random.Random(1)
    while table.summary()["phase"] == "draft":
        table.play_on(luck, 1)
    return table, table.summary()["turn"]


def test_a_seat_is_told_what_it_may_see_and_others_are_not(
    house: House, http: httpx.Client, receiver: Receiver
) -> None:
    table, seat = looking(http)
    other = Receiver()
    everybody = Receiver()
    try:
        own = {"type": "seat", "game": table.id}
        subscribe(http, receiver, table.tokens[seat], own, "game.action")
        subscribe(http, other, table.tokens[1 - seat], own, "game.action")
        scope = {"type": "game", "game": table.id}
        public = subscribe(http, everybody, house.organizer, scope, "game.action")
        seen = table.act(seat, {"type": "look_at_orders"}).json()
        for one in (receiver, other, everybody):
            soon(lambda one=one: one.taken)  # type: ignore[misc]  # a default, bound now
        [mine], [theirs], [all_see] = receiver.messages(), other.messages(), everybody.messages()
        assert mine["data"]["entry"] == seen
        assert theirs["data"]["entry"] == all_see["data"]["entry"] != seen
        assert (mine["data"]["seat"], all_see["data"]["seat"]) == (seat, None)
        version = seen["v"]
        assert receiver.ids() == [f"seat{seat}_{table.id}_{version}_game-action"]
        assert everybody.ids() == [f"game_{table.id}_{version}_game-action"]
        delete(http, public, house.organizer)
    finally:
        other.close()
        everybody.close()


def test_whoever_loses_the_seat_is_told_nothing_more(
    house: House, http: httpx.Client, receiver: Receiver
) -> None:
    table, seat = looking(http)
    own = {"type": "seat", "game": table.id}
    made = subscribe(http, receiver, table.tokens[seat], own, "game.action")
    renewed = http.post(table.path(f"/seats/{seat}/token"), headers=house.organizer).json()
    table.tokens[seat] = bearer(renewed["token"])
    assert table.act(seat, {"type": "look_at_orders"}).status_code == 201
    soon(lambda: webhook(http, made, house.organizer)["notice"])
    assert webhook(http, made, house.organizer)["notice"]["code"] == "token_ended"
    assert receiver.received == []
    path = f"/webhooks/{made['id']}"
    refused = http.patch(path, json={"enabled": True}, headers=table.tokens[seat])
    assert (refused.status_code, refused.json()["code"]) == (409, "webhook_disabled")


def test_claims_rulings_and_the_end_of_a_game(
    house: House, http: httpx.Client, receiver: Receiver
) -> None:
    table = Table.open(http)
    scope = {"type": "game", "game": table.id}
    kinds = ("table.claim", "table.ruled", "game.finished")
    made = subscribe(http, receiver, house.organizer, scope, *kinds)
    claim = {"type": "table_claim", "about": "1", "text": "The lamp went out."}
    assert table.act(0, claim).status_code == 201
    for action in (
        {"type": "table_pause", "reason": "I come."},
        {"type": "table_adjudicate", "places": [1, 2], "reason": "Time is up."},
    ):
        answer = http.post(table.path("/actions"), json=action, headers=house.organizer)
        assert answer.status_code == 201, answer.text
    soon(lambda: len(receiver.taken) == 4)
    told = [(one["type"], one["data"]["version"]) for one in receiver.messages()]
    assert told == [
        ("table.claim", 2),
        ("table.ruled", 3),
        ("table.ruled", 4),
        ("game.finished", 4),
    ]
    assert receiver.messages()[-1]["data"]["result"]["status"] == "adjudicated"
    delete(http, made, house.organizer)


def test_an_event_is_told_to_its_helper_with_the_games_of_its_tables(
    house: House, http: httpx.Client, receiver: Receiver
) -> None:
    event = Event.create(house, http, 2)
    scope = {"type": "tournament", "tournament": event.id}
    wanted = (*TOURNAMENT_KINDS, "game.created", "game.finished")
    made = subscribe(http, receiver, event.key, scope, *wanted)
    [table] = event.begin_round([1, 2])
    event.end(table)
    event.act("close_round")
    soon(lambda: {"round.closed", "game.finished"} <= set(_kinds(receiver)))
    about = [one for one in receiver.messages() if "facts" in one["data"]]
    kinds = [one["type"] for one in about]
    assert kinds[0] == "registration.closed"
    expected = ["round.published", "round.started", "table.opened", "result.read", "round.closed"]
    assert [kind for kind in kinds if kind in expected] == expected
    read = next(one for one in about if one["type"] == "result.read")
    assert read["data"]["facts"][0]["places"] == [1, 2]
    assert read["data"]["title"] == "Zeche Open"
    games = [one for one in receiver.messages() if "game" in one["data"]]
    assert [one["type"] for one in games] == ["game.created", "game.finished"]
    assert {one["data"]["tournament"] for one in games} == {event.id}
    check_schemas(http, receiver)
    delete(http, made, event.key)


def check_schemas(http: httpx.Client, receiver: Receiver) -> None:
    """Every message is as the OpenAPI document says."""
    document = http.get(f"{root(http)}/schema/openapi.json").json()
    for message in receiver.messages():
        [media] = document["webhooks"][message["type"]]["post"]["requestBody"]["content"].values()
        schema = {**media["schema"], "components": document["components"]}
        jsonschema_rs.validator_for(schema).validate(message)


def _kinds(receiver: Receiver) -> list[str]:
    return [one["type"] for one in receiver.messages()]


def test_a_deal_that_others_still_play_is_held_back_from_everybody_but_the_table(
    house: House, http: httpx.Client, receiver: Receiver
) -> None:
    event = Event.create(house, http, 4, deals="duplicate")
    scope = {"type": "tournament", "tournament": event.id}
    wanted = ("game.created", "game.finished", "result.read")
    made = subscribe(http, receiver, house.organizer, scope, *wanted)
    at_the_table = Receiver()
    try:
        first, second = event.begin_round([1, 2], [3, 4])
        own = {"type": "seat", "game": first.id}
        subscribe(http, at_the_table, first.tokens[0], own, "game.finished")
        event.adjudicate(first)
        soon(lambda: _kinds(at_the_table) == ["game.finished"])
        asked = f"/webhooks/{made['id']}/deliveries/game_{first.id}_1_game-created/redeliver"
        assert http.post(asked, headers=house.organizer).json()["code"] == "message_unknown"
        assert receiver.received == []

        event.adjudicate(second)
        soon(lambda: _kinds(receiver).count("game.finished") == 2)
        soon(lambda: _kinds(receiver).count("result.read") == 2)
        for game in (first.id, second.id):
            told = [one for one in receiver.messages() if one["data"].get("game") == game]
            assert [one["type"] for one in told] == ["game.created", "game.finished"]
        delete(http, made, house.organizer)
    finally:
        at_the_table.close()
