"""The replay file of an event: `tournament.schicht`, written and read like a game's [B1]."""

from collections.abc import Sequence

import msgspec

from replays.checkpoint import Signer
from replays.entry import Entry
from replays.file import Header, Replay, format_with, read_replay, signed_footer
from replays.limits import check_event_line

RULES = "tournament"
"""What the header of an event's log names as its rules."""


def write_tournament(
    tournament_id: str,
    entries: Sequence[Entry],
    signer: Signer,
    *,
    open_all: bool,
    proof: str | None = None,
) -> bytes:
    """With the secret only if the event is over."""
    footer = signed_footer(tournament_id, entries, signer, proof)
    format_ = format_with(footer, has_names=False)
    lines = [msgspec.json.encode(Header(format_, tournament_id, RULES))]
    for entry in entries:
        lines += [entry.line, *(entry.seals if open_all else ())]
    return b"\n".join([*lines, footer]) + b"\n"


def read_tournament(data: bytes) -> Replay:
    """Taken apart, up to the limits; judging is the verifier's."""
    return read_replay(data, check_event_line)
