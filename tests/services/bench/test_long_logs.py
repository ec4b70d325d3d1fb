"""The long log of the time travel: a right chain, and the same table however long it is."""

from itertools import pairwise
from typing import Any

import msgspec

from infra.snapshots import EVERY
from replays.entry import Entry, read_line, sha256
from services.bench.logs import REAL, folded, long_log

GAME_ID = "long"


def view(entries: list[Entry], version: int) -> Any:
    aggregate = folded(GAME_ID, entries[:version])
    assert aggregate.version == version
    return msgspec.to_builtins(aggregate.game.view(aggregate.state, None))


def test_it_folds_to_its_end_and_the_table_stays_the_same() -> None:
    entries = long_log(GAME_ID, 10_000)
    assert len(entries) == 10_000
    assert view(entries, 10_000) == view(entries, 100) == view(entries, REAL)
    assert view(entries, REAL) != view(entries, REAL - 1)


def test_each_line_carries_the_hash_of_the_one_before() -> None:
    entries = long_log(GAME_ID, 300)
    game = folded(GAME_ID, entries[:1]).game
    for before, entry in pairwise(entries):
        assert read_line(game, entry.line).prev == sha256(before.line)


def test_a_short_one_is_the_beginning_of_a_long_one() -> None:
    assert long_log(GAME_ID, 300)[:100] == long_log(GAME_ID, 100)


def test_what_is_asked_for_lies_behind_a_snapshot() -> None:
    assert REAL % EVERY == 0


def test_with_keys_each_further_entry_has_one() -> None:
    aggregate = folded(GAME_ID, long_log(GAME_ID, 200, with_keys=True))
    assert len(aggregate.keys) == 200 - REAL
    assert not folded(GAME_ID, long_log(GAME_ID, 200)).keys
