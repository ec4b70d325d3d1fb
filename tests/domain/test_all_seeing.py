"""What the organizer sees is what all seats together see, and nothing else."""

from typing import Any

import msgspec
import pytest

from domain.registry import GAMES
from replays.history import History
from replays.samples import samples
from tests.replays.playing import played
from tests.replays.telling_samples import telling_samples

SAMPLES = dict(samples())
STEP = 7


def filled(shown: Any, seen: Any) -> Any:
    """What one does not see, put in from who does."""
    if shown is None:
        return seen
    if isinstance(shown, dict) and isinstance(seen, dict):
        return {name: filled(value, seen.get(name)) for name, value in shown.items()}
    if isinstance(shown, list | tuple) and isinstance(seen, list | tuple):
        return [filled(*pair) for pair in zip(shown, seen, strict=True)]
    return shown


def plain(view: Any) -> Any:
    return {**msgspec.json.decode(msgspec.json.encode(view)), "seat": None}


@pytest.mark.parametrize("sample", telling_samples())
def test_everything_is_what_all_seats_see(sample: str) -> None:
    history = History(SAMPLES[sample])
    game = history.game
    for number, (_, _, state) in enumerate(played(history)):
        if number % STEP:
            continue
        together = plain(game.view(state, None))
        for seat in range(len(history.names)):
            together = filled(together, plain(game.view(state, seat)))
        assert plain(game.view(state, None, everything=True)) == together


def test_there_is_more_to_see_than_the_public_sees() -> None:
    """Else the test above would say nothing."""
    seen = set()
    for data in SAMPLES.values():
        history = History(data)
        game = history.game
        for _, _, state in played(history):
            if game.view(state, None) != game.view(state, None, everything=True):
                seen.add(game.name)
                break
    assert seen == GAMES.keys() - {"schichtwechsel"}
