"""Who is asking: a spectator without a token, a seat of this game, its creator, an arbiter, the
organizer."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from litestar.plugins.problem_details import ProblemDetailsException
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.seals import Seat
from domain.kernel.texts import sentences
from infra.access import Access, Holder
from infra.rooms import Room
from replays.entry import ORGANIZER as ORGANIZER_NAME
from services.api.backend import Backend
from services.api.holders import AnyHolder, ArbiterKey
from services.api.http.asking import Asking
from services.api.http.languages import language_of
from services.api.http.problems import CHALLENGE, problem, token_unknown
from services.api.reading import Reader
from services.tokens import digest_of, same, sent_token

EMBARGO = sentences("services", "embargo")


class Caller(Struct, frozen=True):
    seat: Seat | None = None
    organizer: bool = False
    creator: bool = False
    """Sees what a spectator sees, and may make tokens of this game anew."""
    runs_event: bool = False
    """Has a key of the tournament that the game belongs to, and sees what a spectator sees."""
    arbiter: str | None = None
    """The name of whoever rules with an arbiter's key."""
    digest: str | None = None
    """Of the seat's token, or of the arbiter's key."""
    embargoed: bool = False
    """Whether the deal of the game is still played at other tables."""

    @property
    def is_anonymous(self) -> bool:
        known = self.sees_all or self.creator or self.runs_event
        return not (known or self.seat is not None)

    @property
    def sees_all(self) -> bool:
        return self.organizer or self.arbiter is not None

    def is_open_to_all(self, *, over: bool) -> bool:
        """Whether everybody may see everything now; not while others play the same deal."""
        return over and not self.embargoed

    @property
    def rules_as(self) -> str | None:
        """The name that stands in the log with a ruling."""
        return ORGANIZER_NAME if self.organizer else self.arbiter

    @property
    def holder(self) -> AnyHolder | None:
        """Whose token or key may end while something is still being answered."""
        if self.digest is None:
            return None
        return ArbiterKey(self.digest) if self.seat is None else Holder(self.seat, self.digest)


SPECTATOR = Caller()
ORGANIZER = Caller(organizer=True)
CREATOR = Caller(creator=True)
RUNS_EVENT = Caller(runs_event=True)


async def caller_of(request: Asking, backend: Backend, game_id: str) -> Caller:
    """Asked of the server every time: another process may have made a token anew.

    Whoever reads anything of a game comes by here, so here is the door that an embargo closes.
    """
    if await backend.embargo.holds(game_id):
        return await _inside_embargo(request, backend, game_id)
    token = _token(request)
    if token is None:
        return SPECTATOR
    digest = digest_of(token)
    caller = await _holding(digest, backend, game_id)
    if caller is None:
        raise _unknown(request, backend, digest)
    backend.limits.token_is_real(digest)
    return caller


async def _holding(digest: str, backend: Backend, game_id: str) -> Caller | None:
    await backend.origin(game_id)  # an unknown game is the first thing to be said
    own = _with(digest, await backend.access(game_id))
    return own or await _ruling(backend, digest) or await _running(backend, digest, game_id)


async def _running(backend: Backend, digest: str, game_id: str) -> Caller | None:
    """Whoever runs the event, with a key of it."""
    belongs = await backend.embargo.belongs(game_id)
    if belongs is None:
        return None
    setup = await backend.resources.tournament_log.setup(belongs.id)
    return RUNS_EVENT if digest == setup.creator or digest in setup.keys else None


async def _inside_embargo(request: Asking, backend: Backend, game_id: str) -> Caller:
    """A seat of the table, who sees all, who runs the event; all others are told the same."""
    digest = sent_digest(request)
    caller = None if digest is None else await _holding(digest, backend, game_id)
    if digest is not None and caller is None:
        backend.limits.token_is_unknown(digest, address_of(request))
    if caller is None or not (caller.sees_all or caller.runs_event or caller.seat is not None):
        raise deal_embargoed(request)
    if digest is not None:
        backend.limits.token_is_real(digest)
    return replace(caller, embargoed=True)


def check_not_embargoed(request: Asking, caller: Caller) -> None:
    """Where seals may be open: also those at the table wait until nobody plays the deal."""
    if caller.embargoed and not caller.sees_all:
        raise deal_embargoed(request)


def deal_embargoed(request: Asking) -> ProblemDetailsException:
    language = language_of(request)
    headers = {"Content-Language": language, "Vary": "Accept-Language"}
    return problem(403, "deal_embargoed", EMBARGO[language]["deal_embargoed"], headers=headers)


async def not_of_a_game(request: Asking, backend: Backend, digest: str) -> Caller:
    """The organizer or an arbiter; a problem if it is nobody."""
    caller = await _ruling(backend, digest)
    if caller is None:
        raise _unknown(request, backend, digest)
    return caller


async def _ruling(backend: Backend, digest: str) -> Caller | None:
    """The organizer or an arbiter."""
    if same(digest, backend.organizer):
        return ORGANIZER
    arbiter = await backend.arbiters.find(digest)
    return Caller(arbiter=arbiter.name, digest=digest) if arbiter else None


