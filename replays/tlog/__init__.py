"""The transparency log, pure: hashing, tiles, signed notes and proofs; no server and no clock."""
