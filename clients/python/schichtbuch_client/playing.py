"""Playing a seat: what may be played is asked for, the caller picks, drafts are grown.

Nothing here knows a rule, so it plays every game that the service has.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, overload

import msgspec

from schichtbuch_client import stream
from schichtbuch_client.calls import game
from schichtbuch_client.exchange import Script, Story, Tell, Think, Told
from schichtbuch_client.models.games import Summary
from schichtbuch_client.models.json import Json
from schichtbuch_client.models.turns import Entry, Offered, OfferedChoice
from schichtbuch_client.problems import RuleViolation, StaleVersion
from schichtbuch_client.session import Session


@dataclass(frozen=True)
class Turn(Sequence[OfferedChoice]):
    """The choices there are: a sequence, so `random.choice` is a strategy."""

    version: int
    """That the game is at."""
    seat: int
    """Whose turn it is."""
    choices: list[OfferedChoice]
    """Pick one. An `open` one is grown, and you are asked again; the others are played."""
    draft: Json | None = None
    """What has been picked so far; if it may be played as it stands, that is the last choice."""

    def __len__(self) -> int:
        return len(self.choices)

    @overload
    def __getitem__(self, index: int) -> OfferedChoice: ...
    @overload
    def __getitem__(self, index: slice) -> list[OfferedChoice]: ...
    def __getitem__(self, index: int | slice) -> OfferedChoice | list[OfferedChoice]:
        return self.choices[index]


Strategy: TypeAlias = Callable[[Turn], OfferedChoice]
AsyncStrategy: TypeAlias = Callable[[Turn], OfferedChoice | Awaitable[OfferedChoice]]


def play(session: Session, token: str, strategy: Strategy) -> Script[Summary]:
    """Plays the seat of this token to the end of the game, and says how it ended."""
    return play_awaiting(session, token, strategy)


def play_awaiting(session: Session, token: str, strategy: AsyncStrategy) -> Script[Summary]:
    """The same with a strategy that may be a coroutine."""
    seat = msgspec.structs.replace(session, token=token)
    heard: Told[Entry] | None = None
    while True:
        offered = yield from seat.ask(game.choices())
        if offered.choices:
            yield from _move(seat, offered, strategy)
            continue
        heard = heard or Told(stream.entries(seat, after=offered.version))
        if not (yield from _something_new(heard, offered.version)):
            return (yield from seat.ask(game.summary()))


def _something_new(heard: Told[Entry], version: int) -> Script[bool]:
    """Waits for an entry after this version; False if the game is over instead."""
    while entry := (yield from heard.next()):
        if entry.v > version:
            return True
    return False


def _move(seat: Session, offered: Offered, strategy: AsyncStrategy) -> Script[None]:
    """One action; none, if the game has moved on meanwhile."""
    try:
        action = yield from _decided(seat, offered, strategy)
        yield from seat.ask(game.act(action, at=offered.version))
    except StaleVersion:
        return
    except RuleViolation:
        now = yield from seat.ask(game.summary())
        if now.version == offered.version:
            raise


def _decided(seat: Session, offered: Offered, strategy: AsyncStrategy) -> Script[Json]:
    turn = Turn(offered.version, offered.seat, offered.choices)
    while True:
        chosen = yield from _picked(strategy, turn)
        if not chosen.open:
            return chosen.action
        grown = yield from seat.ask(game.extend(chosen.action))
        as_it_stands = [OfferedChoice(chosen.action, complete=True, open=False)]
        choices = grown.choices + (as_it_stands if chosen.complete else [])
        turn = Turn(offered.version, offered.seat, choices, chosen.action)


def _picked(strategy: AsyncStrategy, turn: Turn) -> Script[OfferedChoice]:
    chosen: OfferedChoice = yield Think(lambda: strategy(turn))
    return chosen


def every_action(session: Session) -> Story[Json]:
    """Every action that may be played now, drafts grown one after the other: can be a great many.

    They are asked for as they are taken, so stop when you have enough.
    """
    offered = yield from session.ask(game.choices())
    waiting = offered.choices[::-1]
    told: set[bytes] = set()
    while waiting:
        choice = waiting.pop()
        if choice.complete and _is_new(choice.action, told):
            yield Tell(choice.action)
        if choice.open:
            grown = yield from session.ask(game.extend(choice.action))
            waiting += grown.choices[::-1]


def _is_new(action: Any, told: set[bytes]) -> bool:
    written = msgspec.json.encode(action, order="sorted")
    if written in told:
        return False
    told.add(written)
    return True
