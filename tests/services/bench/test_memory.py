"""What counts as the memory of a game: everything that a played game leaves on the server."""

from functools import partial

from services.bench.games import four_player_games, replay_files
from services.bench.ground import ground
from services.bench.memory import BESIDE, imported, played, taken


def test_a_played_game_counts_with_all_that_lies_beside_its_log() -> None:
    [record], [file] = four_player_games(1), replay_files(1)
    with ground() as here:
        here_played = taken(here, partial(played, [record]))
        here_imported = taken(here, partial(imported, [file]))
    stored = sum(len(entry.line) + sum(map(len, entry.seals)) for entry in record.entries)
    assert here_played.by_kind["log"] > stored
    assert here_imported.by_kind["log"] > stored
    assert all(here_played.by_kind[kind] for kind in (*BESIDE, "index"))
    assert not here_imported.by_kind["snapshots"] + here_imported.by_kind["audits"]
