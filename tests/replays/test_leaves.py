"""Which entries have a leaf, by lines alone and against what the games say."""

import pytest

from domain.kernel.actions import Settle
from domain.table.actions import Claim, Note, TableAction
from replays.aggregate import Aggregate
from replays.entry import Entry, read_entry
from replays.file import read_replay
from replays.leaves import last_with_leaf, leaves_of, needs_leaf
from replays.position import Recall, take_back_targets
from replays.samples import samples
from tests.domain.table.paper_game import at
from tests.replays.tables import sit_down

SAMPLES = dict(samples())


@pytest.mark.parametrize("name", SAMPLES)
def test_the_beginning_every_settlement_every_ruling_and_the_end(name: str) -> None:
    replay = read_replay(SAMPLES[name])
    assert replay.header is not None
    game = Aggregate.before(replay.header.game, replay.entries[0], b"")
    game.recall = Recall(take_back_targets(replay.entries).values())
    game.follow(replay.entries[0])
    assert needs_leaf(replay.entries[0].line)
    for entry in replay.entries[1:]:
        was_over = game.over
        line = read_entry(game.game, entry)
        game.follow(entry)
        is_ruling = line.by == "arbiter" and isinstance(line.action, TableAction)
        is_end = game.over and not was_over
        assert needs_leaf(entry.line) == (isinstance(line.action, Settle) or is_ruling or is_end)


def test_a_claim_and_the_erasing_of_names_have_none() -> None:
    record = sit_down()
    claim = record.act(0, Claim("1", "look"), at(1))
    ruling = record.rule(Note("seen"), at(1))
    erased = record.erase_names(at(1))
    assert [needs_leaf(one.line) for one in (claim, ruling, erased)] == [False, True, False]
    lines = [entry.line for entry in record.entries]
    assert last_with_leaf(lines) == len(lines) - 1


def test_of_an_event_every_entry_has_one_and_of_nonsense_none() -> None:
    assert needs_leaf(b'{"v":7,"by":3}', "tournament")
    assert not needs_leaf(b"nonsense")
    assert last_with_leaf([b"nonsense"]) is None
    lines = [b"one", b"two"]
    assert [leaf.version for leaf in leaves_of("tournament", "e", 4, lines)] == [4, 5]


def test_an_entry_is_told_by_its_line_alone() -> None:
    assert needs_leaf(Entry(b'{"v":9,"by":"service","action":{"type":"settle"},"events":[]}').line)
