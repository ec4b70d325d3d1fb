"""The verifier: what a replay file proves, one verdict per guarantee, without trusting anybody.

    chain         nothing was changed, removed, added or reordered
    signature     the log that was signed is this one
    seals         every opened seal is the one that the log promised
    deal          every shuffle and draw follows from the committed secret
    rules         every action, decided again, gives the recorded events
    scoring       every settlement, computed again, gives the recorded events
    conservation  nothing appears and nothing vanishes, after every event
    result        the winner is the one whom the final scoring names
    clock         no flag came early, and nobody acted whose time was over
    rulings       everything around the board followed the rules of the table
    log           a transparency log that is known contains the record

What cannot be known, because seals are closed, the game goes on or has no proof, is `cannot tell`.
"""

from collections import Counter
from collections.abc import Collection, Sequence

import msgspec
from msgspec import Struct

from domain.kernel.seals import EVERYBODY
from domain.kernel.texts import Language
from domain.table.result import Result
from replays.chain import Link, read_chain
from replays.checkpoint import BadCheckpoint, VerifierKey, open_note
from replays.entry import UNREADABLE, Seal, read_seal, sha256
from replays.file import Replay, read_replay
from replays.findings import Findings, Guarantee, Verdict
from replays.limits import clipped
from replays.logged import logged
from replays.refold import Refold
from replays.versus import Versus


class Report(Struct, frozen=True):
    game: str | None
    """The game's id."""
    rules: str | None
    """Which game's rules it is judged by."""
    version: int
    """How many entries the file holds."""
    phase: str | None
    """That the game is in at the end of the file."""
    players: tuple[str, ...]
    """Of those who hold the seats at the end of the file."""
    winners: tuple[int, ...]
    """Seats; empty while the game goes on."""
    is_over: bool
    """By itself, or by a ruling."""
    result: Result | None
    """How the game ended for the table, rulings included."""
    verdicts: dict[Guarantee, Verdict]
    """One per guarantee."""
    versus: Versus | None = None
    """What the file records and what the rules say, where the two part."""
    cut_off: bool = False
    """Whether the file ends before its signed end."""

    @property
    def ok(self) -> bool:
        return all(verdict.verdict != "broken" for verdict in self.verdicts.values())

    def told(self, language: Language) -> "Report":
        """The same with its reasons in another language."""
        told = {guarantee: verdict.told(language) for guarantee, verdict in self.verdicts.items()}
        return msgspec.structs.replace(self, verdicts=told)


def verify(data: bytes, trusted: Collection[VerifierKey] = ()) -> Report:
    """`trusted` are keys of whichever use: of replays, of logs, of witnesses."""
    replay = read_replay(data)
    findings = Findings()
    header = replay.header
    if header is None or replay.unread:
        return _unread(replay, findings)
    if replay.torn:
        findings.broken("chain", replay.torn.after_version or None, replay.torn.code)
    if replay.stray:
        findings.broken("chain", replay.stray.after_version, replay.stray.code)
    links = read_chain(replay.entries, findings)
    _check_signature(replay, trusted, findings)
    _check_log(replay, trusted, findings)
    seals = [_check_seals(link, findings) for link in links]
    refold = Refold(header, findings)
    altered = replay.entries[len(links)] if len(links) < len(replay.entries) else None
    refold.run(links, seals, altered)
    _check_missing_seals(links, seals, findings, open_all=refold.is_over)
    if len(links) < len(replay.entries):
        findings.doubt_the_rest(len(links) + 1, "chain.from_here")
    return Report(
        clipped(header.game),
        clipped(header.rules),
        len(replay.entries),
        refold.phase,
        refold.players,
        refold.winners,
        refold.is_over,
        refold.result,
        findings.verdicts(),
        refold.versus,
        replay.cut_off,
    )


def _unread(replay: Replay, findings: Findings) -> Report:
    fault = replay.unread
    assert fault is not None, "a file without a header was not read"
    findings.broken("chain", fault.after_version or None, fault.code, **fault.facts)
    findings.doubt_the_rest(None, "file.nothing")
    verdicts = findings.verdicts()
    return Report(None, None, 0, None, (), (), False, None, verdicts, cut_off=replay.cut_off)


def _check_signature(replay: Replay, trusted: Collection[VerifierKey], findings: Findings) -> None:
    footer, header, version = replay.footer, replay.header, len(replay.entries)
    if footer is None or header is None:
        findings.broken("signature", version, "signature.missing")
        return
    try:
        key = VerifierKey.parse(footer.key)
        checkpoint = open_note(footer.checkpoint, key)
    except BadCheckpoint as error:
        findings.broken("signature", version, error.code, **error.facts)
        return
    if checkpoint.version > version:
        counts = {"signed": checkpoint.version, "here": version}
        findings.broken("chain", version + 1, "chain.entries_missing", **counts)
    last_hash = sha256(replay.entries[-1].line) if version else ""
    if checkpoint != (header.game, version, last_hash):
        findings.broken("signature", version, "signature.other_log")
    elif key not in trusted:
        findings.doubt("signature", version, "signature.unknown_key", key=str(key))


def _check_log(replay: Replay, trusted: Collection[VerifierKey], findings: Findings) -> None:
    found = logged(replay, "game", trusted)
    tell = {"holds": findings.note, "broken": findings.broken, "cannot tell": findings.doubt}
    tell[found.verdict]("log", found.version, found.code, **found.facts)


def _check_seals(link: Link, findings: Findings) -> list[Seal]:
    """The opened seals of an entry, as far as they are what the line promised."""
    version = link.envelope.v
    promised = [(note.audience, note.sha256) for note in link.envelope.seals]
    opened: list[Seal] = []
    for raw in link.entry.seals:
        try:
            seal = read_seal(raw)
        except UNREADABLE as error:
            findings.broken("seals", version, "seals.unreadable", error=str(error))
            continue
        if (seal.audience, sha256(raw)) not in promised or seal.version != version:
            findings.broken("seals", version, "seals.other")
            continue
        promised.remove((seal.audience, sha256(raw)))
        opened.append(seal)
    return opened


def _check_missing_seals(
    links: Sequence[Link],
    seals: Sequence[Sequence[Seal]],
    findings: Findings,
    *,
    open_all: bool,
) -> None:
    """While a game goes on its seals are closed; once it is over all are open to everybody."""
    for link, opened in zip(links, seals, strict=True):
        if not link.envelope.seals:
            continue
        promised = Counter(note.audience for note in link.envelope.seals)
        missing = promised - Counter(seal.audience for seal in opened)
        if missing.pop(EVERYBODY, 0):
            findings.doubt("seals", link.envelope.v, "seals.withheld")
        if not missing:
            continue
        if open_all:
            findings.broken("seals", link.envelope.v, "seals.missing")
        else:
            findings.doubt("seals", link.envelope.v, "seals.closed")
        return
