"""Games of before names were checked: whatever a log may hold has to be shown."""

from functools import cache

from domain.bots import bots_for
from domain.kernel.actions import SeatSetup
from domain.kernel.chance import CommittedChance
from domain.registry import GAMES
from replays.record import Record
from replays.simulation import advance, clock

OVERRIDE = "\u202eevil\u2069\u202d"
PILED_UP = "Z" + "\u0301" * 39
BLANK = "\u3164"
CONTROLS = "a\x9b31m\x85\u2028b"
FROM_RIGHT_TO_LEFT = ("שרה", "משה")
OLD_NAMES = (OVERRIDE, PILED_UP, BLANK, CONTROLS)


@cache
def old_game(game: str, names: tuple[str, ...] = OLD_NAMES) -> Record:
    """Played to its end; a record asks nobody whether names are fit."""
    rules = GAMES[game]
    seats = [SeatSetup(name) for name in names]
    record = Record.create(
        rules, game_id="old-names", seats=seats, secret=b"old", names_salt="0" * 32, at=clock(0)
    )
    bots, luck = [bots_for(rules)["random"]] * len(seats), CommittedChance(b"luck")
    while not record.over:
        advance(record, bots, luck)
    return record
