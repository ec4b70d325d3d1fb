"""Whatever is forged around the board, `verify` says `clock` or `rulings`, and where.

Every forged file has a right chain and our own signature: only what it says is wrong.
"""

import json
import tracemalloc
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

from domain.kernel.clock import Clock
from domain.table import actions as a
from replays.record import Record
from replays.verify import Report
from tests.domain.counting import calls
from tests.domain.table.paper_game import at, per_game
from tests.replays.forging import Entry, forge_with_our_key
from tests.replays.games import check
from tests.replays.tables import go_on, opened, play, sit_down

NOTE = 16
"""The version of a note; the entry before it and the one after it are game actions."""
LAST = 17
CROSSED = 13
"""The last entry before the note that uncovers something."""
Change = Callable[[list[Entry]], None]


CLOCK = per_game(60, on_flag="out")


@cache
def honest(clock: Clock | None = CLOCK) -> Record:
    record = play(sit_down(clock=clock), NOTE - 2)
    record.rule(a.Note("so it was"), at(20_000), "Ria")
    go_on(record, 21_000)
    return record


def found(report: Report, guarantee: str) -> tuple[str, int | None, str]:
    verdict = next(v for name, v in report.verdicts.items() if name == guarantee)
    return verdict.verdict, verdict.version, verdict.code


def entry(parsed: list[Entry], version: int) -> Entry:
    return next(line for line in parsed if line.get("v") == version)


def instead(action: dict[str, Any], *events: dict[str, Any], **more: Any) -> Change:
    """Other words in place of the note."""

    def change(parsed: list[Entry]) -> None:
        entry(parsed, NOTE).update(action=action, events=list(events), **more)

    return change


def behind(action: dict[str, Any], *events: dict[str, Any], **more: Any) -> Change:
    """One entry more."""
    line = {"v": LAST + 1, "at": at(22_000), "by": "arbiter", "name": "Ria", "key": None}
    rest = {"action": action, "events": list(events), "seals": [], "prev": ""}

    def change(parsed: list[Entry]) -> None:
        made = {**line, **rest, **more}
        parsed.append({name: value for name, value in made.items() if value != "nobody"})

    return change


def changed(version: int, **fields: Any) -> Change:
    return lambda parsed: entry(parsed, version).update(fields)


def without(version: int, field: str) -> Change:
    return lambda parsed: entry(parsed, version).pop(field)


def event_more(version: int, event: dict[str, Any], *, first: bool = False) -> Change:
    def change(parsed: list[Entry]) -> None:
        events = entry(parsed, version)["events"]
        events.insert(0 if first else len(events), event)

    return change


def flag(seat: int, when: int) -> Change:
    flagged = {"type": "table_flagged", "seat": seat, "on_flag": "out", "bot": "greedy"}
    action = {"type": "table_flag", "seat": seat}
    return behind(action, flagged, by="service", name="nobody", at=at(when))


def taken_back(to: object, over_hidden: object = True, **more: object) -> dict[str, Any]:
    event = {"type": "table_taken_back", "to": to, "over_hidden": over_hidden, "reason": "r"}
    return {**event, "claim": None, "left_ms": None, **more}


def take_back(to: object, **more: object) -> dict[str, Any]:
    return {"type": "table_take_back", "to": to, "reason": "r", **more}


PAUSE = ({"type": "table_pause", "reason": "r"}, {"type": "table_paused", "reason": "r"})
ADJUDICATE = {"type": "table_adjudicate", "places": [1, 2, 3], "reason": "r"}
ADJUDICATED = {"type": "table_adjudicated", "places": [1, 2, 3], "points": [0, 0, 0], "reason": "r"}
VOID = ({"type": "table_void", "reason": "r"}, {"type": "table_voided", "reason": "r"})
NOTED = {"type": "table_noted", "text": "x"}
CLOCK_SET = {"type": "table_clock_set", "clock": {"kind": "move", "seconds": 9, "on_flag": "out"}}


def test_a11_the_honest_log_holds() -> None:
    report = check(opened(honest()))
    for guarantee in ("clock", "rulings", "rules", "chain", "signature"):
        assert found(report, guarantee)[0] == "holds", report.verdicts


def seat_to_move() -> int:
    record = honest()
    return record.game.awaited(record.state)[0]


def left() -> int:
    """Of the seat to move, after the last entry."""
    return honest().table.left_ms[seat_to_move()]


