"""Sends what is due, in order: the next message of a stream only when the one before was taken.

At least once: a message is noted as delivered after the receiver has taken it, so whoever is killed
in between has it sent again, under the same id. One process at a time works on a backlog, and a
receiver that cannot be reached is left in peace with all its streams, one that answers with an
error only with that stream.
"""

import asyncio
import random
from collections.abc import Sequence
from importlib.metadata import version
from time import monotonic

import msgspec
import structlog
from msgspec import Struct

from domain.table.clock import milliseconds
from infra.access import Holder
from infra.clock import now
from infra.game_log import UnknownGame
from infra.webhook_backlogs import ASKED, Backlog, Backlogs, Delivery, Failure
from infra.webhook_sender import Outcome, Sender
from infra.webhook_subscriptions import Notice, NoticeCode, OneSeat, Subscription
from replays.aggregate import DamagedLog
from services.bootstrap import Resources
from services.webhooks.bodies import TestMessage, TestNews
from services.webhooks.kinds import TEST
from services.webhooks.message_ids import Stream, read_message, read_stream
from services.webhooks.reading import Cursor, StreamGone, StreamReader
from services.webhooks.signing import signed

log = structlog.get_logger()

BUDGET = 10.0
"""Seconds after which a job begins nothing new, so that others have their turn."""
MOST_AT_ONCE = 50
"""Messages of one stream before other streams have their turn."""
HELD_BACK_MS = 30_000
"""How often it is asked whether a deal is free."""
DAMAGED_MS = 3_600_000
"""How often a log is looked at that cannot be read."""
LONGEST_PAUSE = 6 * 3600
GIVEN_UP_ASKED = 5
"""Tries of what somebody has asked to be sent once more."""
LOCK_SLACK = 3.0
"""Seconds that a backlog stays locked beyond the time that one receiver may take."""
HEADERS = {
    "Content-Type": "application/json",
    "User-Agent": f"schichtbuch/{version('schichtbuch')}",
}


class Sent(Struct, frozen=True):
    outcome: Outcome
    delivery: Delivery


