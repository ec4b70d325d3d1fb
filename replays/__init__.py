"""The log as bytes: entries, hash chain, seals, replay files, the verifier. Needs no server."""
