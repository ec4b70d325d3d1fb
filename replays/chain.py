"""The hash chain over the stored bytes: every line names the SHA-256 of the line before it."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from replays.entry import FIRST_PREV, UNREADABLE, Entry, SealNote, sha256
from replays.findings import Findings

ALTERED = "the next line does not carry this line's hash: something here was changed"


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
            findings.broken("chain", version, f"the line cannot be read: {error}")
            return links
        if envelope.v != version:
            found = f"version {envelope.v} stands where version {version} must stand"
            findings.broken("chain", version, found)
            return links
        if envelope.prev != expected:
            _convict(version, findings)
            return links[:-1]
        links.append(Link(envelope, entry))
        expected = sha256(entry.line)
    if not links:
        findings.broken("chain", None, "the file holds no entry")
    return links


def _convict(version: int, findings: Findings) -> None:
    """A wrong hash: the line before was changed after this one was written, or this one was."""
    if version == 1:
        findings.broken("chain", 1, "line 1 must name 64 zeros as the hash before it")
    else:
        findings.broken("chain", version - 1, ALTERED)
