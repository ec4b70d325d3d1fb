"""A proof of the transparency log that is kept beside the log it speaks of, unchanged for ever."""

from msgspec import Struct

PROOF = "proof"

KEEP_PROOF = """
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local kept = redis.call('HGET', KEYS[2], 'proof')
if kept and tonumber(string.match(kept, '^%d+')) >= tonumber(ARGV[1]) then return kept end
local proof = ARGV[1] .. '\\n' .. ARGV[2]
redis.call('HSET', KEYS[2], 'proof', proof)
return proof
"""
"""One for each version; whoever comes later gets what is there."""


class KeptProof(Struct, frozen=True):
    """That the transparency log contains an entry."""

    version: int
    """Of the entry."""
    text: str


def read_proof(stored: bytes | None) -> KeptProof | None:
    if not stored:
        return None
    version, _, text = stored.decode().partition("\n")
    return KeptProof(int(version), text)
