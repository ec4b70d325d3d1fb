"""The results of a tournament's tables, read from the logs of their games.

Where all tables play one deal the event is told of all of them in one moment, when the last is
over: its log is open to everybody, and what a table has scored would help those who still play.
"""

from collections.abc import Sequence

from domain.kernel.errors import RuleViolation
from domain.tournament.actions import ReadResult
from domain.tournament.embargo import tables_of_deal
from domain.tournament.results import is_known
from domain.tournament.state import State
from replays.aggregate import Aggregate, table_result
from replays.tournaments.aggregate import Tournament
from services.bootstrap import Resources
from services.tournaments import Wish

KNOWN = ("result_known", "game_unknown", "round_over")
"""Refusals of a result that need nobody's attention."""


def games_to_read(state: State) -> list[str]:
    """Whose result the event does not know; of tables that are told together one is enough."""
    now = state.round_now
    due: dict[int, str] = {}
    for table in now.tables if now else ():
        if table.game and table.result is None and not table.is_void:
            deal = len(table.seats) if state.rules.deals == "duplicate" else -table.number
            due.setdefault(deal, table.game)
    return list(due.values())


async def read_result(resources: Resources, game_id: str) -> bool:
    """Tell the event how a game of it ended; False if it goes on, is known or has to wait."""
    aggregate = await resources.games.current(game_id)
    belongs, own = aggregate.tournament, result_of(aggregate)
    if not belongs or own is None:
        return False
    state = (await resources.tournaments.current(belongs.id)).state
    found = await _told_together(resources, state, own)

    def news(now: Tournament) -> list[Wish]:
        return [Wish(one) for one in found if not is_known(now.state, one)]

    try:
        return await resources.tournaments.serve(belongs.id, news)
    except RuleViolation as refusal:
        if refusal.code not in KNOWN:
            raise
        return False


async def _told_together(
    resources: Resources, state: State, own: ReadResult
) -> Sequence[ReadResult]:
    """With it those that have waited for it; nothing while another table plays the deal.

    A void game says nothing of the deal, and the arbiter has to know.
    """
    found = [own]
    for table in tables_of_deal(state, own.round, own.table) if own.places else ():
        if table.number == own.table or table.result is not None:
            continue
        if table.game is None or table.is_void:
            return ()
        other = result_of(await resources.games.current(table.game))
        if other is None or not other.places:
            return ()
        found.append(other)
    return sorted(found, key=lambda one: one.table)


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
