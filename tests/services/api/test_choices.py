"""What a seat may play next, and drafts that grow."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from domain.kernel.seals import Fact
from domain.registry import GAMES
from replays.aggregate import Aggregate
from tests.services.api.table import Table


@pytest.mark.parametrize("game", GAMES)
def test_only_the_seat_that_is_to_act_has_choices(http: httpx.Client, game: str) -> None:
    table = Table.open(http, game)
    turn = table.summary()["turn"]
    answer = table.get("/choices", seat=turn).json()
    assert (answer["version"], answer["seat"]) == (1, turn)
    assert answer["choices"]
    assert all(choice.keys() == {"action", "complete", "open"} for choice in answer["choices"])
    assert table.choices(1 - turn) == []


@pytest.fixture(scope="module")
def mining(http: httpx.Client) -> tuple[Table, int]:
    table = Table.open(http)
    while table.summary()["phase"] == "draft":
        table.play_on(random.Random(1), 1)
    return table, table.summary()["turn"]


def test_a_draft_grows_part_by_part(mining: tuple[Table, int]) -> None:
    table, seat = mining
    draft = next(c for c in table.choices(seat) if c["open"] and c["action"]["type"] == "mine")
    grown = table.choices(seat, draft["action"])
    assert grown
    assert all(len(choice["action"]["steps"]) == 1 for choice in grown)


def test_a_draft_that_breaks_a_rule_is_refused_as_if_played(mining: tuple[Table, int]) -> None:
    table, seat = mining
    draft = next(c["action"] for c in table.choices(seat) if c["action"]["type"] == "mine")
    wrong = {**draft, "steps": [{"type": "move_cage", "to_level": 99}]}
    where = table.path("/choices")
    answer = table.http.post(
        where, json=wrong, headers={**table.tokens[seat], "Accept-Language": "de"}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "cage_wrong_level")
    assert answer.headers["Content-Language"] == "de"
    other = table.http.post(where, json=draft, headers=table.tokens[1 - seat])
    assert other.json()["code"] == "not_your_turn"
    unknown = table.http.post(where, json={"type": "fly"}, headers=table.tokens[seat])
    assert unknown.json()["code"] == "invalid_body"
    short = {"type": "mine", "space_id": draft["space_id"]}
    assert table.http.post(where, json=short, headers=table.tokens[seat]).json()["detail"] == (
        "Object missing required field `steps`, at $"
    )
    assert table.http.post(where, json=draft).json()["code"] == "token_needed"


def test_nobody_else_waits_for_choices_and_no_action_comes_between(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.open(http)
    seat, move = table.first_move()
    asked, go_on = threading.Event(), threading.Event()

    def slowly(aggregate: Aggregate, _seat: int, _draft: Fact | None) -> bytes:
        asked.set()
        go_on.wait(30)
        return b'{"version":%d}' % aggregate.version

    monkeypatch.setattr("services.api.calls.choices._offered", slowly)
    with ThreadPoolExecutor(2) as pool:
        choices = pool.submit(table.get, "/choices", seat)
        try:
            assert asked.wait(30)
            acted = pool.submit(table.act, seat, move)
            others = Table.open(http)
            assert others.summary()["version"] == 1
            assert not acted.done()
        finally:
            go_on.set()
        assert choices.result().json() == {"version": 1}
        assert acted.result().status_code == 201
