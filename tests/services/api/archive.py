"""Finished games of a house that cost no time to play, and how they move to its archive at once."""

import secrets
from collections.abc import Sequence

import httpx

from domain.bots import bots_for
from domain.kernel.actions import SeatSetup
from domain.kernel.chance import CommittedChance
from domain.registry import GAMES
from domain.table.clock import milliseconds
from infra.archive_mark import Mark
from infra.clock import now
from infra.game_log import GameSetup
from infra.snapshots import Snapshots, is_due
from replays.aggregate import Aggregate
from replays.record import Record
from replays.simulation import advance, clock
from services.bootstrap import Resources
from services.tokens import digest_of, new_token
from tests.services.api.house import House
from tests.services.api.importing import with_resources
from tests.services.api.table import Table
from tests.waiting import eventually


def played(game: str, names: Sequence[str] = ("Anna", "Béla"), luck: int = 1) -> Record:
    """By bots, on the seats of people."""
    rules = GAMES[game]
    record = Record.create(
        rules,
        game_id=secrets.token_urlsafe(9).replace("-", "_"),
        seats=[SeatSetup(name) for name in names],
        secret=b"%d" % luck,
        names_salt=secrets.token_hex(16),
        at=clock(0),
    )
    bots, chance = [bots_for(rules)["random"]] * len(names), CommittedChance(b"%d" % luck)
    while not record.over:
        advance(record, bots, chance)
    return record


def brought(house: House, http: httpx.Client, record: Record) -> Table:
    """With snapshots and tokens, as if it had been played here."""
    tokens, key = [new_token() for _ in range(2)], new_token()
    access = {str(seat): digest_of(token) for seat, token in enumerate(tokens)}
    setup = GameSetup(access, creator=digest_of(key))

    async def bring(resources: Resources) -> None:
        await resources.log.restore(record.game_id, record.entries, setup)
        aggregate = Aggregate.begin(record.game_id, record.entries[0], b"")
        for entry in record.entries[1:]:
            aggregate.follow(entry)
            if is_due(aggregate):
                await Snapshots(resources.redis).save(aggregate)
        await resources.listed.note_points(record.game_id, {1: b"[1,2]", 2: b"[3,4]"})
        await resources.errands.note_leaves(record.game_id, record.version)
        await resources.errands.ensure_enqueued(aggregate)

    with_resources(house, bring)
    seats = [{"token": token} for token in tokens]
    table = Table(http, {"id": record.game_id, "seats": seats, "key": key})
    eventually(lambda: table.get("/audit").status_code == 200, 60)
    table.until_proven()
    return table


def archived(house: House, table: Table) -> None:
    assert with_resources(house, lambda resources: moved(resources, table.id)) == "archived"
    assert is_archived(house, table.id)


async def moved(resources: Resources, game_id: str) -> str:
    return await resources.archiving.move(game_id, milliseconds(now()))


def is_archived(house: House, game_id: str) -> bool:
    """And not in the log any more."""
    return isinstance(with_resources(house, lambda found: found.archived.where(game_id)), Mark)
