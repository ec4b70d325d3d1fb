"""Waiting rooms as callers see them."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import asdict

from infra.rooms import Room
from services.api.http.links import game_links
from services.api.summaries import SeatSummary, Summary
from services.api.table_summaries import ClockSummary, SeatNow, TableSummary
from services.rooms import WAITING, commitment_of


def room_summary(room: Room) -> Summary:
    """The same shape as of a game: who sits, and nothing has happened yet."""
    plan, seats = room.plan, room.seats
    return Summary(
        id=room.game_id,
        game=plan.game,
        version=0,
        status=WAITING,
        phase=WAITING,
        turn=None,
        period=0,
        periods=0,
        awaited=[],
        seats=[SeatSummary(at, s.name or "", 0, None, s.bot) for at, s in enumerate(seats)],
        scores=[0] * len(seats),
        winners=[],
        places=None,
        tie_break=None,
        result=None,
        clock=_clock(room),
        table=TableSummary(
            "open", [], None, [SeatNow(seat.name or "", seat.bot, None) for seat in seats], []
        ),
        edition=plan.edition_played,
        options=plan.options_played,
        hints=plan.hints,
        commitment=commitment_of(plan),
        created=plan.created,
        updated=plan.created,
        finished=None,
        imported=None,
        links=game_links(room.game_id, plan.game),
        open=room.open,
        expires=expiry(room),
    )


def expiry(room: Room) -> str:
    """To the second: when nobody takes a seat until then, the room is gone."""
    until = datetime.now(UTC) + timedelta(milliseconds=room.left_ms + 500)
    return until.strftime("%Y-%m-%dT%H:%M:%SZ")


def _clock(room: Room) -> ClockSummary | None:
    clock = room.plan.clock
    if clock is None:
        return None
    left: list[int | None] = [None for _ in room.plan.seats]
    return ClockSummary(**asdict(clock), left_ms=left, running=[], at=room.plan.created)
