"""Runs `schichtbuch` as a person does, in a process of its own, with a data folder of its own."""

import os
import subprocess
import sys
from pathlib import Path


def schichtbuch(*args: str, data: Path, expect: int = 0) -> str:
    """What it prints; both streams, as a terminal shows them."""
    run = subprocess.run(
        [sys.executable, "-c", "from services.cli.main import main; main()", *args],
        env={**os.environ, "SCHICHTBUCH_DATA": str(data), "COLUMNS": "200"},
        capture_output=True,
        check=False,
        timeout=120,
    )
    printed = (run.stdout + run.stderr).decode()
    assert run.returncode == expect, printed
    return printed
