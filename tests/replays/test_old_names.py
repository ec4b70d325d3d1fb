"""Logs from before names were checked: they verify, and nothing of them does harm on show."""

from collections.abc import Iterator

import pytest

from domain.kernel.names import is_control
from domain.kernel.texts import LANGUAGES, Language, plain
from domain.registry import GAMES
from replays.file import replay_of
from replays.history import History
from replays.verify import verify
from tests.old_names import FROM_RIGHT_TO_LEFT, OLD_NAMES, PILED_UP, old_game
from tests.replays.games import SIGNER
from tests.replays.verdicts import judged

OURS = "\n\u2068\u2069"
"""The ends of lines, and what keeps a name apart from the words around it."""


def history(game: str, names: tuple[str, ...] = OLD_NAMES) -> History:
    return History(replay_of(old_game(game, names), None, SIGNER))


def texts(old: History, language: Language) -> Iterator[str]:
    for at, event in old.events():
        yield old.game.tell(event, language, old.names, old.catalog)
        if at.event == 1 and at.version % 25 == 1:
            view = old.game.view(old.state_at(at), None)
            yield plain(old.game.draw(view, language, old.catalog))


@pytest.mark.parametrize("game", GAMES)
def test_a_log_with_such_names_is_read_and_holds(game: str) -> None:
    report = verify(replay_of(old_game(game), None, SIGNER), [SIGNER.key])
    assert judged(report) == {"holds"}
    assert history(game).names == OLD_NAMES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_sentences_and_boards_write_out_what_is_hidden(game: str, language: Language) -> None:
    told = list(texts(history(game), language))
    assert any("\\u202e" in text for text in told)
    assert not any(is_control(one) and one not in OURS for text in told for one in text)
    assert not any(PILED_UP in text for text in told)


@pytest.mark.parametrize("game", GAMES)
def test_words_around_a_name_from_right_to_left_keep_their_order(game: str) -> None:
    old = history(game, (*FROM_RIGHT_TO_LEFT, "Anna"))
    told = [old.game.tell(event, "en", old.names, old.catalog) for _, event in old.events()]
    for name in FROM_RIGHT_TO_LEFT:
        assert any(name in text for text in told)
        assert not any(name in text.replace(f"\u2068{name}\u2069", "") for text in told)
