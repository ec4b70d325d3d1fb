"""The commands of the README work as they stand there."""

import os
import re
import subprocess
from pathlib import Path

from tests.faults.service import Service

ROOT = Path(__file__).parent.parent


def commands() -> list[str]:
    """Every line after `$`, with the lines it goes on in; but not `make`, which runs us."""
    text = (ROOT / "README.md").read_text("utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    found = [line for block in blocks for line in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [command for command in found if not command.startswith("make ")]


def test_what_the_readme_says_can_be_pasted(tmp_path: Path) -> None:
    service = Service(tmp_path / "data")
    try:
        script = "".join(commands()).replace("http://127.0.0.1:8000", service.url)
        (tmp_path / "replays").symlink_to(ROOT / "replays")
        (tmp_path / ".venv").symlink_to(ROOT / ".venv")
        ran = subprocess.run(
            ["bash", "-eu"],
            input=script,
            cwd=tmp_path,
            env={**os.environ, "SCHICHTBUCH_DATA": str(tmp_path / "data")},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert '"order_drafted"' in ran.stdout
        assert "event: entry" in ran.stdout
        assert "chain" in ran.stdout
        assert "BROKEN" not in ran.stdout
    finally:
        service.stop()
