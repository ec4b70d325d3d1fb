"""Replay files over HTTP, as each reader may have them."""

from replays.verify import verify
from tests.services.api.house import House
from tests.services.api.table import Table


def test_a_finished_replay_is_open_and_signed(finished: Table) -> None:
    first, again = finished.get("/replay"), finished.get("/replay", seat=0)
    assert first.content == again.content
    assert first.headers["Content-Disposition"] == f'attachment; filename="{finished.id}.schicht"'
    assert first.headers["Cache-Control"] == "public, no-cache"
    assert first.headers["ETag"].startswith('"')
    plain = finished.get("/replay", accept_encoding="identity")
    assert plain.content == first.content
    assert plain.headers["ETag"] != first.headers["ETag"]
    assert verify(first.content).phase == "finished"


def test_a_running_replay_opens_only_what_its_reader_may_see(
    looked: tuple[Table, int], house: House
) -> None:
    table, seat = looked
    public = table.get("/replay").content
    own, other = table.get("/replay", seat).content, table.get("/replay", 1 - seat).content
    everything = table.http.get(table.path("/replay"), headers=house.organizer).content
    assert public.count(b'{"seal":') == 1  # the names
    assert public == other
    assert own.count(b'{"seal":') == 2
    assert everything.count(b'{"seal":') > 2
    for file in (public, own, everything):
        assert verify(file).ok
