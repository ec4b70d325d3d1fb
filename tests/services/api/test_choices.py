"""What a seat may play next, and drafts that grow."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

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

    def slowly(aggregate: Aggregate, *_asked: object) -> bytes:
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


def in_words(table: Table, seat: int, language: str, draft: Any = None) -> Any:
    where, method = f"/choices?lang={language}", "GET" if draft is None else "POST"
    answer = table.http.request(method, table.path(where), headers=table.tokens[seat], json=draft)
    assert answer.headers["Content-Language"] == language
    return answer.json()


def test_with_a_language_every_choice_has_a_sentence_and_its_places(
    mining: tuple[Table, int],
) -> None:
    table, seat = mining
    plain = table.get("/choices", seat).json()
    for language, heading in (("en", "Mining"), ("de", "Fördern"), ("hu", "Kitermelés")):
        told = in_words(table, seat, language)
        assert told["headings"]["mine"] == heading
        assert told["headings"].keys() == {choice["verb"] for choice in told["choices"]}
        shorter = [{name: c[name] for name in plain["choices"][0]} for c in told["choices"]]
        assert shorter == plain["choices"]
    [mine] = [c for c in told["choices"] if c["action"].get("space_id") == "mining-6"]
    assert (mine["text"], mine["touches"]) == (
        "Kitermelés 1 munkással: legfeljebb 6 munkalépés",
        ["space.mining-6"],
    )
    grown = in_words(table, seat, "en", mine["action"])["choices"]
    assert (grown[0]["text"], grown[0]["verb"], grown[0]["touches"]) == (
        "Lower the Pit cage to the 1st Tunnel level (yellow)",
        "move_cage",
        [f"seat.{seat}.level.1"],
    )


def test_another_language_is_another_answer(mining: tuple[Table, int]) -> None:
    table, seat = mining
    first = table.get("/choices?lang=en", seat)
    tag = first.headers["ETag"]
    assert table.get("/choices?lang=en", seat, if_none_match=tag).status_code == 304
    assert table.get("/choices?lang=de", seat, if_none_match=tag).status_code == 200
    assert table.get("/choices", seat, if_none_match=tag).status_code == 200
    assert table.get("/choices?lang=tlh", seat).status_code == 400


def test_an_answer_that_the_table_waits_for_is_said_too(http: httpx.Client) -> None:
    table = Table.open(http)
    table.play_on(random.Random(3), 1)
    asker = table.summary()["turn"]
    assert table.act(asker, {"type": "table_ask_take_back", "to": 1}).status_code == 201
    told = in_words(table, 1 - asker, "en")
    assert told["headings"] == {"table_answer_take_back": "Request to go back"}
    assert [choice["text"] for choice in told["choices"]] == [
        "Agree to go back to version 1",
        "Do not go back to version 1",
    ]
    assert [choice["touches"] for choice in told["choices"]] == [[], []]


def asked(table: Table, seat: int, question: str, draft: Any) -> Any:
    answer = table.http.post(
        table.path(f"/choices?{question}"), headers=table.tokens[seat], json=draft
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_what_a_choice_would_do_is_told_and_what_would_be_drawn_is_not(
    mining: tuple[Table, int],
) -> None:
    table, seat = mining
    told = table.get("/choices?lang=en&effects=1", seat).json()
    by_verb = {choice["verb"]: choice for choice in reversed(told["choices"])}
    bought = by_verb["buy_tunnel_tile"]["effects"]
    assert bought[0].endswith("places 1 Worker on Lorry factory, tile 1.")
    assert bought[3] == "Lorry factory, tile 1: a card from the stack, a new Tunnel tile."
    looked = by_verb["look_at_tunnel_tiles"]["effects"]
    assert looked[-1].endswith("looks at 5 Tunnel tiles.")
    before = table.summary()["version"]
    action = by_verb["buy_tunnel_tile"]["action"]
    posted = asked(table, seat, "lang=de&effects=1", action)
    assert posted["effects"][-1].endswith("ist am Zug.")
    space = next(s for s in posted["view"]["spaces"] if s["id"] == action["space_id"])
    assert (space["tile"], space["workers"]) == ("?", {"seat": seat, "count": 1})
    assert table.summary()["version"] == before, "nothing was played"


def test_a_draft_that_cannot_be_played_as_it_stands_has_no_effects(
    http: httpx.Client,
) -> None:
    table = Table.open(http, "kartenspiel")
    seat = table.summary()["turn"]
    unpaid = next(c["action"] for c in table.choices(seat) if not c["complete"])
    posted = asked(table, seat, "effects=1", unpaid)
    assert (posted["effects"], posted["view"]) == (None, None)
    assert posted["choices"][0]["effects"]


def test_why_something_may_not_be_played_is_told_without_playing_it(
    mining: tuple[Table, int],
) -> None:
    table, seat = mining
    wrong = {"type": "deliver_orders", "space_id": "delivery-engine"}
    said = asked(table, seat, "why=1&lang=de", wrong)
    assert said == {
        "version": table.summary()["version"],
        "seat": seat,
        "refusal": {
            "code": "nothing_to_deliver",
            "detail": "Du hast keinen vollständigen Auftrag für dieses Transportmittel.",
            "facts": said["refusal"]["facts"],
            "game": "gluck-auf",
            "section": said["refusal"]["section"],
            "rule": f"gluck-auf {said['refusal']['section']}",
            "rule_url": said["refusal"]["rule_url"],
        },
    }
    assert said["refusal"]["rule_url"] == "/api/v1/rules/gluck-auf/text#5.5"
    assert asked(table, seat, "why=1", {"type": "use_bank"})["refusal"] is None
    other = asked(table, 1 - seat, "why=1", {"type": "use_bank"})
    assert other["refusal"]["code"] == "not_your_turn"


def test_why_not_also_asks_the_table_and_chance_is_no_refusal(http: httpx.Client) -> None:
    table = Table.open(http, "schichtwechsel")
    seat = table.summary()["turn"]
    action = table.choices(seat)[0]["action"]
    assert asked(table, seat, "why=1", action)["refusal"] is None
    told = asked(table, seat, "effects=1&lang=en", action)
    assert (told["effects"], told["view"]) == (["What follows is drawn by chance."], None)
    assert table.act(seat, {"type": "table_resign"}).status_code == 201
    assert asked(table, seat, "why=1", action)["refusal"]["code"] == "seat_stood_in"
