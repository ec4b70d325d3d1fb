"""What people, clubs and events may be called: what a player may be, but no arbiter `organizer`."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec import Struct

from domain.kernel.names import Unfit, player_name, player_salt
from domain.kernel.texts import Language, sentences
from domain.tournament.deciding import LONGEST_CLUB
from domain.tournament.regulation import LONGEST_TITLE
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


def club_name(typed: str, path: str, language: Language) -> str:
    with _told(language, path):
        return player_name(typed, LONGEST_CLUB)


def entrant_salt(typed: str, path: str, language: Language) -> str:
    with _told(language, path, "salt"):
        return player_salt(typed)


class Titled(Struct):
    title: str


def check_title(regulation: str | bytes, path: str, language: Language) -> None:
    """As it is typed, because the digest of the regulation is that of its exact bytes.

    Here and not in the rules, which judge the events that there are.
    """
    try:
        title = msgspec.json.decode(regulation, type=Titled).title
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return  # the rules say what is wrong with it
    with _told(language, path):
        player_name(title, LONGEST_TITLE)


@contextmanager
def _told(language: Language, path: str, what: str = "name") -> Iterator[None]:
    try:
        yield
    except Unfit as unfit:
        sentence = SENTENCES[language][f"{what}.{unfit.reason}"]
        facts = {"reason": unfit.reason, **unfit.facts}
        raise unfit_text(f"{what}_invalid", sentence, facts, path, language) from unfit
