"""`schichtbuch worker`: one worker alone, for deployments."""

import rich_click as click

from services.cli.part import begin


@click.command()
def worker() -> None:
    """Score shifts, move for bots, audit: one worker. Run as many as you like, anywhere.

    Without SCHICHTBUCH_REDIS_URL it joins the `schichtbuch up` that runs on the same data folder.
    """
    settings = begin()

    from services.worker.main import run

    run(settings)
