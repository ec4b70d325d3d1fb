"""The games of a tournament's tables: each is opened once, and its result is read."""

import hmac
import secrets
from collections.abc import Mapping

from domain.kernel.actions import SeatSetup
from domain.kernel.errors import RuleViolation
from domain.tournament.actions import CommitDeal, OpenGame, ReadResult
from domain.tournament.state import State, TableNow
from infra.tournament_log import Setup
from replays.aggregate import Aggregate, table_result
from replays.entry import commitment_in
from replays.tournaments.aggregate import Tournament
from replays.tournaments.games import TableGame, table_game
from replays.tournaments.names import name_in
from services.bootstrap import Resources
from services.tokens import Seed
from services.tournaments import Wish

KNOWN = ("result_known", "game_unknown", "round_over")
"""Refusals of a result that need nobody's attention."""


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

    def wish(now: Tournament) -> Wish | None:
        found = now.state.rounds[round - 1].tables[table - 1]
        return None if opening.game in found.opened else Wish(opening)

    await resources.tournaments.serve(tournament_id, wish)


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


async def commit_deals(resources: Resources, tournament_id: str) -> None:
    """Where all tables play the same deal: what it will be, before the round begins."""
    tournament = await resources.tournaments.current(tournament_id)
    state, now = tournament.state, tournament.state.round_now
    if state.rules.deals != "duplicate" or now is None or now.status != "published":
        return
    setup = await resources.tournament_log.setup(tournament_id)
    for size, table in {len(table.seats): table.number for table in now.tables}.items():
        if size in now.deals:
            continue
        wanted = _table_game(tournament, setup, {}, now.number, table)
        _, first = wanted.create(tournament.updated_at)
        commit = CommitDeal(now.number, size, commitment_in(first))

        def wish(newest: Tournament, commit: CommitDeal = commit) -> Wish | None:
            known = newest.state.round(commit.round)
            return None if known is None or commit.size in known.deals else Wish(commit)

        await resources.tournaments.serve(tournament_id, wish)


async def read_result(resources: Resources, game_id: str) -> bool:
    """Tell the event how a game of it ended; False if it knows, or the game goes on."""
    aggregate = await resources.games.current(game_id)
    belongs, action = aggregate.tournament, result_of(aggregate)
    if not belongs or action is None:
        return False
    try:
        return await resources.tournaments.serve(belongs.id, lambda _: Wish(action))
    except RuleViolation as refusal:
        if refusal.code not in KNOWN:
            raise
        return False


def result_of(aggregate: Aggregate) -> ReadResult | None:
    """What the event is told; of a void game nothing but that it is void."""
    belongs, result = aggregate.tournament, table_result(aggregate)
    if not belongs or result is None:
        return None
    return ReadResult(
        belongs.round,
        belongs.table,
        aggregate.game_id,
        aggregate.version,
        aggregate.last_hash,
        tuple(result.points),
        tuple(result.places),
    )
