"""Duplicate deals: nobody learns anything of a deal at one table while another still plays it."""

import random
import re

import httpx
import msgspec
import pytest

from tests.services.api.arbiters import new_arbiter
from tests.services.api.events import Event
from tests.services.api.house import House
from tests.services.api.streams import events
from tests.services.api.table import Table, bearer
from tests.waiting import eventually


class Round:
    """Two tables with the same deal: one is over, the other still plays."""

    def __init__(self, house: House, http: httpx.Client) -> None:
        self.event = Event.create(house, http, 4, deals="duplicate")
        self.over, self.playing = self.event.begin_round([1, 2], [3, 4])
        for table in (self.over, self.playing):
            _play_to_a_look(table)
        self.before = everything_told(self.event, self.playing)
        """When both still played."""
        self.event.adjudicate(self.over)


def _play_to_a_look(table: Table) -> None:
    """The same at every table: until a seat knows of the deal what nobody else may know."""
    luck = random.Random(1)
    while table.summary(0)["phase"] == "draft":
        table.play_on(luck, 1)
    seat = table.summary(0)["turn"]
    assert table.act(seat, {"type": "look_at_orders"}).status_code == 201


@pytest.fixture(scope="module")
def round(house: House, http: httpx.Client) -> Round:
    return Round(house, http)


def calls_of_a_game(http: httpx.Client) -> list[str]:
    """Every GET under a game, as the document has it."""
    root = str(http.base_url).removesuffix("/api/v1/")
    paths = http.get(f"{root}/schema/openapi.json").json()["paths"]
    found = [
        path.partition("{game_id}")[2]
        for path, methods in paths.items()
        if "/games/{game_id}" in path and "get" in methods
    ]
    assert "/stream" in found
    assert "/picture.png" in found
    return found


def calls_of_the_event(http: httpx.Client) -> list[str]:
    """Every GET under a tournament, as the document has it, filled in."""
    root = str(http.base_url).removesuffix("/api/v1/")
    document = http.get(f"{root}/schema/openapi.json").json()
    found: list[str] = []
    for path, methods in document["paths"].items():
        part = path.partition("/tournaments/{tournament_id}")[2]
        if "/tournaments/{tournament_id}" not in path or "get" not in methods:
            continue
        kinds = SHEETS if "/sheets/" in part else ("1",)
        found += [re.sub(r"{.*?}", kind, part) for kind in kinds]
    assert {"/log", "/stream", "/rounds/1/boards", "/sheets/record", "/bundle"} <= {*found}
    return found


def everything_told(event: Event, playing: Table) -> dict[tuple[str, str], bytes]:
    """By call and by who asks: the event to all, the game to those at its table."""
    http, told = event.http, {}
    entrant = event.tokens[3]
    for part in calls_of_the_event(http):
        if part in (*WITHOUT_END, PROOF):
            continue
        if part == "/audit":
            eventually(lambda: http.get(event.path("/audit")).status_code == 200, 60)
        if part == "/replay":
            eventually(lambda: b'"proof"' in footer(http.get(event.path("/replay"))), 60)
        query = "?entrant=3" if part.endswith("/why") else ""
        for who, key in (("anybody", {}), ("an entrant", entrant)):
            told[part, who] = http.get(event.path(part + query), headers=key).content
    for part in calls_of_a_game(http):
        if part not in (*WITHOUT_END, PROOF):
            told[part, "a player"] = playing.get(part, 0).content
    choices = playing.path("/choices")
    asked = {"type": "look_at_orders"}
    told[choices, "a bot"] = http.post(choices, json=asked, headers=playing.tokens[0]).content
    told["games", "anybody"] = http.get("/games", params={"limit": 100}).content
    return told


def footer(replay: httpx.Response) -> bytes:
    return replay.content.splitlines()[-1]


SHEETS = ("pairings", "alphabetical", "slips", "poster", "standings", "record")
WITHOUT_END = ("/stream",)
PROOF = "/proof"
"""Leads to the newest head of the log, which grows with everybody's games; that a closed table has
no leaves is tested with the leaves of events."""
VARIANTS = ("", "?at=1", "?seat=0", "?seat=1", "?all=true", "?from=1&to=1", "?frames=1", "?lang=de")


@pytest.mark.parametrize("which", ["over", "playing"])
def test_every_call_of_the_document_is_closed_to_outsiders(
    round: Round, http: httpx.Client, which: str
) -> None:
    table: Table = getattr(round, which)
    other: Table = round.playing if which == "over" else round.over
    outsiders = [other.tokens[0], round.event.tokens[1], bearer("nobody")]
    said = set()
    for part in calls_of_a_game(http):
        asked: list[tuple[str, dict[str, str]]] = [(variant, {}) for variant in VARIANTS]
        asked += [("", key) for key in outsiders]
        for variant, key in asked:
            answer = http.get(table.path(part + variant), headers=key)
            assert answer.status_code == 403, (part, variant, answer.text)
            assert answer.json()["code"] == "deal_embargoed"
            assert "etag" not in answer.headers
            said.add(answer.content)
    assert len(said) == 1, "whoever is outside is told the same, whatever he asks"
    [sentence] = said
    assert table.id.encode() not in sentence


