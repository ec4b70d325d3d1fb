"""An uploaded file played as it is recorded, as far as it can be followed.

A stranger's events can bring the state anywhere, so all of this is done in a confined process
(`watched_files.py` asks for it). Nothing here judges: that is the audit's business.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.errors import RuleViolation
from domain.kernel.events import NamesErased
from domain.kernel.texts import Language, plain
from domain.table.events import AnyTableEvent, TableEvent
from domain.table.texts import tell
from replays.aggregate import Aggregate
from replays.moment import Moment
from replays.recorded_game import RecordedGame, UnreadableReplay
from replays.versus import RefusedByRules, Versus
from services.api.calls.frames import MOST_VERSIONS, Frames
from services.api.calls.scored_now import MOST_OF_EVENTS, AllScored
from services.api.calls.scored_now import MOST_VERSIONS as MOST_SCORED
from services.api.calls.scorings import Scorings, settlements, told
from services.api.frames import Frame, Showing, entry_frames
from services.api.http.links import PREFIX, next_page, rule_link
from services.api.json_patch import json_patch
from services.api.origins import Origin, commitment
from services.api.reading import Reader, seen_view
from services.api.scenes import facts_of, scene_in
from services.api.scored_now import EntryScored, scored_entries
from services.api.summaries import summarized

ALL = Reader(everything=True)
MOST_FRAMES = 1_500
"""Of one answer. A hundred versions of the longest sample have 330; each is a whole view."""
UNCOUNTED = (NamesErased, TableEvent)
"""Events that move no piece."""


class NotThere(Exception):
    """What is asked for cannot be shown; the code says why."""


class RefusedEntry(Struct):
    code: str
    """Of the refusal."""
    text: str
    """The same as a sentence."""
    section: str
    """Of the rules document."""
    rule_url: str
    """Where the rules document says so."""


class SideBySide(Struct):
    version: int
    """The entry in which record and rules part."""
    event: int
    """The first event that differs, counted from 1."""
    before: dict[str, Any]
    """The view before the entry."""
    recorded: list[Frame]
    """What the file says, event by event."""
    rules: list[Frame]
    """What the rules make of the same action; nothing, if they refuse it."""
    refusal: RefusedEntry | None
    """Why they refuse it."""


class RecordedFile(RecordedGame):
    def __init__(self, data: bytes) -> None:
        try:
            super().__init__(data)
        except UnreadableReplay as error:
            raise NotThere("audit_unwatchable") from error
        self.end = self._find_end()

    def _find_end(self) -> Moment:
        """The last moment that can be shown: the fold believes everything, until it cannot."""
        past, end = self.empty(), Moment(0, 0)
        try:
            for version, entry in enumerate(self.entries[: len(self.lines)], 1):
                for at, event in enumerate(past.steps(entry), 1):
                    end = Moment(version, at)
                    # What is counted again after every event could grow with every event.
                    if not isinstance(event, UNCOUNTED) and past.game.imbalance(past.state, event):
                        return end
                end = Moment(version, len(self.lines[version - 1].events))
        except Exception:  # a forged event can break anything
            return end
        return end

    def before(self, version: int) -> Aggregate:
        if not 1 <= version <= self.end.version:
            raise NotThere("moment_unknown")
        return self.up_to(version - 1)

    def up_to(self, version: int) -> Aggregate:
        """After this version, or as far towards it as can be followed."""
        events = len(self.lines[version - 1].events) if 0 < version <= len(self.lines) else 0
        return self.at(min(Moment(version, events), self.end))

    def moment(self, at: Moment | int) -> Moment:
        """As far as it can be followed."""
        version = at if isinstance(at, int) else at.version
        try:
            moment = super().moment(at)
        except ValueError as error:
            raise NotThere("moment_unknown") from error
        if version > self.end.version:
            raise NotThere("moment_unknown")
        return min(moment, self.end)

    def reader(self, seat: int | None, *, together: bool = False) -> Reader:
        if seat is not None and seat >= self.created.count:
            raise NotThere("seat_unknown")
        return ALL if together and seat is None else Reader(seat)


def summary(file: RecordedFile, where: str) -> Any:
    game = file.at(file.end)
    origin = Origin(file.created, commitment(file.entries[0]))
    links = {part: f"{where}/{part}" for part in ("frames", "state", "scorings", "catalog")}
    found = {"version": file.end.version, "links": {"self": where, **links}}
    return msgspec.structs.replace(summarized(game, origin), **found)


class Part:
    """A range of versions, as far as one answer goes."""

    def __init__(
        self,
        file: RecordedFile,
        path: str,
        most: int,
        *,
        where: str,
        first: int,
        until: int | None,
        seat: int | None,
        language: Language,
        together: bool,
        more: Mapping[str, bool] = {},
    ) -> None:
        self._here, self._until = f"{where}/{path}", until
        self._asked = {"lang": language, "seat": seat, "all": together or None, **more}
        self._goal = min(until or file.end.version, file.end.version)
        self.first, self.last = first, min(self._goal, first + most - 1)
        self.past = file.before(first)
        reader = file.reader(seat, together=together)
        self.showing = Showing(reader, language, named=bool(self.past.names))

    @property
    def next(self) -> str | None:
        more = self.last < self._goal
        return next_page(self._here, self.last, self._until, self._asked) if more else None


def frames(file: RecordedFile, **asked: Any) -> Frames:
    part = Part(file, "frames", MOST_VERSIONS, **asked)
    shown: list[Frame] = []
    with suppress(Exception):  # what can be folded can perhaps not be told
        for frame in islice(_frames(file, part.past, part.last, part.showing), MOST_FRAMES):
            shown.append(frame)
    if len(shown) == MOST_FRAMES:
        part.last = _whole_versions(shown, part.first)
    return Frames(file.end.version, shown, part.next)


def _whole_versions(shown: list[Frame], first: int) -> int:
    """Cuts a last version that may not be whole, unless there is none before it; which is last?"""
    reached = int(shown[-1].at.partition(".")[0])
    if reached == first:
        return reached
    while shown[-1].at.startswith(f"{reached}."):
        shown.pop()
    return reached - 1


def _frames(file: RecordedFile, past: Aggregate, last: int, showing: Showing) -> Iterator[Frame]:
    so_far: dict[str, Any] | None = None
    for entry in file.entries[past.version : last]:
        for frame, view in entry_frames(past, entry, showing, so_far):
            yield frame
            so_far = view
            if frame.at == str(file.end):
                return


def state(file: RecordedFile, at: Moment | int | None, seat: int | None) -> Any:
    moment = file.end if at is None else file.moment(at)
    return seen_view(file.at(moment), file.reader(seat))


def scorings(file: RecordedFile, language: Language) -> Scorings:
    game = file.at(file.end)
    settled = [
        told(game, entry, names, Reader(), language)
        for entry, names in settlements(game, file.entries[: file.end.version])
    ]
    return Scorings(file.end.version, settled)


def scored_now(file: RecordedFile, **asked: Any) -> AllScored:
    return _scored(file, Part(file, "scored-now", MOST_SCORED, **asked), every_event=False)


def scored_events(file: RecordedFile, **asked: Any) -> AllScored:
    """Also in the middle of entries; whoever asks for a long range does it entry by entry."""
    part = Part(file, "scored-now", MOST_OF_EVENTS, **asked, more={"events": True})
    return _scored(file, part, every_event=True)


def _scored(file: RecordedFile, part: Part, *, every_event: bool) -> AllScored:
    entries = file.entries[part.first - 1 : part.last]
    found: list[EntryScored] = []
    with suppress(Exception):  # what can be folded can perhaps not be scored
        for scored in scored_entries(part.past, entries, part.showing, every_event=every_event):
            found.append(scored)
    return AllScored(file.end.version, found, part.next)


def catalog(file: RecordedFile) -> Any:
    return file.catalog.named


def board(file: RecordedFile, at: Moment | int | None, seat: int | None, language: Language) -> str:
    past = file.at(file.end if at is None else file.moment(at))
    return plain(past.game.draw(seen_view(past, file.reader(seat)), language, past.catalog)) + "\n"


def scene(
    file: RecordedFile,
    at: Moment | int | None,
    seat: int | None,
    language: Language,
    *,
    together: bool,
) -> dict[str, Any]:
    """A moment for the boards."""
    moment = file.end if at is None else file.moment(at)
    if moment == Moment(1, 0):
        raise NotThere("moment_unknown")
    past, reader = file.before(moment.version), file.reader(seat, together=together)
    seen = scene_in(past, file.entries[moment.version - 1], moment, reader, language)
    return facts_of(seen, past.game.name, language)


def side_by_side(file: RecordedFile, versus: Versus, language: Language) -> SideBySide:
    before = file.up_to(versus.version - 1)
    return SideBySide(
        versus.version,
        versus.event,
        _everything(before),
        list(_side(file, versus.version, versus.recorded, language)),
        list(_side(file, versus.version, versus.rules, language)),
        _explained(before, versus.refusal, language) if versus.refusal else None,
    )


def _side(
    file: RecordedFile, version: int, events: Sequence[Mapping[str, Any]], language: Language
) -> Iterator[Frame]:
    """All of it told, and played as far as it can be: one of the two sides may be impossible."""
    past = file.up_to(version - 1)
    game, known = past.game, past.game.events | AnyTableEvent | NamesErased
    so_far = _everything(past)
    with suppress(Exception):
        for at, raw in enumerate(events, 1):
            event = msgspec.convert(raw, known, str_keys=True)
            text = tell(game, event, language, past.names, past.catalog)
            view = so_far
            with suppress(Exception):
                past.play_event(event)
                view = _everything(past)
            frame = Frame(f"{version}.{at}", str(raw.get("type", "")), text)
            if at == 1:
                frame.view = view
            else:
                frame.patch = json_patch(so_far, view)
            so_far = view
            yield frame


def _everything(past: Aggregate) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(seen_view(past, ALL), str_keys=True)
    return shown


def _explained(past: Aggregate, refusal: RefusedByRules, language: Language) -> RefusedEntry:
    game, code = past.game, refusal.code
    section = game.refusals[code].section
    try:
        text = game.explain(RuleViolation(code, **refusal.facts), language)
    except Exception:  # facts of a strange state
        text = code
    return RefusedEntry(code, text, section, rule_link(game.name, section))


QUESTIONS: Mapping[str, Callable[..., Any]] = {
    question.__name__: question
    for question in (
        *(summary, frames, state, scorings, scored_now, scored_events, catalog, board, scene),
        side_by_side,
    )
}
SAID, MISSING = b"=", b"!"


def answered(replay: bytes | Path, question: str, facts: Mapping[str, Any]) -> bytes:
    """The answer as JSON behind `=`, or why there is none behind `!`."""
    try:
        data = replay.read_bytes() if isinstance(replay, Path) else replay
        found = QUESTIONS[question](RecordedFile(data), **facts)
    except NotThere as error:
        return MISSING + str(error).encode()
    except FileNotFoundError:
        return MISSING + b"audit_file_gone"
    except MemoryError:
        raise
    except Exception:
        # What a stranger has recorded may be beyond telling, though it can be folded.
        return MISSING + b"audit_unwatchable"
    return SAID + msgspec.json.encode(found)


def where_of(audit_id: str) -> str:
    return f"{PREFIX}/audits/{audit_id}"
