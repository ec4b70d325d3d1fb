"""Runs `schichtbuch`: within this process, or in one of its own where that makes a difference."""

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner

from services.cli.main import main


def schichtbuch(*args: str, data: Path, expect: int = 0) -> str:
    """What it prints; both streams, as a terminal shows them. A traceback fails the test."""
    with patch.dict(os.environ, _environment(data)):  # a command may add to it, for its children
        ran = CliRunner().invoke(main, args, catch_exceptions=False)
    assert ran.exit_code == expect, ran.output
    return ran.output


def as_a_process(*args: str, data: Path, expect: int = 0) -> str:
    """As a person runs it: for commands that serve, and for what starts processes itself."""
    run = subprocess.run(
        [sys.executable, "-c", "from services.cli.main import main; main()", *args],
        env={**os.environ, **_environment(data)},
        capture_output=True,
        check=False,
        timeout=120,
    )
    printed = (run.stdout + run.stderr).decode()
    assert run.returncode == expect, printed
    return printed


def _environment(data: Path) -> dict[str, str]:
    return {"SCHICHTBUCH_DATA": str(data), "COLUMNS": "200"}
