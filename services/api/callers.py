"""Who is asking: a spectator without a token, a seat of this game, or the organizer."""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Protocol
from urllib.parse import urlsplit

from litestar.datastructures import Address
from litestar.plugins.problem_details import ProblemDetailsException
from msgspec import Struct

from domain.kernel.seals import Seat
from services.api.desk import Desk
from services.api.problems import problem
from services.tokens import digest_of, same

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="schichtbuch"'}


class Caller(Struct, frozen=True):
    seat: Seat | None = None
    organizer: bool = False

    @property
    def known(self) -> bool:
        return self.organizer or self.seat is not None


SPECTATOR = Caller()
ORGANIZER = Caller(organizer=True)


class Asking(Protocol):
    """As much of a request as tells who asks."""

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def client(self) -> Address | None: ...


async def caller_of(request: Asking, desk: Desk, game_id: str) -> Caller:
    token = _token(request)
    if token is None:
        return SPECTATOR
    origin = await desk.origin(game_id)
    # Digests are looked up, never tokens: how long it takes tells nothing about a token.
    digest = digest_of(token)
    seat = origin.access.get(digest)
    if seat is not None:
        return Caller(seat)
    if same(digest, desk.organizer):
        return ORGANIZER
    raise _unknown(request, desk)


def acting_seat(caller: Caller) -> Seat:
    if caller.seat is None:
        raise _spectating(caller, "Only a player may do this, with the token of the seat.")
    return caller.seat


def asked_seat(caller: Caller, wanted: Seat | None, seats: int) -> Seat:
    """The seat whose business this is: the caller's own, or any for the organizer."""
    if wanted is None or wanted == caller.seat:
        return acting_seat(caller)
    if not caller.organizer:
        raise _spectating(caller, "Only that seat's token, or the organizer, may ask this.")
    return _there(wanted, seats)


def shown_seat(caller: Caller, wanted: Seat | None, seats: int, *, over: bool) -> Seat | None:
    """Through whose eyes the caller may look. When the game is over, through anybody's."""
    if wanted is None or wanted == caller.seat:
        return caller.seat
    if not (caller.organizer or over):
        raise _spectating(caller, "Until the game is over, only that seat may see this.")
    return _there(wanted, seats)


def check_may_create(request: Asking, desk: Desk) -> None:
    token = _token(request)
    if token is None:
        if not (desk.settings.open_creation and _from_this_machine(request)):
            raise _needed("Games are created with the organizer key.")
    elif not same(digest_of(token), desk.organizer):
        raise _unknown(request, desk)


def _from_this_machine(request: Asking) -> bool:
    """Also by the names it uses: a page of a stranger may reach us from a browser here."""
    headers = request.headers
    if "x-forwarded-for" in headers or "forwarded" in headers or not _loopback(address_of(request)):
        return False
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != headers.get("host"):
        return False
    return _loopback(urlsplit(f"//{headers.get('host', '')}").hostname or "")


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def address_of(request: Asking) -> str:
    return request.client.host if request.client else "unknown"


def _token(request: Asking) -> str | None:
    sent = request.headers.get("authorization")
    if sent is None:
        return None
    scheme, _, token = sent.partition(" ")
    # Another scheme is no token of ours either, and is refused like a wrong one.
    return token.strip() if scheme.lower() == "bearer" else ""


def _there(seat: Seat, seats: int) -> Seat:
    if not 0 <= seat < seats:
        raise problem(404, "seat_unknown", f"There are seats 0 to {seats - 1}.")
    return seat


def _spectating(caller: Caller, said: str) -> ProblemDetailsException:
    return problem(403, "seat_forbidden", said) if caller.known else _needed(said)


def _needed(said: str) -> ProblemDetailsException:
    return problem(401, "token_needed", said, headers=CHALLENGE)


def _unknown(request: Asking, desk: Desk) -> ProblemDetailsException:
    # Otherwise a guesser could have a fresh limit with every guess.
    desk.limits.charge(address_of(request))
    return problem(401, "token_unknown", "This token opens nothing here.", headers=CHALLENGE)
