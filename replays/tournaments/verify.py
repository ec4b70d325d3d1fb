"""The verifier of a bundle: what one file proves about a whole event, without trusting anybody.

    manifest      the members are exactly those that were signed
    chain         nothing of the event's log was changed, removed, added or reordered
    signature     one known key has signed the event and all its games
    regulation    every game was played under the regulation of the event
    pairing       every round is legal, its values right, as good as it claims to be
    games         all verdicts of all games
    results       what the event says is what the games say, rulings included
    standings     computed again
    completeness  as many games as tables, and no others
    duplicate     equal deals, where the regulation wants them
    log           a transparency log that is known contains the event and all its games

What cannot be known, because the event goes on or a key is unknown, is `cannot tell`.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from domain.kernel.actions import CreateGame, OptionValue
from domain.kernel.errors import ChanceUnknown
from domain.kernel.events import GameCreated
from domain.kernel.in_tournament import InTournament
from domain.kernel.texts import Language
from domain.tournament.regulation import digest
from domain.tournament.state import Round, State, TableNow
from domain.tournament.view import standings_view
from replays.checkpoint import BadCheckpoint, VerifierKey, signed_text
from replays.entry import UNREADABLE, Notes, sha256
from replays.file import Replay, read_replay
from replays.limits import clipped
from replays.tournaments.bundle import (
    GAMES,
    KEYS,
    LOG,
    MANIFEST,
    NAMES,
    REGULATION,
    STANDINGS,
    manifest_text,
    read_names,
    standings_csv,
)
from replays.tournaments.event_log import EventLog, follow_log
from replays.tournaments.findings import BundleFindings, BundleGuarantee, BundleVerdict
from replays.tournaments.games import options_of
from replays.tournaments.names import name_in
from replays.tournaments.zip_file import UnreadableZip, read_zip
from replays.verify import Report, verify

LONGEST_HEADER = 1_000


class BundleReport(Struct, frozen=True):
    tournament: str | None
    """Its id."""
    title: str | None
    """Of the event."""
    rounds: int
    """That are closed."""
    games: int
    """That the bundle holds."""
    is_over: bool
    """Whether the event is finished."""
    verdicts: dict[BundleGuarantee, BundleVerdict]
    """One per guarantee."""

    @property
    def ok(self) -> bool:
        return all(verdict.verdict != "broken" for verdict in self.verdicts.values())

    def told(self, language: Language) -> "BundleReport":
        told = {one: verdict.told(language) for one, verdict in self.verdicts.items()}
        return msgspec.structs.replace(self, verdicts=told)


class CheckedGame(Struct, frozen=True):
    report: Report
    replay: Replay


NOTHING_TO_DOUBT = ("seals.withheld", "scoring.none_yet")
"""Of a game that is over: names were left out, or it was ended before anything was scored."""

NEED_MORE: tuple[BundleGuarantee, ...] = (
    "manifest",
    "regulation",
    "games",
    "results",
    "completeness",
    "duplicate",
)


def is_event_log(data: bytes) -> bool:
    return b'"rules":"tournament"' in data[: data.find(b"\n") + 1][:LONGEST_HEADER]


def is_bundle(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04")


def verify_bundle(
    data: bytes,
    trusted: Collection[VerifierKey] = (),
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> BundleReport:
    """`progress` is told how many games are judged, and of how many."""
    findings = BundleFindings()
    try:
        members = read_zip(data)
    except UnreadableZip as error:
        findings.broken("manifest", "", error.code, **error.facts)
        findings.doubt("chain", "", "bundle.nothing")
        findings.doubt_the_rest("", "bundle.nothing")
        return BundleReport(None, None, 0, 0, False, findings.verdicts())
    return _Bundle(members, trusted, findings).judge(progress)


def verify_event_log(data: bytes, trusted: Collection[VerifierKey] = ()) -> BundleReport:
    """The same of an event's log alone: what needs the games cannot be told."""
    findings = BundleFindings()
    for guarantee in NEED_MORE:
        findings.doubt(guarantee, "", "bundle.log_only")
    log = follow_log(data, LOG, list(trusted), findings)
    if log is None:
        findings.doubt_the_rest(LOG, "bundle.nothing")
        return BundleReport(None, None, 0, 0, False, findings.verdicts())
    state = log.tournament.state
    title = clipped(state.title)
    closed = state.closed_rounds
    over = state.is_finished
    return BundleReport(clipped(state.tournament), title, closed, 0, over, findings.verdicts())


