"""After the first start there is an event to look at, and everything about it holds."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.embedded import EmbeddedServer
from infra.settings import Settings
from infra.signing_key import trusted
from replays.tournaments.verify import verify_bundle
from services.bootstrap import Resources, open_resources
from services.event_bundles import bundle_of
from services.sample_event import PLAN, bring_sample_event
from tests.replays.verdicts import judged


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    embedded = EmbeddedServer(tmp_path)
    embedded.start()
    yield embedded
    embedded.stop()


def test_a_sample_event_is_brought_once_and_verifies(
    server: EmbeddedServer, tmp_path: Path
) -> None:
    async def work() -> None:
        settings = Settings(data=tmp_path, redis_url=server.url, queue_url=server.url)
        resources = open_resources(settings)
        try:
            await _look(resources)
        finally:
            await resources.close()

    asyncio.run(work())


async def _look(resources: Resources) -> None:
    assert await bring_sample_event(resources)
    assert not await bring_sample_event(resources)
    [(listed, _)] = await resources.tournament_log.newest(10)
    assert listed == PLAN.tournament
    tournament = await resources.tournaments.current(listed)
    names = await resources.tournament_log.names(listed)
    bundle = await bundle_of(resources, tournament, names)
    report = verify_bundle(bundle, trusted(resources.settings.data))
    assert judged(report) == {"holds"}, report
    assert {one.kind for one in tournament.state.integrity} == {"late", "repaired", "corrected"}
