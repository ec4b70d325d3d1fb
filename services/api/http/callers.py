"""Who is asking: a spectator without a token, a seat of this game, its creator, the organizer."""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Protocol
from urllib.parse import urlsplit

from litestar.datastructures import Address
from litestar.plugins.problem_details import ProblemDetailsException
from msgspec import Struct

from domain.kernel.seals import Seat
from infra.access import Access, Holder
from services.api.backend import Backend
from services.api.http.problems import CHALLENGE, problem, token_unknown
from services.api.reading import Reader
from services.tokens import digest_of, same, sent_token


class Caller(Struct, frozen=True):
    seat: Seat | None = None
    organizer: bool = False
    creator: bool = False
    """Sees what a spectator sees, and may make tokens of this game anew."""
    digest: str | None = None
    """Of the seat's token."""

    @property
    def known(self) -> bool:
        return self.organizer or self.creator or self.seat is not None

    @property
    def holder(self) -> Holder | None:
        """Of a seat, whose token may end while something is still being answered."""
        return None if self.seat is None or self.digest is None else Holder(self.seat, self.digest)


SPECTATOR = Caller()
ORGANIZER = Caller(organizer=True)
CREATOR = Caller(creator=True)


class Asking(Protocol):
    """As much of a request as tells who asks."""

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def client(self) -> Address | None: ...


async def caller_of(request: Asking, backend: Backend, game_id: str) -> Caller:
    """Asked of the server every time: another process may have made a token anew."""
    token = _token(request)
    if token is None:
        return SPECTATOR
    await backend.origin(game_id)  # an unknown game is the first thing to be said
    digest = digest_of(token)
    caller = _with(digest, await backend.access(game_id))
    if caller is None and same(digest, backend.organizer):
        caller = ORGANIZER
    if caller is None:
        raise _unknown(request, backend, digest)
    backend.limits.token_is_real(digest)
    return caller


async def actor_of(request: Asking, backend: Backend, game_id: str) -> Caller:
    """As this process remembers it: the append itself asks whether the token still holds."""
    token, known = _token(request), backend.remembered_access(game_id)
    if not (token and known):
        return await caller_of(request, backend, game_id)
    digest = digest_of(token)
    caller = _with(digest, known)
    if caller is None:
        return await caller_of(request, backend, game_id)
    backend.limits.token_is_real(digest)
    return caller


def _with(digest: str, access: Access) -> Caller | None:
    """Digests are looked up, never tokens: how long it takes tells nothing about a token."""
    seat = access.seats.get(digest)
    if seat is not None:
        return Caller(seat, digest=digest)
    return CREATOR if access.creator == digest else None


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
    return seat_there(wanted, seats)


def shown_seat(caller: Caller, wanted: Seat | None, seats: int, *, over: bool) -> Seat | None:
    """Through whose eyes the caller may look. When the game is over, through anybody's."""
    if wanted is None or wanted == caller.seat:
        return caller.seat
    if not (caller.organizer or over):
        raise _spectating(caller, "Until the game is over, only that seat may see this.")
    return seat_there(wanted, seats)


def check_may_renew(caller: Caller) -> None:
    if not (caller.organizer or caller.creator):
        raise _spectating(caller, "Tokens are made anew with the creator's key or the organizer's.")


def reader_of(caller: Caller, wanted: Seat | None, seats: int, *, over: bool) -> Reader:
    """The organizer sees what all seats see, unless it is to be what one of them sees."""
    seat = shown_seat(caller, wanted, seats, over=over)
    return Reader(seat, caller.organizer and seat is None)


def creator_of(request: Asking, backend: Backend) -> str:
    """Who creates a game: whoever has the organizer key, or somebody on this machine."""
    token = _token(request)
    if token is None:
        if not (backend.settings.open_creation and _from_this_machine(request)):
            raise _needed("Games are created with the organizer key.")
        backend.limits.charge_new_game(address_of(request))
        return "this machine"
    digest = digest_of(token)
    if not same(digest, backend.organizer):
        raise _unknown(request, backend, digest)
    backend.limits.token_is_real(digest)
    return "organizer"


def _from_this_machine(request: Asking) -> bool:
    """Also by the names it uses: a page of a stranger may reach us from a browser here."""
    headers = request.headers
    if "x-forwarded-for" in headers or "forwarded" in headers or not _loopback(address_of(request)):
        return False
    origin, host = headers.get("origin"), headers.get("host", "")
    try:
        same_origin = origin is None or urlsplit(origin).netloc == host
        return same_origin and _loopback(urlsplit(f"//{host}").hostname or "")
    except ValueError:  # half an address of IPv6, for one
        return False


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
    return None if sent is None else sent_token(sent)


def seat_there(seat: Seat, seats: int) -> Seat:
    if not 0 <= seat < seats:
        raise problem(404, "seat_unknown", f"There are seats 0 to {seats - 1}.")
    return seat


def _spectating(caller: Caller, said: str) -> ProblemDetailsException:
    return problem(403, "seat_forbidden", said) if caller.known else _needed(said)


def _needed(said: str) -> ProblemDetailsException:
    return problem(401, "token_needed", said, headers=CHALLENGE)


def _unknown(request: Asking, backend: Backend, digest: str) -> ProblemDetailsException:
    backend.limits.token_is_unknown(digest, address_of(request))
    return token_unknown()
