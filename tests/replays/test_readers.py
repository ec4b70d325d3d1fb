"""Replays of running games, seen by the public and by each seat: nothing is ever called broken."""

import json

import msgspec
import pytest

from domain.gluck_auf import GLUCK_AUF
from replays.entry import Entry, read_seal, seals_for
from replays.file import replay_of
from replays.history import History
from replays.record import Record
from tests.replays.games import SIGNER, broken, check, record

RUNNING = record(players=3, seed=4, upto=100)


@pytest.mark.parametrize("upto", [1, 5, 10, 11, 40, 60, 80, 100])
@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_a_running_game_is_never_called_broken(upto: int, reader: int | None) -> None:
    report = check(replay_of(record(players=3, seed=4, upto=upto), reader, SIGNER))
    assert not broken(report)
    assert report.verdicts["chain"].verdict == "holds"
    assert report.verdicts["signature"].verdict == "holds"
    assert report.verdicts["conservation"].verdict == "holds"
    assert report.verdicts["seals"].verdict == "cannot tell"
    assert report.verdicts["deal"].verdict == "cannot tell"
    assert report.verdicts["result"].verdict == "cannot tell"


def test_a_scored_shift_of_a_running_game_is_checked() -> None:
    scored = [i for i, e in enumerate(RUNNING.entries, 1) if b'"type":"settle"' in e.line]
    assert scored, "the seed must reach the end of a shift"
    report = check(replay_of(RUNNING, None, SIGNER))
    assert report.verdicts["scoring"].verdict == "holds"


def test_a_reader_gets_its_own_seals_and_no_others() -> None:
    for reader in (0, 1, 2):
        lines = replay_of(RUNNING, reader, SIGNER).splitlines()
        audiences = [json.loads(li)["for"] for li in lines if li.startswith(b'{"seal":')]
        assert set(audiences) == {reader, "all"}
    public = replay_of(RUNNING, None, SIGNER)
    assert public.count(b'{"seal":') == public.count(b'{"seal":1,"for":"all",') == 1


def test_after_the_game_everybody_gets_the_same_file() -> None:
    over = record(players=2, seed=3)
    files = {replay_of(over, reader, SIGNER) for reader in (None, 0, 1)}
    assert len(files) == 1


def test_the_secret_stays_sealed_while_the_game_goes_on() -> None:
    first = RUNNING.entries[0]
    secret = read_seal(first.seals[0]).data.secret
    assert secret
    assert len(bytes.fromhex(secret)) == 32
    for reader in (None, 0, 1, 2):
        assert secret.encode() not in replay_of(RUNNING, reader, SIGNER)


def seat_history(made: Record, seat: int | None) -> History:
    return History(replay_of(made, seat, SIGNER))


@pytest.mark.parametrize("upto", [13, 30, 55, 77, 100])
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_the_fold_of_what_a_seat_may_see_gives_the_view_of_that_seat(
    upto: int, seat: int | None
) -> None:
    made = record(players=3, seed=4, upto=upto)
    history = seat_history(made, seat)
    seen = GLUCK_AUF.view(history.state_at(history.end), seat)
    whole = GLUCK_AUF.view(made.state, seat)
    assert msgspec.json.encode(seen) == msgspec.json.encode(whole)
    if seat is not None:
        assert GLUCK_AUF.choices(history.state_at(history.end), seat) == GLUCK_AUF.choices(
            made.state, seat
        )


def hidden_twins() -> tuple[Record, Record]:
    """Two games that differ only in cards nobody has seen: the bottom of both stacks."""
    ours, theirs = record(players=3, seed=4, upto=30), record(players=3, seed=4, upto=30)
    state = theirs.state
    state.tile_stack[-1], state.tile_stack[-2] = state.tile_stack[-2], state.tile_stack[-1]
    state.order_stack[-1], state.order_stack[-2] = state.order_stack[-2], state.order_stack[-1]
    return ours, theirs


def test_what_nobody_has_seen_changes_no_byte_of_the_next_public_line() -> None:
    ours, theirs = hidden_twins()
    [seat] = GLUCK_AUF.awaited(ours.state)
    for choice in GLUCK_AUF.choices(ours.state, seat):
        if choice.complete:
            first, second = hidden_twins()
            at = "2020-01-01T07:00:00Z"
            assert without_digests(first.act(seat, choice.action, at)) == without_digests(
                second.act(seat, choice.action, at)
            )
    assert theirs.state.tile_stack != ours.state.tile_stack


def without_digests(entry: Entry) -> bytes:
    """The line but for the digests of its seals, which are random to whoever lacks the salt."""
    line = entry.line
    for seal in json.loads(line)["seals"]:
        line = line.replace(seal["sha256"].encode(), b"")
    return line


def test_seals_of_an_entry_for_a_reader() -> None:
    looked = next(e for e in RUNNING.entries[1:] if e.seals)
    audience = read_seal(looked.seals[0]).audience
    assert isinstance(audience, int)
    assert seals_for(looked, audience, open_all=False) == list(looked.seals)
    assert seals_for(looked, None, open_all=False) == []
    assert seals_for(looked, None, open_all=True) == list(looked.seals)
