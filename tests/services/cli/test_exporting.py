"""`export` and `import`, run as an operator runs them, between two servers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.registry import GAMES
from infra.game_log import GameSetup
from replays.file import replay_of
from replays.record import Record
from tests.replays.games import record
from tests.replays.hostile import STRANGER
from tests.services.cli.operator import SEATS, Operator
from tests.services.cli.running import schichtbuch


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Operator]:
    operator = Operator(tmp_path / "here", monkeypatch)
    yield operator
    operator.server.stop()


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Operator]:
    operator = Operator(tmp_path / "there", monkeypatch)
    yield operator
    operator.server.stop()


def key_of(operator: Operator, path: Path) -> str:
    printed = schichtbuch("verify", str(path), "--json", data=operator.data)
    key: str = json.loads(printed)["files"][0]["report"]["verdicts"]["signature"]["facts"]["key"]
    return key


def test_every_game_goes_to_another_server_and_is_played_on_there(
    here: Operator, there: Operator, tmp_path: Path
) -> None:
    over, running = record(players=2, seed=3), here.creates()
    here.has(over)
    folder = tmp_path / "backups" / "today"
    said = here.runs("export", "--all", "--with-tokens", "--out", str(folder))
    assert "2 of 2 games" in said
    assert "knows every card" in said
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    key = key_of(there, folder / f"{over.game_id}.schicht")
    said = there.runs("import", str(folder.parent), "--with-tokens", expect=1)
    assert said.count(f"trust it with --trust {key}") == 2
    said = there.runs("import", str(folder.parent), "--with-tokens", "--trust", key)
    assert said.count("imported") == 2
    assert there.version(over.game_id) == over.version
    game_id = running.aggregate.game_id
    access = [o.ask(lambda w: w.log.access(game_id)) for o in (here, there)]
    assert access[0] == access[1]
    said = there.runs("import", str(folder), "--with-tokens", "--trust", key)
    assert said.count("is there already") == 2


def test_every_game_as_the_public_may_have_it(here: Operator, tmp_path: Path) -> None:
    for seed in (3, 4):
        here.has(record(players=2, seed=seed))
    running = here.creates().aggregate.game_id
    assert "3 of 3 games" in here.runs("export", "--all", "--out", str(tmp_path / "out"))
    printed = schichtbuch("verify", str(tmp_path / "out"), data=here.data)
    assert "3 files checked, 0 with something broken" in printed
    public = (tmp_path / "out" / f"{running}.schicht").read_bytes()
    assert b"secret" not in public
    said = here.runs("import", str(tmp_path / "out" / f"{running}.schicht"), expect=1)
    assert "only a backup of `schichtbuch export --with-tokens` can be played on" in said


def test_one_damaged_log_does_not_keep_the_others_from_their_export(
    here: Operator, tmp_path: Path
) -> None:
    good, bad = record(players=2, seed=3), record(players=2, seed=4)
    here.has(good)
    here.ask(lambda w: w.log.restore(bad.game_id, bad.entries[1:5], GameSetup({})))
    said = here.runs("export", "--all", "--out", str(tmp_path / "out"), expect=1)
    assert "1 of 2 games" in said
    assert f"the log of {bad.game_id} is damaged" in said
    assert [file.name for file in (tmp_path / "out").iterdir()] == [f"{good.game_id}.schicht"]


def test_files_that_others_can_read_are_not_restored(
    here: Operator, there: Operator, tmp_path: Path
) -> None:
    game_id = here.creates().aggregate.game_id
    path = tmp_path / f"{game_id}.schicht"
    here.runs("export", game_id, "--with-tokens", "--out", str(path))
    restore = ("import", str(path), "--with-tokens", "--trust", key_of(there, path))
    for open_to_all in (path, path.with_suffix(".tokens.json")):
        open_to_all.chmod(0o644)
        said = there.runs(*restore, expect=1)
        assert f"{open_to_all} can be read by others (mode 644)" in said
        assert f"chmod 600 {open_to_all}" in said
        open_to_all.chmod(0o600)
    path.with_suffix(".tokens.json").rename(tmp_path / "elsewhere")
    assert "with the tokens" in there.runs(*restore, expect=1)
    said = there.runs("import", str(path), *restore[3:])
    assert "nobody has a token" in said


def test_a_stranger_s_game_is_taken_as_that_or_not_at_all(here: Operator, tmp_path: Path) -> None:
    made = record(players=2, seed=5)
    path, key = tmp_path / "strange.schicht", tmp_path / "key.txt"
    path.write_bytes(replay_of(made, None, STRANGER))
    key.write_text(f"{STRANGER.key}\n")
    said = here.runs("import", str(path), expect=1)
    assert f"trust it with --trust {STRANGER.key}, or take it as somebody else's" in said
    assert "imported, as somebody else's" in here.runs("import", str(path), "--foreign")
    out = tmp_path / "out.schicht"
    here.runs("export", made.game_id, "--out", str(out))
    assert out.read_bytes() == path.read_bytes()
    said = here.runs("import", str(path), "--trust", str(key))
    assert "is there already" in said


def test_an_id_may_begin_with_a_dash(here: Operator, tmp_path: Path) -> None:
    """New ones do not, but older games are called what they are called."""
    at = "2020-01-01T06:00:00Z"
    game = GAMES["gluck-auf"]
    here.has(
        Record.create(game, game_id="-Rv", seats=SEATS, secret=bytes(32), at=at, names_salt="ab")
    )
    out = tmp_path / "out"
    out.mkdir()
    here.runs("export", "--out", str(out), "--", "-Rv")
    assert "-Rv: gluck-auf" in schichtbuch("verify", str(out / "-Rv.schicht"), data=here.data)
    here.runs("export", "--all", "--out", str(out / "all"))
    assert (out / "all" / "-Rv.schicht").read_bytes() == (out / "-Rv.schicht").read_bytes()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("export",), "name one game, or write --all"),
        (("export", "abc", "--all"), "name one game, or write --all"),
        (("export", "--all", "--out", "-"), "write files, not to standard output"),
        (("export", "abc", "--with-tokens", "--out", "-"), "write files, not to standard output"),
        (("export", "-abc"), "export -- -abc"),
        (("import", "nowhere.schicht"), "there is no file nowhere.schicht"),
        (("import", "README.md", "--trust", "k"), "a key is written name+id+base64"),
    ],
)
def test_wrong_use_is_explained(args: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in schichtbuch(*args, data=tmp_path, expect=2)


def test_a_game_that_is_not_there_is_named(here: Operator) -> None:
    for name in ("abc", "../abc"):
        assert f"there is no game {name}" in here.runs("export", name, expect=1)
