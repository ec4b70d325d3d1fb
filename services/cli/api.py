"""`schichtbuch api`: the HTTP API alone, for deployments."""

import gc
import os
import resource
import socket
import sys

import rich_click as click

from services.cli.part import begin, port

OTHER_FILES = 256
"""That the process holds open beside its connections: the log's server, keys, uploads."""


@click.command()
@port
@click.option("--fd", type=int, hidden=True, help="A socket that listens already, by its number.")
def api(port: int, fd: int | None) -> None:
    """Serve the HTTP API, without server and worker: for deployments.

    It listens where SCHICHTBUCH_HOST says. Without SCHICHTBUCH_REDIS_URL it joins the
    `schichtbuch up` that runs on the same data folder.
    """
    settings = begin()

    from services.api.http.connection_limits import ConnectionLimits
    from services.api.http.server import PROXIES, Server
    from services.site import create_app

    listener = listen(settings.host, port) if fd is None else _given(fd)
    app = create_app(settings)
    _look_for_garbage_less_often()
    most = _possible(settings.max_connections)
    share = most // 4 if settings.rate_limit and not PROXIES else 0
    limits = ConnectionLimits(connections=most, per_address=share)
    Server(app, limits).run(sockets=[listener])


def _look_for_garbage_less_often() -> None:
    """What is there now stays, and games come and go by the thousand.

    With the defaults a twentieth of the time of an action went into looking.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def _possible(connections: int) -> int:
    """As many as the system lets a process have, after asking it for more if these are too few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most, needed = _count(hard), connections + OTHER_FILES
    if _count(soft) < needed:
        soft = min(needed, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(connections, _count(soft) - OTHER_FILES))


def _count(limit: int) -> int:
    return sys.maxsize if limit == resource.RLIM_INFINITY else limit


def listen(host: str, port: int) -> socket.socket:
    from services.api.http.server import listening

    try:
        return listening(host, port)
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.ClickException(
            f"cannot listen on {host}:{port}: {reason}; choose another --port or SCHICHTBUCH_HOST"
        ) from error


def _given(fd: int) -> socket.socket:
    os.set_inheritable(fd, False)
    return socket.socket(fileno=fd)
