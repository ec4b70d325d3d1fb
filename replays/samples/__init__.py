"""Sample replays, one folder per game, named for what they show; and the keys that signed them."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from replays.checkpoint import VerifierKey


def samples() -> Iterator[tuple[str, bytes]]:
    """Every sample as `folder/name`, with its bytes."""
    for folder in sorted(_folders(), key=lambda folder: folder.name):
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(".schicht"):
                yield f"{folder.name}/{file.name.removesuffix('.schicht')}", file.read_bytes()


def sample_keys() -> list[VerifierKey]:
    listed = files(__package__).joinpath("keys.txt").read_text("utf-8")
    return [VerifierKey.parse(line) for line in listed.splitlines()]


def _folders() -> Iterator[Traversable]:
    return (entry for entry in files(__package__).iterdir() if entry.is_dir())
