"""Server-sent events as a client reads them."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.services.api.table import Table

Event = dict[str, str]


def events(lines: Iterator[str]) -> Iterator[Event]:
    event: Event = {}
    for line in lines:
        if line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            event[name] = value
        elif not line and event:
            yield event
            event = {}


@contextmanager
def watching(
    table: Table, seat: int | None = None, query: str = "", last_event_id: str | None = None
) -> Iterator[Iterator[Event]]:
    headers = {} if seat is None else dict(table.tokens[seat])
    if last_event_id is not None:
        headers["Last-Event-ID"] = last_event_id
    with table.http.stream("GET", table.path(f"/stream{query}"), headers=headers) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        yield events(answer.iter_lines())
