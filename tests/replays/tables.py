"""Games of people whom a random bot tells what to do; times are milliseconds after midnight."""

from collections.abc import Sequence

from domain.bots.random_choice import random_choice
from domain.kernel.actions import SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.choices import Choice
from domain.kernel.clock import Clock
from domain.kernel.seals import Fact, Seat
from domain.registry import GAMES
from replays.file import signed_footer, write_replay
from replays.record import Record
from tests.domain.table.paper_game import at
from tests.replays.games import SIGNER

LUCK = CommittedChance(bytes(32))
NAMES = ("Anna", "Bruno", "Clara", "Dora")


def sit_down(
    game: str = "gluck-auf",
    *bots: str | None,
    clock: Clock | None = None,
    secret: int = 1,
) -> Record:
    """Three people, unless bots are named, and entry 1 at midnight."""
    seats = [SeatSetup(NAMES[seat], bot) for seat, bot in enumerate(bots or (None, None, None))]
    return Record.create(
        GAMES[game],
        game_id=f"table-{game}",
        seats=seats,
        secret=bytes([secret]) * 32,
        names_salt="00" * 16,
        at=at(0),
        clock=clock,
    )


def move(record: Record, luck: str = "") -> tuple[Seat, Fact]:
    """What the first awaited seat may do now."""
    game, state = record.game, record.state
    seat = game.awaited(state)[0]

    def offer(draft: Fact | None = None) -> Sequence[Choice[Fact]]:
        return game.choices(state, seat, draft)

    label = f"{record.version}/{luck}"
    return seat, random_choice(game.view(state, seat), offer, LUCK, label, record.catalog)


def go_on(record: Record, when: int, luck: str = "") -> None:
    """One game action more, or the settlement that is due."""
    if record.state.phase == "scoring":
        record.settle(at(when))
    else:
        seat, action = move(record, luck)
        record.act(seat, action, at(when))


def play(record: Record, moves: int, start: int = 0, step: int = 1_000) -> Record:
    for number in range(1, moves + 1):
        go_on(record, start + number * step)
    return record


def opened(record: Record) -> bytes:
    """The file with all seals, even of a game that goes on."""
    return write_replay(
        record.game,
        record.game_id,
        record.catalog,
        record.entries,
        reader=None,
        open_all=True,
        footer=signed_footer(record.game_id, record.entries, SIGNER),
    )
