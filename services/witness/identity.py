"""The name and the key of a witness: made at its first start, and the same ever after."""

import socket
from pathlib import Path

from infra.secret_file import check_private, create_once
from infra.signing_key import create_key, load_key
from replays.checkpoint import Signer
from replays.tlog.note import is_key_name
from services.witness.seen_heads import UnusableFolder

KEY_FILE = "witness-key.pem"
NAME_FILE = "name"


def load_or_create(folder: Path, key: Path | None, name: str | None) -> Signer:
    """A witness that changed its name would be another one to everybody who knows it."""
    path = folder / NAME_FILE
    if not path.exists():
        create_once(path, f"{name or _own_name()}\n".encode())
    kept = path.read_text("utf-8").strip()
    if not is_key_name(kept):
        raise UnusableFolder(f"{path} does not hold a name without spaces and +")
    if name not in (None, kept):
        raise UnusableFolder(f"the witness in {folder} is called {kept}, not {name}")
    key = key or folder / KEY_FILE
    if not key.exists():
        create_key(key)
    check_private(key)
    return Signer(kept, load_key(key))


def _own_name() -> str:
    host = socket.gethostname()
    return f"{host if is_key_name(host) else 'localhost'}/witness"
