"""Views of all games begin alike, whoever looks and however far the game is."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.kernel.head import Head, PlayerHead, ranked
from domain.kernel.standings import Standings
from replays.history import History
from replays.samples import samples

SAMPLES = {
    name: data
    for name, data in samples()
    if name.endswith(("/two-players", "shared-victory", "tie-broken-by-the-marker"))
}
HEAD = ["game", "seat", "edition", "options", "phase", "period", "periods", "awaited", "winners"]


def states(history: History) -> Iterator[Any]:
    state = history.game.initial(history.catalog)
    yield state
    for line in history.lines:
        for event in line.events:
            history.game.evolve(state, event)
            yield state


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_view_begins_with_the_same_words(sample: str) -> None:
    history = History(SAMPLES[sample])
    for state in states(history):
        view = msgspec.to_builtins(history.game.view(state, None, history.names), str_keys=True)
        assert list(view)[: len(HEAD)] == HEAD
        for player in view["players"]:
            assert list(player)[:4] == ["seat", "name", "points", "place"]


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_head_says_what_the_game_says(sample: str) -> None:
    history = History(SAMPLES[sample])
    game, names = history.game, list(history.names)
    for state in states(history):
        view = game.view(state, 0, history.names)
        standings: Standings | None = game.standings(state)
        assert (view.game, view.seat, view.phase) == (game.name, 0, state.phase)
        assert (view.awaited, view.winners) == (game.awaited(state), state.winners)
        assert (view.period, view.periods) == game.period(state)
        assert tuple(player.points for player in view.players) == game.points(state)
        assert [player.name for player in view.players] in ([], names)
        places = [player.place for player in view.players]
        assert places == list(standings.places if standings else [None] * len(places))
        assert (view.phase == "finished") == bool(standings)


def test_the_ranking_has_the_best_first_and_shared_places_by_seat() -> None:
    places = (3, 1, 1)
    players = [PlayerHead(seat, "", 0, place) for seat, place in enumerate(places)]
    assert [player.seat for player in ranked(players)] == [1, 2, 0]
    assert ranked([PlayerHead(0, "", 5, None)]) == []


def test_the_words_stand_in_one_place() -> None:
    assert list(Head.__struct_fields__) == [*HEAD, "tie_break"]
