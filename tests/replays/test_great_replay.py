"""Every recorded log comes out as it was recorded; a rule that was changed is found and named."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions.take_money import TakeMoney
from domain.gluck_auf.events import MarksReceived
from domain.kernel.decider import AnyGame
from domain.kernel.seals import Fact
from domain.registry import GAMES
from replays.entry import _decoders, read_entry
from replays.file import read_replay, replay_of
from replays.great_replay import replay_again
from replays.samples import samples
from replays.verify import verify
from tests.replays.games import SIGNER, finished, record

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*/*.schicht"))
LOGS = {**dict(samples()), **{str(path): path.read_bytes() for path in GOLDEN}}
PAID_MORE = 7


@pytest.mark.parametrize("name", LOGS)
def test_a_recorded_log_comes_out_as_it_was_recorded(name: str) -> None:
    replayed = replay_again(name, LOGS[name])
    assert (replayed.own, replayed.unreadable, replayed.sealed) == ([], "", 0)
    assert replayed.entries == len(read_replay(LOGS[name]).entries)


def generous(since: int) -> AnyGame:
    """Glück Auf in which money spaces pay more from some version of the rules on."""

    def decide(state: Any, by: Any, action: Any, chance: Any) -> list[Any]:
        events = GLUCK_AUF.decide(state, by, action, chance)
        if isinstance(action, TakeMoney) and state.rules >= since:
            return [more(event) for event in events]
        return events

    return replace(GLUCK_AUF, decide=decide, newest_rules=max(since, GLUCK_AUF.newest_rules))


def more(event: Fact) -> Fact:
    if isinstance(event, MarksReceived):
        return msgspec.structs.replace(event, amount=PAID_MORE)
    return event


def paying_versions(data: bytes) -> list[int]:
    lines = [read_entry(GLUCK_AUF, entry) for entry in read_replay(data).entries]
    return [line.v for line in lines if isinstance(line.action, TakeMoney)]


def test_a_rule_that_was_changed_on_the_quiet_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "gluck-auf", generous(since=1))
    replayed = replay_again("a game", finished())
    assert not replayed.ok
    assert [d.version for d in replayed.own] == paying_versions(finished())
    assert {(d.recorded, d.decided) for d in replayed.own} == {("marks_received", "marks_received")}


def test_a_rule_that_was_changed_with_a_new_version_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    since = GLUCK_AUF.newest_rules + 1
    monkeypatch.setitem(GAMES, "gluck-auf", generous(since))
    replayed = replay_again("a game", finished())
    assert replayed.ok
    assert [d.version for d in replayed.today] == paying_versions(finished())
    assert {v.verdict for v in verify(finished()).verdicts.values()} <= {"holds", "cannot tell"}


def test_a_game_that_goes_on_is_compared_as_far_as_it_is_open() -> None:
    replayed = replay_again("a game", replay_of(record(upto=40), None, SIGNER))
    assert replayed.ok
    assert replayed.sealed


@pytest.mark.parametrize("data", [b"", b"{}", b"no replay", finished()[:3000], finished()[3:]])
def test_what_cannot_be_read_is_said_to_be_so(data: bytes) -> None:
    assert replay_again("a file", data).unreadable


class MoneyPaid(Fact, frozen=True, tag="money_paid"):
    """As an old release might have called it."""

    player: int
    pfennigs: int
    space: str


def test_an_upcaster_turns_facts_of_old_logs_into_those_of_today(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def today(old: MoneyPaid) -> MarksReceived:
        return MarksReceived(old.player, old.pfennigs // 100, old.space)

    monkeypatch.delitem(_decoders, "gluck-auf", raising=False)
    game = replace(GLUCK_AUF, upcasters={MoneyPaid: today})
    entry = next(
        entry for entry in read_replay(finished()).entries if b'"marks_received"' in entry.line
    )
    [taken] = [e for e in read_entry(GLUCK_AUF, entry).events if isinstance(e, MarksReceived)]
    old = MoneyPaid(taken.player, 100 * taken.amount, str(taken.reason))
    line = entry.line.replace(msgspec.json.encode(taken), msgspec.json.encode(old))
    assert b"money_paid" in line
    monkeypatch.delitem(_decoders, "gluck-auf")
    assert taken in read_entry(game, msgspec.structs.replace(entry, line=line)).events
    monkeypatch.delitem(_decoders, "gluck-auf")
