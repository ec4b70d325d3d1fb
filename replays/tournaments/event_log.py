"""Following the log of an event again: every action is decided once more, fact by fact."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field

from domain.kernel.chance import SealedChance
from domain.kernel.errors import ChanceUnknown, RuleViolation
from domain.tournament import events as e
from domain.tournament.actions import ProposePairing
from domain.tournament.decide import decide
from replays.aggregate import DamagedLog
from replays.chain import read_chain
from replays.checkpoint import BadCheckpoint, VerifierKey, open_note
from replays.entry import UNREADABLE, Entry, Notes, sha256
from replays.file import Replay
from replays.findings import Findings
from replays.logged import logged
from replays.tournaments.aggregate import Tournament
from replays.tournaments.entry import TournamentLine, read_line
from replays.tournaments.file import RULES, read_tournament
from replays.tournaments.findings import BundleFindings, BundleGuarantee

OF: dict[type[e.TournamentEvent], BundleGuarantee] = {
    e.RoundPaired: "pairing",
    e.PairingFailed: "pairing",
    e.SchedulePlanned: "pairing",
    e.ResultRead: "results",
    e.ResultCorrected: "results",
    e.PenaltyGiven: "results",
    e.StandingsSettled: "standings",
    e.DealCommitted: "duplicate",
    e.GameOpened: "completeness",
}
"""Which guarantee a fact belongs to; all others are about the regulation."""

MOST_WRONG = 20
"""Entries that are not what the rules make of their actions: no honest log has one."""
MOST_UNPROVEN = 2_000
"""Facts of entries that are wrong, or rest on a secret that is still sealed.