def test_when_a_table_is_over_nothing_changes_on_any_channel(round: Round) -> None:
    after = everything_told(round.event, round.playing)
    assert after.keys() == round.before.keys()
    changed = [asked for asked, told in after.items() if told != round.before[asked]]
    assert changed == []


def test_the_streams_say_nothing_of_a_table_that_is_over(house: House, http: httpx.Client) -> None:
    event = Event.create(house, http, 4, deals="duplicate")
    over, playing = event.begin_round([1, 2], [3, 4])
    version = event.version()
    follow = {"Last-Event-ID": str(version)}
    with (
        http.stream("GET", event.path("/stream"), headers=follow) as of_event,
        http.stream("GET", playing.path("/stream?after=1"), headers=playing.tokens[0]) as of_game,
    ):
        event.adjudicate(over)
        seat, move = playing.first_move()
        playing.act(seat, move)
        assert next(events(of_game.iter_lines()))["id"] == "2"
        event.adjudicate(playing)
        told = events(of_event.iter_lines())
        lines = [msgspec.json.decode(next(told)["data"]) for _ in "ab"]
    assert [line["v"] for line in lines] == [version + 1, version + 2]
    facts = [fact for line in lines for fact in line["events"]]
    assert [(fact["type"], fact["table"]) for fact in facts] == [
        ("result_read", 1),
        ("result_read", 2),
    ]


def test_a_key_of_the_event_opens_its_games_with_the_eyes_of_a_spectator(round: Round) -> None:
    http = round.event.http
    made = http.post(round.event.path("/keys"), json={"name": "Ria"}, headers=round.event.key)
    for key in (round.event.key, bearer(made.json()["key"])):
        for table in (round.over, round.playing):
            assert http.get(table.path("/state"), headers=key).status_code == 200
            assert b'"secret"' not in http.get(table.path("/replay"), headers=key).content
            for part in ("/state?seat=0", "/audit", "/choices?seat=0"):
                assert http.get(table.path(part), headers=key).status_code == 403, part
            sent = {"type": "table_adjudicate", "places": [1, 2], "reason": "So."}
            refused = http.post(table.path("/actions"), json=sent, headers=key)
            assert refused.status_code == 403, refused.text


def test_a_void_game_is_not_dealt_again_to_those_who_have_seen_it(
    house: House, http: httpx.Client
) -> None:
    event = Event.create(house, http, 4, deals="duplicate")
    void, other = event.begin_round([1, 2], [3, 4])
    event.rule(void, type="table_void", reason="A card was missing.")
    eventually(lambda: event.facts("result_read"))
    again = http.post(event.path("/rounds/1/tables/1/open"), headers=event.key)
    assert (again.status_code, again.json()["code"]) == (409, "deal_seen")
    event.adjudicate(other)
    assert other.get("/state").json()["code"] == "deal_embargoed"
    event.act("correct_result", table=1, places=[1, 1], reason="A card was missing.")
    eventually(lambda: all(table["result"] for table in event.tables()), 30)
    assert other.get("/state").status_code == 200


def test_whoever_starts_a_round_at_a_version_need_not_count_the_deals(
    house: House, http: httpx.Client
) -> None:
    event = Event.create(house, http, 4, deals="duplicate")
    event.act("close_registration")
    event.act("pair_by_hand", tables=[[1, 2], [3, 4]], reason="A test.")
    version = event.act("publish_round")["v"]
    start = {"type": "start_round"}
    stale = event.send(start, if_match=f'"{version - 1}"')
    assert (stale.status_code, event.version()) == (409, version)
    assert event.send(start, if_match=f'"{version}"').status_code == 201


def test_the_grid_tells_outsiders_shift_and_clock_only(round: Round) -> None:
    told = {"period": 1, "periods": 3, "clock": None}
    closed = dict.fromkeys(("awaited", "claims", "paused", "over"))
    for key in ({}, round.event.tokens[1]):
        tables = round.event.get("/rounds/1/boards", key)["tables"]
        assert [table["board"] for table in tables] == [told | closed] * 2
    tables = round.event.get("/rounds/1/boards", round.event.key)["tables"]
    assert [table["board"]["over"] for table in tables] == [True, False]
    assert [table["board"]["claims"] for table in tables] == [0, 0]


