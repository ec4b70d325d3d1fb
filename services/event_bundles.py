"""The bundle of an event, from its log and those of its games."""

import asyncio
from collections.abc import Mapping

from domain.tournament.state import State
from infra.signing_key import load_or_create
from replays.entry import is_for_everybody
from replays.tournaments.aggregate import Tournament
from replays.tournaments.bundle import write_bundle
from services.bootstrap import Resources
from services.exporting import replay_file

MOST_BYTES = 128 * 1024 * 1024
"""Of all games of an event: five hundred large ones."""


class BundleTooLarge(Exception):
    """The games of the event do not fit into one bundle that is made here."""


async def bundle_of(
    resources: Resources, tournament: Tournament, names: Mapping[int, bytes] | None = None
) -> bytes:
    """As the event was at its version, which nobody changes meanwhile; same version, same
    bytes, once the transparency log has signed it."""
    tournament_id = tournament.tournament_id
    entries = await resources.tournament_log.read(tournament_id, 1, tournament.version)
    games: dict[str, bytes] = {}
    size = 0
    for game_id in games_in(tournament.state):
        file = await replay_file(resources, game_id)
        games[game_id] = file if names is not None else without_names(file)
        size += len(games[game_id])
        if size > MOST_BYTES:
            raise BundleTooLarge(tournament_id)
    signer = load_or_create(resources.settings.data)
    proof = await resources.proofs.of_event(tournament_id, entries)
    return await asyncio.to_thread(
        write_bundle, tournament, entries, games, signer, names=names, proof=proof
    )


def without_names(file: bytes) -> bytes:
    """A replay file as it is once the names of its players are erased."""
    return b"".join(line for line in file.splitlines(True) if not is_for_everybody(line))


def games_in(state: State) -> list[str]:
    """Of closed rounds: those of an open one go on, or their deal is still played elsewhere."""
    return [
        game
        for found in state.rounds
        if not found.is_open
        for table in found.tables
        for game in table.opened
    ]
