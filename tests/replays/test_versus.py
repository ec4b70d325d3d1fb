"""Where a record and the rules part, both are told; a file that is cut off is said to be."""

from typing import Any

import pytest

from domain.kernel.texts import LANGUAGES
from replays import versus
from replays.samples import samples
from replays.verify import Report, verify
from tests.replays.forging import Entry, at_version, entries, forge, forge_with_our_key, rebuilt

WHOLE = next(data for name, data in samples() if "two-players" in name)
FIVE, NINE = b'"vp":5,"cubes_returned"', b'"vp":9,"cubes_returned"'
DELIVERED = 13
"""The entry in which the first order of five points is delivered."""


def points(events: tuple[dict[str, Any], ...]) -> list[int]:
    return [event["vp"] for event in events if event["type"] == "order_delivered"]


def nine_points(lines: list[Entry]) -> None:
    for line in lines:
        for event in line.get("events", ()):
            if line.get("v") == DELIVERED and event["type"] == "order_delivered":
                event["vp"] = 9


def sides(report: Report) -> tuple[int, int, list[int], list[int]]:
    assert report.versus
    found = report.versus
    return found.version, found.event, points(found.recorded), points(found.rules)


def test_an_entry_that_was_changed_is_set_against_the_rules_though_unproven() -> None:
    report = verify(WHOLE.replace(FIVE, NINE, 1))
    assert sides(report) == (DELIVERED, 2, [9], [5])
    assert report.verdicts["rules"].verdict == "cannot tell"


def test_a_forgery_with_a_fresh_chain_is_set_against_the_rules() -> None:
    report = verify(forge_with_our_key(WHOLE, nine_points))
    assert sides(report) == (DELIVERED, 2, [9], [5])
    assert report.verdicts["rules"].code == "rules.other_event"


def test_an_action_that_the_rules_refuse_gives_no_events_but_a_reason() -> None:
    def by_another(lines: list[Entry]) -> None:
        next(line for line in lines if line.get("v") == DELIVERED)["by"] = 0

    found = verify(forge(WHOLE, by_another)).versus
    assert found
    assert found.refusal
    assert (found.version, found.rules) == (DELIVERED, ())
    assert found.refusal.code == "not_your_turn"
    assert found.recorded


def test_a_sound_game_and_one_whose_entry_is_merely_missing_have_no_two_sides() -> None:
    assert verify(WHOLE).versus is None
    without = entries(WHOLE)
    del without[at_version(WHOLE, DELIVERED) - 1]
    assert verify(rebuilt(WHOLE, without)).versus is None


def test_what_is_too_long_to_repeat_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versus, "MOST_BYTES", 100)
    report = verify(WHOLE.replace(FIVE, NINE, 1))
    assert report.versus is None
    assert report.verdicts["chain"].version == DELIVERED


FOOTER = WHOLE.rindex(b"\n", 0, -1) + 1


@pytest.mark.parametrize("length", [20, 60, 300, len(WHOLE) // 2, FOOTER - 9, FOOTER, FOOTER + 50])
def test_a_file_that_is_cut_off_is_said_to_be_in_words_of_ours(length: int) -> None:
    report = verify(WHOLE[:length])
    assert report.cut_off
    for language in LANGUAGES:
        for verdict in report.told(language).verdicts.values():
            assert "truncated" not in verdict.reason
            assert "JSON" not in verdict.reason


def test_a_whole_file_is_not_cut_off_nor_is_what_never_was_one() -> None:
    for data in (WHOLE, WHOLE.rstrip(b"\n"), b"Dear organizer,", b"", b"\n"):
        assert not verify(data).cut_off
