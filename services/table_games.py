"""The games of a tournament's tables: each is opened once."""

import hmac
import secrets
from collections.abc import Mapping

from domain.kernel.actions import SeatSetup
from domain.tournament.actions import CommitDeal, OpenGame
from domain.tournament.state import State, TableNow
from infra.tournament_log import Setup
from replays.entry import commitment_in
from replays.tournaments.aggregate import Tournament
from replays.tournaments.games import TableGame, table_game
from replays.tournaments.names import name_in
from services.bootstrap import Resources
from services.games import StaleVersion
from services.tokens import Seed
from services.tournaments import Wish


def seat_seed(setup: Setup, game_id: str) -> Seed:
    """Where the tokens of a table's game come from: the entrants' own pages tell them again."""
    return Seed(hmac.digest(bytes.fromhex(setup.tables), game_id.encode(), "sha256"))


def names_of(state: State, kept: Mapping[int, bytes]) -> dict[int, str]:
    """By number; those who were erased, or whose names are not at hand, have none."""
    found = {
        one.number: name_in(kept[one.number], one.name_sha256)
        for one in state.entrants
        if one.number in kept
    }
    return {number: name for number, name in found.items() if name is not None}


def shown_name(names: Mapping[int, str], entrant: int) -> str:
    return names.get(entrant, f"#{entrant}")


def needs_game(table: TableNow) -> bool:
    """A game that is void is opened anew only if the organizer wishes so."""
    return not table.opened and table.result is None


async def open_games(resources: Resources, tournament_id: str) -> int:
    """The games of all tables of the round that has begun: how many were not open yet."""
    tournament = await resources.tournaments.current(tournament_id)
    now = tournament.state.round_now
    if now is None or now.status != "started":
        return 0
    numbers = [table.number for table in now.tables if needs_game(table)]
    for number in numbers:
        await open_game(resources, tournament_id, now.number, number)
    return len(numbers)


async def open_game(resources: Resources, tournament_id: str, round: int, table: int) -> None:
    """Once, however often it is tried: the game's id follows from round, table and try."""
    log = resources.tournament_log
    setup, kept = await log.setup(tournament_id), await log.names(tournament_id)
    tournament = await resources.tournaments.current(tournament_id)
    wanted = _table_game(tournament, setup, names_of(tournament.state, kept), round, table)
    first = await resources.games.open_table(wanted, seat_seed(setup, wanted.action.game_id))
    opening = OpenGame(round, table, wanted.action.game_id, commitment_in(first))

    def wishes(now: Tournament) -> list[Wish]:
        found = now.state.rounds[round - 1].tables[table - 1]
        return [] if opening.game in found.opened else [Wish(opening)]

    await resources.tournaments.serve(tournament_id, wishes)


def _table_game(
    tournament: Tournament, setup: Setup, names: Mapping[int, str], round: int, table: int
) -> TableGame:
    state = tournament.state
    assert tournament.secret is not None, "the service keeps the secret of its events"
    people = state.rounds[round - 1].tables[table - 1].seats
    seats = [
        SeatSetup(shown_name(names, number), setup.bots.get(number), _salt(state, number))
        for number in people
    ]
    return table_game(state, tournament.secret, round, table, seats, secrets.token_hex(16))


def _salt(state: State, number: int) -> str | None:
    return state.entrants[number - 1].salt


async def commit_deals(
    resources: Resources, tournament_id: str, expected: int | None = None
) -> int | None:
    """Where all tables play the same deal: what it will be, before the round begins.

    Whoever expects a version expects those entries, too: the version that is to be expected then.
    """
    tournament = await resources.tournaments.current(tournament_id)
    state, now = tournament.state, tournament.state.round_now
    if state.rules.deals != "duplicate" or now is None or now.status != "published":
        return expected
    if expected not in (None, tournament.version):
        raise StaleVersion(expected, tournament.version)
    setup = await resources.tournament_log.setup(tournament_id)
    for size, table in {len(table.seats): table.number for table in now.tables}.items():
        wanted = _table_game(tournament, setup, {}, now.number, table)
        _, first = wanted.create(tournament.updated_at)
        commit = CommitDeal(now.number, size, commitment_in(first))

        def wishes(newest: Tournament, commit: CommitDeal = commit) -> list[Wish]:
            known = newest.state.round(commit.round)
            return [] if known is None or commit.size in known.deals else [Wish(commit)]

        is_new = await resources.tournaments.serve(tournament_id, wishes)
        expected = None if expected is None else expected + is_new
    return expected
