"""`schichtbuch up`: everything in one process tree."""

import asyncio
import os
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING

import msgspec
import rich_click as click

from infra import organizer_key, signing_key
from infra.settings import Settings
from services.cli.api import listen
from services.cli.parameters import Whole
from services.cli.part import port
from services.cli.terminal import console

if TYPE_CHECKING:
    from services.supervisor import Supervisor

ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where to call on this machine what listens on every address of it."""


@click.command()
@port
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder with everything that must be kept.  [default: SCHICHTBUCH_DATA or ./data]",
)
@click.option(
    "--workers",
    type=Whole(1, 256),
    default=1,
    show_default=True,
    help="How many workers score shifts and move for bots.",
)
@click.option(
    "--audit-workers",
    type=Whole(1, 256),
    default=1,
    show_default=True,
    help="How many workers audit games and uploaded files.",
)
def up(port: int, data: Path | None, workers: int, audit_workers: int) -> None:
    """Serve everything: the server of the log, the API, the workers. Ctrl-C stops it.

    With SCHICHTBUCH_REDIS_URL that server is used instead of the embedded one.
    """
    from infra.embedded import ServerFailed
    from infra.log_lines import configure_logging
    from infra.server_binary import NoServerInstalled
    from infra.server_files import FolderInUse

    settings = Settings.from_environment()
    settings = msgspec.structs.replace(settings, data=(data or settings.data).resolve())
    configure_logging()
    signing_key.load_or_create(settings.data)
    organizer_key.load_or_create(settings.data)
    with listen(settings.host, port) as listener:
        try:
            asyncio.run(_supervisor(settings, listener, workers, audit_workers).run())
        except (FolderInUse, NoServerInstalled, ServerFailed) as error:
            raise click.ClickException(str(error)) from error


def _supervisor(
    settings: Settings, listener: socket, workers: int, audit_workers: int
) -> "Supervisor":
    from infra.embedded import EmbeddedServer
    from services.supervisor import Supervisor, path_of_zipapp, service_parts, until_alive

    server = None if settings.redis_url else EmbeddedServer(settings.data, _memory(settings))
    host, port = listener.getsockname()[:2]
    host = ANYWHERE.get(host, host)

    async def say_where() -> None:
        await until_alive(host, port)
        if server:
            await asyncio.to_thread(_bring_samples, server.url)
        _print_where(settings, f"http://{f'[{host}]' if ':' in host else host}:{port}")

    handed_down = _handed_down(settings, server.url if server else None)
    return Supervisor(
        service_parts(listener.fileno(), workers, audit_workers),
        environment={**os.environ, **path_of_zipapp(), **handed_down},
        server=server,
        when_started=say_where,
    )


def _memory(settings: Settings) -> int:
    from infra.machine_memory import machine_memory

    return machine_memory() // 2 if settings.max_memory is None else settings.max_memory


def _bring_samples(url: str) -> None:
    """On the first start, so that there is something to look at.

    With the audits, so that whoever starts a game at once does not wait for all of them.
    """
    from infra.connections import connect_queue
    from infra.job_queue import JobQueue, Order
    from replays.samples import samples

    queue = JobQueue(connect_queue(url), "audits")
    if queue.first_time("samples"):
        job = "services.worker.jobs.import_sample"
        names = [name for name, _ in samples()]
        orders = [Order(job, (n,), f"import-{n.replace('/', '-')}") for n in names]
        event = Order("services.worker.jobs.bring_event", (), "import-event")
        queue.enqueue(*orders, event)


def _handed_down(settings: Settings, embedded_url: str | None) -> dict[str, str]:
    handed = {
        "SCHICHTBUCH_DATA": str(settings.data),
        "SCHICHTBUCH_OPEN_CREATION": "yes" if settings.open_creation else "no",
    }
    return handed | ({"SCHICHTBUCH_REDIS_URL": embedded_url} if embedded_url else {})


def _print_where(settings: Settings, address: str) -> None:
    terminal = console()
    terminal.print(f"Schichtbuch is at {address}; how to call it: {address}/schema", markup=False)
    terminal.print(f"Everything is kept in {settings.data}", markup=False)
    if not settings.organizer_key:
        path = settings.data / organizer_key.FILE_NAME
        terminal.print(f"The organizer key is in {path}", markup=False)
    terminal.print("Ctrl-C stops it.")