def test_a10_a_flag_at_its_very_time_holds_and_one_before_is_forged() -> None:
    over = 21_000 + left()
    right = check(forge_with_our_key(opened(honest()), flag(seat_to_move(), over)))
    assert found(right, "clock")[0] == found(right, "rulings")[0] == "holds"
    early = check(forge_with_our_key(opened(honest()), flag(seat_to_move(), over - 1)))
    assert found(early, "clock") == ("broken", LAST + 1, "clock.flag_early")
    assert found(early, "rulings") == ("broken", LAST + 1, "rulings.refused")


def test_a10_a_flag_of_a_seat_that_is_not_awaited_is_forged() -> None:
    other = (seat_to_move() + 1) % 3
    for seat in (other, 7, -1):
        report = check(forge_with_our_key(opened(honest()), flag(seat, 9_000_000)))
        assert found(report, "clock") == ("broken", LAST + 1, "clock.flag_early")
        assert found(report, "rulings") == ("broken", LAST + 1, "rulings.refused")


def test_a10_a_flag_in_a_pause_is_forged() -> None:
    """Nobody runs then, so nobody is over."""

    def change(parsed: list[Entry]) -> None:
        instead(*PAUSE)(parsed)
        parsed[:] = [line for line in parsed if LAST not in (line.get("v"), line.get("seal"))]
        flag(seat_to_move(), 9_000_000)(parsed)
        parsed[-1]["v"] = LAST

    report = check(forge_with_our_key(opened(honest()), change))
    assert found(report, "clock") == ("broken", LAST, "clock.flag_early")
    assert found(report, "rulings") == ("broken", LAST, "rulings.refused")


def test_a10_an_action_after_its_time_breaks_the_clock_alone() -> None:
    data = opened(honest())
    report = check(forge_with_our_key(data, changed(LAST, at=at(9_000_000))))
    assert found(report, "clock") == ("broken", LAST, "clock.acted_late")
    assert found(report, "rulings")[0] == found(report, "rules")[0] == "holds"
    unclocked = opened(honest(None))
    report = check(forge_with_our_key(unclocked, changed(LAST, at=at(9_000_000))))
    assert found(report, "clock")[0] == "holds"


@pytest.mark.parametrize("when", ["2025-12-31T23:59:59.000Z", "noon", "", "2026-01-01T00:00:19.9Z"])
def test_a10_time_that_runs_backwards_breaks_a_log_with_a_clock(when: str) -> None:
    report = check(forge_with_our_key(opened(honest()), changed(LAST, at=when)))
    assert found(report, "clock") == ("broken", LAST, "clock.backwards")
    report = check(forge_with_our_key(opened(honest(None)), changed(LAST, at=when)))
    assert found(report, "clock")[0] == "holds"


def test_a10_is_judged_of_sealed_actions_too() -> None:
    """Kartenspiel has some; the public sees when they were done, and by whom."""
    record = sit_down("kartenspiel", clock=per_game(60))
    sealed: list[int] = []
    while not sealed and record.version < 80:
        go_on(record, 100 * record.version)
        line = json.loads(record.entries[-1].line)
        sealed = [line["v"]] if any(note["for"] is not None for note in line["seals"]) else []
    public = [line for line in opened(record).splitlines() if not line.startswith(b'{"seal"')]
    data = forge_with_our_key(b"\n".join(public) + b"\n", changed(sealed[0], at=at(9_000_000)))
    assert found(check(data), "clock") == ("broken", sealed[0], "clock.acted_late")


def test_a10_late_and_missing_flags_are_not_judged() -> None:
    record = play(sit_down(clock=CLOCK), 3)
    seat = record.game.awaited(record.state)[0]
    record.rule(a.Note("nobody looked"), at(9_000_000))
    missing = check(opened(record))
    record.flag(seat, at(20_000_000))
    for report in (missing, check(opened(record))):
        assert found(report, "clock")[0] == found(report, "rulings")[0] == "holds"


def test_a11_which_bot_and_which_arbiter_is_believed() -> None:
    """A bot may be gone, and keys of arbiters are no part of a log."""
    stand_in = {"seat": 1, "bot": "forgotten", "reason": "r"}
    resigned = {"type": "table_resigned", "seat": 0, "bot": "forgotten"}
    for change in (
        behind(
            {"type": "table_stand_in", **stand_in},
            {"type": "table_stood_in", **stand_in},
            name="Nobody in particular",
        ),
        behind({"type": "table_resign"}, resigned, by=0, name="nobody"),
    ):
        report = check(forge_with_our_key(opened(honest()), change))
        assert found(report, "rulings")[0] == "holds"