class _Bundle:
    def __init__(
        self,
        members: Mapping[str, bytes],
        trusted: Collection[VerifierKey],
        findings: BundleFindings,
    ) -> None:
        self._members, self._trusted, self._findings = members, trusted, findings
        self._games: dict[str, CheckedGame] = {}

    def judge(self, progress: Callable[[int, int], None]) -> BundleReport:
        findings, members = self._findings, self._members
        self._check_manifest()
        log = None
        if LOG in members:
            log = follow_log(members[LOG], LOG, list(self._trusted), findings)
        else:
            findings.broken("chain", LOG, "bundle.missing")
        if log is None:
            findings.doubt_the_rest(LOG, "bundle.nothing")
            return BundleReport(None, None, 0, 0, False, findings.verdicts())
        state = log.tournament.state
        self._verify_games(progress)
        self._check_regulation(log)
        self._check_games()
        self._check_results(log)
        self._check_standings(log)
        self._check_completeness(log)
        self._check_duplicate(log)
        self._check_keys(log)
        return BundleReport(
            clipped(state.tournament),
            clipped(state.title),
            state.closed_rounds,
            len(self._games),
            state.is_finished,
            findings.verdicts(),
        )

    def _check_manifest(self) -> None:
        findings, members = self._findings, self._members
        if MANIFEST not in members or KEYS not in members:
            findings.broken("manifest", MANIFEST, "bundle.missing")
            return
        try:
            note = members[MANIFEST].decode()
            key = VerifierKey.parse(members[KEYS].decode().splitlines()[0])
            text = signed_text(note, key)
        except (BadCheckpoint, UnicodeDecodeError, IndexError) as error:
            findings.broken("manifest", MANIFEST, "signature.bad", why=str(error))
            return
        tournament = text.partition("\n")[0].partition(" ")[2]
        expected = manifest_text(tournament, members)
        if text == expected:
            return
        signed, there = set(text.splitlines()), expected.splitlines()
        changed = [line.split("  ", 2)[-1] for line in there if line not in signed]
        gone = [line.split("  ", 2)[-1] for line in signed if line not in set(there)]
        findings.broken("manifest", ", ".join(sorted({*changed, *gone})[:3]), "manifest.differs")

    def _check_keys(self, log: EventLog) -> None:
        """One key for manifest, event and games [B9]."""
        listed = self._members.get(KEYS, b"").decode(errors="replace").split()
        if log.key and log.key not in listed:
            self._findings.broken("signature", LOG, "signature.not_listed")
        for game, checked in self._games.items():
            verdict = checked.report.verdicts["signature"]
            footer = checked.replay.footer
            if verdict.verdict == "broken":
                why = verdict.reason
                self._findings.broken("signature", _path(game), "signature.bad", why=why)
            elif footer is None or footer.key not in listed:
                self._findings.broken("signature", _path(game), "signature.not_listed")

    def _verify_games(self, progress: Callable[[int, int], None]) -> None:
        paths = [path for path in self._members if path.startswith(GAMES)]
        for done, path in enumerate(paths, 1):
            game = path.removeprefix(GAMES).removesuffix(".schicht")
            data = self._members[path]
            self._games[game] = CheckedGame(verify(data, self._trusted), read_replay(data))
            progress(done, len(paths))

    def _check_games(self) -> None:
        for game, checked in self._games.items():
            for guarantee, verdict in checked.report.verdicts.items():
                if verdict.verdict == "holds" or guarantee == "signature":
                    continue
                at = f"{_path(game)}, entry {verdict.version}"
                facts = {"guarantee": guarantee, "why": verdict.reason}
                of: BundleGuarantee = "log" if guarantee == "log" else "games"
                if verdict.verdict == "broken":
                    self._findings.broken(of, at, "games.broken", **facts)
                elif of == "log":
                    self._findings.doubt("log", at, "games.doubt", **facts)
                elif not (checked.report.is_over and verdict.code in NOTHING_TO_DOUBT):
                    self._findings.doubt("games", at, "games.doubt", **facts)

    def _check_regulation(self, log: EventLog) -> None:
        state, findings = log.tournament.state, self._findings
        text = self._members.get(REGULATION)
        if text is None or sha256(text) != state.regulation_sha256:
            findings.broken("regulation", REGULATION, "regulation.other")
        if digest(state.regulation_text) != state.regulation_sha256:
            findings.broken("regulation", LOG, "regulation.other")
        for version, opened in log.opened:
            checked = self._games.get(opened.game)
            if checked is None:
                continue
            table = _table(state, opened.round, opened.table)
            code = _against_regulation(
                state, table, checked.replay, opened.round, opened.table, opened.commitment
            )
            if code:
                at = f"{_path(opened.game)} ({LOG}, entry {version})"
                findings.broken("regulation", at, code)

    def _check_results(self, log: EventLog) -> None:
        """What was read is what the game says, at that moment and ever after [A16]."""
        for game, (version, read) in log.reads.items():
            checked = self._games.get(game)
            at = f"round {read.round}, table {read.table} ({LOG}, entry {version})"
            if checked is None:
                self._findings.doubt("results", at, "results.no_game", game=game)
                continue
            entries = checked.replay.entries
            if not 1 <= read.version <= len(entries):
                self._findings.broken("results", at, "results.version", game=game)
            elif sha256(entries[read.version - 1].line) != read.head:
                self._findings.broken("results", at, "results.head", game=game)
            result = checked.report.result
            said = (result.points, result.places) if result else None
            if said != (read.points, read.places):
                self._findings.broken("results", at, "results.differ", game=game)

    def _check_standings(self, log: EventLog) -> None:
        """The facts were judged with the log; here what stands beside it."""
        state, findings = log.tournament.state, self._findings
        names = self._names(state)
        expected = {f"{STANDINGS}{r}.{kind}" for r in state.settled for kind in ("json", "csv")}
        there = {path for path in self._members if path.startswith(STANDINGS)}
        for path in sorted(expected ^ there):
            findings.broken("standings", path, "bundle.missing")
        for after in sorted(state.settled):
            path = f"{STANDINGS}{after}"
            try:
                body = standings_view(log.tournament.standings(after), names)
            except ChanceUnknown:
                findings.doubt("standings", path, "secret.sealed")
                continue
            except Exception:
                # Facts that nobody could have settled: the log says so already.
                findings.broken("standings", path, "standings.differ")
                continue
            mine = msgspec.json.decode(msgspec.json.encode(body))
            if _plain(mine) != _plain(_decoded(self._members.get(f"{path}.json", b""))):
                findings.broken("standings", f"{path}.json", "standings.differ")
            if self._members.get(f"{path}.csv") != standings_csv(body).encode():
                findings.broken("standings", f"{path}.csv", "standings.differ")

    def _names(self, state: State) -> dict[int, str]:
        """Those of names.json that are the ones the log promised."""
        if NAMES not in self._members:
            return {}
        found: dict[int, str] = {}
        try:
            sealed = read_names(self._members[NAMES])
        except UNREADABLE:
            sealed = {}
            self._findings.broken("manifest", NAMES, "names.differ")
        for number, raw in sealed.items():
            entrant = state.entrant(number)
            name = name_in(raw, entrant.name_sha256) if entrant else None
            if name is None:
                self._findings.broken("manifest", NAMES, "names.differ")
            else:
                found[number] = name
        return found

    def _check_completeness(self, log: EventLog) -> None:
        """As many games as tables, each named, and no others [B12]."""
        state, findings = log.tournament.state, self._findings
        named = {opened.game for _, opened in log.opened}
        for game, checked in self._games.items():
            header = checked.replay.header
            if game not in named:
                findings.broken("completeness", _path(game), "completeness.stranger")
            elif header is None or header.game != game:
                findings.broken("completeness", _path(game), "completeness.other_game")
        for one in state.rounds:
            self._check_round(one)
        # Games of a round that is still played need not be in: it cannot be told of them.
        due = {
            opened.game for _, opened in log.opened if not state.rounds[opened.round - 1].is_open
        }
        for game in sorted(due - {*self._games}):
            findings.broken("completeness", _path(game), "completeness.no_file")
        if not state.is_finished:
            findings.doubt("completeness", LOG, "completeness.not_over")

    def _check_round(self, one: Round) -> None:
        if one.is_open:
            return
        for table in one.tables:
            at = f"round {one.number}, table {table.number}"
            if table.result is None:
                self._findings.broken("completeness", at, "completeness.no_result")
            elif table.game is None and not table.result.is_typed:
                self._findings.broken("completeness", at, "completeness.no_game")

    def _check_duplicate(self, log: EventLog) -> None:
        """Equal deals are all that a bundle can show [C9]."""
        state = log.tournament.state
        if state.regulation is None or state.regulation.deals != "duplicate":
            return
        deals = {(deal.round, deal.size): deal.commitment for _, deal in log.deals}
        for version, opened in log.opened:
            table = _table(state, opened.round, opened.table)
            size = len(table.seats) if table else 0
            if deals.get((opened.round, size)) != opened.commitment:
                at = f"round {opened.round}, table {opened.table} ({LOG}, entry {version})"
                self._findings.broken("duplicate", at, "duplicate.other_deal")