def test_whoever_sits_at_the_table_sees_the_own_view_and_no_more(round: Round) -> None:
    over = round.over
    assert over.summary(0)["status"] == "finished"
    for part in ("/state", "/frames", "/scored-now", "/picture"):
        assert over.get(part, 0).status_code == 200, part
        assert over.get(f"{part}?seat=1", 0).status_code == 403, part
        if part != "/state":
            assert over.get(f"{part}?all=true", 0).status_code == 403, part
    file = over.get("/replay", 0)
    seals = [line for line in file.content.splitlines() if line.startswith(b'{"seal":')]
    assert not {msgspec.json.decode(seal)["for"] for seal in seals} & {None, 1}
    assert b'"secret"' not in file.content
    assert over.get("/audit", 0).json()["code"] == "deal_embargoed"


def test_the_organizer_and_arbiters_see_all_and_leave_nothing_behind(
    house: House, http: httpx.Client, round: Round
) -> None:
    arbiter = new_arbiter(house, http, "Eda")
    for key in (house.organizer, arbiter.key):
        file = http.get(round.over.path("/replay"), headers=key)
        assert b'"secret"' in file.content
    # Not even by the short way of finished replays.
    assert round.over.get("/replay").json()["code"] == "deal_embargoed"
    assert b'"secret"' not in round.over.get("/replay", 0).content


def test_neither_lists_nor_pages_tell_of_it(http: httpx.Client, round: Round) -> None:
    listed = http.get("/games", params={"limit": 100}).json()["games"]
    assert not {game["id"] for game in listed} & {round.over.id, round.playing.id}
    root = str(http.base_url).removesuffix("/api/v1/")
    page = http.get(f"{root}/games/{round.over.id}").text
    assert "og:" not in page
    board = http.get(f"{root}/games/{round.over.id}/board.txt")
    assert board.json()["code"] == "deal_embargoed"
    figures = http.get(f"{root}/metrics").text
    assert round.over.id not in figures
    assert round.playing.id not in figures


def test_the_sentence_comes_in_three_languages(round: Round) -> None:
    said = {
        language: round.over.get("/state", accept_language=language).json()["detail"]
        for language in ("en", "de", "hu")
    }
    assert len(set(said.values())) == 3


def test_a_game_that_nobody_has_opened_yet_is_not_free_for_ever(
    house: House, http: httpx.Client
) -> None:
    event = Event.create(house, http, 4, deals="duplicate")
    assert http.get(f"/games/{event.id}-r1-t1/state").status_code == 404
    first, _ = event.begin_round([1, 2], [3, 4])
    assert first.get("/state").json()["code"] == "deal_embargoed"


def test_once_the_last_table_is_over_everybody_sees_everything(
    house: House, http: httpx.Client
) -> None:
    round = Round(house, http)
    assert round.over.get("/state").status_code == 403
    round.event.end(round.playing)
    for table in (round.over, round.playing):
        assert table.get("/state").status_code == 200
        assert table.get("/state?seat=1", 0).status_code == 200
        assert b'"secret"' in table.get("/replay").content
    listed = http.get("/games", params={"limit": 100}).json()["games"]
    assert {round.over.id, round.playing.id} <= {game["id"] for game in listed}


def test_tables_of_another_size_play_another_deal(house: House, http: httpx.Client) -> None:
    points = {"3": [60, 36, 24], "2": [60, 24]}
    event = Event.create(
        house,
        http,
        5,
        deals="duplicate",
        tables={"size": 3, "short": 2},
        scoring={"kind": "rank", "points": points},
    )
    large, short = event.begin_round([1, 2, 3], [4, 5])
    event.end(short)
    assert short.get("/state").status_code == 200
    assert large.get("/state").status_code == 403


def test_all_tables_of_a_size_are_committed_to_one_deal_before_the_round_begins(
    round: Round,
) -> None:
    facts = round.event.facts("deal_committed", "round_started", "game_opened")
    kinds = [fact["type"] for fact in facts]
    assert kinds == ["deal_committed", "round_started", "game_opened", "game_opened"]
    assert {fact["commitment"] for fact in facts if "commitment" in fact} == {
        facts[0]["commitment"]
    }
    assert facts[0] == facts[0] | {"round": 1, "size": 2}
    for table in (round.over, round.playing):
        assert _seals(table, round.event)[0] == [facts[0]["commitment"]]


def test_seals_after_the_deal_differ_between_tables(round: Round) -> None:
    over, playing = (_seals(table, round.event)[1] for table in (round.over, round.playing))
    assert over
    assert playing
    assert not set(over) & set(playing)


def _seals(table: Table, event: Event) -> tuple[list[str], list[str]]:
    """The digests of what is sealed for nobody in entry 1, and of all that is sealed later."""
    lines = event.http.get(table.path("/log"), headers=event.house.organizer).content.splitlines()
    first, *rest = map(msgspec.json.decode, lines)
    dealt = [seal["sha256"] for seal in first["seals"] if seal["for"] is None]
    return dealt[:1], [seal["sha256"] for line in rest for seal in line["seals"]]
