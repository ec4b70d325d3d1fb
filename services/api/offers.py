"""What a seat is offered: on the board, and the answers that the table waits for."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from domain.kernel import consequences
from domain.kernel.choices import Choice
from domain.kernel.decider import AnyGame
from domain.kernel.errors import RuleViolation
from domain.kernel.offers import Wording
from domain.kernel.seals import Fact, Seat
from domain.kernel.texts import Language
from domain.table import offers as around
from domain.table.actions import AnswerTakeBack, TableAction
from domain.table.state import Table
from replays.aggregate import Aggregate

MOST_FORETOLD = 60
"""Choices of one offer whose effects are told: the longest offers have hundreds."""


class OfferedChoice(Struct):
    action: Any
    """As it could be posted, or be extended."""
    complete: bool
    """May be played as it stands."""
    open: bool
    """Can be given to `choices` as a draft, which then offers it with one part more."""
    text: str | UnsetType = UNSET
    """With `lang`: a sentence; of a draft that has grown, what was added to it."""
    verb: str | UnsetType = UNSET
    """With `lang`: what kind of thing it is to do; `headings` has the words for it."""
    touches: tuple[str, ...] | UnsetType = UNSET
    """With `lang`: the places on the board, from what is taken to where it goes; of a draft that
    has grown, those of what was added."""
    effects: list[str] | UnsetType | None = UNSET
    """With `effects`: what it would do, told, as far as the seat may know it; `null` if it cannot
    be played as it stands, and beyond the first 60 of a long offer: post that one as a draft."""


class Offered(Struct):
    version: int
    """Of the game, for `If-Match`."""
    seat: int
    """Whose choices they are."""
    choices: list[OfferedChoice]
    """Those of the game, and after them answers that the table waits for; empty when it is not the
    seat's turn, and while the game is paused."""
    headings: dict[str, str] | UnsetType = UNSET
    """With `lang`: what stands above the choices of each verb."""
    effects: list[str] | UnsetType | None = UNSET
    """With `effects`, of the draft that was posted: what it would do, told; `null` if it cannot be
    played as it stands."""
    view: dict[str, Any] | UnsetType | None = UNSET
    """Beside `effects`: what the seat would see then; an unknown card is `?`. `null` also if chance
    decides what follows."""


def offered(
    aggregate: Aggregate,
    seat: Seat,
    draft: Fact | None,
    language: Language | None,
    *,
    effects: bool = False,
) -> Offered:
    """In words, if there is a language to say it in."""
    board = on_the_board(aggregate, seat, draft)
    table = () if draft is not None else around_it(aggregate.table, seat)
    if language is None:
        plain = [OfferedChoice(c.action, c.complete, c.open) for c in (*board, *table)]
        return Offered(aggregate.version, seat, plain)
    words = aggregate.game.describe(aggregate.state, seat, draft, language, aggregate.names)
    told = [choice_in_words(choice, words) for choice in board]
    told += _table_words(aggregate.table, table, language)
    offer = Offered(aggregate.version, seat, told, headings(aggregate.game, told, language))
    if effects:
        _foretell(aggregate, offer, draft, language)
    return offer


def _foretell(aggregate: Aggregate, offer: Offered, draft: Fact | None, language: Language) -> None:
    """Whatever the seat may not see has no part in it."""
    game, seat, names = aggregate.game, offer.seat, aggregate.names
    seen = game.seen(aggregate.state, seat)
    left = MOST_FORETOLD
    for choice in offer.choices:
        on_board = choice.complete and not isinstance(choice.action, TableAction)
        choice.effects = None
        if on_board and left:
            left -= 1
            choice.effects = consequences.told(game, seen, seat, choice.action, language, names)
    if draft is None or not on_the_board_now(aggregate, seat):
        return
    try:
        offer.effects = consequences.told(game, seen, seat, draft, language, names)
        offer.view = consequences.view_after(game, seen, seat, draft, names)
    except RuleViolation:
        offer.effects = offer.view = None


def on_the_board(aggregate: Aggregate, seat: Seat, draft: Fact | None) -> Sequence[Choice[Any]]:
    """Nothing while the game stands still, nor for a seat that a bot plays."""
    if not on_the_board_now(aggregate, seat):
        return ()
    return aggregate.game.choices(aggregate.state, seat, draft)


def on_the_board_now(aggregate: Aggregate, seat: Seat) -> bool:
    table = aggregate.table
    return not (aggregate.over or table.is_paused or table.seats[seat].bot)


def around_it(table: Table, seat: Seat) -> Sequence[Choice[AnswerTakeBack]]:
    """The table actions that wait for the seat's answer [C9]."""
    if table.request is None or seat not in table.request.waiting:
        return ()
    return [Choice(AnswerTakeBack(agree)) for agree in (True, False)]


def choice_in_words(choice: Choice[Any], words: Wording) -> OfferedChoice:
    told = words(choice.action)
    return OfferedChoice(
        choice.action, choice.complete, choice.open, told.text, told.verb, told.touches
    )


def _table_words(
    table: Table, choices: Sequence[Choice[AnswerTakeBack]], language: Language
) -> Iterator[OfferedChoice]:
    to = table.request.to if table.request else 0
    for choice in choices:
        yield choice_in_words(choice, lambda action: around.describe(action, to, language))


def headings(game: AnyGame, told: Sequence[OfferedChoice], language: Language) -> dict[str, str]:
    verbs = dict.fromkeys(str(choice.verb) for choice in told)
    return {
        verb: (around.heading if verb == around.VERB else game.heading)(language, verb)
        for verb in verbs
    }
