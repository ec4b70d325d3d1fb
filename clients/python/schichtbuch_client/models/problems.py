"""What went wrong, as RFC 9457 problem details."""

from msgspec import Struct

from schichtbuch_client.models.json import Json


class Problem(Struct, frozen=True):
    """What went wrong. `code` is stable; `detail` is a sentence for people."""

    status: int
    """The HTTP status."""
    type: str
    """A URI made of the code."""
    title: str
    """The status in words."""
    code: str
    """What is wrong; stable."""
    detail: str
    """What is wrong, as a sentence for people."""
    path: str | None = None
    """Where in the body it is wrong."""
    errors: list[Json] | None = None
    """Which parameters are wrong."""
    current: int | None = None
    """With `stale_version`: the version that the game has."""
    facts: Json | None = None
    """With a rule violation: what the sentence speaks of."""
    game: str | None = None
    """With a rule violation: whose rules; `table` for those around any game."""
    section: str | None = None
    """The section of the rules document that forbids it."""
    rule: str | None = None
    """The game and the section together."""
    rule_url: str | None = None
    """Where the rules document says so."""
