"""Subscriptions of webhooks as callers see them, and who may have and change which."""

from typing import Annotated

from litestar.plugins.problem_details import ProblemDetailsException
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from infra.game_log import UnknownGame
from infra.webhook_backlogs import Delivery
from infra.webhook_guard import LONGEST_URL, BadUrl, Forbidden, Guard, read_url
from infra.webhook_subscriptions import (
    Notice,
    OneSeat,
    OneTournament,
    Scope,
    Subscription,
)
from services.api.backend import Backend
from services.api.clock import written
from services.api.http.asking import Asking
from services.api.http.callers import (
    acting_seat,
    caller_of,
    check_organizer,
    not_of_a_game,
    sent_digest,
    token_needed,
)
from services.api.http.links import PREFIX
from services.api.http.problems import problem
from services.api.tournaments.callers import check_runs_event, event_caller_of
from services.tokens import same
from services.webhooks.kinds import KINDS

ORGANIZER = "organizer"
SAID = (
    "Webhooks take the organizer key, a key of the event that they tell of, or the token of the "
    "seat that they tell."
)
MOST = 1000
"""Subscriptions in all."""
MOST_OF_ORGANIZER, MOST_OF_EVENT, MOST_OF_SEAT = 300, 20, 3
MOST_BUT_ORGANIZER = MOST - MOST_OF_ORGANIZER
"""So that there is room for the organizer, whatever players subscribe to."""

Url = Annotated[
    str,
    Meta(
        extra_json_schema={
            "format": "uri",
            "pattern": "^https?://",
            "maxLength": LONGEST_URL,
            "examples": ["https://example.com/schichtbuch"],
        }
    ),
]
Kind = Annotated[str, Meta(extra_json_schema={"enum": list(KINDS)})]
Kinds = Annotated[list[Kind], Meta(extra_json_schema={"minItems": 1})]


class NewWebhook(Struct, forbid_unknown_fields=True):
    url: Url
    """Where messages are sent: `http` or `https`, without a name and password."""
    scope: Scope
    """Of what."""
    kinds: Kinds | None = None
    """Which kinds of messages; none named: all."""


class ChangedWebhook(Struct, forbid_unknown_fields=True):
    url: Url | UnsetType = UNSET
    """Where messages are sent from now on."""
    kinds: Kinds | UnsetType = UNSET
    """Which kinds of messages from now on."""
    enabled: bool | UnsetType = UNSET
    """`false`: nothing is sent. `true`: it goes on where it has stopped, whatever stopped it."""


class FailingNow(Struct):
    """A receiver that does not take what is sent, since its last success."""

    since: str
    """The first failure (RFC 3339, UTC)."""
    attempts: int
    """How often it was tried since."""
    next: str
    """When it is tried again."""
    said: str
    """What was wrong the last time."""


class Webhook(Struct):
    id: str
    """Of the subscription."""
    url: str
    """Where messages are sent."""
    scope: Scope
    """Of what."""
    kinds: list[str]
    """Which kinds of messages."""
    enabled: bool
    """Whether anything is sent."""
    notice: Notice | None
    """Why nothing is sent any more."""
    failing: FailingNow | None
    """If the receiver does not take what is sent: the stream for which it is worst."""
    waiting: int
    """How many games and tournaments are not told to their end."""
    created: str
    """When it was made (RFC 3339, UTC); it tells what happened since."""
    links: dict[str, str]
    """Where it is (`self`), and what was sent (`deliveries`)."""


class WebhookMade(Webhook, kw_only=True):
    secret: str
    """Shown once. Messages are signed with it: `whsec_…`, by Standard Webhooks."""


class AllWebhooks(Struct):
    webhooks: list[Webhook]
    """Oldest first."""


class NewSecret(Struct):
    secret: str
    """Shown once. Messages are signed with it from now on."""
    old_until: str
    """Until then they are signed with the old one, too."""


class AllDeliveries(Struct):
    deliveries: list[Delivery]
    """The last tries, newest first; 200 at most."""


class MessageAsked(Struct):
    message: str
    """Its `webhook-id`."""


def check_url(backend: Backend, url: str) -> str:
    """What can be known without asking anybody; names are resolved when something is sent."""
    try:
        Guard(backend.settings.webhook_allow).check(read_url(url))
    except BadUrl as error:
        raise _bad_url(error.reason) from error
    except Forbidden as error:
        raise _bad_url("forbidden") from error
    return url


