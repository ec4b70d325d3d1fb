"""`schichtbuch`: the command line."""

import rich_click as click

from infra.organizer_key import EmptyKey
from infra.settings import BadSetting
from infra.signing_key import UnusableKey
from services.cli.api import api
from services.cli.archive import archive
from services.cli.bench import bench
from services.cli.doctor import doctor
from services.cli.exporting import export_game, import_games
from services.cli.log import log
from services.cli.replay_all import replay_all
from services.cli.show import show
from services.cli.simulate import simulate
from services.cli.tournament import tournament
from services.cli.up import up
from services.cli.verify import verify
from services.cli.witness import witness
from services.cli.worker import worker


class Commands(click.RichGroup):
    """What went wrong outside our own code is said in one sentence, not in a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (BadSetting, EmptyKey, UnusableKey) as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
            raise click.ClickException(said) from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="schichtbuch")
def main() -> None:
    """The game record of three mining games: play, replay, and prove that it was fair."""


for command in (
    up,
    api,
    worker,
    simulate,
    verify,
    replay_all,
    show,
    bench,
    doctor,
    export_game,
    import_games,
    tournament,
    archive,
    witness,
    log,
):
    main.add_command(command)


if __name__ == "__main__":
    main()
