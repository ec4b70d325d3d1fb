"""The key that signs checkpoints: created on first use, kept in the data folder, ours alone."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from infra.known_keys import USES, verifier_keys
from infra.secret_file import create_once
from replays.checkpoint import Signer, VerifierKey
from replays.samples import sample_keys

FILE_NAME = "signing-key.pem"
KEY_NAME = "schichtbuch"


class UnusableKey(Exception):
    """The file is there, but it is no key of ours."""


def load_or_create(folder: Path) -> Signer:
    path = folder / FILE_NAME
    if not path.exists():
        create_key(path)
    return Signer(KEY_NAME, load_key(path))


def trusted(folder: Path) -> list[VerifierKey]:
    """The keys of this installation, of its log and its witnesses, as far as they have signed
    anything yet, also those that were replaced; and those of the samples."""
    path = folder / FILE_NAME
    own = [Signer(KEY_NAME, load_key(path)).key] if path.exists() else []
    known = [key for key in verifier_keys(folder, *USES) if key not in own]
    return [*own, *known, *sample_keys()]


def load_key(path: Path) -> Ed25519PrivateKey:
    """UnusableKey if the file holds none of ours."""
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError) as error:
        raise UnusableKey(f"{path} does not hold a private key in PEM form") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise UnusableKey(f"{path} holds a key that is not Ed25519")
    return key


def create_key(path: Path) -> None:
    pem = Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    create_once(path, pem)
