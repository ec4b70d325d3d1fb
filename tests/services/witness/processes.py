"""Real witnesses, each in a process of its own."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from replays.checkpoint import COSIGNATURE, VerifierKey
from replays.tlog.note import Note, Signature, parse_key
from replays.tlog.witness_request import WitnessRequest
from tests.services.witness.dishonest_log import LOG

COMMAND = "from services.cli.main import main; main()"


class RunningWitness:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        self.process = process
        self.key: VerifierKey = parse_key(process.stdout.readline().strip(), COSIGNATURE)
        self.url = process.stdout.readline().strip()
        self.http = httpx.Client(base_url=self.url, timeout=30, trust_env=False)

    def post(self, body: bytes) -> httpx.Response:
        return self.http.post("/add-checkpoint", content=body)

    def ask(self, request: WitnessRequest) -> httpx.Response:
        return self.post(request.body())

    def cosigned(self, request: WitnessRequest, answer: httpx.Response) -> Signature:
        """The cosignature of an answer, which must hold."""
        assert answer.status_code == 200, answer.text
        note = Note.parse(f"{request.checkpoint}{answer.text}")
        return note.signed_by([self.key])[self.key]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def witness(
    state: Path, *options: str, before: str = "", log: VerifierKey = LOG.key, port: int = 0
) -> Iterator[RunningWitness]:
    """One that runs until the end of the block; `before` is done in its process first."""
    command = [sys.executable, "-c", before + COMMAND, "witness", "--listen", f"127.0.0.1:{port}"]
    command += ["--log", str(log), "--state", str(state), *options]
    with (
        (state.parent / f"{state.name}.log").open("a") as lines,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=lines, text=True) as process,
    ):
        try:
            running = RunningWitness(process)
            with running.http:
                yield running
        finally:
            process.terminate()
            process.wait()
