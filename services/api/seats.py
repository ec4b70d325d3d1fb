"""Who is to sit where, as a caller wishes it: names and salts are checked here, at the door."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, TypeAlias

from litestar.plugins.problem_details import ProblemDetailsException
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.actions import SeatSetup
from domain.kernel.names import LONGEST, LONGEST_SALT, Unfit, player_name, player_salt
from domain.kernel.texts import Language, fill, sentences
from infra.rooms import PlannedSeat
from services.api.http.problems import problem

SENTENCES = sentences("services", "seats")


def _at_most(length: int, least: int = 0) -> Meta:
    """For the documentation: what is wrong is said by our own words, not by the decoder's."""
    return Meta(extra_json_schema={"minLength": least, "maxLength": length})


Salt: TypeAlias = Annotated[str, _at_most(LONGEST_SALT)]


class SeatWish(Struct, forbid_unknown_fields=True):
    name: Annotated[str, _at_most(LONGEST, least=1)] | UnsetType = UNSET
    """What the player is called; kept in NFC, without blanks around it. Only an open seat has none.

    Refused are characters that cannot be seen or that control something, and more than 4 combining
    marks in a row; a joiner is taken where a script or an emoji needs it.
    """
    bot: str | None = None
    """Who plays the seat, if it is no person: a name of `bots` in `GET /rules`."""
    salt: Salt | None = None
    """The player's own part in the chance of every deal: printable characters, kept as they are."""
    open: bool = False
    """Whoever has the invitation takes the seat, with a name and a salt of their own; until all
    such seats are taken the game is a waiting room."""


class Taker(Struct, forbid_unknown_fields=True):
    name: Annotated[str, _at_most(LONGEST, least=1)]
    """What the player is called; see `POST /games`."""
    salt: Salt | None = None
    """The player's own part in the chance of every deal: best made by the player's machine."""


def taker(wish: Taker, seat: int, language: Language) -> Taker:
    """Checked, and the name as it is kept."""
    name = seat_name(wish.name, seat, "$.name", language)
    return Taker(name, own_salt(wish.salt, seat, "$.salt", language))


def own_salt(salt: str | None, seat: int, path: str, language: Language) -> str | None:
    if salt is None:
        return None
    return _checked(player_salt, salt, "salt_invalid", seat, path, language)


def planned(wishes: Sequence[SeatWish], language: Language) -> tuple[PlannedSeat, ...]:
    """The seats of a waiting room."""
    return tuple(_planned(seat, wish, language) for seat, wish in enumerate(wishes))


def _planned(seat: int, wish: SeatWish, language: Language) -> PlannedSeat:
    if not wish.open:
        known = _seated(seat, wish, language)
        return PlannedSeat(str(known.name), known.bot, known.salt)
    if wish.name is not UNSET or wish.bot is not None or wish.salt is not None:
        here = f"$.seats[{seat}]"
        said = f"An open seat has no name, bot or salt yet, at {here}"
        raise problem(422, "invalid_body", said, path=here)
    return PlannedSeat()


def seated(wishes: Sequence[SeatWish], language: Language) -> list[SeatSetup]:
    return [_seated(seat, wish, language) for seat, wish in enumerate(wishes)]


def seat_name(typed: str, seat: int, path: str, language: Language) -> str:
    """Of whoever takes a seat; `path` is where it stands in the body."""
    return _checked(player_name, typed, "name_invalid", seat, path, language)


def _seated(seat: int, wish: SeatWish, language: Language) -> SeatSetup:
    here = f"$.seats[{seat}]"
    if wish.name is UNSET:
        said = f"Object missing required field `name`, at {here}"
        raise problem(422, "invalid_body", said, path=here)
    name = seat_name(wish.name, seat, f"{here}.name", language)
    return SeatSetup(name, wish.bot, own_salt(wish.salt, seat, f"{here}.salt", language))


def _checked(
    check: Callable[[str], str], typed: str, code: str, seat: int, path: str, language: Language
) -> str:
    try:
        return check(typed)
    except Unfit as unfit:
        sentence = SENTENCES[language][f"{code}.{unfit.reason}"]
        facts = {"seat": seat, "reason": unfit.reason, **unfit.facts}
        raise unfit_text(code, sentence, facts, path, language) from unfit


def unfit_text(
    code: str, sentence: str, facts: Mapping[str, object], path: str, language: Language
) -> ProblemDetailsException:
    return problem(
        422,
        code,
        fill(sentence, facts),
        headers={"Content-Language": language, "Vary": "Accept-Language"},
        facts=facts,
        path=path,
    )
