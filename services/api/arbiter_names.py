"""What arbiters and entrants may be called: what a player may be, but no arbiter `organizer`."""

from collections.abc import Iterator
from contextlib import contextmanager

from domain.kernel.names import Unfit, player_name
from domain.kernel.texts import Language, sentences
from infra.games_index import plain_name
from replays.entry import ORGANIZER
from services.api.seats import unfit_text

SENTENCES = sentences("services", "arbiter_names")


def arbiter_name(typed: str, language: Language) -> str:
    with _told(language, "$.name"):
        name = player_name(typed)
        if plain_name(name) == ORGANIZER:
            raise Unfit("reserved")
        return name


def entrant_name(typed: str, path: str, language: Language) -> str:
    """`path` is where it stands in the body."""
    with _told(language, path):
        return player_name(typed)


@contextmanager
def _told(language: Language, path: str) -> Iterator[None]:
    try:
        yield
    except Unfit as unfit:
        sentence = SENTENCES[language][unfit.reason]
        facts = {"reason": unfit.reason, **unfit.facts}
        raise unfit_text("name_invalid", sentence, facts, path, language) from unfit
