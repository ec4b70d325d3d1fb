"""Who may act in a game: the digests of its tokens, in the hash beside its log.

A seat's token can be made anew at any moment and by any process, so what a process remembers of
tokens is a hint, and the server has the last word: with every append, and before every answer that
only a seat may have.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

MOST_SEATS = 8
CREATOR = "creator"
SEATS = "token:"
FIELDS = (CREATOR, *(f"{SEATS}{seat}" for seat in range(MOST_SEATS)))

HOLDS = """
if ARGV[1] ~= '' and redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then
  return redis.error_reply('TOKENENDED')
end
"""
"""How a script begins that writes for a seat: KEYS[2] is the hash of the setup."""
ENDED = "TOKENENDED"


class TokenEnded(Exception):
    """The seat has got another token since."""


class Holder(Struct, frozen=True):
    """Who acts for a seat, known by the digest of the token."""

    seat: int
    digest: str

    @property
    def field(self) -> str:
        return seat_field(self.seat)


class Access(Struct, frozen=True):
    seats: Mapping[str, int]
    """Whose token has which digest; seats of bots have none."""
    creator: str | None = None
    """The digest of the creator's key; older games have none."""

    def holds(self, holder: Holder) -> bool:
        return self.seats.get(holder.digest) == holder.seat


def seat_field(seat: int | str) -> str:
    return f"{SEATS}{seat}"


def read_access(stored: Sequence[bytes | None]) -> Access:
    """From the values of FIELDS, in their order."""
    creator, *seats = (None if value is None else value.decode() for value in stored)
    return Access({digest: seat for seat, digest in enumerate(seats) if digest}, creator or None)


def script_arguments(holder: Holder | None) -> Iterable[str]:
    return (holder.field, holder.digest) if holder else ("", "")
