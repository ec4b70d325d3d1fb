"""Every choice has a sentence, a verb and places with names, in any game and language."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.actions import By
from domain.kernel.hints import Hint
from domain.kernel.offers import Described
from domain.kernel.telling import Speaker
from domain.kernel.texts import LANGUAGES, language_file
from tests.domain.kit.every_game import every_game
from tests.domain.kit.game import Game, recorded
from tests.domain.kit.setup import AnySetup

NAMES = ("Anna", "Béla", "Cili", "Dora")


def offers(kind: type[AnySetup], game: Game) -> Iterator[tuple[Any, int, Any, list[Any]]]:
    """Along a game: state, seat, draft and what is offered, drafts grown at random."""
    luck, decider = random.Random(len(game.decisions)), kind.decider
    at = game.up_to(0)
    for end, _ in game.decisions:
        at.happen(*_decided(game, len(at.log), end))
        draft = None
        while at.is_awaited and (offered := decider.choices(at.state, at.seat, draft)):
            yield at.state, at.seat, draft, list(offered)
            draft = luck.choice(offered).action


def _decided(game: Game, begin: int, end: int) -> tuple[By, list[Any]]:
    return game.log[begin][0], [event for _, event in game.log[begin:end]]


def patterns(kind: type[AnySetup]) -> list[re.Pattern[str]]:
    return [re.compile(re.sub(r"<\w+>", "[^ ]+", re.escape(name))) for name in kind.decider.places]


@every_game
def test_every_offer_can_be_said_and_found_on_the_board(
    kind: type[AnySetup], monkeypatch: pytest.MonkeyPatch
) -> None:
    said, names, touched = set(), patterns(kind), set()
    original = Speaker.__call__

    def listening(self: Any, phrase: str, **gaps: object) -> str:
        said.add(phrase)
        return original(self, phrase, **gaps)

    monkeypatch.setattr(Speaker, "__call__", listening)
    verbs = set()
    for game in recorded(kind):
        for state, seat, draft, offered in offers(kind, game):
            words = kind.decider.describe(state, seat, draft, "en", NAMES)
            told: list[Described] = [words(choice.action) for choice in offered]
            assert len({(one.text, one.touches) for one in told}) == len(told), told
            verbs |= {one.verb for one in told}
            touched |= {place for one in told for place in one.touches}
    unnamed = {place for place in touched if not any(name.fullmatch(place) for name in names)}
    assert not unnamed
    assert not [name.pattern for name in names if not any(map(name.fullmatch, touched))]
    phrases = language_file(f"domain.{kind.decider.name.replace('-', '_')}", "en")["phrases"]
    assert {key for key in phrases if key.startswith("verb.")} == {f"verb.{verb}" for verb in verbs}
    assert {key for key in phrases if key.startswith("choice.")} <= said


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_bot_would_do_so_is_said(kind: type[AnySetup], language: Any) -> None:
    game = Game(kind())
    action = kind.decider.choices(game.state, game.seat)[0].action
    explain = kind.decider.explain_hint
    said = [explain(Hint(action, *more), language) for more in ((), (1.25, 1), (-1.25, 7))]
    assert len(set(said)) == len(said)
    assert "7" in said[2]
    assert "−1" in said[2]
    assert "{" not in "".join(said)


@every_game
def test_the_page_of_places_names_them_all(kind: type[AnySetup]) -> None:
    page = Path(__file__).parents[2].joinpath("docs", "places.md").read_text("utf-8")
    for name, meaning in kind.decider.places.items():
        assert f"| `{name}` | {meaning} |" in page


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_offer_is_said_in_every_language(kind: type[AnySetup], language: Any) -> None:
    game = Game(kind())
    words = kind.decider.describe(game.state, game.seat, None, language, NAMES)
    for choice in kind.decider.choices(game.state, game.seat):
        told = words(choice.action)
        assert told.text[0].isupper() or told.text[0].isdigit()
        assert kind.decider.heading(language, told.verb)
