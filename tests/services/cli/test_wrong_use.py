"""Whatever is typed wrongly gets one clear sentence and exit code 1 or 2, never a traceback."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.registry import GAMES
from services.api.rulesets import rule_set
from services.cli.main import main
from tests.services.cli.running import as_a_process

SAMPLE = str(Path(__file__).parents[3] / "replays/samples/gluck_auf/two-players.schicht")
ASSIGNED = ("--option", "starting_player_method=assigned")
KARTENSPIEL = ("simulate", "--game", "kartenspiel")
SCHICHTWECHSEL = ("simulate", "--game", "schichtwechsel")
HUGE = "9" * 5000
FOREIGN_WORDS = re.compile(r"Traceback|Errno|msgspec|Expected `|Invalid enum|at `\$")
"""Of Python and of libraries: nothing that a person can act on."""

WRONG = [
    (("simulate", "--players", "x"), "a whole number from 1 to 8"),
    (("simulate", "--players", "1000000000"), "a whole number from 1 to 8"),
    (("simulate", "--players", "1"), "needs 2 to 4 players"),
    ((*KARTENSPIEL, "--players", "5"), "for 2 to 4 players, not for 5"),
    ((*SCHICHTWECHSEL, "--players", "8"), "needs 2 to 4 players, not 8"),
    (("simulate", "--game", "chess"), "'chess' is not one of"),
    (("simulate", "--bots", "hal"), "there is no bot 'hal'; there are: random, greedy"),
    (("simulate", "--bots", "greedy,,random"), "there is no bot ''"),
    (("simulate", "--games", "0"), "from 1 to 1,000,000, not '0'"),
    (("simulate", "--games", "٣"), "a whole number"),
    (("simulate", "--seed", HUGE), "a whole number"),
    (("simulate", "--jobs", "0"), "from 1 to 256"),
    (("simulate", "--edition", "xx"), "there are: de, en, hu"),
    ((*KARTENSPIEL, "--edition", "de"), "there is: standard"),
    ((*SCHICHTWECHSEL, "--edition", "de"), "there is: standard"),
    (("simulate", "--option", "x"), "write it as NAME=VALUE, not 'x'"),
    (("simulate", "--option", "=1"), "write it as NAME=VALUE"),
    (("simulate", "--option", "luck=bad"), "there is no option 'luck'; there are: second_place"),
    (("simulate", "--option", "storage_rule=maybe"), "it can be: no_matching_spot, free"),
    (("simulate", "--option", f"{'x' * 101}=1"), "no option has a name of 101 letters"),
    (("simulate", "--option", f"storage_rule={'x' * 101}"), "cannot be 101 characters long"),
    (("simulate", *ASSIGNED), "'assigned' needs starting_player: a seat from 0 to 3"),
    (("simulate", *ASSIGNED, *ASSIGNED), "'starting_player_method' is given twice"),
    (
        ("simulate", *ASSIGNED, "--option", "starting_player=9"),
        "cannot be 9; it can be: 0, 1, 2, 3",
    ),
    (("simulate", *ASSIGNED, "--option", "starting_player=01"), "cannot be '01'; write 1"),
    (("simulate", *ASSIGNED, "--option", "starting_player=Anna"), "cannot be 'Anna'; it can be"),
    (("simulate", "--option", "starting_player=1"), "needs starting_player_method 'assigned'"),
    ((*KARTENSPIEL, "--option", "start_player=01"), "cannot be '01'; write 1"),
    ((*KARTENSPIEL, "--option", "start_player=7"), "it can be: random, 0, 1, 2, 3"),
    ((*KARTENSPIEL, "--option", f"start_player={HUGE}"), "cannot be 5000 characters long"),
    ((*KARTENSPIEL, "--option", "colors=red"), "4 different ones, with commas, of red, blue"),
    ((*SCHICHTWECHSEL, "--option", "start_player=01"), "cannot be '01'; write 1"),
    ((*SCHICHTWECHSEL, "--option", "house_removal=x"), "it can be: free, left_to_right"),
    ((*SCHICHTWECHSEL, "--option", "leader_ties_score=maybe"), "it can be: true, false"),
    ((*SCHICHTWECHSEL, "--option", "leader_min_position=-1"), "it can be: 0 to 999"),
    ((*SCHICHTWECHSEL, "--option", "leader_min_position=007"), "cannot be '007'; write 7"),
    ((*SCHICHTWECHSEL, "--option", f"leader_min_position={'9' * 30}"), "more than 9 digits"),
    (("simulate", "--catalog", "{folder}/nope"), "does not exist"),
    (("simulate", "--catalog", "{folder}/bytes.schicht"), "the catalog is not JSON"),
    (("simulate", "--out", "{folder}/bytes.schicht"), "is a file"),
    (("simulate", "--out", "{folder}/bytes.schicht/x"), "/x: Not a directory"),
    (("simulate", "extra"), "unexpected extra argument"),
    (("show",), "Missing argument"),
    (("show", "{folder}"), "is a directory"),
    (("show", "{folder}/empty.schicht"), "this is not a replay file"),
    (("show", "{folder}/bytes.schicht"), "this is not a replay file"),
    (("show", SAMPLE, "--at", "x"), "'x' is no moment; write 17, or 17.3"),
    (("show", SAMPLE, "--at", HUGE), "is no moment"),
    (("show", SAMPLE, "--at", "0"), "the file has 1 to 91"),
    (("show", SAMPLE, "--at", "999"), "the file has 1 to 91"),
    (("show", SAMPLE, "--seat", "5"), "there is no seat 5; seats are 0 to 1"),
    (("show", SAMPLE, "--seat", "-1"), "a whole number from 0"),
    (("show", SAMPLE, "--lang", "fr"), "'fr' is not one of"),
    (("show", SAMPLE, "--html", "{folder}/x.html", "--log"), "leave --log and --json out"),
    (("show", SAMPLE, "--html", "{folder}/x.html", "--at", "999"), "followed from 1 to 91"),
    (("show", SAMPLE, "--html", "{folder}/x.html", "--seat", "5"), "its seats are 0 to 1"),
    (("show", SAMPLE, "--html", "{folder}/no/x.html"), "No such file or directory"),
    (("show", "{folder}/bytes.schicht", "--html", "{folder}/x.html"), "nothing of it can be shown"),
    (("verify",), "Missing argument"),
    (("verify", "{folder}/nope"), "there is no file"),
    (("verify", SAMPLE, "--key", "k"), "a key is written name+id+base64"),
    (("up", "--port", "99999"), "from 0 to 65,535"),
    (("up", "--workers", "x"), "a whole number from 1"),
    (("up", "--data", "{folder}/empty.schicht"), "is a file"),
    (("api", "--port", "-1"), "from 0 to 65,535"),
    (("api",), "no server is running in"),
    (("worker",), "no server is running in"),
    (("worker", "extra"), "unexpected extra argument"),
    (("bench", "nope"), "'nope' is not one of"),
    (("bench", "--plot", "growth.txt"), "it must end with"),
    (("bench", "--plot", "{folder}/no/growth.svg"), "there is no folder"),
    (("doctor", "extra"), "unexpected extra argument"),
    (("export", "x"), "no server is running in"),
    (("import", "{folder}/nope"), "there is no file"),
    (("nope",), "No such command"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "empty.schicht").touch()
    (tmp_path / "bytes.schicht").write_bytes(bytes(range(256)))
    monkeypatch.setenv("SCHICHTBUCH_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "400")
    return tmp_path


def typed(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, [word.replace("{folder}", str(folder)) for word in words])


@pytest.mark.parametrize(("words", "said"), WRONG, ids=[" ".join(words)[:60] for words, _ in WRONG])
def test_wrong_use_is_explained(folder: Path, words: tuple[str, ...], said: str) -> None:
    before = sorted(folder.rglob("*"))
    result = typed(folder, *words)
    assert result.exit_code in (1, 2), result.output
    assert isinstance(result.exception, SystemExit)
    printed = " ".join(re.sub("[│─╭╮╰╯]", " ", result.output).split())
    assert said in printed
    assert not FOREIGN_WORDS.search(printed)
    assert len(printed) < 500
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize("game", GAMES)
def test_help_names_the_editions_of_every_game(folder: Path, game: str) -> None:
    printed = " ".join(typed(folder, "simulate", "--help").output.split())
    said = re.search(r"Rules edition: (.*?) Default", printed)
    assert said
    editions = rule_set(game).editions
    first, others = said[1].split("; ")
    told = first if game in first else others
    assert all(re.search(rf"\b{edition}\b", told) for edition in editions)
    assert {"de", "standard"} - set(editions) != {"de", "standard"}


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("REDIS_URL", "redis://host:notaport", "must name a host"),
        ("REDIS_URL", "redis+cluster://127.0.0.1:1", "QUEUE_URL must name a server"),
        ("RATE_LIMIT", HUGE, "must be a whole number"),
    ],
)
@pytest.mark.parametrize("command", ["doctor", "worker", "export", "up", "api"])
def test_a_wrong_setting_is_explained(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    variable: str,
    value: str,
    said: str,
) -> None:
    monkeypatch.setenv(f"SCHICHTBUCH_{variable}", value)
    result = typed(folder, command, *(["game"] if command == "export" else []))
    assert result.exit_code == 1
    assert said in " ".join(result.output.replace("│", " ").split())
    assert "Traceback" not in result.output


def test_a_host_that_is_not_there_is_explained(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHICHTBUCH_HOST", "999.1.1.1")
    printed = as_a_process("up", "--port", "0", data=folder, expect=1)
    assert "cannot listen on 999.1.1.1:0" in printed
    assert "Unknown error" not in printed


def test_a_worker_without_its_server_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHICHTBUCH_REDIS_URL", f"unix://{folder}/no.sock")
    printed = as_a_process("worker", data=folder, expect=1)
    assert "the server cannot be reached" in printed
    assert "Traceback" not in printed
