"""A line that fails: what is repeated, what is not, and how long is waited before."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from schichtbuch_client import (
    AsyncClient,
    Client,
    ProblemError,
    Retries,
    Unreachable,
    Unreadable,
)
from schichtbuch_client.exchange import Answer
from schichtbuch_client.retries import retry_after
from tests.clients.python.faulty_line import (
    Fault,
    FaultyLine,
    answers,
    cut_after,
    lost_answer,
    no_connection,
    passes,
)
from tests.clients.python.games import PEOPLE, first_move, token_of
from tests.services.api.house import House, LiveApi

KEY = "Idempotency-Key"


class Patient(Client):
    """Notes how long it would have waited."""

    def __init__(self, url: str, line: FaultyLine, key: str | None, retries: Retries) -> None:
        self.waited: list[float] = []
        self.line = line
        super().__init__(url, key, retries=retries, transport=line, sleep=self.waited.append)


@contextmanager
def on_a_bad_line(
    api: LiveApi, *faults: Fault, key: str | None = None, attempts: int = 4
) -> Iterator[Patient]:
    client = Patient(api.url, FaultyLine(*faults), key, Retries(attempts=attempts))
    with client:
        yield client


def test_a_game_whose_answer_was_lost_is_created_once(api: LiveApi) -> None:
    with on_a_bad_line(api, lost_answer, lost_answer) as client:
        begun = client.create_game("gluck-auf", PEOPLE)
        keys = {request.headers[KEY] for request in client.line.sent}
        assert (len(client.line.sent), len(keys)) == (3, 1)
        again = client.create_game("gluck-auf", PEOPLE, key=keys.pop())
    assert again == begun


def test_an_action_whose_answer_was_lost_is_played_once(client: Client, api: LiveApi) -> None:
    begun = client.create_game("gluck-auf", PEOPLE)
    seat, action = first_move(client, begun)
    with on_a_bad_line(api, lost_answer, answers(502), no_connection) as bad:
        entry = bad.game(begun.id, token_of(begun, seat)).act(action)
        assert len(bad.line.sent) == 4
    assert entry.v == client.game(begun.id).summary().version == begun.version + 1


def test_what_must_not_happen_twice_is_not_repeated_once_it_may_have_arrived(
    house: House, api: LiveApi
) -> None:
    with on_a_bad_line(api, lost_answer, key=house.organizer_key) as client:
        with pytest.raises(Unreachable):
            client.create_arbiter("Lost")
        assert len(client.line.sent) == 1
        named = [each.name for each in client.list_arbiters().arbiters]
        assert named.count("Lost") == 1
    with on_a_bad_line(api, no_connection, answers(429), key=house.organizer_key) as client:
        client.create_arbiter("Found")
        assert len(client.line.sent) == 3


def test_the_service_says_how_long_to_wait(api: LiveApi) -> None:
    soon = answers(503, retry_after="7")
    with on_a_bad_line(api, soon, answers(429, retry_after="3"), answers(504)) as client:
        client.list_rules()
    assert client.waited[:2] == [7, 3]
    assert 0 < client.waited[2] <= 1


def test_more_patience_than_there_is_ends_it(api: LiveApi) -> None:
    with on_a_bad_line(api, answers(429, retry_after="3600")) as client:
        with pytest.raises(ProblemError) as refused:
            client.list_rules()
        assert refused.value.code == "http_429"
        assert client.waited == []
    with on_a_bad_line(api, *[no_connection] * 9, attempts=3) as client:
        with pytest.raises(Unreachable):
            client.list_rules()
        assert len(client.line.sent) == 3
        first, second = client.waited
        assert 0.125 <= first <= 0.25 <= second <= 0.5


def test_a_real_limit_is_waited_for(house: House) -> None:
    limited = house.open_api(rate_limit=3)
    with on_a_bad_line(limited, attempts=2) as client:
        for _ in range(3):
            client.list_rules()
        with pytest.raises(ProblemError) as refused:
            client.list_rules()
    assert refused.value.code == "rate_limited"
    assert 0 < client.waited[0] <= 60


def moved(_: httpx.Request, __: Callable[[], httpx.Response]) -> httpx.Response:
    return httpx.Response(301, headers={"Location": "https://elsewhere.example/"})


def a_page(_: httpx.Request, __: Callable[[], httpx.Response]) -> httpx.Response:
    return httpx.Response(200, headers={"Content-Type": "text/html"}, content=b"<h1>hello</h1>")


def test_whoever_is_not_the_service_is_noticed_and_named(api: LiveApi) -> None:
    with on_a_bad_line(api, moved, a_page) as client:
        with pytest.raises(ProblemError, match="elsewhere"):
            client.list_rules()
        with pytest.raises(Unreadable, match="/api/v1/rules"):
            client.list_rules()
        assert client.waited == []
    for half in ("127.0.0.1:8000", "ftp://127.0.0.1"):
        with pytest.raises(ValueError, match="http://"):
            Client(half)
        with pytest.raises(ValueError, match="http://"):
            AsyncClient(half)


def test_a_stream_that_was_there_is_waited_for_longer(api: LiveApi) -> None:
    away = [no_connection] * 12
    with Client(api.url) as client:
        begun = client.create_game("gluck-auf", PEOPLE)
        seat, action = first_move(client, begun)
        with on_a_bad_line(api, *away) as bad:
            with pytest.raises(Unreachable):
                next(bad.game(begun.id).stream())
            assert len(bad.line.sent) == 4
        with on_a_bad_line(api, cut_after(2000), *away, attempts=2) as bad:
            stream = bad.game(begun.id).stream()
            assert next(stream).v == 1
            client.game(begun.id, token_of(begun, seat)).act(action)
            assert next(stream).v == 2
            assert len(bad.line.sent) == 1 + len(away) + 1


def test_a_refusal_is_not_repeated(api: LiveApi) -> None:
    with on_a_bad_line(api, passes) as client:
        with pytest.raises(ProblemError):
            client.game("nowhere").summary()
        assert len(client.line.sent) == 1


def test_a_date_says_how_long_to_wait_as_well() -> None:
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    seconds = retry_after(Answer(503, httpx.Headers({"retry-after": then})))
    assert seconds is not None
    assert 25 < seconds <= 30
    for text in ("", "soon", "-3", "²"):
        assert retry_after(Answer(503, httpx.Headers([(b"retry-after", text.encode())]))) is None