class Deliveries:
    def __init__(self, resources: Resources, sender: Sender) -> None:
        self._resources, self._sender = resources, sender
        self._backlogs: Backlogs = resources.backlogs
        self._reader = StreamReader(resources)
        self._given_up_ms = 3_600_000 * resources.settings.webhook_give_up
        self._lock_ms = round(1000 * (resources.settings.webhook_timeout + LOCK_SLACK))

    async def run(self, backlogs: Sequence[Backlog]) -> None:
        """Receivers at the same time, streams of one receiver one after the other."""
        by_subscription: dict[str, list[Backlog]] = {}
        for one in backlogs:
            by_subscription.setdefault(one.subscription, []).append(one)
        end = monotonic() + BUDGET
        found = await asyncio.gather(
            *(self._to_one(each, end) for each in by_subscription.values()), return_exceptions=True
        )
        for failure in found:
            if isinstance(failure, BaseException):
                raise failure

    async def _to_one(self, backlogs: Sequence[Backlog], end: float) -> None:
        for one in backlogs:
            if monotonic() > end:
                await self._backlogs.postpone(one, _now_ms())
                continue
            token = await self._backlogs.lock(one, self._lock_ms)
            if token is None:
                continue  # somebody is at it; it is due again after a while
            try:
                await self._work_off(one, token, end)
            finally:
                await self._backlogs.release(one, token)

    async def _work_off(self, one: Backlog, token: str, end: float) -> None:
        subscription = await self._resources.subscriptions.find(one.subscription)
        if subscription is None:
            await self._backlogs.drop(one)
        elif not subscription.is_enabled:
            await self._backlogs.rest(subscription.id)
        elif not await self._may_still_hear(subscription):
            await self._disable(subscription, "token_ended")
        elif (failure := await self._backlogs.failure(one.subscription)) and (
            failure.until_ms > _now_ms()
        ):
            await self._backlogs.postpone(one, failure.until_ms)
        elif one.stream == ASKED:
            await self._send_asked(one, subscription, token, end)
        else:
            await self._send_stream(one, subscription, token, end)

    async def _may_still_hear(self, subscription: Subscription) -> bool:
        """What only a seat may see goes to whoever holds the seat, and to nobody else."""
        scope = subscription.scope
        if not isinstance(scope, OneSeat) or scope.seat is None:
            return True
        try:
            access = await self._resources.log.access(scope.game)
        except UnknownGame:
            return True
        return access.holds(Holder(scope.seat, subscription.holder))

    async def _send_stream(
        self, one: Backlog, subscription: Subscription, token: str, end: float
    ) -> None:
        stream = read_stream(one.stream)
        try:
            if stream is None:
                raise StreamGone(one.stream)
            if await self._reader.is_held_back(stream):
                await self._backlogs.postpone(one, _now_ms() + HELD_BACK_MS)
                return
            await self._send_rest(one, stream, subscription, token, end)
        except (StreamGone, UnknownGame):
            await self._backlogs.drop(one)
        except DamagedLog as error:
            log.error("a log is damaged", stream=one.stream, version=error.version)
            await self._backlogs.postpone(one, _now_ms() + DAMAGED_MS)

    async def _send_rest(
        self, one: Backlog, stream: Stream, subscription: Subscription, token: str, end: float
    ) -> None:
        """Until the stream is told to its end, or others have their turn."""
        noted = await self._backlogs.noted(one)
        known = await self._backlogs.cursor(one)
        cursor = Cursor.read(known) if known else await self._reader.start(stream, subscription)
        left = MOST_AT_ONCE
        async for after, message in self._reader.following(stream, cursor, subscription.kinds):
            if message is None:
                await self._backlogs.move(one, after.text)
                continue
            if left == 0 or not await self._may_go_on(one, subscription, token, end):
                await self._backlogs.postpone(one, _now_ms())
                return
            sent = await self._send(one, subscription, message.id.text, message.body)
            if not sent.outcome.is_delivered:
                await self._take_back(one, subscription, sent)
                return
            await self._backlogs.delivered(one, after.text, sent.delivery)
            left -= 1
        await self._backlogs.finish(one, noted, _now_ms())

    async def _may_go_on(
        self, one: Backlog, subscription: Subscription, token: str, end: float
    ) -> bool:
        """Not if others have their turn, nor if it was changed or ended meanwhile."""
        if monotonic() > end or not await self._backlogs.still_mine(one, token, self._lock_ms):
            return False
        return await self._resources.subscriptions.find(subscription.id) == subscription

    async def _send_asked(
        self, one: Backlog, subscription: Subscription, token: str, end: float
    ) -> None:
        """What somebody wants once more, or to try; whatever has been delivered meanwhile."""
        noted = await self._backlogs.noted(one)
        while name := await self._backlogs.first_asked(subscription.id):
            if not await self._may_go_on(one, subscription, token, end):
                await self._backlogs.postpone(one, _now_ms())
                return
            body = await self._asked_body(subscription, name)
            if body is not None:
                sent = await self._send(one, subscription, name, body)
                if sent.outcome.is_delivered:
                    await self._backlogs.sent_again(one, sent.delivery)
                elif sent.delivery.attempt < GIVEN_UP_ASKED or sent.outcome.is_gone:
                    await self._take_back(one, subscription, sent)
                    return
                else:
                    await self._note_failure(one, sent)
            await self._backlogs.end_asked(subscription.id, name)
        await self._backlogs.finish(one, noted, _now_ms())

    async def _asked_body(self, subscription: Subscription, name: str) -> bytes | None:
        wanted = read_message(name)
        if wanted is None:
            return msgspec.json.encode(
                TestMessage("webhook.test", now(), TestNews(subscription.id))
            )
        try:
            if await self._reader.is_held_back(wanted.stream):
                return None
            message = await self._reader.message(wanted)
        except (StreamGone, UnknownGame, DamagedLog):
            return None
        return message.body if message else None

    async def _send(self, one: Backlog, subscription: Subscription, name: str, body: bytes) -> Sent:
        known = await self._failure(one)
        at, begun = now(), monotonic()
        headers = {**HEADERS, **signed(subscription, name, body)}
        outcome = await self._sender.send(subscription.url, headers, body)
        wanted = read_message(name)
        return Sent(
            outcome,
            Delivery(
                message=name,
                kind=wanted.kind if wanted else TEST,
                at=at,
                attempt=1 + (known.attempts if known else 0),
                delivered=outcome.is_delivered,
                took_ms=round(1000 * (monotonic() - begun)),
                status=outcome.status,
                error=outcome.error,
            ),
        )

    async def _failure(self, one: Backlog) -> Failure | None:
        """Of this stream, or of the receiver as a whole."""
        of_stream = await self._backlogs.failure(one.subscription, one.stream)
        return of_stream or await self._backlogs.failure(one.subscription)

    async def _take_back(self, one: Backlog, subscription: Subscription, sent: Sent) -> None:
        """The message waits for its next try, unless the receiver is given up."""
        failure = await self._note_failure(one, sent)
        if sent.outcome.is_gone:
            await self._disable(subscription, "gone")
        elif _now_ms() - failure.since_ms >= self._given_up_ms:
            await self._disable(subscription, "failing")
        else:
            await self._backlogs.postpone(one, failure.until_ms)

    async def _note_failure(self, one: Backlog, sent: Sent) -> Failure:
        known, at_ms, outcome = await self._failure(one), _now_ms(), sent.outcome
        attempts = 1 + (known.attempts if known else 0)
        since_ms = known.since_ms if known else at_ms
        left = (since_ms + self._given_up_ms - at_ms) / 1000
        first = self._resources.settings.webhook_backoff
        pause = pause_after(attempts, first, outcome.retry_after or 0, left)
        failure = Failure(
            since_ms,
            attempts,
            at_ms + round(1000 * pause),
            outcome.error or f"answered {outcome.status}",
        )
        of_receiver = outcome.status is None
        await self._backlogs.failed(one, failure, sent.delivery, of_receiver=of_receiver)
        return failure

    async def _disable(self, subscription: Subscription, code: NoticeCode) -> None:
        log.warning("a webhook is disabled", webhook=subscription.id, reason=code)
        notice = Notice(code, now())
        await self._resources.subscriptions.change(
            subscription.id,
            lambda known: msgspec.structs.replace(known, notice=known.notice or notice),
        )
        await self._backlogs.rest(subscription.id)


def pause_after(attempts: int, first: float, asked_for: int, left: float) -> float:
    """Seconds, ever longer, not all at the same moment, and the last try is when patience ends."""
    whole = min(first * 2.0 ** min(attempts - 1, 30), float(LONGEST_PAUSE))
    pause = max(float(asked_for), whole * random.uniform(0.75, 1.25))
    return min(pause, left) if left > 0 else pause


def _now_ms() -> int:
    return milliseconds(now())
