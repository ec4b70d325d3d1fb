"""`schichtbuch witness`: watch that a log only ever grows, and vouch for it."""

import re
import socket
from pathlib import Path
from typing import Any

import rich_click as click

from infra.settings import data_folder
from replays.checkpoint import ED25519, VerifierKey
from replays.tlog.malformed import Malformed
from replays.tlog.note import is_key_name, parse_key

ADDRESS = re.compile(r"(?P<host>[^\s\[\]:/]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})", re.ASCII)
DEFAULT = "127.0.0.1:7380"


class Address(click.ParamType[tuple[str, int]]):
    """`HOST:PORT`, with an IPv6 address in brackets."""

    name = "HOST:PORT"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, int]:
        if isinstance(value, tuple):
            return value
        found = ADDRESS.fullmatch(str(value))
        if not found or int(found["port"]) > 65535:
            self.fail(f"write it as HOST:PORT, like {DEFAULT}", param, ctx)
        return found["host"].strip("[]"), int(found["port"])


class LogKey(click.ParamType[VerifierKey]):
    """The verifier key of a log."""

    name = "KEY"

    def convert(self, value: Any, param: Any, ctx: Any) -> VerifierKey:
        if isinstance(value, VerifierKey):
            return value
        try:
            return parse_key(str(value).strip(), ED25519)
        except Malformed as error:
            self.fail(f"{error}; GET /api/v1/keys of the log's service lists it", param, ctx)


class WitnessName(click.ParamType[str]):
    name = "NAME"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        if not is_key_name(str(value)):
            self.fail("a name has no spaces and no +", param, ctx)
        return str(value)


@click.command()
@click.option(
    "--listen",
    "address",
    type=Address(),
    default=DEFAULT,
    show_default=True,
    help="Where the log reaches this witness; port 0: any free one.",
)
@click.option(
    "--log",
    "logs",
    type=LogKey(),
    multiple=True,
    required=True,
    help="The verifier key of a log to watch, name+id+base64. May be given several times.",
)
@click.option(
    "--state",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder with what it saw; never lose it.  [default: witness/ in the data folder]",
)
@click.option(
    "--key",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File with its own key, made at the first start.  [default: in the state folder]",
)
@click.option(
    "--name",
    type=WitnessName(),
    help="What it is called, like an address without https://; for its first start.",
)
def witness(
    address: tuple[str, int],
    logs: tuple[VerifierKey, ...],
    state: Path | None,
    key: Path | None,
    name: str | None,
) -> None:
    """Cosign the checkpoints of logs, as long as each extends the one before. Ctrl-C stops it.

    A witness is worth something where somebody other than the log's operator runs it. It speaks
    C2SP tlog-witness (POST /add-checkpoint), keeps what it saw on the disk before it answers, and
    never cosigns a log that shrank, forked or changed. Its first line on standard output is its
    verifier key: the log's operator sets SCHICHTBUCH_WITNESSES to its address and this key.
    """
    from infra.log_lines import configure_logging
    from infra.secret_file import ReadableByOthers
    from services.witness.seen_heads import UnusableFolder

    configure_logging()
    try:
        serve(address, logs, state or data_folder() / "witness", key, name)
    except (UnusableFolder, ReadableByOthers) as error:
        raise click.ClickException(str(error)) from error


def serve(
    address: tuple[str, int],
    logs: tuple[VerifierKey, ...],
    folder: Path,
    key: Path | None,
    name: str | None,
) -> None:
    from services.api.http.server import Server
    from services.witness.app import create_app
    from services.witness.identity import load_or_create
    from services.witness.seen_heads import SeenHeads
    from services.witness.witness import Witness

    seen = SeenHeads(folder)
    watching = Witness(load_or_create(folder, key, name), logs, seen)
    listener = _listen(*address)
    host, port = listener.getsockname()[:2]
    click.echo(watching.key)
    click.echo(f"http://{f'[{host}]' if ':' in host else host}:{port}")
    Server(create_app(watching)).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    from services.api.http.server import listening

    try:
        return listening(host, port)
    except OSError as error:
        reason = error.strerror or str(error)
        said = f"cannot listen on {host}:{port}: {reason}; choose another --listen"
        raise click.ClickException(said) from error
