"""The key that signs the heads of the transparency log; it signs nothing else, and replays never.

Its name is the log's origin. It lies in the data folder, readable by its owner only.
"""

from pathlib import Path

from infra.signing_key import create_key, load_key
from replays.checkpoint import Signer

FILE_NAME = "log-key.pem"


def load_or_create(folder: Path, origin: str = "log") -> Signer:
    path = folder / FILE_NAME
    if not path.exists():
        create_key(path)
    return Signer(origin, load_key(path))