def _bad_url(reason: str) -> ProblemDetailsException:
    said = {
        "forbidden": "Nothing is sent into the own network of this service, nor to such a port.",
        "userinfo": "The address must not hold a name or password.",
    }
    detail = said.get(reason, "Give a plain address that begins with http:// or https://.")
    return problem(422, "webhook_url_invalid", detail, path="$.url", facts={"reason": reason})


def check_kinds(kinds: list[str]) -> tuple[str, ...]:
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown or not kinds:
        said = "Name kinds of messages that there are."
        facts = {"unknown": unknown[:10]}
        raise problem(422, "webhook_kind_unknown", said, path="$.kinds", facts=facts)
    return tuple(kind for kind in KINDS if kind in kinds)


class Owner(Struct, frozen=True):
    """Who subscribes."""

    name: str
    most: int
    """Subscriptions that he may have."""
    most_in_all: int = MOST_BUT_ORGANIZER
    seat: int | None = None
    holder: str = ""
    """The digest of the token, if it is a seat's."""


async def owner_for(request: Asking, backend: Backend, scope: Scope) -> Owner:
    """Who asks, if he may be told of this."""
    if isinstance(scope, OneTournament):
        return await owner_of_event(request, backend, scope.tournament)
    if isinstance(scope, OneSeat):
        return await owner_at_seat(request, backend, scope.game)
    await check_organizer(request, backend, SAID)
    return Owner(ORGANIZER, MOST_OF_ORGANIZER, MOST)


async def owner_of_event(request: Asking, backend: Backend, tournament: str) -> Owner:
    caller, _ = await event_caller_of(request, backend, tournament)
    check_runs_event(caller, SAID)
    return Owner(f"tournament:{tournament}", MOST_OF_EVENT)


async def owner_at_seat(request: Asking, backend: Backend, game: str) -> Owner:
    caller = await caller_of(request, backend, game)
    seat = acting_seat(caller)
    return Owner(seat_owner(game, seat), MOST_OF_SEAT, seat=seat, holder=caller.digest or "")


def seat_owner(game: str, seat: int) -> str:
    return f"seat:{game}:{seat}"


async def managed(request: Asking, backend: Backend, webhook: str) -> Subscription:
    """The subscription, for whoever may read and change it."""
    digest = sent_digest(request)
    if digest is None:
        raise token_needed(SAID)
    found = await backend.resources.subscriptions.find(webhook)
    if found is None:
        await not_of_a_game(request, backend, digest)  # nobody else learns which there are
        raise problem(404, "webhook_unknown", "There is no webhook with this id.")
    if not (same(digest, backend.organizer) or await _is_owner(backend, found, digest)):
        await not_of_a_game(request, backend, digest)
        raise problem(403, "organizer_needed", SAID)
    backend.limits.token_is_real(digest)
    return found


async def _is_owner(backend: Backend, found: Subscription, digest: str) -> bool:
    match found.scope:
        case OneTournament(tournament):
            setup = await backend.resources.tournament_log.setup(tournament)
            return digest == setup.creator or digest in setup.keys
        case OneSeat(game, seat):
            try:
                return (await backend.access(game)).seats.get(digest) == seat
            except UnknownGame:
                return False
        case _:
            return False


async def told(backend: Backend, one: Subscription) -> Webhook:
    backlogs = backend.resources.backlogs
    failures = await backlogs.failures(one.id)
    worst = min(failures, key=lambda failure: failure.since_ms, default=None)
    here = f"{PREFIX}/webhooks/{one.id}"
    return Webhook(
        id=one.id,
        url=one.url,
        scope=one.scope,
        kinds=list(one.kinds),
        enabled=one.is_enabled,
        notice=one.notice,
        failing=FailingNow(
            written(worst.since_ms), worst.attempts, written(worst.until_ms), worst.said
        )
        if worst
        else None,
        waiting=await backlogs.waiting(one.id),
        created=one.created,
        links={"self": here, "deliveries": f"{here}/deliveries"},
    )


def made(shown: Webhook, secret: str) -> WebhookMade:
    return WebhookMade(**asdict(shown), secret=secret)
