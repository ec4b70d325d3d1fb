"""Errors as RFC 9457 problem details: a stable `code`, the facts, never a traceback."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException
from litestar.plugins.problem_details import ProblemDetailsException
from litestar.types import ExceptionHandlersMap
from msgspec import Struct
from redis.exceptions import RedisError

from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.texts import Language
from domain.table import refusals as table
from infra.access import TokenEnded
from infra.game_log import StorageUnavailable, UnknownGame
from infra.log_lines import HUNG_UP
from infra.rooms import RoomsFull
from infra.tournament_log import UnknownTournament
from infra.transparency_log import DamagedLeaves
from infra.uploads import UploadsFull, UploadsUnavailable
from replays.aggregate import DamagedLog, UnknownHere
from services.api.http.links import TABLE, rule_link
from services.api.metrics import REFUSED
from services.games import CreationKeyReused, KeyReused, StaleVersion, TakeBacksOver
from services.rooms import GameWaiting

log = structlog.get_logger()

GONE = "schichtbuch_gone"
MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = "1"
UPLOAD_RETRY_SECONDS = "10"
ROOM_RETRY_SECONDS = "60"
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="schichtbuch"'}
CODES = {
    400: "invalid_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "media_type_unsupported",
    429: "rate_limited",
}
"""What Litestar itself refuses, by status."""
NAMES = {"since": "from", "until": "to", "for_seat": "seat", "language": "lang"}
"""Parameters that cannot have their own name in Python, or not well."""


class Problem(Struct, omit_defaults=True):
    """What went wrong. `code` is stable; `detail` is a sentence for people."""

    status: int
    """The HTTP status."""
    type: str
    """A URI made of the code."""
    title: str
    """The status in words."""
    code: str
    """What is wrong; stable."""
    detail: str
    """What is wrong, as a sentence for people."""
    path: str | None = None
    """Where in the body it is wrong."""
    errors: list[dict[str, Any]] | None = None
    """Which parameters are wrong."""
    current: int | None = None
    """With `stale_version`: the version that the game has."""
    facts: dict[str, Any] | None = None
    """With a rule violation: what the sentence speaks of."""
    game: str | None = None
    """With a rule violation: whose rules; `table` for those around any game."""
    section: str | None = None
    """The section of the rules document that forbids it."""
    rule: str | None = None
    """The game and the section together."""
    rule_url: str | None = None
    """Where the rules document says so."""


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    **facts: Any,
) -> ProblemDetailsException:
    return ProblemDetailsException(
        status_code=status,
        type_=f"urn:schichtbuch:problem:{code}",
        title=HTTPStatus(status).phrase,
        detail=detail,
        headers={"Cache-Control": "no-store", **(headers or {})},
        extra={"code": code, **facts},
    )


def parameter_problem(name: str, said: str) -> ProblemDetailsException:
    """Like Litestar's own on a parameter that does not fit."""
    return problem(
        400,
        "invalid_request",
        "A parameter does not fit.",
        errors=[{"message": said, "key": name, "source": "query"}],
    )


@contextmanager
def refusals(game: AnyGame, language: Language) -> Iterator[None]:
    try:
        yield
    except RuleViolation as refusal:
        raise forbidden(game, refusal, language) from refusal


def forbidden(
    game: AnyGame, refusal: RuleViolation, language: Language, status: int = 422
) -> ProblemDetailsException:
    """A rule that says no is told with its section and in the caller's language."""
    REFUSED.labels(game.name, refusal.code).inc()
    return problem(
        status,
        headers={"Content-Language": language, "Vary": "Accept-Language"},
        **explained(game, refusal, language),
    )


def explained(game: AnyGame, refusal: RuleViolation, language: Language) -> dict[str, Any]:
    """The code, the sentence, and where the rules document says so."""
    if refusal.code in table.REFUSALS:
        rules, said = TABLE, table.explain(refusal, language)
        section = table.REFUSALS[refusal.code].section
    else:
        rules, said = game.name, game.explain(refusal, language)
        section = game.refusals[refusal.code].section
    return {
        "code": refusal.code,
        "detail": said,
        "facts": msgspec.to_builtins(refusal.facts, str_keys=True, enc_hook=str),
        "game": rules,
        "section": section,
        "rule": f"{rules} {section}",
        "rule_url": rule_link(rules, section),
    }


def note_gone(scope: Any) -> None:
    """The caller has hung up."""
    scope[GONE] = True


def storage_unavailable(_: Exception) -> ProblemDetailsException:
    said = "The server of the log cannot be reached or cannot write; try again."
    return problem(503, "storage_unavailable", said, headers={"Retry-After": RETRY_SECONDS})


def uploads_full(error: UploadsFull) -> ProblemDetailsException:
    headers = {"Retry-After": UPLOAD_RETRY_SECONDS}
    if error.of_sender:
        said = (
            "Too many files from your address wait for their audit; try again when some are done."
        )
        return problem(429, "uploads_too_many", said, headers=headers)
    said = "There is no room for more files just now; try again when some have been audited."
    return problem(507, "uploads_full", said, headers=headers)


def uploads_unavailable(error: UploadsUnavailable) -> ProblemDetailsException:
    log.error("the folder of uploads cannot be used", error=str(error))
    said = "Files cannot be taken or looked up at the moment; try again."
    return problem(503, "uploads_unavailable", said, headers={"Retry-After": RETRY_SECONDS})


