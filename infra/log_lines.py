"""The log lines of our processes: coloured on a terminal, JSON elsewhere, and never a secret.

Everything goes to standard error; what standard logging says (uvicorn, RQ) looks the same.
"""

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from structlog.typing import EventDict, Processor

from infra.clock import now
from infra.settings import BadSetting

VARIABLE = "SCHICHTBUCH_LOG_LEVEL"
LEVELS = ("debug", "info", "warning", "error", "critical")
SECRET = frozenset(
    {"token", "secret", "authorization", "organizer_key", "salt", "seals"}
    | {"password", "redis_url", "queue_url"}
)
NESTED = (dict, list, tuple, msgspec.Struct)
HIDDEN = "[hidden]"
LONGEST_PATH = 300
HUNG_UP = 499
"""No status of HTTP, because nobody hears it: for log lines and figures, as nginx has it."""


class RequestLine(msgspec.Struct):
    method: str
    path: str
    status: int
    ms: float
    timestamp: str
    event: str
    level: str = "info"


class Unfailing:
    """Loses what it cannot write: a full disk, or a reader who is gone, stops nobody."""

    def __init__(self, out: Any) -> None:
        self._out = out

    def write(self, line: Any) -> None:
        with suppress(OSError):
            self._out.write(line)

    def flush(self) -> None:
        with suppress(OSError):
            self._out.flush()


class JsonLines:
    """What is said in one turn of the event loop is written together at its end."""

    def __init__(self, out: Any) -> None:
        self._out, self._encode = out, msgspec.json.Encoder().encode
        self._waiting: list[bytes] = []

    def write(self, method: str, path: str, status: int, ms: float) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        line = RequestLine(method, path[:LONGEST_PATH], status, ms, now(), event_of(status))
        self._waiting.append(self._encode(line))

    def _flush(self) -> None:
        lines, self._waiting = self._waiting, []
        self._out.write(b"\n".join([*lines, b""]))
        self._out.flush()


def request_lines() -> Callable[[str, str, int, float], None]:
    """What writes the line of a request. There are as many of them as of everything else together,
    so where nobody looks at them in colour they are written without structlog's processors, in a
    quarter of the time.
    """
    if sys.stderr.isatty():
        log = structlog.get_logger()
        return lambda method, path, status, ms: log.info(
            event_of(status), method=method, path=printable(path), status=status, ms=ms
        )
    if _level() > logging.INFO:
        return lambda *_: None
    return JsonLines(Unfailing(sys.stderr.buffer)).write


def event_of(status: int) -> str:
    return "the caller hung up" if status == HUNG_UP else "request"


def printable(path: str) -> str:
    """A caller chooses it, and must not write on our terminal with it."""
    shown = path[:LONGEST_PATH]
    if shown.isprintable():
        return shown
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown)


def configure_logging() -> None:
    level = _level()
    terminal = sys.stderr.isatty()
    shared = _shared_processors(terminal)
    _configure_structlog(level, shared, terminal)
    _configure_standard_logging(level, shared, terminal)


def hide_secrets(_logger: object, _method: str, event: EventDict) -> EventDict:
    """By the name of the field, however deep it stands."""
    for name, value in event.items():
        if _is_secret(name):
            event[name] = HIDDEN
        elif isinstance(value, NESTED):
            event[name] = _without_secrets(value)
    return event


def _is_secret(name: object) -> bool:
    return isinstance(name, str) and name.lower().replace("-", "_") in SECRET


def _without_secrets(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, dict):
        return {
            name: HIDDEN if _is_secret(name) else _without_secrets(inner)
            for name, inner in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_without_secrets(inner) for inner in value]
    return value


def _level() -> int:
    name = os.environ.get(VARIABLE, "").strip().lower() or "info"
    if name not in LEVELS:
        raise BadSetting(VARIABLE, f"must be one of {', '.join(LEVELS)}, not {name!r}")
    return int(getattr(logging, name.upper()))


def _shared_processors(terminal: bool) -> list[Processor]:
    return [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="%H:%M:%S" if terminal else "iso", utc=not terminal),
        hide_secrets,
    ]


def _renderers(terminal: bool, serializer: Callable[..., str | bytes]) -> list[Processor]:
    # Plain tracebacks on both: the prettier ones print local variables, and so the secrets in them.
    if terminal:
        return [
            structlog.dev.ConsoleRenderer(
                colors="NO_COLOR" not in os.environ,
                exception_formatter=structlog.dev.plain_traceback,
            )
        ]
    return [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(serializer=serializer),
    ]


def _configure_structlog(level: int, shared: list[Processor], terminal: bool) -> None:
    # structlog wants a whole stream, but uses no more of it than this.
    out: Any = Unfailing(sys.stderr if terminal else sys.stderr.buffer)
    structlog.configure(
        processors=[*shared, *_renderers(terminal, _as_json)],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=(
            structlog.PrintLoggerFactory(out) if terminal else structlog.BytesLoggerFactory(out)
        ),
        cache_logger_on_first_use=True,
    )


def _configure_standard_logging(level: int, shared: list[Processor], terminal: bool) -> None:
    def as_text(event: Mapping[str, Any], **_: Any) -> str:
        return _as_json(event).decode()

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_renderers(terminal, as_text),
            ],
        )
    )
    root = logging.getLogger()
    for old in root.handlers[:]:
        if isinstance(old.formatter, structlog.stdlib.ProcessorFormatter):
            root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)


def _as_json(event: Mapping[str, Any], **_: Any) -> bytes:
    """A line that cannot be written well is written somehow: logging never raises."""
    try:
        return msgspec.json.encode(event, enc_hook=repr)
    except (TypeError, ValueError):
        return json.dumps(event, default=repr, skipkeys=True).encode()
