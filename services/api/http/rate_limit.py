"""So many requests per minute and address, or per token once that is known to be a real one.

A token that nobody has checked is just what a caller says, and a stranger can say something else
with every request. Litestar's own limiter writes down the time of every request anew at each of
them, which at thousands per minute costs more than the request itself; this one counts.
"""

from time import time
from typing import Any

from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from infra.addresses import counted_address
from infra.settings import Settings
from services.api.http.links import PREFIX
from services.api.http.open_streams import OpenStreams
from services.remembered import Remembered
from services.tokens import digest_of, sent_token

WINDOW = 60
COUNTED = 50_000
"""Addresses or tokens that are counted at the same time, and tokens that are known."""
UPLOADS = f"{PREFIX}/audits"
GAME = f"{PREFIX}/games/{{game_id}}"
EVENT = f"{PREFIX}/tournaments/{{tournament_id}}"
FILE = f"{UPLOADS}/{{audit_id}}"
FILE_PARTS = (
    *("game", "frames", "state", "scorings", "scored-now", "catalog", "versus"),
    *("picture", "picture.png"),
)
FRAMES_COST = 20
COSTS = {
    f"{GAME}/frames": FRAMES_COST,
    f"{GAME}/scored-now": 20,
    f"{GAME}/hint": 5,
    f"{GAME}/scorings": 5,
    f"{GAME}/log": 5,
    f"{GAME}/audit/versus": 20,
    **dict.fromkeys((f"{FILE}/{part}" for part in FILE_PARTS), 20),
    f"{EVENT}/sheets/{{sheet_name}}": 20,
    f"{EVENT}/standings": 5,
    f"{EVENT}/bundle": 5,
    f"{EVENT}/state": 5,
    f"{EVENT}/log": 5,
    f"{EVENT}/rounds/{{number}}/why": 5,
    f"{EVENT}/rounds/{{number}}/what-if": 5,
    "/metrics": 5,
    "/health/ready": 5,
}
"""Calls that count for several, because they take as long as several."""


class Budget:
    """So many of something per minute, for each who asks; 0: any number."""

    def __init__(self, most: int, what: str) -> None:
        self.most, self._what = most, what
        self._window = 0
        self._counts: Remembered[str, int] = Remembered(COUNTED)

    def charge(self, who: str, cost: int = 1) -> None:
        """TooManyRequestsException if there is nothing left."""
        self.check(who)
        self.count(who, cost)

    def check(self, who: str) -> None:
        if self.most and self._spent(who) >= self.most:
            self._refuse()

    def count(self, who: str, cost: int = 1) -> None:
        if self.most:
            self._counts.keep(who, self._spent(who) + cost)

    def _spent(self, who: str) -> int:
        window = int(time() // WINDOW)
        if window != self._window:
            self._window = window
            self._counts.clear()
        return self._counts.get(who, 0)

    def _refuse(self) -> None:
        wait = str(int((self._window + 1) * WINDOW - time()) + 1)
        said = f"Only {self.most} {self._what} per minute; wait {wait} seconds."
        raise TooManyRequestsException(said, headers={"Retry-After": wait})


class Limits:
    def __init__(self, settings: Settings) -> None:
        self.on = settings.rate_limit > 0
        self._addresses = Budget(settings.rate_limit, "requests")
        self._tokens = Budget(settings.rate_limit, "requests")
        self._uploads = Budget(settings.upload_limit, "uploads")
        self._new_games = Budget(settings.creation_limit, "new games")
        self._unknown_tokens = Budget(settings.unknown_token_limit, "unknown tokens")
        self._known: Remembered[str, None] = Remembered(COUNTED)
        self.streams = OpenStreams(settings.stream_limit if self.on else 0)

    def charge(self, host: str, header: str | None, cost: int = 1) -> None:
        """For any request; `header` is what it says in `Authorization`."""
        if not self.on:
            return
        address = counted_address(host)
        if header is not None:
            digest = digest_of(sent_token(header))
            if digest in self._known:
                self._tokens.charge(digest, cost)
                return
            self._unknown_tokens.check(address)
        self._addresses.charge(address, cost)

    def charge_upload(self, host: str) -> None:
        if self.on:
            self._uploads.charge(counted_address(host))

    def charge_new_game(self, host: str) -> None:
        if self.on:
            self._new_games.charge(counted_address(host))

    def token_is_real(self, digest: str) -> None:
        if self.on and digest not in self._known:
            self._known.keep(digest, None)
            self._tokens.count(digest)  # the request that showed it

    def token_is_unknown(self, digest: str, host: str) -> None:
        """Here; it may have been real elsewhere, or before."""
        if self.on:
            self._known.pop(digest, None)
            self._unknown_tokens.charge(counted_address(host))


class RateLimit(ASGIMiddleware):
    exclude_path_pattern = "^/health/live$"

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        limits: Limits = scope["litestar_app"].state.backend.limits
        charge(limits, scope, COSTS.get(scope["path_template"], 1))
        if scope["path_template"] == UPLOADS:
            limits.charge_upload(host_of(scope))
        await next_app(scope, receive, send)


def charge(limits: Limits, scope: Any, cost: int = 1) -> None:
    if limits.on:
        limits.charge(host_of(scope), _authorization(scope), cost)


def host_of(scope: Any) -> str:
    client = scope.get("client")
    return client[0] if client else "unknown"


def _authorization(scope: Any) -> str | None:
    for name, value in scope["headers"]:
        if name == b"authorization":
            return str(value, "latin-1")
    return None
