"""Calls of one game. Those that watch are the same for an uploaded file."""

from collections.abc import Sequence

import msgspec

from schichtbuch_client.call import Call, delete, get, post, post_once
from schichtbuch_client.models.audits import SideBySide
from schichtbuch_client.models.frames import AllScored, Frames
from schichtbuch_client.models.games import Summary
from schichtbuch_client.models.json import Json
from schichtbuch_client.models.opening import Again, Rematch, SeatTaken, SeatToken, Taker
from schichtbuch_client.models.scorings import Scorings
from schichtbuch_client.models.table import TableAction
from schichtbuch_client.models.turns import Entry, Explained, HintTold, Offered

ACTIONS = "/actions"
CHOICES = "/choices"
LINES = "application/x-ndjson"


def summary() -> Call[Summary]:
    return get("", Summary)


def act(
    action: Json | TableAction, *, at: int | None = None, key: str | None = None
) -> Call[Entry]:
    """`at`: only if the game is at this version. `key`: the idempotency key."""
    return post_once(ACTIONS, Entry, action, key, only_at(at))


def act_all(
    actions: Sequence[Json | TableAction], *, at: int | None = None, key: str | None = None
) -> Call[list[Entry]]:
    """All of them are accepted, or none."""
    return post_once(ACTIONS, list[Entry], actions, key, only_at(at))


def choices(
    *, seat: int | None = None, lang: str | None = None, effects: bool = False
) -> Call[Offered]:
    """What may be played next; an arbiter says for which `seat`."""
    return get(CHOICES, Offered, {"seat": seat, "lang": lang, "effects": effects})


def extend(
    draft: Json, *, seat: int | None = None, lang: str | None = None, effects: bool = False
) -> Call[Offered]:
    """The draft with one part more, in every way that it can go."""
    query = {"seat": seat, "lang": lang, "effects": effects}
    return post(CHOICES, Offered, draft, query=query, repeatable=True)


def explain(action: Json, *, seat: int | None = None, lang: str | None = None) -> Call[Explained]:
    """Which rule forbids it, if one does; nothing is played."""
    query = {"seat": seat, "lang": lang, "why": True}
    return post(CHOICES, Explained, action, query=query, repeatable=True)


def hint(*, lang: str | None = None) -> Call[HintTold]:
    return get("/hint", HintTold, {"lang": lang})


def take_seat(
    seat: int, name: str, *, salt: str | None = None, key: str | None = None
) -> Call[SeatTaken]:
    """With the invitation as the token."""
    return post_once(f"/seats/{seat}/take", SeatTaken, Taker(name, salt), key)


def renew_token(seat: int) -> Call[SeatToken]:
    """With the creator's key. What it answers is shown once: it is not repeated by itself."""
    return post(f"/seats/{seat}/token", SeatToken)


def rematch(*, salt: str | None = None) -> Call[Rematch]:
    return post("/rematch", Rematch, Again(salt), repeatable=True)


def erase_names() -> Call[None]:
    return delete("/names")


def state(*, at: str | int | None = None, seat: int | None = None) -> Call[Json]:
    """The view of the caller, now or at a moment like `17` or `17.3`."""
    return get("/state", Json, {"at": at, "seat": seat})


def log(*, since: int | None = None, until: int | None = None) -> Call[bytes]:
    """The public lines, byte for byte."""
    return get("/log", bytes, {"from": since, "to": until}, accept=LINES)


def page_of_frames(
    *,
    since: int | None = None,
    until: int | None = None,
    lang: str | None = None,
    seat: int | None = None,
    everything: bool = False,
) -> Call[Frames]:
    span = {"from": since, "to": until}
    return get("/frames", Frames, {**span, "lang": lang, "seat": seat, "all": everything})


def page_of_scored_now(
    *,
    since: int | None = None,
    until: int | None = None,
    lang: str | None = None,
    seat: int | None = None,
    everything: bool = False,
    events: bool = False,
) -> Call[AllScored]:
    """With `events` also what would be scored within entries."""
    asked = {"from": since, "to": until, "lang": lang, "seat": seat, "all": everything}
    return get("/scored-now", AllScored, {**asked, "events": events})


def scorings(*, lang: str | None = None) -> Call[Scorings]:
    return get("/scorings", Scorings, {"lang": lang})


def catalog() -> Call[Json]:
    return get("/catalog", Json)


def picture(
    *,
    at: str | int | None = None,
    lang: str | None = None,
    seat: int | None = None,
    everything: bool = False,
) -> Call[bytes]:
    """As SVG."""
    shown = {"at": at, "lang": lang, "seat": seat, "all": everything}
    return get("/picture", bytes, shown, accept="image/svg+xml")


def picture_png(
    *,
    at: str | int | None = None,
    lang: str | None = None,
    seat: int | None = None,
    everything: bool = False,
    width: int | None = None,
) -> Call[bytes]:
    shown = {"at": at, "lang": lang, "seat": seat, "all": everything, "width": width}
    return get("/picture.png", bytes, shown, accept="image/png")


def proof(*, version: int | None = None) -> Call[bytes]:
    """That the transparency log contains an entry, or the last one that has a leaf."""
    return get("/proof", bytes, {"version": version}, accept="text/plain")


def replay() -> Call[bytes]:
    """The replay file; `schichtbuch_client.check_replay` looks at it."""
    return get("/replay", bytes, accept=LINES)


def audit(*, lang: str | None = None) -> Call[msgspec.Raw]:
    """Verdicts, a failure, or that a worker is still at it."""
    return get("/audit", msgspec.Raw, {"lang": lang})


def file_audit(*, lang: str | None = None) -> Call[msgspec.Raw]:
    return get("", msgspec.Raw, {"lang": lang})


def file_summary() -> Call[Summary]:
    return get("/game", Summary)


def versus(*, lang: str | None = None) -> Call[SideBySide | None]:
    """Both sides of the first entry that is not what the rules make of it; None: none is."""
    return _versus("/versus", lang)


def game_versus(*, lang: str | None = None) -> Call[SideBySide | None]:
    """The same of a game of the service."""
    return _versus("/audit/versus", lang)


def _versus(path: str, lang: str | None) -> Call[SideBySide | None]:
    kind: type[SideBySide | None] = SideBySide  # nothing is read if the answer is empty
    return get(path, kind, {"lang": lang})


def stream(after: int, *, frames: bool = False, lang: str | None = None) -> Call[bytes]:
    """Events that come by and by: see `stream.py`."""
    query = {"frames": 1 if frames else None, "lang": lang}
    listened = get("/stream", bytes, query, accept="text/event-stream")
    # Nothing between us and the service shall wait until there is enough to compress.
    headers = {**listened.headers, "Accept-Encoding": "identity", "Last-Event-ID": str(after)}
    return msgspec.structs.replace(listened, headers=headers)


def only_at(version: int | None) -> dict[str, str]:
    return {} if version is None else {"If-Match": f'"{version}"'}
