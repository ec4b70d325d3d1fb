"""Whatever a stranger sends is looked at once, within limits, and gets clear verdicts."""

import tracemalloc
from contextlib import nullcontext, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel.fold import Fold
from domain.kernel.texts import LANGUAGES
from domain.registry import GAMES
from replays import limits, versus
from replays.file import read_replay
from replays.history import History
from replays.reasons import SENTENCES
from replays.recorded_game import UnreadableReplay
from replays.verify import Report, verify
from tests.replays import hostile
from tests.replays.forging import entries, rebuilt
from tests.replays.games import broken, check, finished
from tests.replays.mutations import mutant
from tests.replays.test_findings import gaps

MOST_MEMORY = 64 * 1024 * 1024
"""Beside the file itself."""
LONGEST_REPORT = 4_000 + 2 * versus.MOST_BYTES

FILES = dict(
    chain(
        hostile.raw_files(),
        hostile.long_games(),
        hostile.greedy_events(),
        hostile.seal_tricks(),
        hostile.footers(),
    )
)


def show(data: bytes) -> None:
    """The state at the end, or a sentence about why there is none."""
    with suppress(UnreadableReplay):
        history = History(data)
        history.state_at(history.end)


def judged(data: bytes) -> Report:
    """As a worker does it: verdicts that can be stored, sent and told in every language."""
    report = verify(data)
    assert len(msgspec.json.encode(report)) < LONGEST_REPORT
    for verdict in report.verdicts.values():
        assert len({verdict.told(language).reason for language in LANGUAGES}) in (1, len(LANGUAGES))
    return report


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every event that is folded while a file is judged."""
    events: list[Any] = []
    fold = Fold.__call__

    def counting(self: Fold[Any], state: Any, event: Any) -> Any:
        events.append(event)
        return fold(self, state, event)

    monkeypatch.setattr(Fold, "__call__", counting)
    return events


@pytest.mark.parametrize("name", FILES)
def test_it_is_read_within_limits(name: str, folded: list[Any]) -> None:
    tracemalloc.start()
    try:
        report = judged(FILES[name])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY
    assert read_replay(FILES[name]).lines <= limits.MOST_LINES
    # What was decided again is folded too, on a copy; and a real game has a thousand events.
    assert len(folded) < 3 * limits.UNPROVEN_EVENTS
    assert report.verdicts["result"].verdict != "holds" or name in dict(hostile.footers())


@pytest.mark.parametrize("name", FILES)
def test_it_is_shown_or_explained(name: str) -> None:
    show(FILES[name])


LIMITS = {
    "nothing but newlines": "file.header",
    "a header and newlines": "file.too_many_lines",
    "seals without newlines": "file.long_line",
    "entries that are none": "file.too_many_entries",
    "an entry and seals": "file.too_many_seals",
    "a long header": "file.long_header",
    "numbers": "file.large_number",
    "lists in lists": "file.too_deep",
    "objects in objects": "file.too_deep",
    "a deep catalog": "file.too_deep",
    "one entry too many": "file.too_many_entries",
    "returned: 1000000000": "file.large_number",
}


@pytest.mark.parametrize(("name", "code"), LIMITS.items())
def test_the_limit_is_named(name: str, code: str) -> None:
    report = judged(FILES[name])
    assert report.verdicts["chain"].code == code
    assert broken(report) == {"chain"}
    assert not report.ok


def test_a_file_above_the_limit_is_not_looked_at() -> None:
    data = b"\n" * (limits.MOST_BYTES + 1)
    assert read_replay(data).lines == 0
    assert judged(data).verdicts["chain"].code == "file.too_large"


def test_nothing_behind_a_limit_is_looked_at() -> None:
    assert read_replay(FILES["an entry and seals"]).lines == limits.MOST_SEALS + 3
    assert read_replay(FILES["numbers"]).lines == 2


def test_the_first_line_that_belongs_to_nothing_is_remembered_not_all_of_them() -> None:
    lines = entries(finished())
    report = check(rebuilt(finished(), [*lines[:1], *[b"null"] * 20_000, *lines[1:]]))
    assert report.verdicts["chain"].code == "file.stray_line"
    assert report.verdicts["chain"].version == 1


@pytest.mark.parametrize("name", sorted(hostile.SAMPLES))
def test_real_games_are_far_below_every_limit(name: str) -> None:
    replay = read_replay(hostile.SAMPLES[name])
    assert replay.unread is None
    assert replay.lines * 50 < limits.MOST_LINES
    assert len(hostile.SAMPLES[name]) * 50 < limits.MOST_BYTES
    assert len(replay.entries) * 3 < limits.UNPROVEN_ENTRIES
    assert len(replay.entries) * 20 < limits.MOST_ENTRIES
    events = sum(len(line.events) for line in History(hostile.SAMPLES[name]).lines)
    assert events * 4 < limits.UNPROVEN_EVENTS
    for entry in replay.entries:
        assert max(map(len, (entry.line, *entry.seals))) * 10 < limits.LONGEST_LINE
        assert len(entry.seals) * 5 < limits.MOST_SEALS


def test_every_catalog_is_far_below_the_limit_of_a_header() -> None:
    for game in GAMES.values():
        assert len(msgspec.json.encode(game.catalog.content)) * 10 < limits.LONGEST_HEADER


@pytest.mark.parametrize("text", ['{"a":"[[[[[{{{{{"}', '{"a":"\\"[[\\\\"}', '{"a":",123456"}'])
def test_what_stands_in_quotes_counts_for_no_limit(text: str) -> None:
    limits.check_line(1, text.replace("[", "[" * 50).encode())


@pytest.mark.parametrize("number", ["100000", "-100000", " 1234567", "\t100000", "100000.5"])
def test_numbers_outside_quotes_do(number: str) -> None:
    with pytest.raises(limits.BeyondLimit, match=r"file\.large_number"):
        limits.check_line(1, f'{{"a":[1,{number}]}}'.encode())


@pytest.mark.parametrize(("depth", "is_deep"), [(limits.DEEPEST, False), (33, True)])
def test_the_depth_is_counted_exactly(depth: int, *, is_deep: bool) -> None:
    pair = b"[" * depth + b"]" * depth
    for line in (pair, b"[" * depth, b",".join([pair] * 20), b"[]" * 500 + pair):
        refused = pytest.raises(limits.BeyondLimit, match=r"file\.too_deep")
        with refused if is_deep else nullcontext():
            limits.check_line(1, line)


@pytest.mark.parametrize("seed", range(150))
def test_no_damage_or_forgery_crashes_anything(seed: int) -> None:
    data = mutant(seed)
    judged(data)
    show(data)


def test_the_limits_are_those_of_the_documentation() -> None:
    documented = Path("docs/replay-format.md").read_text("utf-8")
    for code, sentence in SENTENCES["en"].items():
        limit = documented.partition(f"| `{code}` |")[2].partition("\n")[0]
        assert bool(limit) == ("most" in gaps(sentence) and code.startswith("file."))
    for number in (
        *(limits.MOST_BYTES, limits.MOST_LINES, limits.MOST_ENTRIES, limits.MOST_SEALS),
        *(limits.LONGEST_HEADER, limits.LONGEST_LINE, limits.DEEPEST, limits.LARGEST_NUMBER),
        *(limits.UNPROVEN_ENTRIES, limits.UNPROVEN_EVENTS),
    ):
        assert f" {number:,} " in documented
