"""What a seat may not see changes no byte of what it gets."""

import asyncio
from collections.abc import Sequence
from typing import Any, TypeVar

import httpx
import msgspec
import pytest

from domain.kernel.actions import CreateGame, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.registry import GAMES
from infra.connections import connect
from infra.game_log import GameLog, GameSetup
from replays.aggregate import Aggregate
from services.tokens import digest_of
from tests.services.api.arbiters import new_arbiter
from tests.services.api.house import House
from tests.services.api.streams import events
from tests.services.api.table import bearer

T = TypeVar("T")

SECRET = b"s" * 32
AT = "2026-01-01T00:00:00.000Z"
PARTS = ["", "/state", "/state?at=1", "/state?at=2.1", "/frames", "/scorings", "/choices"]
PARTS += ["/choices?lang=en&effects=1"]
PICTURES = ["/picture", "/picture.png?at=2.1"]
UNSAID = ("prev", "sha256")
"""Digests differ between two games, of course; they are made so that nobody can undo them."""


class Stacked(CommittedChance):
    """Deals the cards that everybody sees alike, and the hidden ones one way or the other."""

    def __init__(self, direction: int) -> None:
        super().__init__(SECRET)
        self._direction = direction

    def shuffled(self, _label: str, items: Sequence[T]) -> list[T]:
        cards = sorted(items, key=str)
        return [*cards[:10], *cards[10:][:: self._direction]]

    def pick(self, _label: str, items: Sequence[T]) -> T:
        return items[0]


def planted(house: House, game_id: str, direction: int) -> list[dict[str, str]]:
    """A game whose stacks lie one way or the other below what everybody sees."""
    game = GAMES["gluck-auf"]
    action = CreateGame(game_id, game.name, (SeatSetup("Anna"), SeatSetup("Béla")))
    new = Aggregate(game_id, game, game.catalog)
    new.chance, new.seats, new.created_at = Stacked(direction), action.seats, AT
    decision = new.decide("service", action, AT, secret=SECRET)
    tokens = [f"token-{game_id}-{seat}" for seat in range(2)]
    access = {str(seat): digest_of(token) for seat, token in enumerate(tokens)}

    async def store() -> None:
        client = connect(house.server.url)
        try:
            await GameLog(client).create(game_id, decision.entry, GameSetup(access))
        finally:
            await client.aclose()

    asyncio.run(store())
    return [bearer(token) for token in tokens]


def said(answer: httpx.Response, game_id: str) -> tuple[int, str, list[tuple[str, str]]]:
    headers = [
        (name, value.replace(game_id, "GAME"))
        for name, value in answer.headers.items()
        if name not in ("date",)
    ]
    return answer.status_code, answer.text.replace(game_id, "GAME"), headers


def streamed(http: httpx.Client, game_id: str, own: dict[str, str], version: int) -> str:
    """All frames so far; the stream itself goes on for as long as the game."""
    with http.stream("GET", f"/games/{game_id}/stream?frames=1", headers=own) as answer:
        told = events(answer.iter_lines())
        return str([untimed(next(told)) for _ in range(version)]).replace(game_id, "GAME")


def untimed(event: dict[str, str]) -> dict[str, Any]:
    return {**event, "data": without(("at",), msgspec.json.decode(event["data"]))}


def without_digests(text: str) -> str:
    lines = [msgspec.json.decode(line) for line in text.splitlines()]
    return str(without(UNSAID, lines))


