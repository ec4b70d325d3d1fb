"""Whole games simulated, written, verified and read again, by everybody and by every seat."""

from collections.abc import Callable
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.bots import bots_for
from domain.kernel.chance import CommittedChance
from domain.schichtwechsel import SCHICHTWECHSEL
from replays.file import replay_of
from replays.history import History
from replays.record import Record
from replays.simulation import Plan, advance, create, simulate
from tests.domain.schichtwechsel.random_games import Setup
from tests.replays.forging import Entry, forge_with_our_key
from tests.replays.games import SIGNER, broken, check
from tests.replays.verdicts import judged

RUNNING = Plan("schichtwechsel", 3, ("random",), 4)


@cache
def running(upto: int) -> Record:
    """A game of which only so many entries have been written; only to be read."""
    made = create(SCHICHTWECHSEL, RUNNING, 0)
    luck = CommittedChance(RUNNING.digest(0, "luck"))
    known = bots_for(SCHICHTWECHSEL)
    bots = [known[seat.bot or "random"] for seat in RUNNING.seats(0)]
    while made.version < upto:
        advance(made, bots, luck)
    return made


@cache
def whole() -> bytes:
    return replay_of(simulate(SCHICHTWECHSEL, RUNNING, 0), None, SIGNER)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bots", [("random",), ("greedy",), ("greedy", "random")])
def test_simulated_games_hold_in_every_way(players: int, bots: tuple[str, ...]) -> None:
    made = simulate(SCHICHTWECHSEL, Plan("schichtwechsel", players, bots, 11), len(bots))
    report = check(replay_of(made, None, SIGNER))
    assert judged(report) == {"holds"}
    assert report.phase == "finished"
    assert report.winners == made.state.winners


@settings(max_examples=12)
@given(st.data())
def test_games_with_other_switches_hold(data: st.DataObject) -> None:
    players = data.draw(st.integers(2, 4))
    options = Setup.any_options(lambda values: data.draw(st.sampled_from(values)), players)
    plan = Plan("schichtwechsel", players, ("random",), 3, options=options)
    report = check(replay_of(simulate(SCHICHTWECHSEL, plan, 0), None, SIGNER))
    assert judged(report) == {"holds"}


@pytest.mark.parametrize("upto", [1, 4, 9, 17, 40, 80, 120])
@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_a_running_game_is_never_called_broken(upto: int, reader: int | None) -> None:
    made = running(upto)
    report = check(replay_of(made, reader, SIGNER))
    assert not broken(report)
    assert report.verdicts["conservation"].verdict == "holds"
    assert report.verdicts["deal"].verdict == "cannot tell"


@pytest.mark.parametrize("upto", [1, 6, 21, 60, 111])
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_every_reader_folds_to_the_same_view_and_choices(upto: int, seat: int | None) -> None:
    made = running(upto)
    history = History(replay_of(made, seat, SIGNER))
    state = history.state_at(history.end)
    seen, played = SCHICHTWECHSEL.view(state, seat), SCHICHTWECHSEL.view(made.state, seat)
    assert msgspec.json.encode(seen) == msgspec.json.encode(played)
    if seat is not None:
        assert SCHICHTWECHSEL.choices(state, seat) == SCHICHTWECHSEL.choices(made.state, seat)


def test_the_secret_is_sealed_in_entry_1_although_nothing_else_is_hidden() -> None:
    made = running(30)
    assert [len(entry.seals) for entry in made.entries[:3]] == [2, 0, 0]
    assert b'"secret"' in made.entries[0].seals[0]
    assert b'"secret"' not in replay_of(made, 0, SIGNER)


def test_all_seats_and_the_public_see_the_same_table() -> None:
    made = running(70)
    views = [SCHICHTWECHSEL.view(made.state, seat) for seat in (None, 0, 1, 2)]
    same = {msgspec.json.encode(msgspec.structs.replace(view, seat=None)) for view in views}
    assert len(same) == 1


Change = Callable[[list[Entry]], None]


def _first(parsed: list[Entry], kind: str, by: str | None = None) -> Entry:
    """The first event of a kind, in an entry by the service if that is asked."""
    return next(
        event
        for entry in parsed
        if "v" in entry and (by is None or entry["action"]["type"] == by)
        for event in entry["events"]
        if event["type"] == kind
    )


def _swap_cube(parsed: list[Entry]) -> None:
    """A bundle that was drawn within a settlement."""
    cubes = _first(parsed, "bundle_drawn", "settle")["cubes"]
    cubes[0] = "spoil" if cubes[0] == "coal" else "coal"


def _other_round_card(parsed: list[Entry]) -> None:
    _first(parsed, "round_card_revealed", "settle")["card"] = "round_7"


def _other_start(parsed: list[Entry]) -> None:
    event = _first(parsed, "start_player_determined")
    event["seat"] = (event["seat"] + 1) % 3


def _round_points(parsed: list[Entry]) -> None:
    _first(parsed, "round_scored")["points"][0] += 1


def _final_points(parsed: list[Entry]) -> None:
    _first(parsed, "final_step_scored")["counts"][1] += 1


def _other_winner(parsed: list[Entry]) -> None:
    ranking = _first(parsed, "game_finished")["ranking"]
    ranking[0]["seat"], ranking[1]["seat"] = ranking[1]["seat"], ranking[0]["seat"]


def _free_tool(parsed: list[Entry]) -> None:
    _first(parsed, "tools_taken")["count"] += 1


def _free_coal(parsed: list[Entry]) -> None:
    _first(parsed, "bag_refilled")["coal"] += 1
    _first(parsed, "game_started")["supply"]["coal"] += 1


@pytest.mark.parametrize(
    ("change", "guarantees"),
    [
        (_swap_cube, {"deal"}),
        (_other_start, {"deal"}),
        (_other_round_card, {"deal"}),
        (_round_points, {"scoring"}),
        (_final_points, {"scoring"}),
        (_other_winner, {"result"}),
        (_free_tool, {"rules"}),
        (_free_coal, {"rules", "conservation"}),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_forgery_is_found_even_under_our_own_key(change: Change, guarantees: set[str]) -> None:
    assert not broken(check(whole()))
    assert guarantees <= broken(check(forge_with_our_key(whole(), change)))
