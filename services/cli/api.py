"""`schichtbuch api`: the HTTP API alone, for deployments."""

import os
import socket

import rich_click as click

from services.cli.part import begin, port

GRACE = 5
"""Seconds that open requests and streams get to end."""


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

    listener = listen(settings.host, port) if fd is None else _given(fd)
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        lifespan="on",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    uvicorn.Server(config).run(sockets=[listener])


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
