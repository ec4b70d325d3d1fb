"""A replay file checked where you are: chain, seals and signature, without the rules of any game.

What only the rules can tell (the deal, every action, every scoring) is what an audit is for.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from msgspec import Struct, field

from schichtbuch_client.models.json import Json
from schichtbuch_client.models.turns import Entry
from schichtbuch_client.signature import BadSignature, VerifierKey, check_signature, read_note

FIRST_PREV = "0" * 64
WITHOUT_PROOF = "schichtbuch-replay/1"
FORMATS = (WITHOUT_PROOF, "schichtbuch-replay/2")
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    game: str
    rules: str
    catalog: Json | None = None
    """Only if it is none that was ever built in."""


class Footer(Struct, frozen=True, forbid_unknown_fields=True):
    checkpoint: str
    key: str
    proof: str | None = None
    """That a transparency log contains the game; only of finished games, and not in the oldest
    files."""


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """For whom a seal is, and its digest; strict, because this is where somebody may have lied."""

    audience: int | Literal["all"] | None = field(name="for")
    sha256: str


class Link(Struct, frozen=True):
    """What a line says of its own place."""

    v: int
    prev: str
    seals: tuple[Note, ...]


class OpenedSeal(Struct, frozen=True):
    seal: int
    audience: int | str | None = field(name="for")


class SealedEntry(Struct, frozen=True):
    """An entry as bytes, with the seals that stand behind it."""

    entry: bytes
    seals: tuple[bytes, ...] = ()


class Check(Struct, frozen=True):
    verdict: Literal["holds", "broken", "cannot tell"] = "holds"
    version: int | None = None
    """The entry where it breaks, or from which on it cannot be told."""
    code: str = ""
    """Why it is not simply so; the same as the service says."""

    def else_(self, doubt: "Check") -> "Check":
        """What holds only as far as something else does."""
        return doubt if self.verdict == "holds" else self


class Checks(Struct, frozen=True):
    chain: Check
    """Nothing was changed, removed, added or reordered."""
    signature: Check
    """The log that was signed is this one, and the key is one that you trust."""
    seals: Check
    """Every opened seal is the one that the log promised."""

    @property
    def ok(self) -> bool:
        """Nothing is broken."""
        return all(check.verdict != "broken" for check in (self.chain, self.signature, self.seals))


class Replay(Struct, frozen=True):
    """A file taken apart, each line as the bytes it is."""

    header: Header
    lines: tuple[SealedEntry, ...]
    footer: Footer | None
    fault: Check | None
    """If it ends within a line, or has one that belongs to nothing."""

    @classmethod
    def read(cls, data: bytes) -> "Replay":
        """ValueError if it is no replay file at all."""
        first, *others = data.removesuffix(b"\n").split(b"\n")
        torn = bool(others) and not data.endswith(b"\n") and not _is_json(others[-1])
        try:
            header = msgspec.json.decode(first, type=Header)
        except UNREADABLE as error:
            raise ValueError("this is no replay file") from error
        if header.format not in FORMATS:
            raise ValueError(f"this client reads {', '.join(FORMATS)}")
        return _sorted_in(header, others[:-1] if torn else others, torn=torn)

    @property
    def entries(self) -> list[Entry]:
        """As the log has them; what is sealed is not put back."""
        return [msgspec.json.decode(line.entry, type=Entry) for line in self.lines]


def check_replay(data: bytes | Replay, trusted: Iterable[str] = ()) -> Checks:
    """`trusted` are public keys, as `GET /keys` or `schichtbuch verify --key` write them."""
    replay = data if isinstance(data, Replay) else Replay.read(data)
    links, linked = _chain(replay)
    signature, seals = _signature(replay, trusted), _seals(replay.lines, links)
    missing = Check("broken", len(replay.lines) + 1, "chain.entries_missing")
    longer = missing if _is_longer(replay) else Check()
    chain = next((check for check in (replay.fault, linked) if check and check.code), longer)
    if len(links) == len(replay.lines):
        return Checks(chain, signature, seals)
    from_here = Check("cannot tell", len(links) + 1, "chain.from_here")
    return Checks(chain, signature.else_(from_here), seals.else_(from_here))


def _sorted_in(header: Header, others: Sequence[bytes], *, torn: bool) -> Replay:
    lines: list[SealedEntry] = []
    footer: Footer | None = None
    stray: Check | None = None
    for text in others:
        if footer is None and text.startswith(b'{"v":'):
            lines.append(SealedEntry(text))
        elif footer is None and text.startswith(b'{"seal":') and lines:
            lines[-1] = SealedEntry(lines[-1].entry, (*lines[-1].seals, text))
        elif footer is None and (found := _footer(text, header.format)):
            footer = found
        elif stray is None:
            code = "file.behind_footer" if footer else "file.stray_line"
            stray = Check("broken", len(lines), code)
    cut_off = Check("broken", len(lines) or None, "file.cut_off") if torn else None
    return Replay(header, tuple(lines), footer, cut_off or stray)


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text)
    except UNREADABLE:
        return False
    return True


def _footer(text: bytes, form: str) -> Footer | None:
    try:
        footer = msgspec.json.decode(text, type=Footer)
    except UNREADABLE:
        return None
    return None if footer.proof is not None and form == WITHOUT_PROOF else footer


def _chain(replay: Replay) -> tuple[list[Link], Check]:
    """The links up to the first break; what comes after one proves nothing."""
    links: list[Link] = []
    expected = FIRST_PREV
    for version, line in enumerate(replay.lines, 1):
        try:
            link = msgspec.json.decode(line.entry, type=Link)
        except UNREADABLE:
            return links, Check("broken", version, "chain.unreadable")
        if link.v != version:
            return links, Check("broken", version, "chain.wrong_version")
        if link.prev != expected:
            where = (version - 1, "chain.altered") if links else (1, "chain.first_hash")
            return links[:-1], Check("broken", *where)
        links.append(link)
        expected = _sha256(line.entry)
    if not links:
        return links, Check("broken", None, "chain.no_entry")
    return links, Check()


def _is_longer(replay: Replay) -> bool:
    """Whether more was signed than is here."""
    if replay.footer is None:
        return False
    try:
        check_signature(replay.footer.checkpoint, VerifierKey.parse(replay.footer.key))
        _, signed, _ = read_note(replay.footer.checkpoint)
    except BadSignature:
        return False
    return signed > len(replay.lines)


def _signature(replay: Replay, trusted: Iterable[str]) -> Check:
    version = len(replay.lines)
    if replay.footer is None:
        return Check("broken", version, "signature.missing")
    last_hash = _sha256(replay.lines[-1].entry) if version else ""
    try:
        key = VerifierKey.parse(replay.footer.key)
        checked = check_signature(replay.footer.checkpoint, key)
        signed = read_note(replay.footer.checkpoint)
    except BadSignature as error:
        return Check("broken", version, error.code)
    if signed != (replay.header.game, version, last_hash):
        return Check("broken", version, "signature.other_log")
    if not checked:
        return Check("cannot tell", version, "signature.unchecked")
    if str(key) not in {text.strip() for text in trusted}:
        return Check("cannot tell", version, "signature.unknown_key")
    return Check()


def _seals(lines: Sequence[SealedEntry], links: Sequence[Link]) -> Check:
    """Whether one that is missing should be open depends on the rules, so it is only doubted."""
    doubt: Check | None = None
    for line, link in zip(lines, links, strict=False):
        promised = [(note.audience, note.sha256) for note in link.seals]
        for text in line.seals:
            found = _opened(text, link.v)
            if found not in promised:
                code = "seals.unreadable" if found is None else "seals.other"
                return Check("broken", link.v, code)
            promised.remove(found)
        if promised and doubt is None:
            doubt = Check("cannot tell", link.v, "seals.closed")
    return doubt or Check()


def _opened(text: bytes, version: int) -> tuple[int | str | None, str] | None:
    try:
        seal = msgspec.json.decode(text, type=OpenedSeal)
    except UNREADABLE:
        return None
    return (seal.audience, _sha256(text) if seal.seal == version else "")


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
