"""What callers send: JSON decoded strictly, and refused with the place where it does not fit."""

import re
from functools import cache
from typing import Any, TypeVar

import msgspec
from litestar import Request

from domain.kernel.decider import AnyGame
from domain.kernel.seals import Fact
from domain.kernel.sent import as_stored
from domain.registry import GAMES
from domain.table.actions import AnyTableAction
from services.api.http.asking import Asking
from services.api.http.problems import problem

T = TypeVar("T")

JSON = "application/json"
MOST_ACTIONS = 100
PLACE = re.compile(r"^(?P<what>.*) - at `(?P<path>[^`]*)`$", re.DOTALL)


async def json_body(request: Request[Any, Any, Any]) -> bytes:
    check_json(request)
    return await request.body()


def check_json(request: Asking) -> None:
    """A page of a stranger can make a browser send other types unasked, but not this one."""
    sent = request.headers.get("content-type", "")
    if sent.partition(";")[0].strip().lower() != JSON:
        said = f"Send the body as {JSON}, with a Content-Type header that says so."
        raise problem(415, "media_type_unsupported", said, headers={"Accept": JSON})


async def read_body(request: Request[Any, Any, Any], kind: type[T]) -> T:
    wanted: Any = kind
    decoded: T = decode(_decoder(wanted), await json_body(request))
    return decoded


def plain_json(body: bytes) -> bytes:
    """The same bytes for the same JSON, however it is spaced and its members are ordered."""
    return msgspec.json.encode(msgspec.json.decode(body), order="sorted")


def read_actions(game: AnyGame, body: bytes) -> tuple[list[Fact], bool]:
    """The actions, those of the table included, and whether they were sent as a list."""
    as_list = body.lstrip()[:1] == b"["
    one, several = _action_decoders(game.name)
    if not as_list:
        return [encodable(as_stored(decode(one, body)))], False
    actions = decode(several, body)
    if not 1 <= len(actions) <= MOST_ACTIONS:
        raise problem(422, "invalid_body", f"A list holds 1 to {MOST_ACTIONS} actions.", path="$")
    return [encodable(as_stored(action)) for action in actions], True


def read_draft(game: AnyGame, body: bytes) -> Fact:
    """An action on the board; those of the table have no parts to be added."""
    draft: Fact = as_stored(decode(_decoder(game.sent), body))
    return encodable(draft)


def decode(decoder: "msgspec.json.Decoder[Any]", body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        found = PLACE.match(str(error))
        what, path = (found["what"], found["path"]) if found else (str(error), "$")
        raise problem(422, "invalid_body", f"{what}, at {path}", path=path) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise problem(400, "malformed_json", f"The body is not JSON: {error}") from error


def encodable(action: T) -> T:
    """JSON knows numbers that a snapshot of the game could not hold."""
    try:
        msgspec.msgpack.encode(action)
    except OverflowError as error:
        said = "A number is too big."
        raise problem(422, "invalid_body", said, path="$") from error
    return action


@cache
def _decoder(kind: Any) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(kind)


@cache
def _action_decoders(
    game: str,
) -> tuple["msgspec.json.Decoder[Any]", "msgspec.json.Decoder[Any]"]:
    """Of one action, and of a list of them."""
    kind: Any = GAMES[game].sent | AnyTableAction
    return msgspec.json.Decoder(kind), msgspec.json.Decoder(list[kind])
