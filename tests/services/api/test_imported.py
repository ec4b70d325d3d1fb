"""A game that came from a file: whoever signed it, what is served says no more than the file."""

import httpx
import pytest

from infra.game_log import GameSetup
from replays.entry import is_for_everybody
from replays.file import replay_of
from replays.samples import samples
from replays.verify import verify
from services.bootstrap import Resources
from services.exporting import NotImportable, import_game, importable
from tests.replays.games import record
from tests.replays.hostile import STRANGER
from tests.services.api.house import House
from tests.services.api.importing import imported, with_resources
from tests.services.api.table import Table
from tests.waiting import eventually

SAMPLE = dict(samples())["gluck_auf/two-players"]


def strange_file(seed: int) -> tuple[str, bytes]:
    """A finished game, whole and right, signed by a key that nobody knows here."""
    made = record(players=2, seed=seed)
    return made.game_id, replay_of(made, None, STRANGER)


def test_a_file_signed_by_a_stranger_is_not_taken(house: House, http: httpx.Client) -> None:
    game_id, data = strange_file(31)
    with pytest.raises(NotImportable, match="not trusted here") as refused:
        imported(house, data)
    assert str(STRANGER.key) in str(refused.value)
    assert "--foreign" in str(refused.value)
    assert http.get(f"/games/{game_id}").status_code == 404


@pytest.mark.parametrize("trust", [True, False])
def test_what_was_signed_by_somebody_else_stays_so(
    house: House, http: httpx.Client, *, trust: bool
) -> None:
    game_id, data = strange_file(32 + trust)
    assert imported(house, data, *[STRANGER.key] * trust, foreign=not trust)
    came = {"signed_by": str(STRANGER.key), "trusted": trust, "version": verify(data).version}
    assert http.get(f"/games/{game_id}").json()["imported"] == came
    assert http.get(f"/games/{game_id}/replay").content == data
    eventually(lambda: http.get(f"/games/{game_id}/audit").status_code == 200)
    audited = http.get(f"/games/{game_id}/audit?lang=en").json()["verdicts"]
    by_hand = verify(data, [STRANGER.key] * trust).verdicts
    assert by_hand["signature"].verdict == ("holds" if trust else "cannot tell")
    told = {name: (found["verdict"], found["code"]) for name, found in audited.items()}
    assert told == {name: (found.verdict, found.code) for name, found in by_hand.items()}


def test_a_sample_comes_with_a_key_that_is_trusted(house: House, http: httpx.Client) -> None:
    imported(house, SAMPLE)
    game_id = verify(SAMPLE).game
    assert http.get(f"/games/{game_id}").json()["imported"]["trusted"] is True
    assert http.get(f"/games/{game_id}/replay").content == SAMPLE
    assert not imported(house, SAMPLE), "it is there already"


def test_a_game_of_this_house_is_not_imported(table: Table) -> None:
    assert table.summary()["imported"] is None


def test_only_a_trusted_key_goes_on_with_a_game_that_is_here(house: House) -> None:
    game_id, data = strange_file(35)
    begun = record(players=2, seed=35, upto=20).entries
    with_resources(house, lambda resources: resources.log.restore(game_id, begun, GameSetup({})))

    async def go_on(resources: Resources) -> bool:
        with pytest.raises(NotImportable, match="a key that is not trusted"):
            await import_game(resources, importable(data, [], foreign=True))
        assert await resources.log.version(game_id) == 20
        return await import_game(resources, importable(data, [STRANGER.key]))

    assert with_resources(house, go_on)


def test_another_game_of_the_same_name_is_not_overwritten(house: House) -> None:
    game_id, data = strange_file(36)
    other = record(players=2, seed=37, upto=5).entries
    with_resources(house, lambda resources: resources.log.restore(game_id, other, GameSetup({})))
    with pytest.raises(NotImportable, match="there is another game"):
        imported(house, data, foreign=True)


def test_what_cannot_be_proven_is_not_taken(house: House) -> None:
    whole = replay_of(record(players=2, seed=38), None, STRANGER)
    lines = [line for line in whole.splitlines(keepends=True) if b'{"seal":' not in line]
    with pytest.raises(NotImportable, match="broken: seals"):
        imported(house, b"".join(lines), foreign=True)
    running = replay_of(record(players=2, seed=38, upto=30), None, STRANGER)
    with pytest.raises(NotImportable, match="only a backup"):
        imported(house, running, STRANGER.key)


def test_the_names_come_with_it_or_stay_erased(house: House, http: httpx.Client) -> None:
    for seed, erased in ((39, False), (40, True)):
        game_id, data = strange_file(seed)
        if erased:
            data = b"".join(li for li in data.splitlines(True) if not is_for_everybody(li))
        assert imported(house, data, foreign=True)
        names = [seat["name"] for seat in http.get(f"/games/{game_id}").json()["seats"]]
        assert names == (["", ""] if erased else ["Anna", "Bruno"])
        assert http.get(f"/games/{game_id}/replay").content == data


def test_whatever_is_done_here_to_a_foreign_game_it_is_not_signed_by_us(
    house: House, http: httpx.Client
) -> None:
    game_id, data = strange_file(41)
    imported(house, data, foreign=True)
    erased = http.delete(f"/games/{game_id}/names", headers=house.organizer)
    assert erased.is_success
    served = http.get(f"/games/{game_id}/replay").content
    assert served.splitlines()[-1] == data.splitlines()[-1]
    assert verify(served, [STRANGER.key]).verdicts["signature"].code == "signature.other_log"