FORGED: dict[str, tuple[Change, int, str]] = {
    "played on in a pause": (instead(*PAUSE), LAST, "rulings.paused"),
    "played on after the end": (instead(ADJUDICATE, ADJUDICATED), LAST, "rulings.after_end"),
    "played on though void": (instead(*VOID), LAST, "rulings.after_end"),
    "back to nowhere": (instead(take_back(0), taken_back(0)), NOTE, "rulings.refused"),
    "back to before": (instead(take_back(-1), taken_back(-1)), NOTE, "rulings.refused"),
    "back to itself": (instead(take_back(NOTE), taken_back(NOTE)), NOTE, "rulings.refused"),
    "back to the future": (instead(take_back(LAST), taken_back(LAST)), NOTE, "rulings.refused"),
    "far into the future": (instead(take_back(999), taken_back(999)), NOTE, "rulings.refused"),
    "back to another": (instead(take_back(2), taken_back(3)), NOTE, "rulings.other_events"),
    "no state at all": (instead(take_back(2), taken_back(LAST)), NOTE, "rulings.other_events"),
    "twice in one entry": (
        instead(take_back(2), taken_back(2), taken_back(3)),
        NOTE,
        "rulings.other_events",
    ),
    "a claim that is none": (
        instead(take_back(2, claim=3), taken_back(2, claim=3)),
        NOTE,
        "rulings.refused",
    ),
    "too few clocks": (
        instead(take_back(2, left_ms=[1]), taken_back(2, left_ms=[1])),
        NOTE,
        "rulings.refused",
    ),
    "too many clocks": (
        instead(take_back(2, left_ms=[1] * 8), taken_back(2, left_ms=[1] * 8)),
        NOTE,
        "rulings.refused",
    ),
    "clocks of centuries": (
        instead(take_back(2, left_ms=[10**13 - 1] * 3), taken_back(2, left_ms=[10**13 - 1] * 3)),
        NOTE,
        "rulings.refused",
    ),
    "other points": (
        behind(ADJUDICATE, {**ADJUDICATED, "points": [99_999, 0, 0]}),
        LAST + 1,
        "rulings.other_events",
    ),
    "other places": (
        behind(ADJUDICATE, {**ADJUDICATED, "places": [3, 2, 1]}),
        LAST + 1,
        "rulings.other_events",
    ),
    "places that are none": (
        behind({**ADJUDICATE, "places": [1, 1, 2]}, {**ADJUDICATED, "places": [1, 1, 2]}),
        LAST + 1,
        "rulings.refused",
    ),
    "corrected before its end": (
        behind(
            {"type": "table_correct_result", "points": [1, 2, 3], "reason": "r", "sections": []},
            {
                "type": "table_result_corrected",
                "points": [1, 2, 3],
                "places": [3, 2, 1],
                "reason": "r",
                "sections": [],
            },
        ),
        LAST + 1,
        "rulings.refused",
    ),
    "a seat's entry with a name": (changed(LAST, name="Ria"), LAST, "rulings.name"),
    "a ruling without a name": (without(NOTE, "name"), NOTE, "rulings.no_name"),
    "a seat that rules": (behind(*VOID, by=0, name="nobody"), LAST + 1, "rulings.refused"),
    "a service that rules": (behind(*VOID, by="service"), LAST + 1, "rulings.name"),
    "an arbiter that resigns": (
        behind({"type": "table_resign"}, {"type": "table_resigned", "seat": 0, "bot": "greedy"}),
        LAST + 1,
        "rulings.refused",
    ),
    "resigning for another": (
        behind(
            {"type": "table_resign"},
            {"type": "table_resigned", "seat": 1, "bot": "greedy"},
            by=0,
            name="nobody",
        ),
        LAST + 1,
        "rulings.other_events",
    ),
    "a seat that is none": (
        behind(
            {"type": "table_warn", "seat": 99_999, "reason": "r"},
            {"type": "table_warned", "seat": 99_999, "reason": "r"},
        ),
        LAST + 1,
        "rulings.refused",
    ),
    "a stand-in nowhere": (
        behind(
            {"type": "table_stand_in", "seat": 99_999, "bot": "greedy", "reason": "r"},
            {"type": "table_stood_in", "seat": 99_999, "bot": "greedy", "reason": "r"},
        ),
        LAST + 1,
        "rulings.refused",
    ),
    "nothing to say": (
        instead({"type": "table_note", "text": " "}, {"type": "table_noted", "text": " "}),
        NOTE,
        "rulings.refused",
    ),
    "nothing that happened": (instead(PAUSE[0]), NOTE, "rulings.other_events"),
    "a table event in a game entry": (event_more(LAST, NOTED), LAST, ""),
    "and before the others": (event_more(LAST, NOTED, first=True), LAST, "rulings.other_events"),
    "a take-back in a game entry": (
        event_more(LAST, taken_back(2)),
        LAST,
        "",
    ),
    "a game event in a table entry": (
        event_more(NOTE, {"type": "marks_received", "player": 0, "amount": 1, "reason": "bank"}),
        NOTE,
        "rulings.other_events",
    ),
    "a second clock": (event_more(NOTE, CLOCK_SET), NOTE, "rulings.other_events"),
    "a clock that nobody asked for": (event_more(1, CLOCK_SET), 1, ""),
    "no clock though asked for": (lambda parsed: parsed[0]["events"].pop(), 1, ""),
}


