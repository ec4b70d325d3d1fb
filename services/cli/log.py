"""`schichtbuch log`: what only a human may decide about the transparency log."""

import asyncio
import re

import msgspec
import rich_click as click

from infra.embedded import running_url
from infra.settings import Settings
from services.cli.terminal import console

NAME = re.compile(r"[!-*,-~]{1,200}")


@click.group()
def log() -> None:
    """The transparency log of this installation."""


@log.command("begin-anew")
@click.option("--origin", required=True, help="The name of the new log; the old one must not be.")
def begin_anew(origin: str) -> None:
    """Begin another log, because the leaves of the old one are lost.

    Stop the workers first. The old log has then ended for good: what it has signed stays true, but
    it is never continued. All games get their leaves in the new one.
    """
    if not NAME.fullmatch(origin):
        raise click.ClickException("a name is visible ASCII without spaces or +")
    settings = Settings.from_environment()
    url = settings.redis_url or running_url(settings.data)
    if url is None:
        raise click.ClickException("the server is not running: start it, or `schichtbuch up`")
    before = asyncio.run(_begin_anew(msgspec.structs.replace(settings, redis_url=url), origin))
    said = f"The log {before} has ended. {origin} begins with the next start of a worker;"
    console().print(f"{said} give it to witnesses with its key (`GET /keys`).", markup=False)


async def _begin_anew(settings: Settings, origin: str) -> str:
    from services.bootstrap import open_resources
    from services.transparency import beginning_anew

    resources = open_resources(settings)
    try:
        return await beginning_anew.begin_anew(resources, origin)
    except beginning_anew.SameName as error:
        raise click.ClickException(f"the old log was called {error}; take another name") from error
    finally:
        await resources.close()
