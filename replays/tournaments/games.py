"""The games of an event: how each is created, so that anybody can see that it belongs [A14, B3].

Id, secret and options of a table's game follow from the event, so that a retry finds the same game
and does not make another one.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from domain.kernel.actions import CreateGame, OptionValue, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.creation import creation
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup
from domain.kernel.in_tournament import InTournament
from domain.kernel.versions import rules_name
from domain.registry import GAMES
from domain.tournament.regulation import Regulation
from domain.tournament.state import State
from replays.aggregate import Aggregate
from replays.entry import Entry

ASSIGNED: dict[str, dict[str, OptionValue]] = {
    "gluck-auf": {"starting_player_method": "assigned", "starting_player": 0},
    "kartenspiel": {"start_player": 0},
    "schichtwechsel": {"start_player": 0},
}
"""By game: that seat 0 begins, so that place p of a table is seat p − 1."""
LONGEST_ID = 64
TABLE_GAME = re.compile(r"-r[0-9]+-t[0-9]+(-g[0-9]+)?$")
"""How the ids of all games of events end."""


class TableGame(Struct, frozen=True):
    """What is needed to create the game of a table."""

    action: CreateGame
    game: AnyGame
    secret: bytes
    names_salt: str

    def create(self, at: str) -> tuple[Aggregate, Entry]:
        """The game at its version 1, and that entry."""
        made, decision = Aggregate.create(
            self.game, self.action, self.game.catalog, self.secret, self.names_salt, at
        )
        made.apply(decision)
        return made, decision.entry


def options_of(rules: Regulation) -> dict[str, OptionValue]:
    """The regulation's, and that seat 0 begins."""
    return {**rules.options, **ASSIGNED[rules.game]}


def table_game(
    state: State,
    secret: bytes,
    round: int,
    table: int,
    seats: Sequence[SeatSetup],
    names_salt: str,
) -> TableGame:
    """For the seats of a paired table, in turn order; a game opened anew is another one.

    `names_salt` comes from elsewhere: the secret opens at the end, and names may be erased.

    Where deals are duplicate the secret is that of the round and size, and nobody has a salt.
    """
    rules = state.rules
    game, now = GAMES[rules.game], state.rounds[round - 1].tables[table - 1]
    number = len(now.opened) + 1
    chance = CommittedChance(secret)
    is_duplicate = rules.deals == "duplicate"
    label = f"deal/{round}/{len(seats)}" if is_duplicate else f"game/{round}/{table}/{number}"
    if is_duplicate:
        seats = [SeatSetup(seat.name, seat.bot) for seat in seats]
    action = creation(
        game_id(state.tournament, round, table, number),
        rules.game,
        rules_name(game.name, game.newest_rules),
        seats,
        rules.edition,
        options_of(rules),
        rules.clock,
        tournament=InTournament(state.tournament, round, table, state.regulation_sha256),
    )
    return TableGame(
        action,
        game,
        bytes.fromhex(chance.salt(f"{label}/1") + chance.salt(f"{label}/2")),
        names_salt,
    )


def game_id(tournament: str, round: int, table: int, number: int = 1) -> str:
    """`<tournament>-r2-t5`, and `-g2` for a game opened anew."""
    ending = f"-r{round}-t{table}" + (f"-g{number}" if number > 1 else "")
    return tournament[: LONGEST_ID - len(ending)] + ending


def check_playable(rules: Regulation) -> None:
    """InvalidSetup if no table of some size could be played under the regulation."""
    game = GAMES.get(rules.game)
    if game is None:
        raise InvalidSetup(f"there is no game {rules.game!r}; there are: {', '.join(GAMES)}")
    for name in ASSIGNED[rules.game]:
        if name in rules.options:
            raise InvalidSetup(f"option {name!r} is set by the tournament: place 1 begins")
    for size in rules.tables.sizes:
        seats = [SeatSetup(f"Seat {seat}") for seat in range(size)]
        action = creation(
            "trial",
            rules.game,
            rules_name(game.name, game.newest_rules),
            seats,
            rules.edition,
            options_of(rules),
            rules.clock,
        )
        Aggregate.create(game, action, game.catalog, bytes(32), "", "")