def _path(game: str) -> str:
    return f"{GAMES}{game}.schicht"


def _table(state: State, round: int, table: int) -> TableNow | None:
    known = state.round(round)
    return known.table(table) if known else None


class _First(Struct):
    """What entry 1 of a game must say."""

    action: CreateGame
    events: tuple[Any, ...]


def _against_regulation(
    state: State,
    table: TableNow | None,
    replay: Replay,
    round: int,
    number: int,
    commitment: str,
) -> str | None:
    """A code if the game was not played as the regulation says [A14, B3]."""
    if not replay.entries or table is None:
        return "regulation.no_entry"
    try:
        first = msgspec.json.decode(replay.entries[0].line, type=_First)
        created = msgspec.convert({**first.events[0]}, GameCreated)
        notes = msgspec.json.decode(replay.entries[0].line, type=Notes).seals
        wanted = options_of(state.rules)
    except (*UNREADABLE, IndexError, TypeError, KeyError):
        return "regulation.no_entry"
    belongs = InTournament(state.tournament, round, number, state.regulation_sha256)
    if created.tournament != belongs or first.action.tournament != belongs:
        return "regulation.other_event"
    rules = state.rules
    is_played = (
        created.game == rules.game
        and (rules.edition is None or created.edition == rules.edition)
        and len(first.action.seats) == created.count == len(table.seats)
        and _contains(first.action.options, wanted)
        and (first.action.clock if first.action.clock is not UNSET else None) == rules.clock
    )
    if not is_played:
        return "regulation.not_followed"
    if [note.sha256 for note in notes if note.audience is None] != [commitment]:
        return "regulation.commitment"
    return None


def _contains(options: Mapping[str, OptionValue], wanted: Mapping[str, OptionValue]) -> bool:
    return all(options.get(name) == value for name, value in wanted.items())


def _decoded(member: bytes) -> Any:
    try:
        return msgspec.json.decode(member)
    except UNREADABLE:
        return None


def _plain(body: Any) -> Any:
    """Without what need not be there: the arithmetic, in words of whoever wrote it."""
    if isinstance(body, dict):
        return {key: _plain(value) for key, value in body.items() if key != "arithmetic"}
    return [_plain(one) for one in body] if isinstance(body, list) else body
