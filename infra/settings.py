"""What an installation can set, all of it by environment variables `SCHICHTBUCH_…`."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from msgspec import Struct

from infra.webhook_guard import is_allowable
from infra.witness_addresses import WitnessAddress, parse_witnesses
from replays.tlog.malformed import Malformed

PROJECT = Path(__file__).resolve().parent.parent
PREFIX = "SCHICHTBUCH_"
SCHEMES = ("unix", "redis", "rediss", "redis+sentinel", "redis+cluster")


OBJECT_STORES = ("s3://", "gs://", "az://")
ARCHIVE_AFTER = 24.0
"""Hours after its end a game is archived. A day: those who played it look at it again that evening
and the next morning, want a rematch, or call the arbiter; after that hardly anybody comes."""


WEBHOOK_GIVE_UP = 24.0


class BadSetting(Exception):
    """A variable of the environment holds what it must not hold."""

    def __init__(self, variable: str, reason: str) -> None:
        super().__init__(f"{variable} {reason}")
        self.variable = variable


BOT_PACE = 1.2


class Settings(Struct, frozen=True, kw_only=True):
    data: Path
    """The folder with everything that must outlive a process."""
    redis_url: str | None = None
    """The server of the log; none: the embedded one."""
    queue_url: str | None = None
    """The server of RQ; none: that of the log."""
    organizer_key: str | None = None
    """None: the one in the data folder."""
    wait_replicas: int = 0
    """So many replicas must have an append before it is acknowledged."""
    rate_limit: int = 6000
    """Requests per minute, for each address and for each token known to be real; 0: no limit of
    any kind."""
    upload_limit: int = 30
    creation_limit: int = 120
    room_limit: int = 100
    """Waiting rooms per address that were opened without the organizer key; 0: any number."""
    unknown_token_limit: int = 60
    """Per minute and address; 0: as many as requests."""
    stream_limit: int = 200
    """Open at the same time, per address; 0: any number."""
    max_body: int = 1024 * 1024
    """Bytes of a JSON body."""
    max_upload: int = 20 * 1024 * 1024
    """Bytes of a replay file."""
    max_connections: int = 4096
    """Open at the same time, of one process; every stream is one."""
    cors: tuple[str, ...] = ()
    """Origins whose pages may call the API."""
    witnesses: tuple[WitnessAddress, ...] = ()
    """Who is asked to cosign the heads of the transparency log."""
    witness_quorum: int = 0
    """So many of them must have cosigned a head before anybody sees it."""
    embed: bool = True
    """Whether any page may show games that everybody may see."""
    host: str = "127.0.0.1"
    open_creation: bool = True
    """Whether callers on this machine may create games without the organizer key."""
    bot_pace: float = 0.0
    """Seconds before each move of a bot in a game with people; others are played at once. Whoever
    starts the service without a word gets BOT_PACE."""
    late_scoring_seconds: float = 30.0
    """A game that waits longer for its scoring makes `/health/ready` false."""
    uploads: Path | None = None
    """The folder of uploaded files, which all machines share; none: in the data folder."""
    uploads_quota: int = 1024**3
    """Bytes of all uploaded files that wait for their audit."""
    uploads_quota_per_address: int = 100 * 1024**2
    audit_seconds: float = 60.0
    """An audit that takes longer is ended."""
    audit_memory: int = 1024**3
    """Bytes; an audit that needs more is ended."""

    archive: str | None = None
    """Where finished games are moved to: a folder, or the URL of an object store; none: a folder in
    the data folder."""
    archive_after: float | None = ARCHIVE_AFTER
    """Hours after the end of a game; none: never."""

    webhook_allow: tuple[str, ...] = ()
    """Networks, addresses and hosts of the own network to which webhooks may be sent."""
    webhook_timeout: float = 10.0
    """Seconds that a receiver of webhooks may take."""
    webhook_backoff: float = 5.0
    """Seconds before the second try to send one; every further pause is twice as long."""
    webhook_give_up: float = WEBHOOK_GIVE_UP
    """Hours after which a receiver that fails all the time is told nothing any more."""
    log_origin: str | None = None
    """The name of the transparency log and of its key; none: the host and `/tlog`. What it is when
    the first leaf is written it stays."""

    max_memory: int | None = None
    """Bytes the embedded server may use, 0: no limit; none: half of what the machine has."""

    @property
    def uploads_folder(self) -> Path:
        return self.uploads or self.data / "uploads"

    @property
    def archive_place(self) -> str:
        return self.archive or str(self.data / "archive")

    @property
    def wanted_origin(self) -> str:
        return self.log_origin or f"{self.host}/tlog"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        given = Environment(os.environ if environment is None else environment)
        redis_url = given.url("REDIS_URL")
        return cls(
            data=data_folder(given.variables),
            redis_url=redis_url,
            queue_url=given.queue_url(redis_url),
            organizer_key=given.text("ORGANIZER_KEY"),
            wait_replicas=given.whole("WAIT_REPLICAS", 0),
            rate_limit=given.whole("RATE_LIMIT", 6000),
            upload_limit=given.whole("UPLOAD_LIMIT", 30),
            creation_limit=given.whole("CREATION_LIMIT", 120),
            room_limit=given.whole("ROOM_LIMIT", 100),
            unknown_token_limit=given.whole("UNKNOWN_TOKEN_LIMIT", 60),
            stream_limit=given.whole("STREAM_LIMIT", 200),
            max_body=given.whole("MAX_BODY", 1024 * 1024, least=1),
            max_upload=given.whole("MAX_UPLOAD", 20 * 1024 * 1024, least=1),
            max_connections=given.whole("MAX_CONNECTIONS", 4096, least=1),
            cors=given.origins("CORS"),
            witnesses=given.witnesses("WITNESSES"),
            witness_quorum=given.quorum("WITNESS_QUORUM", of="WITNESSES"),
            embed=given.yes_or_no("EMBED", True),
            host=given.text("HOST") or "127.0.0.1",
            open_creation=given.yes_or_no("OPEN_CREATION", redis_url is None),
            bot_pace=given.pause("BOT_PACE", BOT_PACE),
            late_scoring_seconds=given.seconds("LATE_SCORING_SECONDS", 30.0),
            uploads=given.path("UPLOADS"),
            uploads_quota=given.whole("UPLOADS_QUOTA", 1024**3),
            uploads_quota_per_address=given.whole("UPLOADS_QUOTA_PER_ADDRESS", 100 * 1024**2),
            audit_seconds=given.seconds("AUDIT_SECONDS", 60.0),
            audit_memory=given.whole("AUDIT_MEMORY", 1024**3, least=1),
            archive=given.archive("ARCHIVE"),
            archive_after=given.hours("ARCHIVE_AFTER", ARCHIVE_AFTER),
            webhook_allow=given.places("WEBHOOK_ALLOW"),
            webhook_timeout=given.seconds("WEBHOOK_TIMEOUT", 10.0),
            webhook_backoff=given.seconds("WEBHOOK_BACKOFF", 5.0),
            webhook_give_up=given.above_zero("WEBHOOK_GIVE_UP", WEBHOOK_GIVE_UP, "hours"),
            log_origin=given.log_origin("LOG_ORIGIN"),
            max_memory=given.whole("MAX_MEMORY", 0) if given.text("MAX_MEMORY") else None,
        )


class Environment(Struct, frozen=True):
    """Reads one variable at a time; an empty one counts as not set."""

    variables: Mapping[str, str]

    def text(self, name: str) -> str | None:
        return self.variables.get(PREFIX + name, "").strip() or None

    def path(self, name: str) -> Path | None:
        text = self.text(name)
        return Path(text) if text else None

    def url(self, name: str) -> str | None:
        url = self.text(name)
        wrong = _wrong_with(url) if url else None
        if wrong:
            # The value is not quoted: it may hold a password.
            raise BadSetting(PREFIX + name, wrong)
        return url

    def queue_url(self, redis_url: str | None) -> str | None:
        queue_url = self.url("QUEUE_URL")
        if (queue_url or redis_url or "").startswith("redis+cluster"):
            said = "must name a server that is no cluster: RQ cannot use one"
            raise BadSetting(f"{PREFIX}QUEUE_URL", said)
        return queue_url

    def whole(self, name: str, default: int, *, least: int = 0) -> int:
        text = self.text(name)
        if text is None:
            return default
        if not re.fullmatch("[0-9]{1,18}", text) or int(text) < least:
            said = f"must be a whole number, {least} or more, of 18 digits at most, not {text!r}"
            raise BadSetting(PREFIX + name, said)
        return int(text)

    def pause(self, name: str, default: float) -> float:
        """Seconds, or 0 for none at all."""
        return 0.0 if self.text(name) in ("0", "0.0") else self.seconds(name, default)

    def seconds(self, name: str, default: float) -> float:
        return self.above_zero(name, default, "seconds")

    def above_zero(self, name: str, default: float, unit: str) -> float:
        text = self.text(name)
        try:
            number = default if text is None else float(text)
        except ValueError:
            number = -1.0
        if not 0 < number < float("inf"):
            raise BadSetting(PREFIX + name, f"must be a number of {unit} above 0, not {text!r}")
        return number

    def hours(self, name: str, default: float) -> float | None:
        """A number of hours, 0 or more, or the word `never`."""
        text = self.text(name)
        if text is not None and text.lower() == "never":
            return None
        try:
            hours = default if text is None else float(text)
        except ValueError:
            hours = -1.0
        if not 0 <= hours < float("inf"):
            said = f"must be a number of hours, 0 or more, or never, not {text!r}"
            raise BadSetting(PREFIX + name, said)
        return hours

    def archive(self, name: str) -> str | None:
        where = self.text(name)
        if where and "://" in where:
            if not where.startswith(OBJECT_STORES):
                said = "must be a folder, or begin with one of " + ", ".join(OBJECT_STORES)
                raise BadSetting(PREFIX + name, said)
            if not urlsplit(where).netloc:
                raise BadSetting(PREFIX + name, "must name a bucket, like s3://bucket/folder")
        return where

    def log_origin(self, name: str) -> str | None:
        origin = self.text(name)
        if origin and not re.fullmatch(r"[!-*,-~]{1,200}", origin):
            said = (
                "must be up to 200 visible ASCII characters without spaces or +, like a.example/log"
            )
            raise BadSetting(PREFIX + name, said)
        return origin

    def witnesses(self, name: str) -> tuple[WitnessAddress, ...]:
        try:
            return parse_witnesses(self.text(name) or "")
        except Malformed as error:
            raise BadSetting(PREFIX + name, f"cannot be read: {error}") from error

    def quorum(self, name: str, *, of: str) -> int:
        wanted, there = self.whole(name, 0), len(self.witnesses(of))
        if wanted > there:
            said = f"wants {wanted} witnesses, and {PREFIX}{of} has {there}"
            raise BadSetting(PREFIX + name, said)
        return wanted

    def yes_or_no(self, name: str, default: bool) -> bool:
        text = self.text(name)
        if text is None:
            return default
        if text.lower() not in ("1", "0", "yes", "no", "true", "false"):
            raise BadSetting(PREFIX + name, f"must be yes or no, not {text!r}")
        return text.lower() in ("1", "yes", "true")

    def places(self, name: str) -> tuple[str, ...]:
        """Networks, addresses and names of hosts, separated by commas."""
        parts = (part.strip() for part in (self.text(name) or "").split(","))
        found = tuple(part for part in parts if part)
        for place in found:
            if not is_allowable(place):
                said = f"must list networks like 10.0.0.0/8, or names of hosts, not {place!r}"
                raise BadSetting(PREFIX + name, said)
        return found

    def origins(self, name: str) -> tuple[str, ...]:
        parts = (part.strip() for part in (self.text(name) or "").split(","))
        origins = tuple(part.rstrip("/") for part in parts if part)
        for origin in origins:
            if origin != "*" and not origin.startswith(("http://", "https://")):
                raise BadSetting(
                    PREFIX + name, f"must list origins like https://a.example, not {origin!r}"
                )
        return origins


def _wrong_with(url: str) -> str | None:
    """What a connection would stumble over, whether or not its server is there."""
    scheme, _, rest = url.partition("://")
    place, _, path = rest.partition("/")
    if scheme not in SCHEMES:
        return "must begin with one of " + ", ".join(f"{known}://" for known in SCHEMES)
    if scheme == "unix":
        return None if path else "must name the file of a socket, like unix:///run/valkey.sock"
    if scheme in ("redis", "rediss") and not place:
        return None
    if not all(map(_is_host, place.rpartition("@")[2].split(","))):
        return "must name a host, and a port up to 65535 if need be, like redis://host:6379"
    if scheme == "redis+sentinel" and not path.strip("/"):
        return "must name the master, like redis+sentinel://host:26379/master-name"
    return None


def _is_host(place: str) -> bool:
    try:
        parts = urlsplit(f"//{place}")
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def data_folder(environment: Mapping[str, str] | None = None) -> Path:
    """`SCHICHTBUCH_DATA`, else `data` in the checkout, else `data` in the current folder."""
    chosen = (os.environ if environment is None else environment).get("SCHICHTBUCH_DATA")
    if chosen:
        return Path(chosen)
    return (PROJECT if (PROJECT / "pyproject.toml").exists() else Path.cwd()) / "data"
