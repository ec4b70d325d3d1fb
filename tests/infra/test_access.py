"""Whoever lost a seat's token writes nothing, however many entries at once."""

import asyncio
from collections.abc import Iterator

import pytest

from infra.access import Access, Holder, TokenEnded
from infra.connections import connect
from infra.embedded import EmbeddedServer
from infra.game_log import GameLog, GameSetup, VersionTaken
from replays.entry import Entry

ENTRY = Entry(b"{}", (b"sealed",))
OWN, OTHER = Holder(1, "own"), Holder(1, "other")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    embedded = EmbeddedServer(tmp_path_factory.mktemp("data"))
    embedded.start()
    yield embedded
    embedded.stop()


def test_the_server_has_the_last_word_on_who_holds_a_seat(server: EmbeddedServer) -> None:
    async def story() -> None:
        client = connect(server.url)
        log = GameLog(client)
        try:
            await log.create("game", ENTRY, GameSetup({"0": "first", "1": "own"}, creator="made"))
            assert await log.access("game") == Access({"first": 0, "own": 1}, "made")
            for wrong in (OTHER, Holder(0, "own"), Holder(7, "own")):
                with pytest.raises(TokenEnded):
                    await log.append("game", 2, ENTRY, wrong)
                with pytest.raises(TokenEnded):
                    await log.append_all("game", 1, [ENTRY, ENTRY], wrong)
                with pytest.raises(TokenEnded):
                    await log.check("game", wrong)
            assert await log.version("game") == 1
            await log.append("game", 2, ENTRY, OWN)
            await log.append_all("game", 2, [ENTRY, ENTRY], OWN)
            with pytest.raises(VersionTaken):
                await log.append("game", 4, ENTRY, OWN)
            await log.hand_over("game", OTHER)
            with pytest.raises(TokenEnded):
                await log.append("game", 5, ENTRY, OWN)
            await log.append("game", 5, ENTRY, OTHER)
            assert await log.read("game", 2) == [ENTRY] * 4
        finally:
            await client.aclose()

    asyncio.run(story())


def test_a_game_that_is_not_there_has_no_holders(server: EmbeddedServer) -> None:
    async def story() -> None:
        client = connect(server.url)
        try:
            assert await GameLog(client).access("nowhere") == Access({})
        finally:
            await client.aclose()

    asyncio.run(story())
