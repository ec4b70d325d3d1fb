"""What is asked of the index of games, and what is put there."""

import hashlib
import unicodedata

from msgspec import Struct

STATUSES = ("waiting", "running", "scoring", "finished")
FINISHED = "finished"
ANY = "any"


class Search(Struct, frozen=True):
    """Only what fits all of this; what is None fits everything."""

    game: str | None = None
    status: str | None = None
    player: str | None = None
    since: str | None = None
    """Created then or later; a time as the log writes it."""
    until: str | None = None
    """Created then or earlier."""
    after: str | None = None
    """The cursor of the page before."""
    oldest_first: bool = False

    @property
    def newest(self) -> str:
        """The upper end, exclusive, to the second: not all logs have milliseconds.

        `0` comes right after the slash that ends a time.
        """
        latest = f"{self.until[:19]}Z0" if self.until else None
        seen = None if self.oldest_first else self.after
        bounds = [bound for bound in (seen, latest) if bound]
        return f"({min(bounds)}" if bounds else "+"

    @property
    def oldest(self) -> str:
        if self.oldest_first and self.after and self.after > (self.since or ""):
            return f"({self.after}"
        return f"[{self.since[:19]}" if self.since else "-"

    def is_on_page(self, member: str) -> bool:
        """As the server takes the bounds."""
        is_behind = self.oldest == "-" or member > self.oldest[1:]
        is_first = self.oldest[0] == "[" and member == self.oldest[1:]
        return (is_behind or is_first) and (self.newest == "+" or member < self.newest[1:])

    def fits_archived(self, game: str | None) -> bool:
        """Whether a game in the archive, if it is there, is of this kind."""
        return game is not None and self.game in (None, game) and self.status in (None, FINISHED)

    def fits(self, member: str) -> bool:
        """To the millisecond."""
        written = member.partition("/")[0]
        moment = written if "." in written else f"{written[:-1]}.000Z"
        return (self.since or "") <= moment <= (self.until or moment)


class Page(Struct, frozen=True):
    game_ids: list[str]
    cursor: str | None
    """Where the next page begins, if there is one."""
    members: list[str] = []
    """As they stand on the shelf: when each was created, and its id."""


class Filing(Struct, frozen=True):
    game_id: str
    game: str
    status: str
    created_at: str
    names: tuple[str, ...] = ()
    """Of those who play, as far as they are known."""

    @property
    def member(self) -> str:
        return f"{self.created_at}/{self.game_id}"


def player_digest(name: str) -> str:
    return hashlib.sha256(plain_name(name).encode()).hexdigest()[:32]


def plain_name(name: str) -> str:
    """The same for all ways to write a name: case, composed letters, blanks around and between."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return " ".join(folded.split())
