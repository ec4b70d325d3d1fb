"""The transparency log: its leaves are added, its heads signed, its proofs handed out."""