async def room_caller_of(request: Asking, backend: Backend, room: Room) -> Caller:
    """The same for a game that has not begun."""
    token = _token(request)
    if token is None:
        return SPECTATOR
    digest = digest_of(token)
    caller = _with(digest, Access(room.tokens, room.creator or None))
    caller = caller or await not_of_a_game(request, backend, digest)
    backend.limits.token_is_real(digest)
    return caller


def invitation_of(request: Asking) -> str:
    """The digest of what was sent to take a seat."""
    token = _token(request)
    if token is None:
        raise token_needed("A seat is taken with its invitation.")
    return digest_of(token)


def unknown_invitation(request: Asking, backend: Backend, digest: str) -> ProblemDetailsException:
    return _unknown(request, backend, digest)


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


def check_of_game(caller: Caller) -> Caller:
    """A seat of this game, its creator, or the organizer."""
    if caller.seat is None and not (caller.creator or caller.organizer):
        raise _spectating(caller, "Only those of this game may ask this: a seat, or its creator.")
    return caller


def not_anonymous(caller: Caller) -> Caller:
    if caller.is_anonymous:
        raise token_needed(
            "Whoever acts shows who it is: with a seat's token, or an arbiter's key."
        )
    return caller


def asked_seat(caller: Caller, wanted: Seat | None, seats: int) -> Seat:
    """The seat whose business this is: the caller's own, or any for who sees all."""
    if wanted is None or wanted == caller.seat:
        return acting_seat(caller)
    if not caller.sees_all:
        said = "Only that seat's token, an arbiter or the organizer may ask this."
        raise _spectating(caller, said)
    return seat_there(wanted, seats)


def shown_seat(caller: Caller, wanted: Seat | None, seats: int, *, over: bool) -> Seat | None:
    """Through whose eyes the caller may look. When the game is over, through anybody's."""
    if wanted is None or wanted == caller.seat:
        return caller.seat
    if not (caller.sees_all or over):
        raise _spectating(caller, "Until the game is over, only that seat may see this.")
    return seat_there(wanted, seats)


def check_may_renew(caller: Caller) -> None:
    if not (caller.organizer or caller.creator):
        raise _spectating(caller, "Tokens are made anew with the creator's key or the organizer's.")


def reader_of(
    caller: Caller,
    wanted: Seat | None,
    seats: int,
    *,
    over: bool,
    together: bool | None = None,
) -> Reader:
    """Who sees all sees what all seats see, unless it is to be what one of them sees.

    `together` asks for what all seats see; so may anybody once the game is over.
    """
    over = caller.is_open_to_all(over=over)
    if together and wanted is None:
        if not (caller.sees_all or over):
            raise _spectating(caller, "Until the game is over, each seat sees its own part only.")
        return Reader(everything=True)
    seat = shown_seat(caller, wanted, seats, over=over)
    return Reader(seat, caller.sees_all and seat is None)


async def creator_of(
    request: Asking, backend: Backend, said: str = "Games are created with the organizer key."
) -> str:
    """Who creates something: whoever has the organizer key, or somebody on this machine."""
    if _token(request) is None and backend.settings.open_creation and _from_this_machine(request):
        backend.limits.charge_new_game(address_of(request))
        return "this machine"
    await check_organizer(request, backend, said)
    return "organizer"


async def check_organizer(request: Asking, backend: Backend, said: str) -> None:
    """Where no game is asked about; an arbiter is known, but may not."""
    caller = await check_arbiter(request, backend, said)
    if not caller.organizer:
        raise problem(403, "organizer_needed", said)


async def check_arbiter(request: Asking, backend: Backend, said: str) -> Caller:
    """Where no game is asked about: an arbiter, or the organizer."""
    token = _token(request)
    if token is None:
        raise token_needed(said)
    digest = digest_of(token)
    caller = await not_of_a_game(request, backend, digest)
    backend.limits.token_is_real(digest)
    return caller


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


def sent_digest(request: Asking) -> str | None:
    """Of the token, if one was sent."""
    token = _token(request)
    return None if token is None else digest_of(token)


def _token(request: Asking) -> str | None:
    sent = request.headers.get("authorization")
    return None if sent is None else sent_token(sent)


def seat_there(seat: Seat, seats: int) -> Seat:
    if not 0 <= seat < seats:
        raise problem(404, "seat_unknown", f"There are seats 0 to {seats - 1}.")
    return seat


def _spectating(caller: Caller, said: str) -> ProblemDetailsException:
    return token_needed(said) if caller.is_anonymous else problem(403, "seat_forbidden", said)


def token_needed(said: str) -> ProblemDetailsException:
    return problem(401, "token_needed", said, headers=CHALLENGE)


def _unknown(request: Asking, backend: Backend, digest: str) -> ProblemDetailsException:
    backend.limits.token_is_unknown(digest, address_of(request))
    return token_unknown()