@pytest.mark.parametrize("what", FORGED)
def test_a11_rulings_that_are_forged(what: str) -> None:
    change, version, code = FORGED[what]
    report = check(forge_with_our_key(opened(honest()), change))
    assert found(report, "chain")[0] == found(report, "signature")[0] == "holds"
    verdict, where, why = found(report, "rulings")
    assert (verdict, where) == ("broken", version), report.verdicts
    assert code in (why, ""), why


@pytest.mark.parametrize("to", [1, 9, 10, 12, 13, 14])
def test_a11_whether_something_hidden_was_crossed_is_judged(to: int) -> None:
    data = opened(honest())
    verdicts = {
        over_hidden: found(check(forge_with_our_key(data, change)), "rulings")[:2]
        for over_hidden in (True, False)
        for change in [instead(take_back(to), taken_back(to, over_hidden))]
    }
    lines = [json.loads(entry.line) for entry in honest().entries[to : NOTE - 1]]
    shown = {"factory_space_filled", "order_space_filled", "draft_display_revealed"}
    crosses = any(line["seals"] or shown & {e["type"] for e in line["events"]} for line in lines)
    assert crosses == (to < CROSSED)
    assert verdicts[not crosses] == ("broken", NOTE)
    assert verdicts[crosses] == ("holds", None)


def test_a11_numbers_beyond_all_bounds_are_not_even_read() -> None:
    for huge in (10**6, 10**30, -(10**30)):
        for change in (
            instead(take_back(huge), taken_back(huge)),
            behind({"type": "table_flag", "seat": huge}, by="service", name="nobody"),
            instead(take_back(2, left_ms=[10**14] * 3), taken_back(2, left_ms=[10**14] * 3)),
        ):
            report = check(forge_with_our_key(opened(honest()), change))
            assert found(report, "chain")[::2] == ("broken", "file.large_number")
            assert found(report, "rulings")[0] == "cannot tell"


def back_and_forth(times: int, *, to_the_same: bool) -> bytes:
    """The same move again and again, and each time it is taken back."""
    record = honest(None)
    state = LAST - 1

    def change(parsed: list[Entry]) -> None:
        move = entry(parsed, LAST)
        parsed[:] = [line for line in parsed if LAST not in (line.get("v"), line.get("seal"))]
        for number in range(times):
            version = LAST + 2 * number
            to = state if to_the_same else version - 1
            parsed.append({**move, "v": version})
            line = {"v": version + 1, "at": move["at"], "by": "arbiter", "name": "Ria", "key": None}
            events = [taken_back(to, over_hidden=False)]
            parsed.append({**line, "action": take_back(to), "events": events, "seals": []})

    return forge_with_our_key(opened(record), change)


def test_a11_thousands_of_take_backs_cost_as_much_as_other_entries() -> None:
    for to_the_same in (True, False):
        few, many = (back_and_forth(times, to_the_same=to_the_same) for times in (50, 200))
        cost = calls(partial(check, few), 10**7)
        assert calls(partial(check, many), 5 * cost) < 5 * cost


def test_a11_so_many_take_backs_to_one_version_hold() -> None:
    report = check(back_and_forth(1_500, to_the_same=True))
    assert found(report, "rulings")[0] == found(report, "rules")[0] == "holds"


def test_a11_more_states_than_are_kept_cannot_be_told() -> None:
    data = back_and_forth(2_001, to_the_same=False)
    tracemalloc.start()
    report = check(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found(report, "rulings") == ("cannot tell", None, "rulings.too_many")
    assert peak < 20 * len(data)
