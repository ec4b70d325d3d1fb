"""Asking witnesses: real ones in processes, and some that are away, slow, or lie."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from infra.settings import BadSetting, Settings
from infra.witness_addresses import WitnessAddress, parse_witness
from infra.witnesses import Witnesses
from replays.checkpoint import Signer
from replays.tlog.merkle import consistency_proof
from replays.tlog.note import Signature, cosign, witness_key
from tests.services.witness.dishonest_log import BRANCHES, head, signed
from tests.services.witness.processes import witness

LIAR = Signer("liar.example", Ed25519PrivateKey.from_private_bytes(bytes([9]) * 32))
CHECKPOINT = signed(head(9).text())
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def prove(old: int, new: int) -> list[bytes]:
    return consistency_proof(old, new, BRANCHES[0].read)


@asynccontextmanager
async def asking(
    *known: WitnessAddress, quorum: int = 0, pause: float = 0
) -> AsyncIterator[Witnesses]:
    witnesses = Witnesses(known, quorum, pause=pause, grace=20 if quorum == 0 else 0.1, timeout=20)
    yield witnesses
    await witnesses.close()


def names(signatures: list[Signature]) -> list[str]:
    return [signature.name for signature in signatures]


@asynccontextmanager
async def answering(answer: Answer) -> AsyncIterator[WitnessAddress]:
    """A witness under the liar's key that does whatever it likes with a connection."""

    async def with_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(with_one, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield WitnessAddress(f"http://127.0.0.1:{port}", witness_key(LIAR))


def responding(status: int, body: bytes, *headers: str) -> Answer:
    lines = [f"HTTP/1.1 {status} X", f"content-length: {len(body)}", "connection: close", *headers]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await writer.drain()

    return answer


async def never(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    await reader.read()


async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while not reader.at_eof():
        writer.write(b"x" * 4096)
        await writer.drain()


def cosignature(text: str, time: int = 1000, by: Signer = LIAR) -> bytes:
    return cosign(by, text, time).line().encode()


LIES = {
    "another head": responding(200, cosignature(head(9, 5).text())),
    "another key": responding(200, cosignature(head(9).text(), by=Signer("x", LIAR.private))),
    "the future": responding(200, cosignature(head(9).text(), 10**11)),
    "nothing": responding(200, b""),
    "garbage": responding(200, b"\xff\xfe\n\n"),
    "too much": endless,
    "no HTTP": responding(0, b""),
    "a redirect": responding(302, b"", "location: http://127.0.0.1:1/"),
    "a conflict for ever": responding(409, b"5\n"),
    "a size that is none": responding(409, b"five\n"),
    "a size beyond": responding(409, b"9999\n"),
    "trouble": responding(500, b"trouble"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_liar_costs_its_own_cosignature_only(lie: str) -> None:
    async def ask() -> list[str]:
        async with answering(LIES[lie]) as liar, asking(liar) as witnesses:
            return names(await witnesses.collect(CHECKPOINT, prove))

    assert asyncio.run(ask()) == []


def test_two_honest_ones_one_away_one_silent(tmp_path: Path) -> None:
    async def ask(honest: list[WitnessAddress], away: WitnessAddress) -> None:
        async with (
            answering(never) as silent,
            asking(silent, honest[0], away, honest[1], quorum=2, pause=600) as witnesses,
        ):
            note = signed(head(5).text())
            first = await witnesses.collect(note, prove)
            assert names(first) == ["a.example", "b.example"]
            keys = [address.key for address in honest]
            assert list(note.with_signatures(first).signed_by(keys)) == keys
            # The silent one is not waited for again, and the sizes are known by now.
            assert len(await witnesses.collect(CHECKPOINT, prove)) == 2
            assert witnesses.sizes() == dict.fromkeys(honest, 9)

    async def ask_anew(honest: list[WitnessAddress]) -> None:
        """A log that knows no sizes, as after its start, is told them."""
        async with asking(*honest) as witnesses:
            assert len(await witnesses.collect(CHECKPOINT, prove)) == 2
            # And one that has shrunk gets nothing.
            assert await witnesses.collect(signed(head(7).text()), prove) == []
            assert await witnesses.collect(signed(head(9, 5).text()), prove) == []

    with (
        witness(tmp_path / "a", "--name", "a.example") as a,
        witness(tmp_path / "b", "--name", "b.example") as b,
    ):
        honest = [WitnessAddress(one.url, one.key) for one in (a, b)]
        away = WitnessAddress("http://127.0.0.1:1", witness_key(LIAR))
        asyncio.run(ask(honest, away))
        asyncio.run(ask_anew(honest))


@pytest.mark.parametrize("quorum", [0, 1])
def test_whoever_the_quorum_needs_is_asked_again_at_once(quorum: int) -> None:
    came: list[None] = []

    async def hang_up_at_first(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.append(None)
        if len(came) > 1:
            await responding(200, cosignature(head(9).text()))(reader, writer)

    async def ask() -> list[list[str]]:
        async with (
            answering(hang_up_at_first) as witness,
            asking(witness, quorum=quorum, pause=600) as witnesses,
        ):
            return [names(await witnesses.collect(CHECKPOINT, prove)) for _ in range(2)]

    assert asyncio.run(ask()) == [[], ["liar.example"] if quorum else []]


def test_too_few_are_waited_for_and_no_longer() -> None:
    async def ask() -> list[Signature]:
        async with answering(never) as silent:
            witnesses = Witnesses([silent], 1, grace=0.05, timeout=0.2)
            try:
                return await witnesses.collect(CHECKPOINT, prove)
            finally:
                await witnesses.close()

    assert asyncio.run(ask()) == []


def test_a_true_word_of_a_known_key_is_taken() -> None:
    async def ask() -> list[str]:
        unknown = cosignature(head(9).text(), by=Signer("somebody", LIAR.private))
        body = unknown + cosignature(head(9).text())
        async with answering(responding(200, body)) as honest, asking(honest) as witnesses:
            return names(await witnesses.collect(CHECKPOINT, prove))

    assert asyncio.run(ask()) == ["liar.example"]


def test_settings() -> None:
    keys = [str(witness_key(Signer(f"w{n}", Ed25519PrivateKey.generate()))) for n in range(2)]
    given = ", ".join(f"http://127.0.0.1:{n + 1}/={key}" for n, key in enumerate(keys))
    variables = {"SCHICHTBUCH_WITNESSES": given, "SCHICHTBUCH_WITNESS_QUORUM": "2"}
    settings = Settings.from_environment(variables)
    assert [(one.url, str(one.key)) for one in settings.witnesses] == [
        ("http://127.0.0.1:1", keys[0]),
        ("http://127.0.0.1:2", keys[1]),
    ]
    assert settings.witness_quorum == 2
    with pytest.raises(BadSetting, match="wants 3 witnesses, and SCHICHTBUCH_WITNESSES has 2"):
        Settings.from_environment({**variables, "SCHICHTBUCH_WITNESS_QUORUM": "3"})
    twice = f"http://a={keys[0]},http://b={keys[0]}"
    for wrong in ("x", f"ftp://a={keys[0]}", f"http://={keys[0]}", "http://a=w+1+x", twice):
        with pytest.raises(BadSetting, match="SCHICHTBUCH_WITNESSES cannot be read"):
            Settings.from_environment({"SCHICHTBUCH_WITNESSES": wrong})
    log_key = str(LIAR.key)  # of the kind of a log, not of a witness
    for wrong in (f"http://a={log_key}", f"http://a?b={keys[0]}", f"http://a:0={keys[0]}"):
        with pytest.raises(ValueError, match=r"."):
            parse_witness(wrong)
