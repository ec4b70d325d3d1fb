"""Sending over TLS: to the address that was checked, by the name that was asked for."""

import asyncio
import ssl
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from infra.webhook_guard import Guard
from infra.webhook_sender import Outcome, Sender

NAME = "receiver.example"


class TlsReceiver:
    """Whose certificate is for NAME; it notes which name it was called by."""

    def __init__(self, folder: Path) -> None:
        self.called: list[str] = []
        self.hosts: list[str] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                receiver.hosts.append(self.headers["host"])
                self.rfile.read(int(self.headers["content-length"]))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.certificate = _certificate(folder)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        context.sni_callback = lambda _, name, __: self.called.append(str(name))
        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=[0.02])
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[TlsReceiver]:
    opened = TlsReceiver(tmp_path)
    yield opened
    opened.close()


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "receiver.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


def send(receiver: TlsReceiver, url: str) -> tuple[Outcome, list[str]]:
    """And which names were resolved for it; all of them are on loopback."""
    asked: list[str] = []

    async def resolve(host: str, _: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"]

    trusting = ssl.create_default_context(cafile=str(receiver.certificate))
    sender = Sender(Guard(["127.0.0.0/8"], resolve), 10, trusting)
    return asyncio.run(sender.send(url, {}, b"{}")), asked


def test_certificate_and_host_are_those_of_the_name(receiver: TlsReceiver) -> None:
    outcome, asked = send(receiver, f"https://{NAME}:{receiver.port}/hook")
    assert outcome == Outcome(204)
    assert (receiver.called, receiver.hosts) == ([NAME], [f"{NAME}:{receiver.port}"])
    assert asked == [NAME]


def test_another_name_with_the_same_address_is_not_believed(receiver: TlsReceiver) -> None:
    outcome, _ = send(receiver, f"https://other.example:{receiver.port}/hook")
    assert outcome.status is None
    assert "certificate" in (outcome.error or "")
    assert receiver.hosts == []
