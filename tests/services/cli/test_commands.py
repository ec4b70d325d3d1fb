"""The command line: what it prints, what it writes, and how it ends."""

import json
import re
from copy import deepcopy
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.gluck_auf import GLUCK_AUF
from replays.findings import GUARANTEES
from replays.samples import samples
from services.bench import MEASURES, verifying
from services.bench.games import replay_files
from services.cli.main import main
from tests.replays.forging import Entry, forge_with_our_key
from tests.replays.test_tampering import find_event
from tests.services.cli.running import as_a_process, schichtbuch

SIMULATE = ("simulate", "--players", "2", "--games", "2", "--seed", "7", "--bots", "random")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two games, and its data folder beside it."""
    folder = tmp_path_factory.mktemp("played")
    as_a_process(*SIMULATE, "--out", str(folder / "games"), "--jobs", "2", data=folder / "data")
    return folder


def simulate(out: Path, data: Path, *more: str) -> str:
    return schichtbuch(*SIMULATE, "--out", str(out), "--jobs", "1", *more, data=data)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def first(played: Path) -> str:
    return str(sorted((played / "games").iterdir())[0])


def test_the_same_seed_gives_the_same_bytes(played: Path, tmp_path: Path) -> None:
    """Also in one process instead of two."""
    simulate(tmp_path, played / "data")
    assert files(tmp_path) == files(played / "games")
    assert len(files(tmp_path)) == 2


def test_another_seed_gives_other_games(played: Path, tmp_path: Path) -> None:
    simulate(tmp_path, played / "data", "--seed", "8")
    assert not files(tmp_path).keys() & files(played / "games").keys()


def test_simulate_says_who_won_how_often(played: Path) -> None:
    args = ("simulate", "--players", "3", "--games", "4", "--bots", "greedy,random", "--json")
    summary = json.loads(schichtbuch(*args, "--jobs", "1", data=played / "data"))
    assert [game["winners"] != [] for game in summary["games"]] == [True] * 4
    assert sum(bot["seats"] for bot in summary["bots"]) == 12
    wins = {bot["bot"]: bot["wins"] for bot in summary["bots"]}
    assert wins["greedy"] > wins["random"]


def test_simulated_games_hold_in_everything(played: Path) -> None:
    printed = schichtbuch("verify", str(played / "games"), data=played / "data")
    assert "2 files checked, 0 with something broken" in printed
    assert printed.count(f" {len(GUARANTEES) - 1} ") == 2, "all but that of the log"
    assert "\x1b" not in printed, "colours belong on a terminal only"


def test_verify_speaks_json(played: Path) -> None:
    printed = schichtbuch("verify", first(played), "--json", data=played / "data")
    summary = json.loads(printed)
    assert summary["ok"] is True
    [file] = summary["files"]
    assert set(file["report"]["verdicts"]) == {
        *("chain", "signature", "seals", "deal"),
        *("rules", "scoring", "conservation", "result"),
        *("clock", "rulings", "log"),
    }
    assert file["report"]["result"]["status"] == "played"
    verdicts = file["report"]["verdicts"]
    assert verdicts.pop("log")["code"] == "log.no_proof", "no server has taken it"
    assert {v["verdict"] for v in verdicts.values()} == {"holds"}


def test_verify_says_what_was_recorded_and_what_the_rules_say(tmp_path: Path) -> None:
    sample = dict(samples())["gluck_auf/two-players"]
    file = tmp_path / "forged.schicht"
    file.write_bytes(sample.replace(b'"vp":5,"cubes_returned"', b'"vp":9,"cubes_returned"', 1))
    printed = " ".join(schichtbuch("verify", str(file), data=tmp_path, expect=1).split())
    assert "Entry 13, recorded: Bruno delivers the Carriage Order (black; 5 VP) and" in printed
    assert "and scores 9 VP" in printed.partition("The rules:")[0]
    assert "and scores 5 VP" in printed.partition("The rules:")[2]


def test_verify_says_first_that_a_file_is_cut_off(tmp_path: Path) -> None:
    sample = dict(samples())["gluck_auf/two-players"]
    file = tmp_path / "cut.schicht"
    file.write_bytes(sample[: len(sample) // 2])
    printed = schichtbuch("verify", str(file), "--lang", "de", data=tmp_path, expect=1)
    assert printed.startswith("Die Datei ist nach Eintrag 46 abgeschnitten")
    assert "truncated" not in printed


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("verdict", "BROKEN", "stands where version", "1 with something broken")),
        ("de", ("Urteil", "GEBROCHEN", "wo Version", "in 1 ist etwas gebrochen")),
        ("hu", ("ítélet", "SÉRÜLT", "verzió áll ott", "ebből 1 sérült")),
    ],
)
def test_verify_speaks_three_languages(
    played: Path, tmp_path: Path, language: str, words: tuple[str, ...]
) -> None:
    column, mark, reason, summary = words
    bad = tmp_path / "bad.schicht"
    bad.write_bytes(Path(first(played)).read_bytes().replace(b'"v":9,', b'"v":8,', 1))
    data = played / "data"
    one = schichtbuch("verify", str(bad), "--lang", language, data=data, expect=1)
    assert all(word in one for word in (column, mark, reason))
    two = schichtbuch("verify", str(bad), first(played), "--lang", language, data=data, expect=1)
    assert all(word in two for word in (mark, reason, summary))
    told = schichtbuch("verify", str(bad), "--lang", language, "--json", data=data, expect=1)
    assert reason in json.loads(told)["files"][0]["report"]["verdicts"]["chain"]["reason"]


def test_verify_looks_into_folders_inside_a_folder(played: Path, tmp_path: Path) -> None:
    for name in ("a/b/one.schicht", "two.schicht", "c/one.schicht"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(Path(first(played)).read_bytes())
    (tmp_path / "d.schicht").mkdir()
    printed = schichtbuch("verify", str(tmp_path), data=played / "data")
    assert "3 files checked, 0 with something broken" in printed
    assert "a/b/one.schicht" in printed
    assert "c/one.schicht" in printed
    empty = tmp_path / "d.schicht"
    assert "there is no .schicht file in" in schichtbuch(
        "verify", str(empty), data=played / "data", expect=2
    )


@pytest.mark.parametrize("name", ["[/]", "[red]x[/red]", "\x1b[31mred", "\u202edrow"])
def test_what_a_stranger_wrote_is_printed_as_it_is(name: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.schicht"
    bad.write_text(json.dumps({"format": name, "game": name, "rules": name}) + "\n")
    for files in ((str(bad),), (str(bad), str(bad))):
        printed = schichtbuch("verify", *files, data=tmp_path, expect=1)
        assert "Traceback" not in printed
        assert "\x1b" not in printed
        assert "this is not a replay file: the format is" in printed


def test_what_a_forged_file_cannot_mean_is_not_shown(played: Path, tmp_path: Path) -> None:
    def nobody_next(parsed: list[Entry]) -> None:
        find_event(parsed, "turn_ended")["next_player"] = -999

    forged = tmp_path / "forged.schicht"
    forged.write_bytes(forge_with_our_key(Path(first(played)).read_bytes(), nobody_next))
    printed = schichtbuch("show", str(forged), "--log", data=tmp_path, expect=1)
    assert "it says what no game can say" in printed
    assert "Traceback" not in printed


def test_more_of_a_file_than_is_ever_looked_at_is_not_read(tmp_path: Path) -> None:
    large = tmp_path / "large.schicht"
    with large.open("wb") as file:
        file.truncate(10**12)
    printed = schichtbuch("verify", str(large), data=tmp_path, expect=1)
    assert "the file has more than 20971520 bytes" in printed
    assert "20971520 bytes" in schichtbuch("show", str(large), data=tmp_path, expect=1)


def test_verify_fails_when_something_is_broken(played: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.schicht"
    bad.write_bytes(Path(first(played)).read_bytes().replace(b'"v":9,', b'"v":8,', 1))
    printed = schichtbuch("verify", str(bad), data=played / "data", expect=1)
    assert re.search(r"chain\s+│ BROKEN", printed)
    both = schichtbuch("verify", str(bad), first(played), data=played / "data", expect=1)
    assert "1 with something broken" in both


def test_verify_elsewhere_cannot_tell_who_signed_until_it_is_given_the_key(
    played: Path, tmp_path: Path
) -> None:
    printed = schichtbuch("verify", first(played), "--json", data=tmp_path)
    signature = json.loads(printed)["files"][0]["report"]["verdicts"]["signature"]
    assert signature["verdict"] == "cannot tell"
    key = signature["reason"].split()[-1]
    known = schichtbuch("verify", first(played), "--json", "--key", key, data=tmp_path)
    assert json.loads(known)["files"][0]["report"]["verdicts"]["signature"]["verdict"] == "holds"


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Shift"), ("de", "Schicht"), ("hu", "műszak")]
)
def test_show_draws_the_board_in_three_languages(played: Path, language: str, word: str) -> None:
    printed = schichtbuch("show", first(played), "--lang", language, data=played / "data")
    assert word.lower() in printed.lower()
    assert "Anna" in printed
    assert "Bruno" in printed


def test_show_draws_any_moment(played: Path) -> None:
    early = schichtbuch("show", first(played), "--at", "2", data=played / "data")
    late = schichtbuch("show", first(played), data=played / "data")
    assert early != late
    view = json.loads(
        schichtbuch("show", first(played), "--at", "1.1", "--json", data=played / "data")
    )
    assert view["phase"] == "created"


def test_show_tells_the_story(played: Path) -> None:
    story = schichtbuch("show", first(played), "--log", "--lang", "de", data=played / "data")
    assert len(story.splitlines()) > 300
    assert "Anna" in story
    told = json.loads(
        schichtbuch("show", first(played), "--log", "--json", "--at", "2", data=played / "data")
    )
    assert told[0]["type"] == "game_created"
    assert told[-1]["at"] == "2.1"


def test_show_hides_from_the_public_what_only_a_seat_may_see(played: Path) -> None:
    args = ("show", first(played), "--at", "60", "--json")
    public = json.loads(schichtbuch(*args, data=played / "data"))
    seat = json.loads(schichtbuch(*args, "--seat", "1", data=played / "data"))
    assert public["players"][1]["delivered"] is None
    assert seat["players"][1]["delivered"] is not None


def test_moments_that_are_not_there_are_explained(played: Path) -> None:
    for at, said in (("999", "version 999 is not there"), ("2.9", "version 2 has only 1 event ")):
        printed = schichtbuch("show", first(played), "--at", at, data=played / "data", expect=2)
        assert said in printed


def test_a_key_file_that_is_no_key_is_explained(tmp_path: Path) -> None:
    (tmp_path / "signing-key.pem").write_text("nonsense")
    args = ("simulate", "--bots", "random", "--out", str(tmp_path / "out"))
    printed = schichtbuch(*args, data=tmp_path, expect=1)
    assert "does not hold a private key" in printed
    assert "Traceback" not in printed


def test_a_corrected_catalog_travels_in_the_replay(played: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    content = deepcopy(GLUCK_AUF.catalog.named)
    content["orders"]["items"][0]["vp"] = 20
    own.write_text(json.dumps(content))
    out = tmp_path / "out"
    simulate(out, played / "data", "--catalog", str(own))
    header = json.loads(next(iter(files(out).values())).splitlines()[0])
    assert header["catalog"]["orders"]["items"][0]["vp"] == 20
    printed = schichtbuch("verify", str(out), data=played / "data")
    assert printed.count(f" {len(GUARANTEES) - 1} ") == 2, "all but that of the log"


def test_a_broken_catalog_says_which_card_is_wrong(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    content = deepcopy(GLUCK_AUF.catalog.named)
    content["orders"]["items"][3]["vehicle"] = "balloon"
    own.write_text(json.dumps(content))
    printed = schichtbuch("simulate", "--catalog", str(own), data=tmp_path, expect=2)
    assert "order-barrow-04" in printed
    assert "balloon" in printed


def test_every_command_has_help(tmp_path: Path) -> None:
    listed = schichtbuch("--help", data=tmp_path)
    for command in main.commands:
        assert command in listed
        assert "--help" in CliRunner().invoke(main, [command, "--help"]).output


def test_every_row_of_the_bench_is_measured_somewhere() -> None:
    for where in MEASURES.values():
        assert callable(getattr(import_module(f"services.bench.{where}"), where))


def test_bench_measures_and_speaks_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one game of each instead of twelve: the figures are others, the way to them is not."""
    monkeypatch.setattr(verifying, "replay_files", lambda game: replay_files(1, game))
    result = CliRunner().invoke(main, ["bench", "--json", "verify"])
    assert result.exit_code == 0, result.output
    rows = json.loads(result.output)["rows"]
    assert [row["name"] for row in rows] == [
        "verify-gluck-auf",
        "verify-kartenspiel",
        "verify-schichtwechsel",
    ]
    assert {"name", "value", "against", "ratio", "goal", "holds"} <= rows[0].keys()
    value = rows[0]["value"]
    assert 0 < value["low"] <= value["median"] <= value["high"]
