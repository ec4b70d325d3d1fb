"""Without the names of its players a log proves all that it proved with them."""

import pytest

from domain.kernel.actions import EraseNames
from domain.registry import GAMES
from replays.file import replay_of
from replays.history import History
from replays.simulation import NAMES, Plan, clock, simulate
from replays.verify import verify
from tests.replays.games import SIGNER
from tests.replays.verdicts import judged


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_every_kind_holds_without_names(game: str) -> None:
    record = simulate(GAMES[game], Plan(game, 2, ("greedy", "random"), seed=4), 0)
    whole = verify(replay_of(record, None, SIGNER), [SIGNER.key])
    assert judged(whole) == {"holds"}
    assert whole.players == NAMES[:2]

    record.erase_names(clock(record.version))
    data = replay_of(record, None, SIGNER)
    assert not any(name.encode() in data for name in NAMES)
    erased = verify(data, [SIGNER.key])
    assert erased.verdicts.pop("seals").code == "seals.withheld"
    assert judged(erased) == {"holds"}
    assert (erased.players, erased.winners, erased.phase) == ((), whole.winners, "finished")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_and_drawn_has_numbers(game: str) -> None:
    record = simulate(GAMES[game], Plan(game, 3, ("random",), seed=4), 0)
    record.erase_names(clock(record.version))
    history = History(replay_of(record, None, SIGNER))
    told = [history.game.tell(event, "en", history.names) for _, event in history.events()]
    assert told[-1] == "The names of the players are erased."
    assert "Player 1" in told[0]
    assert history.seats == 3
    end = history.state_at(history.end)
    assert history.game.view(end, None, history.names).players[2].name == ""


def test_a_seat_cannot_erase_names() -> None:
    record = simulate(GAMES["gluck-auf"], Plan("gluck-auf", 2, ("random",), seed=4), 0)
    record._append(0, EraseNames(), clock(record.version), None)
    verdict = verify(replay_of(record, None, SIGNER)).verdicts["rules"]
    assert (verdict.verdict, verdict.code) == ("broken", "rules.may_not")
