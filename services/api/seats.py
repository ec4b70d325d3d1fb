"""Who is to sit where, as a caller wishes it: names and salts are checked here, at the door."""

from collections.abc import Callable, Sequence
from typing import Annotated

from litestar.plugins.problem_details import ProblemDetailsException
from msgspec import Meta, Struct

from domain.kernel.actions import SeatSetup
from domain.kernel.names import LONGEST, LONGEST_SALT, Unfit, player_name, player_salt
from domain.kernel.texts import Language
from services.api.http.problems import problem

SENTENCES: dict[str, dict[Language, str]] = {
    "name_invalid.blank": {
        "en": "The name of seat {seat} has nothing in it that can be seen.",
        "de": "Im Namen von Platz {seat} ist nichts zu sehen.",
        "hu": "A(z) {seat}. hely nevében nincs semmi látható.",
    },
    "name_invalid.too_long": {
        "en": "The name of seat {seat} is {length} characters long; {limit} is the most.",
        "de": "Der Name von Platz {seat} ist {length} Zeichen lang; höchstens {limit} dürfen es "
        "sein.",
        "hu": "A(z) {seat}. hely neve {length} karakter hosszú; legfeljebb {limit} lehet.",
    },
    "name_invalid.character": {
        "en": "The name of seat {seat} holds {character}, which cannot be seen or is a control; "
        "leave it out.",
        "de": "Der Name von Platz {seat} enthält {character}, das man nicht sieht oder das etwas "
        "steuert; lass es weg.",
        "hu": "A(z) {seat}. hely nevében {character} áll, amely nem látható vagy vezérlőjel; "
        "hagyd el.",
    },
    "name_invalid.marks": {
        "en": "The name of seat {seat} begins with a combining mark, or has more than {limit} of "
        "them on one letter.",
        "de": "Der Name von Platz {seat} beginnt mit einem kombinierenden Zeichen oder trägt mehr "
        "als {limit} davon auf einem Buchstaben.",
        "hu": "A(z) {seat}. hely neve kombináló jellel kezdődik, vagy egy betűn több mint {limit} "
        "ilyen jel van.",
    },
    "salt_invalid.too_long": {
        "en": "The salt of seat {seat} is {length} characters long; {limit} is the most.",
        "de": "Das Salz von Platz {seat} ist {length} Zeichen lang; höchstens {limit} dürfen es "
        "sein.",
        "hu": "A(z) {seat}. hely sója {length} karakter hosszú; legfeljebb {limit} lehet.",
    },
    "salt_invalid.character": {
        "en": "The salt of seat {seat} holds {character}, which cannot be seen or is a control; "
        "leave it out.",
        "de": "Das Salz von Platz {seat} enthält {character}, das man nicht sieht oder das etwas "
        "steuert; lass es weg.",
        "hu": "A(z) {seat}. hely sójában {character} áll, amely nem látható vagy vezérlőjel; "
        "hagyd el.",
    },
}


def _at_most(length: int, least: int = 0) -> Meta:
    """For the documentation: what is wrong is said by our own words, not by the decoder's."""
    return Meta(extra_json_schema={"minLength": least, "maxLength": length})


class SeatWish(Struct, forbid_unknown_fields=True):
    name: Annotated[str, _at_most(LONGEST, least=1)]
    """What the player is called; kept in NFC, without blanks around it.

    Refused are characters that cannot be seen or that control something, and more than 4 combining
    marks in a row; a joiner is taken where a script or an emoji needs it.
    """
    bot: str | None = None
    """Who plays the seat, if it is no person: a name of `bots` in `GET /rules`."""
    salt: Annotated[str, _at_most(LONGEST_SALT)] | None = None
    """The player's own part in the chance of every deal: printable characters, kept as they are."""


def seated(wishes: Sequence[SeatWish], language: Language) -> list[SeatSetup]:
    return [_seated(seat, wish, language) for seat, wish in enumerate(wishes)]


def _seated(seat: int, wish: SeatWish, language: Language) -> SeatSetup:
    name = _checked(player_name, wish.name, "name_invalid", seat, language)
    if wish.salt is None:
        return SeatSetup(name, wish.bot)
    return SeatSetup(
        name, wish.bot, _checked(player_salt, wish.salt, "salt_invalid", seat, language)
    )


def _checked(
    check: Callable[[str], str], typed: str, code: str, seat: int, language: Language
) -> str:
    try:
        return check(typed)
    except Unfit as unfit:
        raise _refused(code, unfit, seat, language) from unfit


def _refused(code: str, unfit: Unfit, seat: int, language: Language) -> ProblemDetailsException:
    facts = {"seat": seat, "reason": unfit.reason, **unfit.facts}
    return problem(
        422,
        code,
        SENTENCES[f"{code}.{unfit.reason}"][language].format(**facts),
        headers={"Content-Language": language, "Vary": "Accept-Language"},
        facts=facts,
        path=f"$.seats[{seat}].{code.partition('_')[0]}",
    )
