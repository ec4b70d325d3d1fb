"""`schichtbuch worker`: one worker alone, for deployments."""

from typing import TYPE_CHECKING

import rich_click as click

from services.cli.part import begin

if TYPE_CHECKING:
    from infra.job_queue import QueueName


@click.command()
@click.option(
    "--queue",
    type=click.Choice(["games", "audits", "webhooks"]),
    default="games",
    show_default=True,
    help="What it works on: games (scorings and bots), audits of games and uploaded files, or "
    "webhooks.",
)
def worker(queue: "QueueName") -> None:
    """Work for the service: one worker. Run as many as you like of each queue, anywhere.

    Every installation needs a worker of each queue; `schichtbuch up` runs all. Workers of audits
    need the folder of uploads (SCHICHTBUCH_UPLOADS) that the API has, too.

    Without SCHICHTBUCH_REDIS_URL it joins the `schichtbuch up` that runs on the same data folder.
    """
    settings = begin()

    from redis.exceptions import RedisError

    from services.worker.main import run

    try:
        run(settings, queue)
    except RedisError as error:
        raise click.ClickException(f"the server cannot be reached: {error}") from error
