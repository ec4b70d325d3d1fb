"""Go's own packages as a second opinion: builds and runs `go/checklog.go`, where Go is there."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent / "go" / "checklog.go"
PACKAGES = Path("/usr/share/gocode")
MISSING = "needs Go and golang.org/x/mod: apt-get install golang-go golang-golang-x-mod-dev"
needs_go = pytest.mark.skipif(
    not shutil.which("go") or not (PACKAGES / "src/golang.org/x/mod/sumdb/tlog").is_dir(),
    reason=MISSING,
)


class CheckLog:
    def __init__(self, folder: Path) -> None:
        self._program = folder / "checklog"
        offline = {"GO111MODULE": "off", "GOPATH": str(PACKAGES), "GOFLAGS": "", "GOPROXY": "off"}
        cache = os.environ.get("GOCACHE", str(folder / "go-cache"))
        subprocess.run(
            ["go", "build", "-o", str(self._program), str(SOURCE)],
            env={**os.environ, **offline, "GOCACHE": cache},
            check=True,
            timeout=300,
        )

    def __call__(self, *arguments: object) -> str:
        """What it prints; in the end DOES NOT HOLD if something does not."""
        ran = subprocess.run(
            [str(self._program), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert (ran.returncode == 0) == ("DOES NOT HOLD" not in ran.stderr), ran.stderr
        return ran.stdout + ran.stderr
