"""A witness that tells lies: its signature is its own, but of another text than it was asked."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from infra.witness_addresses import WitnessAddress
from replays.checkpoint import Signer
from replays.tlog.note import cosign, witness_key

LIAR = Signer("liar.example", Ed25519PrivateKey.from_private_bytes(bytes(31) + b"\x03"))


class Lies(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = f"{cosign(LIAR, 'another text', 1)}\n".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Not to the terminal."""


@contextmanager
def lying_witness() -> Iterator[WitnessAddress]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Lies) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield WitnessAddress(f"http://127.0.0.1:{server.server_port}", witness_key(LIAR))
        finally:
            server.shutdown()
            thread.join()
