"""What `up`, `api` and `worker` share: the port, and how one part of the service begins."""

import os
import signal
import sys

import rich_click as click

from infra.settings import Settings
from services.cli.parameters import Whole

port = click.option(
    "--port",
    type=Whole(0, 65535),
    default=8000,
    show_default=True,
    help="Where the API listens; 0: any free port.",
)


def begin() -> Settings:
    """Settings with a server in them; without one, that of a running `schichtbuch up`."""
    from infra.log_lines import configure_logging
    from services.lifeline import follow_supervisor

    settings = Settings.from_environment()
    if not settings.redis_url:
        settings = _beside_a_running_one(settings)
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: sys.exit(0))
    follow_supervisor()
    configure_logging()
    return settings


def _beside_a_running_one(settings: Settings) -> Settings:
    from infra.embedded import running_url

    url = running_url(settings.data)
    if url is None:
        raise click.UsageError(
            f"no server is running in {settings.data}: set SCHICHTBUCH_REDIS_URL,"
            " or start everything with `schichtbuch up`"
        )
    # Into the environment, because jobs read their settings there, too.
    openly = "yes" if settings.open_creation else "no"
    os.environ.update(SCHICHTBUCH_REDIS_URL=url, SCHICHTBUCH_OPEN_CREATION=openly)
    return Settings.from_environment()
