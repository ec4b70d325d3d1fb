"""What is written in one turn of the loop is sent together."""

import asyncio

from services.api.http.one_write import Gathering


class Wire:
    """Remembers what was sent."""

    def __init__(self) -> None:
        self.sent: list[list[bytes]] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.sent.append([data])

    def writelines(self, parts: list[bytes]) -> None:
        self.sent.append(list(parts))

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed


def test_head_and_body_are_one_write() -> None:
    async def talk() -> Wire:
        wire = Wire()
        gathering = Gathering(wire)
        gathering.write(b"head")
        gathering.write(b"body")
        assert wire.sent == []
        await asyncio.sleep(0)
        gathering.write(b"next")
        await asyncio.sleep(0)
        return wire

    assert asyncio.run(talk()).sent == [[b"head", b"body"], [b"next"]]


def test_closing_sends_what_waits_first_and_nothing_after() -> None:
    async def talk() -> Wire:
        wire = Wire()
        gathering = Gathering(wire)
        gathering.write(b"last words")
        gathering.close()
        gathering.write(b"too late")
        await asyncio.sleep(0)
        return wire

    wire = asyncio.run(talk())
    assert (wire.sent, wire.closed) == ([[b"last words"]], True)


def test_what_is_whole_leaves_at_once_but_after_whatever_waits() -> None:
    async def talk() -> Wire:
        wire = Wire()
        gathering = Gathering(wire)
        gathering.write_whole(b"first")
        assert wire.sent == [[b"first"]]
        gathering.write(b"waits")
        gathering.write_whole(b"last")
        await asyncio.sleep(0)
        return wire

    assert asyncio.run(talk()).sent == [[b"first"], [b"waits", b"last"]]
