"""What stands in deploy/ fits the application; containers themselves are not run here."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are not among our tools

from services.cli.main import main

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SETTINGS = set(re.findall(r"SCHICHTBUCH_[A-Z_]+", (ROOT / "docs/operators.md").read_text("utf-8")))


def test_every_part_of_the_compose_file_is_a_command_that_there_is() -> None:
    ours = {name: part for name, part in COMPOSE["services"].items() if name != "redis"}
    assert ours.keys() == {"api", "worker", "audits", "webhooks", "archive"}
    for name, part in ours.items():
        words = " ".join(part["command"])
        command = re.sub(r"^.*schichtbuch ", "", words).split()[0]
        assert command in main.commands, name
        assert part["depends_on"]["redis"]["condition"] == "service_healthy"


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "schichtbuch.service"])
def test_only_settings_that_there_are_are_set(name: str) -> None:
    used = set(re.findall(r"SCHICHTBUCH_[A-Z_]+", (DEPLOY / name).read_text("utf-8")))
    assert used <= SETTINGS


def test_volumes_and_copied_files_exist() -> None:
    mounted = {
        volume.partition(":")[0]
        for part in COMPOSE["services"].values()
        for volume in part["volumes"]
    }
    assert mounted == COMPOSE["volumes"].keys()
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    for source in re.findall(r"^COPY ([^-\n]+) \S+$", text, re.MULTILINE):
        for path in source.split():
            assert (ROOT / path).exists(), path


def test_the_unit_is_one(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    text = (DEPLOY / "schichtbuch.service").read_text("utf-8")
    # The program itself need not be installed for the unit to be well formed.
    unit = tmp_path / "schichtbuch.service"
    unit.write_text(re.sub("^ExecStart=[^ ]+", "ExecStart=/bin/true", text, flags=re.MULTILINE))
    said = subprocess.run(
        [analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert "schichtbuch.service" not in said.stderr, said.stderr
