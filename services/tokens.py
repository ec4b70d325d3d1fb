"""Secret tokens: shown once, stored and compared as digests."""

import hashlib
import hmac
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """A token has 256 random bits, so a plain digest cannot be guessed back."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(digest: str, other: str) -> bool:
    """In constant time: the organizer key may be chosen by a human, and so be a weak one."""
    return hmac.compare_digest(digest, other)
