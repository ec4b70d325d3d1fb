"""Games that bots play among themselves: the same seed gives the same bytes."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from msgspec import Struct, field

from domain.bots import bots_for
from domain.kernel.actions import OptionValue, SeatSetup
from domain.kernel.bots import Bot
from domain.kernel.catalog import Catalog
from domain.kernel.chance import CommittedChance
from domain.kernel.choices import Choice
from domain.kernel.decider import AnyGame
from domain.kernel.seals import Fact, Seat
from replays.record import Record

NAMES = ("Anna", "Bruno", "Clara", "Dávid")
FIRST_SHIFT = datetime(2020, 1, 1, 6, tzinfo=UTC)
"""Simulated games have a clock of their own, or the same seed could not give the same bytes."""


class Plan(Struct, frozen=True):
    """Everything that determines a simulated game, but for its number."""

    game: str
    players: int
    bots: tuple[str, ...]
    seed: int
    edition: str | None = None
    options: dict[str, OptionValue] = field(default_factory=dict)
    catalog: str = ""
    """The digest of a catalog that is not built in."""

    def seats(self, number: int) -> list[SeatSetup]:
        """The bots in turn, one seat further with every game, so that no bot owns a seat."""
        return [
            SeatSetup(NAMES[seat % len(NAMES)], self.bots[(seat + number) % len(self.bots)])
            for seat in range(self.players)
        ]

    def digest(self, number: int, use: str) -> bytes:
        return hashlib.sha256(f"{self!r}/{number}/{use}".encode()).digest()

    def game_id(self, number: int) -> str:
        return f"sim-{self.digest(number, 'game').hex()[:12]}"


def simulate(game: AnyGame, plan: Plan, number: int, catalog: Catalog | None = None) -> Record:
    record = create(game, plan, number, catalog)
    known = bots_for(game)
    bots = [known[seat.bot or "random"] for seat in plan.seats(number)]
    luck = CommittedChance(plan.digest(number, "luck"))
    while not record.over:
        advance(record, bots, luck)
    return record


def create(game: AnyGame, plan: Plan, number: int, catalog: Catalog | None = None) -> Record:
    return Record.create(
        game,
        game_id=plan.game_id(number),
        seats=plan.seats(number),
        secret=plan.digest(number, "secret"),
        names_salt=plan.digest(number, "names").hex()[:32],
        at=clock(0),
        edition=plan.edition,
        options=plan.options,
        catalog=catalog,
    )


def advance(record: Record, bots: Sequence[Bot], luck: CommittedChance) -> None:
    """One entry more: the service settles, or the bot whose turn it is plays."""
    now = clock(record.version)
    if record.state.phase == "scoring":
        record.settle(now)
    else:
        seat = record.game.awaited(record.state)[0]
        record.act(seat, _move(record, seat, bots[seat], luck), now)


def clock(version: int) -> str:
    return (FIRST_SHIFT + timedelta(seconds=20 * version)).strftime("%Y-%m-%dT%H:%M:%SZ")


def _move(record: Record, seat: Seat, bot: Bot, luck: CommittedChance) -> Fact:
    game, state = record.game, record.state

    def offer(draft: Fact | None = None) -> Sequence[Choice[Fact]]:
        return game.choices(state, seat, draft)

    return bot(game.view(state, seat), offer, luck, f"{record.version}/{seat}", record.catalog)
