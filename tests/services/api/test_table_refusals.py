"""Every refusal of the table that comes after the door, over HTTP: code, facts, three languages."""

import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from domain.table.refusals import AT_THE_DOOR, REFUSALS, SECTIONS
from tests.services.api.arbiters import Arbiter, new_arbiter
from tests.services.api.house import House
from tests.services.api.table import Json, Table

WHY = "So it is."
CLOCK = {"kind": "game", "seconds": 600, "increment": 0, "on_flag": "arbiter"}
ONLY_THE_SERVICE = {"clock_not_over"}
"""Refused at the door to everybody else."""
Headers = dict[str, str]
Attempt = tuple[Headers, Json]


class Room:
    """A game with a clock, in which a seat has moved, and its arbiter."""

    def __init__(self, http: httpx.Client, ria: Arbiter, **more: Any) -> None:
        self.table, self.ria = Table.open(http, **more), ria
        self.seat: int = self.table.summary()["turn"]
        self.table.play_on(random.Random(1), 1)

    def mine(self, what: str, **fields: Any) -> Attempt:
        return self.table.tokens[self.seat], {"type": f"table_{what}", **fields}

    def other(self, what: str, **fields: Any) -> Attempt:
        return self.table.tokens[1 - self.seat], {"type": f"table_{what}", **fields}

    def ruling(self, what: str, **fields: Any) -> Attempt:
        return self.ria.key, {"type": f"table_{what}", "reason": WHY, **fields}

    def move(self) -> Attempt:
        seat, action = self.table.first_move()
        return self.table.tokens[seat], action

    def post(self, attempt: Attempt, language: str = "en") -> httpx.Response:
        headers, body = attempt
        sent = {**headers, "Accept-Language": language}
        return self.table.http.post(self.table.path("/actions"), json=body, headers=sent)

    def after(self, *attempts: Attempt) -> None:
        for attempt in attempts:
            answer = self.post(attempt)
            assert answer.status_code == 201, answer.text


def hidden_seen(room: Room) -> Attempt:
    """Until a move has turned something over."""
    for _ in range(40):
        asked = room.post(room.mine("ask_take_back", to=1))
        if asked.status_code == 422:
            break
        room.after(room.other("answer_take_back", agree=False))
        room.table.play_on(random.Random(2), 1)
    return room.mine("ask_take_back", to=1)


def twice(attempt: Callable[[Room], Attempt], times: int = 1) -> Callable[[Room], Attempt]:
    def prepared(room: Room) -> Attempt:
        room.after(*[attempt(room)] * times)
        return attempt(room)

    return prepared


def asked_and_agreed(room: Room) -> Attempt:
    room.after(room.mine("ask_take_back", to=1))
    return room.mine("answer_take_back", agree=True)


def left_with_a_bot(room: Room) -> Attempt:
    room.after(room.mine("resign"))
    return room.mine("ask_take_back", to=1)


def paused_move(room: Room) -> Attempt:
    move = room.move()
    room.after(room.ruling("pause"))
    return move


def late_move(room: Room) -> Attempt:
    move = room.move()
    room.after(room.ruling("void"))
    return move


CASES: dict[str, Callable[[Room], Attempt]] = {
    "game_ended": late_move,
    "table_paused": paused_move,
    "seat_stood_in": left_with_a_bot,
    "text_invalid": lambda room: room.mine("claim", about="1", text=" "),
    "clock_over": lambda room: room.ruling("hand_over", seat=0, name="Eva", left_ms=[0, 0]),
    "moment_unknown": lambda room: room.mine("claim", about="2.99", text=WHY),
    "claims_open": twice(lambda room: room.mine("claim", about="1", text=WHY), 3),
    "take_back_open": twice(lambda room: room.mine("ask_take_back", to=1)),
    "take_back_unknown": lambda room: room.mine("ask_take_back", to=2),
    "take_back_over_hidden": hidden_seen,
    "take_back_not_asked": lambda room: room.mine("answer_take_back", agree=True),
    "already_answered": asked_and_agreed,
    "claim_unknown": lambda room: room.ruling("answer_claim", claim=2, upheld=True, sections=[]),
    "seat_unknown": lambda room: room.ruling("stand_in", seat=9, bot="greedy"),
    "bot_unknown": lambda room: room.ruling("stand_in", seat=0, bot="clever"),
    "already_paused": twice(lambda room: room.ruling("pause")),
    "not_paused": lambda room: room.ruling("resume"),
    "left_ms_invalid": lambda room: room.ruling("take_back", to=1, left_ms=[1]),
    "game_not_over": lambda room: room.ruling("correct_result", points=[1, 2], sections=[]),
    "places_invalid": lambda room: room.ruling("adjudicate", places=[1, 3]),
}


@pytest.fixture(scope="module")
def ria(house: House, http: httpx.Client) -> Arbiter:
    return new_arbiter(house, http)


def test_every_refusal_is_tried_somewhere() -> None:
    without_a_clock = {"no_clock"}
    assert {*CASES, *AT_THE_DOOR, *without_a_clock, *ONLY_THE_SERVICE} == set(REFUSALS)


@pytest.mark.parametrize("code", CASES)
def test_it_is_refused_with_its_code_and_nothing_is_written(
    http: httpx.Client, ria: Arbiter, code: str
) -> None:
    room = Room(http, ria, clock=CLOCK)
    expect_refused(room, CASES[code](room), code)


def test_without_a_clock_none_can_be_set(http: httpx.Client, ria: Arbiter) -> None:
    room = Room(http, ria)
    expect_refused(room, room.ruling("take_back", to=1, left_ms=[1, 1]), "no_clock")


def expect_refused(room: Room, attempt: Attempt, code: str) -> None:
    version = room.table.summary()["version"]
    said = set()
    for language in ("en", "de", "hu"):
        answer = room.post(attempt, language)
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, code), answer.text
        assert (problem["game"], problem["section"]) == ("table", SECTIONS[code])
        assert answer.headers["Content-Language"] == language
        said.add(problem["detail"])
    assert len(said) == 3
    assert room.table.summary()["version"] == version
