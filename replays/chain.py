"""The hash chain over the stored bytes: every line names the SHA-256 of the line before it."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from replays.entry import FIRST_PREV, UNREADABLE, Entry, SealNote, sha256
from replays.findings import Findings


class Envelope(Struct):
    """What a line says of itself, whatever the game; action and events are the rules' business."""

    v: int
    seals: tuple[SealNote, ...]
    prev: str


class Link(Struct, frozen=True):
    envelope: Envelope
    entry: Entry


_envelopes = msgspec.json.Decoder(Envelope)


def read_chain(entries: Sequence[Entry], findings: Findings) -> list[Link]:
    """The entries up to the first break; what comes after a break proves nothing."""
    links: list[Link] = []
    expected = FIRST_PREV
    for version, entry in enumerate(entries, 1):
        try:
            envelope = _envelopes.decode(entry.line)
        except UNREADABLE as error:
            findings.broken("chain", version, "chain.unreadable", error=str(error))
            return links
        if envelope.v != version:
            found = {"found": envelope.v, "wanted": version}
            findings.broken("chain", version, "chain.wrong_version", **found)
            return links
        if envelope.prev != expected:
            _report_wrong_hash(version, findings)
            return links[:-1]
        links.append(Link(envelope, entry))
        expected = sha256(entry.line)
    if not links:
        findings.broken("chain", None, "chain.no_entry")
    return links


def _report_wrong_hash(version: int, findings: Findings) -> None:
    """A wrong hash: the line before was changed after this one was written, or this one was."""
    if version == 1:
        findings.broken("chain", 1, "chain.first_hash")
    else:
        findings.broken("chain", version - 1, "chain.altered")
