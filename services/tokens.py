"""Secret tokens: shown once, stored as digests, compared in constant time."""

import hashlib
import hmac
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """A token has 256 random bits, so a plain digest cannot be guessed back."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token: str, digest: str) -> bool:
    return hmac.compare_digest(digest_of(token), digest)
