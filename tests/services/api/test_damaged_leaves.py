"""Old leaves that are lost or spoilt in the archive: it is said, and games go on."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from infra.game_log import GameSetup
from infra.leaf_bundles import bundle_name
from replays.record import Record
from replays.tlog.tiles import FULL
from services.bootstrap import Resources
from services.transparency.sequencer import Sequencer
from tests.services.api.archive import played
from tests.services.api.house import House, LiveApi
from tests.services.api.importing import with_resources
from tests.services.api.table import Table
from tests.services.transparency.test_many_leaves import add_leaves
from tests.services.transparency.test_sequencer import forget_turn


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    built = House(tmp_path / "house")
    yield built
    built.close()


async def move_leaves(resources: Resources, record: Record) -> None:
    """Those of a game that nobody has asked for its proof, among them."""
    await resources.log.restore(record.game_id, record.entries, GameSetup({}))
    await resources.errands.note_leaves(record.game_id, record.version)
    await Sequencer(resources).turn()
    size = await resources.transparency.size()
    assert size
    await add_leaves(resources.transparency, size, 2 * FULL + 1 - size)
    for _ in range(2):
        await forget_turn(resources)
        await Sequencer(resources).turn()
    await forget_turn(resources)
    await Sequencer(resources).sweep()
    assert await resources.transparency.oldest() == FULL


def footer(table: Table) -> dict[str, object]:
    answer = table.get("/replay")
    assert answer.status_code == 200
    told: dict[str, object] = json.loads(answer.content.splitlines()[-1])
    return told


def asked(api: LiveApi, table: Table) -> list[httpx.Response]:
    tile = api.http.get(f"{api.url}/tlog/tile/entries/000")
    return [tile, table.get("/proof")]


@pytest.mark.parametrize("damage", ["lost", "cut", "changed"])
def test_what_is_wrong_with_old_leaves_is_said_and_games_go_on(house: House, damage: str) -> None:
    api = house.open_api()
    record = played("schichtwechsel")
    with_resources(house, lambda resources: move_leaves(resources, record))
    table = Table(api.http, {"id": record.game_id, "seats": [], "key": ""})
    path = Path(house.settings.archive_place) / bundle_name("127.0.0.1/tlog", 0)
    written = path.read_bytes()
    if damage == "lost":
        path.unlink()
    else:
        path.write_bytes(written[:-9] if damage == "cut" else b"nothing of ours")
    for answer in asked(api, table):
        assert (answer.status_code, answer.json()["code"]) == (503, "tlog_damaged")
    assert "proof" not in footer(table)
    assert Table.open(api.http).get("/state").status_code == 200

    path.write_bytes(written)
    assert [answer.status_code for answer in asked(api, table)] == [200, 200]
    assert "proof" in footer(table)
