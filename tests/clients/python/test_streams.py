"""Streams that resume by themselves: every version once, whatever happens to the line."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import aclosing
from itertools import islice

import pytest

from replays.samples import samples
from schichtbuch_client import AccessDenied, AsyncClient, Client, NotFound, Retries, shown
from schichtbuch_client.events import Event, Events
from schichtbuch_client.models.table import Claim
from tests.clients.python.faulty_line import (
    FaultyLine,
    answers,
    cut_after,
    lost_answer,
    no_connection,
)
from tests.clients.python.games import PEOPLE, first_move, token_of
from tests.services.api.house import House, LiveApi
from tests.services.api.importing import imported

SAMPLE = dict(samples())["gluck_auf/two-players"]


@pytest.fixture(scope="module")
def finished(house: House, api: LiveApi) -> str:
    imported(house, SAMPLE)
    with Client(api.url) as client:
        [game] = [each for each in client.games(status="finished") if each.imported]
        return game.id


def torn(api: LiveApi, *places: int) -> Client:
    """A client whose stream is cut at all these places, and worse."""
    faults = [cut_after(place) for place in places]
    line = FaultyLine(no_connection, *faults, answers(503, retry_after="1"), lost_answer)
    return Client(api.url, transport=line, sleep=lambda _: None)


def test_a_stream_that_is_cut_anywhere_has_every_version_once(
    client: Client, api: LiveApi, finished: str
) -> None:
    whole = list(client.game(finished).stream())
    assert [entry.v for entry in whole] == list(range(1, len(whole) + 1))
    assert whole == client.game(finished).entries()
    for most in (40, 1000, 5000):
        with torn(api, most, 2 * most, 3 * most + 1) as bad:
            assert list(bad.game(finished).stream()) == whole
    assert [entry.v for entry in client.game(finished).stream(after=7)] == list(
        range(8, len(whole) + 1)
    )


def test_the_board_of_a_torn_stream_is_the_board(
    client: Client, api: LiveApi, finished: str
) -> None:
    view = None
    with torn(api, 9000, 30_000) as bad:
        for told in bad.game(finished).watch(lang="de"):
            for frame in told.frames:
                view = shown(view, frame)
    assert view == client.game(finished).state()


def test_the_pages_of_frames_are_the_board_as_well(client: Client, finished: str) -> None:
    view, seen = None, 0
    for frame in client.game(finished).frames(lang="hu"):
        view, seen = shown(view, frame), seen + 1
    assert view == client.game(finished).state()
    assert seen > len(client.game(finished).entries())
    [*scored] = client.game(finished).scored_now()
    assert scored[0].scored is not None


def test_entries_come_as_they_are_written(client: Client) -> None:
    begun = client.create_game("gluck-auf", PEOPLE)
    heard: list[int] = []
    game = client.game(begun.id)
    listener = threading.Thread(
        target=lambda: heard.extend(entry.v for entry in islice(game.stream(), 2))
    )
    listener.start()
    seat, action = first_move(client, begun)
    client.game(begun.id, token_of(begun, seat)).act(action)
    listener.join(20)
    assert heard == [1, 2]


def test_a_service_that_goes_away_and_comes_back_is_found_again(house: House) -> None:
    """The same port, another process in all but name."""
    first = house.open_api()
    with Client(first.url, retries=Retries(attempts=100, first=0.05)) as client:
        begun = client.create_game("gluck-auf", PEOPLE)
        stream = client.game(begun.id).stream()
        assert next(stream).v == 1
        first.stop()
        second = house.open_api_at(first.port)
        seat, action = first_move(client, begun)
        client.game(begun.id, token_of(begun, seat)).act(action)
        assert next(stream).v == 2
        second.stop()


def test_whoever_may_not_look_is_told_so(client: Client) -> None:
    begun = client.create_game("gluck-auf", PEOPLE)
    with pytest.raises(AccessDenied):
        next(client.game(begun.id, "wrong").stream())
    with pytest.raises(NotFound):
        next(client.game("nowhere").stream())


def test_a_token_that_was_made_anew_ends_the_stream(client: Client) -> None:
    begun = client.create_game("gluck-auf", PEOPLE)
    stream = client.game(begun.id, token_of(begun)).stream()
    assert next(stream).v == 1
    client.game(begun.id, begun.key).renew_token(0)
    client.game(begun.id, token_of(begun, 1)).act(Claim(about="1", text="Who is that?"))
    with pytest.raises(AccessDenied):
        list(stream)


def test_ends_of_lines_in_somebodys_words_end_nothing(client: Client) -> None:
    begun = client.create_game("gluck-auf", PEOPLE)
    said = "One\u2028two\x85three"
    game = client.game(begun.id, token_of(begun))
    game.act(Claim(about="1", text=said))
    [_, claimed] = islice(game.stream(), 2)
    assert claimed.action["text"] == said


def test_the_same_with_asyncio(api: LiveApi, finished: str) -> None:
    async def watched() -> list[int]:
        async with AsyncClient(api.url) as client:
            game = client.game(finished)
            async with aclosing(game.stream()) as stream:
                assert (await anext(stream)).v == 1
            listed = [each.id async for each in client.games(game="gluck-auf")]
            assert finished in listed
            return [entry.v async for entry in game.stream(after=3)]

    heard = asyncio.run(watched())
    assert heard == list(range(4, 4 + len(heard)))


def pieces(text: bytes, size: int) -> Iterator[bytes]:
    return (text[start : start + size] for start in range(0, len(text), size))


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_events_are_the_same_however_they_arrive(end: bytes, size: int) -> None:
    lines = [b": alive", b"", b"id: 1", b"event:entry", b"data: a", b"data:b", b"", b"data: c", b""]
    text = b"".join(line + end for line in lines) + b"data: half"
    events = Events()
    told = [event for piece in pieces(text, size) for event in events.feed(piece)]
    if end == b"\r" and size != 1000:
        told += events.feed(b"\n")
    assert told[0] == Event("entry", "1", b"a\nb")
    assert told[1:] == [Event("message", "", b"c")]
