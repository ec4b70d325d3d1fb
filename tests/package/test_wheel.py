"""The wheel runs anywhere: built, installed into an empty environment, and used there.

Nothing is downloaded: the environment sees our installed dependencies through a `.pth` file, but
not the checkout, because editable installs are found through `.pth` files that only we read.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

from tests.waiting import eventually

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "replays", "infra", "services")
DEPENDENCIES = sysconfig.get_path("purelib")


class Installed:
    """An environment with the wheel in it, far from the checkout."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder / "elsewhere"
        self.folder.mkdir()
        home = folder / "environment"
        venv.create(home, with_pip=False)
        self.python = home / "bin" / "python"
        [site] = home.glob("lib/python*/site-packages")
        (site / "dependencies.pth").write_text(f"{DEPENDENCIES}\n")
        install = ["-m", "pip", "--python", str(self.python), "install", "--quiet", "--no-index"]
        run([sys.executable, *install, "--no-deps", "--ignore-installed", str(wheel)], folder)
        self.command = home / "bin" / "schichtbuch"
        kept = {name: value for name, value in os.environ.items() if "PYTHON" not in name}
        kept = {name: value for name, value in kept.items() if not name.startswith("SCHICHTBUCH_")}
        self.environment = {**kept, "SCHICHTBUCH_DATA": str(self.folder / "data")}

    def schichtbuch(self, *args: str) -> str:
        return run([str(self.command), *args], self.folder, self.environment)


def run(command: list[str], folder: Path, environment: dict[str, str] | None = None) -> str:
    ran = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a copy, so that what an earlier build left behind is not in it."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for name in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, source)
    build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(built), str(source)]
    run([sys.executable, *build], built)
    [found] = built.glob("schichtbuch-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"), wheel)


def test_everything_is_in_the_wheel(wheel: Path) -> None:
    """Catalogs, texts, pages, samples, rules: every file of the packages."""
    inside = set(ZipFile(wheel).namelist())
    files = {
        str(path.relative_to(ROOT))
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files - inside == set()
    assert not [name for name in inside if name.startswith(("tests/", "clients/"))]


def test_games_are_simulated_and_verified_far_from_the_checkout(installed: Installed) -> None:
    asked = "import services; print(services.__file__)"
    where = run([str(installed.python), "-c", asked], installed.folder, installed.environment)
    assert str(ROOT) not in where
    games = ("--game", "gluck-auf", "--players", "2", "--games", "1", "--bots", "random")
    installed.schichtbuch("simulate", *games, "--seed", "7", "--out", "games")
    said = installed.schichtbuch("verify", "games")
    assert "BROKEN" not in said
    assert "chain" in said


CHILD = """
import os, subprocess, sys
sys.path[:0] = [sys.argv[1]]
from services.supervisor import path_of_zipapp, service_parts
command = service_parts(0, 0, 0)[0].command
environment = {**os.environ, **path_of_zipapp()}
sys.exit(subprocess.run([*command, "--help"], env=environment).returncode)
"""


def test_the_parts_of_a_zipapp_find_what_it_has_unpacked(wheel: Path, tmp_path: Path) -> None:
    """As with `shiv`, which puts it on the path of its own process."""
    unpacked, environment = tmp_path / "unpacked", tmp_path / "environment"
    ZipFile(wheel).extractall(unpacked)
    venv.create(environment, with_pip=False)
    [site] = environment.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(f"{DEPENDENCIES}\n")
    with ZipFile(tmp_path / "application.pyz", "w") as zipped:
        zipped.writestr("__main__.py", CHILD)
    kept = {name: value for name, value in os.environ.items() if "PYTHON" not in name}
    command = [str(environment / "bin" / "python"), "application.pyz", str(unpacked)]
    assert "HTTP API" in run(command, tmp_path, kept)


def test_the_whole_service_runs_from_it(installed: Installed) -> None:
    """Also in a folder that has a package with a name of ours."""
    (installed.folder / "services").mkdir()
    (installed.folder / "services" / "__init__.py").touch()
    out = installed.folder / "out"
    with out.open("wb") as printed, (installed.folder / "log").open("wb") as log:
        command = [str(installed.command), "up", "--port", "0", "--workers", "1"]
        up = subprocess.Popen(
            command, cwd=installed.folder, env=installed.environment, stdout=printed, stderr=log
        )
        try:
            eventually(lambda: "Ctrl-C stops it" in out.read_text() or up.poll() is not None, 120)
            address = out.read_text().split()[3].rstrip(";")
            with httpx.Client(base_url=address, timeout=60) as http:
                for path in ("/", "/web/any/main.js", "/rules/gluck-auf", "/schema/openapi.json"):
                    assert http.get(path).status_code == 200, path
                eventually(lambda: http.get("/api/v1/games").json()["games"], 60)
        finally:
            up.terminate()
            ended = up.wait(60)
    assert ended == 0