def damaged(error: DamagedLog) -> ProblemDetailsException:
    # The reason may quote the entry, hidden fields and all, so it goes to our own log only.
    log.error("log damaged", game=error.game_id, version=error.version)
    said = f"The log of this game is damaged at version {error.version}; the organizer must look."
    return problem(503, "log_damaged", said, version=error.version)


def damaged_leaves(error: DamagedLeaves) -> ProblemDetailsException:
    log.error("transparency log damaged", reason=str(error))
    said = "The transparency log is damaged here; the organizer must look. Games go on."
    return problem(503, "tlog_damaged", said)


def unknown_here(error: UnknownHere) -> ProblemDetailsException:
    log.error("log of other rules", game=error.game_id, reason=error.reason)
    said = f"This game cannot be shown here: {error.reason}. A newer version may know it."
    return problem(503, "rules_unknown_here", said)


def unknown_game(_: UnknownGame) -> ProblemDetailsException:
    return problem(404, "game_unknown", "There is no game with this id.")


def unknown_tournament(_: UnknownTournament) -> ProblemDetailsException:
    return problem(404, "tournament_unknown", "There is no tournament with this id.")


def game_waiting(error: GameWaiting) -> ProblemDetailsException:
    """In the words of all who read what was sent, not of the rules: there is no game yet."""
    said = "The game has not begun: it waits until all its seats are taken."
    return problem(409, "game_waiting", said, facts={"open": error.room.open})


def rooms_full(_: RoomsFull) -> ProblemDetailsException:
    said = "Too many waiting rooms from your address; try again when some have begun or are gone."
    return problem(429, "rooms_too_many", said, headers={"Retry-After": ROOM_RETRY_SECONDS})


def stale(error: StaleVersion) -> ProblemDetailsException:
    said = f"You expected version {error.expected}, but the game is at {error.current}."
    return problem(409, "stale_version", said, current=error.current)


def take_backs_over(_: TakeBacksOver) -> ProblemDetailsException:
    said = "This game is so long that only an arbiter can take something back."
    return problem(409, "take_backs_over", said)


def key_reused(_: KeyReused) -> ProblemDetailsException:
    said = "This Idempotency-Key was used before, for another action."
    return problem(422, "idempotency_key_reused", said)


def creation_key_reused(_: CreationKeyReused) -> ProblemDetailsException:
    said = "This Idempotency-Key was used before, for another game."
    return problem(409, "idempotency_key_reused", said)


def token_ended(_: TokenEnded) -> ProblemDetailsException:
    return token_unknown()


def token_unknown() -> ProblemDetailsException:
    return problem(401, "token_unknown", "This token opens nothing here.", headers=CHALLENGE)


def invalid_setup(error: InvalidSetup) -> ProblemDetailsException:
    return problem(422, "invalid_setup", f"{error}")


def unexpected(error: Exception) -> ProblemDetailsException:
    log.error("a bug of ours", exc_info=error)
    return problem(500, "internal_error", "Something went wrong here that should not have.")


MAPPED: dict[type[Exception], Any] = {
    StorageUnavailable: storage_unavailable,
    RedisError: storage_unavailable,
    UnknownHere: unknown_here,
    GameWaiting: game_waiting,
    RoomsFull: rooms_full,
    UploadsFull: uploads_full,
    UploadsUnavailable: uploads_unavailable,
    DamagedLog: damaged,
    DamagedLeaves: damaged_leaves,
    UnknownGame: unknown_game,
    UnknownTournament: unknown_tournament,
    StaleVersion: stale,
    TakeBacksOver: take_backs_over,
    KeyReused: key_reused,
    CreationKeyReused: creation_key_reused,
    TokenEnded: token_ended,
    InvalidSetup: invalid_setup,
    Exception: unexpected,
}


def said_by_litestar(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if isinstance(error, InternalServerException) and GONE in request.scope:
        return Response(b"", status_code=HUNG_UP)  # what Litestar says of half a body
    return problem_of(error).to_response(request)


def problem_of(error: Exception) -> ProblemDetailsException:
    """What callers are told, whatever went wrong."""
    if isinstance(error, ProblemDetailsException):
        return error
    if isinstance(error, HTTPException):
        return _of_litestar(error)
    kind = next(kind for kind in type(error).__mro__ if kind in MAPPED)
    told: ProblemDetailsException = MAPPED[kind](error)
    return told


def problem_bytes(told: ProblemDetailsException) -> bytes:
    """The body, as Litestar writes it."""
    head = {"status": told.status_code, "type": told.type_, "title": told.title}
    return msgspec.json.encode({**head, "detail": told.detail, **dict(told.extra or {})})


def _of_litestar(error: HTTPException) -> ProblemDetailsException:
    """Unknown paths and methods, limits, and parameters that do not fit."""
    status = error.status_code
    if status >= 500:
        return unexpected(error)
    headers = {name.title(): value for name, value in (error.headers or {}).items()}
    if "GET" in headers.get("Allow", ""):
        headers["Allow"] += ", HEAD"
    code = CODES.get(status, HTTPStatus(status).phrase.lower().replace(" ", "_"))
    detail, facts = error.detail or HTTPStatus(status).phrase, {}
    if isinstance(error.extra, list):
        detail, facts = "A parameter does not fit.", {"errors": _renamed(error.extra)}
    return problem(status, code, detail, headers=headers, **facts)


def _renamed(errors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """By the names that callers use."""
    return [{**error, "key": NAMES.get(error.get("key", ""), error.get("key"))} for error in errors]


HANDLERS: ExceptionHandlersMap = {HTTPException: said_by_litestar}