The rules bound only what they have made: whoever forges can have standings of a thousand people
computed and kept for every line of a hundred bytes.
"""


class TooLong(Exception):
    """More follows what is not proven than is looked at."""


class EventLog(Struct):
    """What the log says, as far as it could be followed."""

    tournament: Tournament
    lines: list[TournamentLine] = field(default_factory=list)
    reads: dict[str, tuple[int, e.ResultRead]] = field(default_factory=dict)
    """By game: the last reading of its result, with its version."""
    opened: list[tuple[int, e.GameOpened]] = field(default_factory=list)
    deals: list[tuple[int, e.DealCommitted]] = field(default_factory=list)
    key: str = ""
    """That signed it."""
    wrong_left: int = MOST_WRONG
    unproven_left: int = MOST_UNPROVEN

    def spend(self, line: TournamentLine, *, is_wrong: bool) -> None:
        """For an entry that is not proven."""
        self.wrong_left -= is_wrong
        self.unproven_left -= len(line.events)
        if min(self.wrong_left, self.unproven_left) < 0:
            raise TooLong
        rounds = range(1, len(self.tournament.state.rounds) + 1)
        for event in line.events:
            if isinstance(event, e.StandingsSettled) and event.after not in rounds:
                why = f"there is no round {event.after} whose standings could be settled"
                raise DamagedLog(self.tournament.tournament_id, line.v, why)


def follow_log(
    data: bytes, where: str, trusted: Sequence[VerifierKey], findings: BundleFindings
) -> EventLog | None:
    """None if there is nothing to follow."""
    replay = read_tournament(data)
    header = replay.header
    if header is None or replay.unread or replay.torn or replay.stray or header.rules != RULES:
        findings.broken("chain", where, "chain.unreadable")
        return None
    of_chain = Findings()
    links = read_chain(replay.entries, of_chain)
    chain = of_chain.verdicts()["chain"]
    if chain.verdict == "broken":
        findings.broken("chain", _at(where, chain.version), "chain.broken", why=chain.reason)
    if not links:
        return None
    log = EventLog(Tournament(header.game))
    log.key = _check_signature(replay, where, trusted, findings)
    _check_log(replay, where, trusted, findings)
    try:
        _check_seal(replay.entries[0])
        log.spend(read_line(replay.entries[0].line), is_wrong=False)
        log.tournament = Tournament.begin(header.game, replay.entries[0])
        log.lines.append(read_line(replay.entries[0].line))
        _check_first(log, where, findings)
        for link in links[1:]:
            _follow(log, link.entry, where, findings)
    except DamagedLog as damage:
        findings.broken("chain", _at(where, damage.version), "chain.damaged", why=damage.reason)
        return log if log.lines else None
    except TooLong:
        most = {"wrong": MOST_WRONG, "facts": MOST_UNPROVEN}
        findings.doubt_the_rest(_at(where, log.tournament.version + 1), "rules.too_long", **most)
        return None
    return log


def _check_signature(
    replay: Replay, where: str, trusted: Sequence[VerifierKey], findings: BundleFindings
) -> str:
    footer, header, version = replay.footer, replay.header, len(replay.entries)
    if footer is None or header is None:
        findings.broken("signature", where, "signature.missing")
        return ""
    try:
        key = VerifierKey.parse(footer.key)
        checkpoint = open_note(footer.checkpoint, key)
    except BadCheckpoint as error:
        findings.broken("signature", where, "signature.bad", why=str(error))
        return ""
    if checkpoint != (header.game, version, sha256(replay.entries[-1].line)):
        findings.broken("signature", where, "signature.other_log")
    elif key not in trusted:
        findings.doubt("signature", where, "signature.unknown_key", key=str(key))
    return footer.key


def _check_log(
    replay: Replay, where: str, trusted: Sequence[VerifierKey], findings: BundleFindings
) -> None:
    found = logged(replay, "tournament", trusted)
    tell = {"holds": findings.note, "broken": findings.broken, "cannot tell": findings.doubt}
    tell[found.verdict]("log", where, found.code, **found.facts)


def _check_seal(first: Entry) -> None:
    """The secret that is opened must be the one that was committed to."""
    try:
        notes = Notes(read_line(first.line).seals)
    except UNREADABLE as error:
        raise DamagedLog("", 1, str(error)) from error
    promised = {note.sha256 for note in notes.seals}
    if any(sha256(seal) not in promised for seal in first.seals):
        raise DamagedLog("", 1, "the secret is not the one that was committed to")


def _check_first(log: EventLog, where: str, findings: BundleFindings) -> None:
    line = log.lines[0]
    try:
        decided = decide(Tournament("").state, line.by, line.action, SealedChance())
    except RuleViolation as refusal:
        findings.broken("regulation", _at(where, 1), "rules.refused", refusal=str(refusal))
        return
    if decided != list(line.events) or line.action.tournament != log.tournament.tournament_id:  # type: ignore[union-attr]  # entry 1 creates
        findings.broken("regulation", _at(where, 1), "rules.other_facts")


def _follow(log: EventLog, entry: Entry, where: str, findings: BundleFindings) -> None:
    now = log.tournament
    before = now.updated_at
    try:
        line = read_line(entry.line)
    except UNREADABLE as error:
        raise DamagedLog(now.tournament_id, now.version + 1, str(error)) from error
    at = _at(where, line.v)
    if line.at < before:
        findings.broken("chain", at, "chain.time")
    proven = _judge(now, line, at, findings)
    if proven != "proven":
        log.spend(line, is_wrong=proven == "wrong")
    now.follow(entry)
    log.lines.append(line)
    for event in line.events:
        if isinstance(event, e.ResultRead):
            log.reads[event.game] = (line.v, event)
        elif isinstance(event, e.GameOpened):
            log.opened.append((line.v, event))
        elif isinstance(event, e.DealCommitted):
            log.deals.append((line.v, event))


def _judge(
    now: Tournament, line: TournamentLine, at: str, findings: BundleFindings
) -> Literal["proven", "sealed", "wrong"]:
    """Whether the action, decided again, gives exactly the recorded facts."""
    guarantee = _guarantee(line)
    if isinstance(now.chance, SealedChance) and isinstance(line.action, ProposePairing):
        findings.doubt("pairing", at, "secret.sealed")
    try:
        decided = decide(now.state, line.by, line.action, now.chance)
    except ChanceUnknown:
        for event in line.events:
            if isinstance(event, e.RoundPaired | e.StandingsSettled):
                findings.doubt(OF[type(event)], at, "secret.sealed")
        return "sealed"
    except RuleViolation as refusal:
        findings.broken(guarantee, at, "rules.refused", refusal=str(refusal))
        return "wrong"
    except Exception as error:
        # A forged record can bring the event anywhere; whatever breaks then is its fault.
        findings.broken(guarantee, at, "rules.misfit", error=repr(error))
        return "wrong"
    if decided == list(line.events):
        return "proven"
    for mine, theirs in zip(decided, line.events, strict=False):
        if mine != theirs:
            guarantee = OF.get(type(theirs), "regulation")
            break
    findings.broken(guarantee, at, "rules.other_facts")
    return "wrong"


def _guarantee(line: TournamentLine) -> BundleGuarantee:
    first = line.events[0] if line.events else None
    return OF.get(type(first), "regulation") if first else "regulation"


def _at(where: str, version: int | None) -> str:
    return f"{where}, entry {version}" if version else where