def without(names: Sequence[str], value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without(names, v) for name, v in value.items() if name not in names}
    return [without(names, v) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_two_games_that_differ_in_unseen_cards_only_answer_alike(
    house: House, http: httpx.Client, seat: int | None
) -> None:
    answers = []
    for direction in (1, -1):
        game_id = f"twin-{seat}-{direction + 1}"
        tokens = planted(house, game_id, direction)
        own = {} if seat is None else tokens[seat]
        summary = http.get(f"/games/{game_id}").json()
        move = {"type": "draft_order", "order_id": sorted(GAMES["gluck-auf"].catalog.orders)[0]}
        played = http.post(f"/games/{game_id}/actions", json=move, headers=tokens[summary["turn"]])
        assert played.status_code == 201, played.text
        parts = [http.get(f"/games/{game_id}{part}", headers=own) for part in [*PARTS, *PICTURES]]
        got = [said(answer, game_id) for answer in parts]
        wrong = {"type": "choose_order", "keep": "x"}
        got.append(said(http.post(f"/games/{game_id}/actions", json=wrong, headers=own), game_id))
        next_move = {**move, "order_id": sorted(GAMES["gluck-auf"].catalog.orders)[1]}
        for question, draft in (("why=1", wrong), ("why=1", next_move), ("effects=1", next_move)):
            where = f"/games/{game_id}/choices?{question}"
            got.append(said(http.post(where, json=draft, headers=own), game_id))
        log = http.get(f"/games/{game_id}/log", headers=own).text.replace(game_id, "GAME")
        answers.append((got, without_digests(log), streamed(http, game_id, own, 2)))
    (first, first_log, first_frames), (second, second_log, second_frames) = answers
    assert "draft" in first_frames
    assert first_frames == second_frames
    assert first[0] != second[0], "the commitments differ: these are two deals"
    for (status, body, headers), (other_status, other_body, other_headers) in zip(
        first[1:], second[1:], strict=True
    ):
        assert (status, headers) == (other_status, other_headers)
        assert body == other_body
    # The moves were made at their own times; all else is equal.
    assert [part for part in first_log.split("'") if "T" not in part] == [
        part for part in second_log.split("'") if "T" not in part
    ]


TIMES = ("commitment", "created", "updated", "finished", "at", "id")
WHY = "So it is."
AROUND_THE_BOARD: list[tuple[str, dict[str, Any]]] = [
    ("mover", {"type": "table_claim", "about": "2.1", "text": WHY}),
    ("mover", {"type": "table_ask_take_back", "to": 1}),
    ("other", {"type": "table_answer_take_back", "agree": False}),
    ("arbiter", {"type": "table_pause", "reason": WHY}),
    ("arbiter", {"type": "table_resume", "reason": WHY}),
    ("arbiter", {"type": "table_take_back", "to": 1, "reason": WHY}),
    ("arbiter", {"type": "table_answer_claim", "claim": 3, "upheld": True, "reason": WHY}),
    ("arbiter", {"type": "table_warn", "seat": 0, "reason": WHY}),
]


def test_what_happens_around_the_board_tells_no_more(house: House, http: httpx.Client) -> None:
    """Bodies of twins differ by nothing, whoever asks who does not see all."""
    arbiter = new_arbiter(house, http)
    answers = []
    for direction in (1, -1):
        game_id = f"table-twin-{direction + 1}"
        tokens = planted(house, game_id, direction)
        turn = http.get(f"/games/{game_id}").json()["turn"]
        who = {"mover": tokens[turn], "other": tokens[1 - turn], "arbiter": arbiter.key}
        move = {"type": "draft_order", "order_id": sorted(GAMES["gluck-auf"].catalog.orders)[0]}
        got: list[Any] = []
        for by, action in (("mover", move), *AROUND_THE_BOARD):
            body = {**action, "sections": []} if "upheld" in action else action
            answer = http.post(f"/games/{game_id}/actions", json=body, headers=who[by])
            got.append((answer.status_code, without(TIMES + UNSAID, answer.json())))
            for own in ({}, *tokens):
                for part in (*PARTS, "/log"):
                    asked = http.get(f"/games/{game_id}{part}", headers=own)
                    lines = [msgspec.json.decode(line) for line in asked.content.splitlines()]
                    got.append((part, asked.status_code, without(TIMES + UNSAID, lines)))
        got += [streamed(http, game_id, own, 10) for own in ({}, *tokens)]
        assert [status for status, _ in got[:-3][:: 1 + 3 * (len(PARTS) + 1)]] == [201] * 9
        answers.append(str(got).replace(game_id, "GAME"))
    assert answers[0] == answers[1]
