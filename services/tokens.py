"""Secret tokens: shown once, stored and compared as digests."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

from msgspec import Struct


def new_token() -> str:
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """A token has 256 random bits, so a plain digest cannot be guessed back."""
    return hashlib.sha256(token.encode()).hexdigest()


def sent_token(authorization: str) -> str:
    """What a header says; another scheme is no token of ours, and is refused like a wrong one."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def same(digest: str, other: str) -> bool:
    """In constant time: the organizer key may be chosen by a human, and so be a weak one."""
    return hmac.compare_digest(digest, other)


class Seed(Struct, frozen=True):
    """Where the id, the tokens and the creator's key of a new game come from: 256 bits.

    Nobody can tell one of them from another, and none of them leads back. With the same seed they
    are the same again, so a creation that is repeated need not be remembered anywhere.
    """

    secret: bytes

    @classmethod
    def random(cls) -> "Seed":
        return cls(secrets.token_bytes(32))

    @classmethod
    def of_request(cls, service_secret: str, caller: str, key: str) -> "Seed":
        """The same for the same caller with the same idempotency key, and unknown to others."""
        asked = f"schichtbuch/create/1\n{caller}\n{key}".encode()
        return cls(hmac.digest(service_secret.encode(), asked, "sha256"))

    @classmethod
    def of_rematch(cls, service_secret: str, game_id: str) -> "Seed":
        """The same whoever of a game wants another one."""
        asked = f"schichtbuch/rematch/1\n{game_id}".encode()
        return cls(hmac.digest(service_secret.encode(), asked, "sha256"))

    @property
    def game_id(self) -> str:
        """Never with a dash in front, which would look like an option on a command line."""
        name = _text(self._derived("id")[:9])
        return f"_{name[1:]}" if name.startswith("-") else name

    @property
    def creator_key(self) -> str:
        return _text(self._derived("creator"))

    def token(self, seat: int) -> str:
        return _text(self._derived(f"token/{seat}"))

    def invite(self, seat: int) -> str:
        """What opens a seat that nobody has taken yet."""
        return _text(self._derived(f"invite/{seat}"))

    def digest(self, request: bytes) -> str:
        """Keyed, because names of people stand in a request: a plain digest could be guessed."""
        return hmac.digest(self._derived("request"), request, "sha256").hex()

    def _derived(self, what: str) -> bytes:
        return hmac.digest(self.secret, what.encode(), "sha256")


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")
