"""`schichtbuch api`: the HTTP API alone, for deployments."""

import gc
import os
import socket
from typing import Any

import rich_click as click

from services.cli.part import begin, port

GRACE = 5
"""Seconds that open requests and streams get to end."""
SERVER: dict[str, Any] = {
    "log_config": None,
    "access_log": False,
    "lifespan": "on",
    "ws": "none",
    "server_header": False,
    "proxy_headers": bool(os.environ.get("FORWARDED_ALLOW_IPS")),
    "timeout_graceful_shutdown": GRACE,
}
"""How uvicorn serves, whatever it serves."""


@click.command()
@port
@click.option("--fd", type=int, hidden=True, help="A socket that listens already, by its number.")
def api(port: int, fd: int | None) -> None:
    """Serve the HTTP API, without server and worker: for deployments.

    It listens where SCHICHTBUCH_HOST says. Without SCHICHTBUCH_REDIS_URL it joins the
    `schichtbuch up` that runs on the same data folder.
    """
    settings = begin()

    import uvicorn

    from services.api.app import create_app
    from services.api.one_write import OneWriteProtocol

    listener = listen(settings.host, port) if fd is None else _given(fd)
    app = create_app(settings)
    _settle_memory()
    uvicorn.Server(uvicorn.Config(app, http=OneWriteProtocol, **SERVER)).run(sockets=[listener])


def _settle_memory() -> None:
    """What is there now stays, and games come and go by the thousand: look for garbage less often.

    With the defaults a twentieth of the time of an action went into looking.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise click.ClickException(
            f"cannot listen on {host}:{port}: {reason}; choose another --port or SCHICHTBUCH_HOST"
        ) from error


def _given(fd: int) -> socket.socket:
    os.set_inheritable(fd, False)
    return socket.socket(fileno=fd)
