"""What does not add up is said in every language, by the same code and the same facts."""

import re
from pathlib import Path
from string import Formatter

import pytest

import domain
from domain.kernel.conservation import Imbalance
from domain.kernel.texts import LANGUAGES, sentences
from domain.registry import GAMES

SENTENCES = {game: sentences(f"domain.{game.replace('-', '_')}", "imbalances") for game in GAMES}
FACTS: dict[str, str | int] = {
    "player": 1,
    "seat": 1,
    "found": 3,
    "expected": 4,
    "level": 9,
    "at": 7,
    "track": 2,
    "color": "gray",
    "cube": "coal",
    "space_id": "money-3",
    "order_id": "order-barrow-07",
    "lorry": "?",
    "wagon": "?",
    "card": "?",
    "what": "lorries",
}


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("game", SENTENCES)
def test_every_language_says_it_in_its_own_words(game: str) -> None:
    for code in SENTENCES[game]["en"]:
        told = {SENTENCES[game][language][code] for language in LANGUAGES}
        assert len(told) == len(LANGUAGES) or code in ("wagon", "load"), code


@pytest.mark.parametrize("game", SENTENCES)
def test_every_code_that_a_game_uses_can_be_told_and_the_other_way_round(game: str) -> None:
    source = Path(domain.__file__).parent / game.replace("-", "_") / "conservation.py"
    used = re.findall(
        r'(?:Imbalance|_each_once)\(\s*"([a-z_]+)"(?:, "([a-z_]+)")?', source.read_text()
    )
    codes = {code for pair in used for code in pair if code}
    if game == "kartenspiel":  # whose decks are facts, not codes
        codes -= {"lorries", "wagons", "engines", "orders", "shares", "objectives", "innovations"}
        codes -= {"markers"}
    assert codes == SENTENCES[game]["en"].keys()


@pytest.mark.parametrize("game", SENTENCES)
def test_every_code_is_told(game: str) -> None:
    facts = {**FACTS, "track": "road"} if game == "schichtwechsel" else FACTS
    for code in SENTENCES[game]["en"]:
        for language in LANGUAGES:
            told = GAMES[game].tell_imbalance(Imbalance(code, **facts), language)
            assert "{" not in told
            if "player" in gaps(SENTENCES[game][language][code]):
                assert "2" in told, "players are counted from 1"
