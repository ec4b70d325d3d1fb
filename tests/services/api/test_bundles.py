"""The whole event as one file over HTTP, and what it proves."""

import httpx
import pytest

from infra.signing_key import trusted
from replays.tournaments.bundle import NAMES
from replays.tournaments.verify import verify_bundle
from replays.tournaments.zip_file import read_zip
from tests.replays.verdicts import judged
from tests.services.api.events import PEOPLE, Event
from tests.services.api.house import House
from tests.waiting import eventually


@pytest.fixture(scope="module")
def played(house: House, http: httpx.Client) -> Event:
    """One round of two tables, finished early."""
    event = Event.create(house, http, 4, deals="duplicate")
    first, last = event.begin_round([1, 2], [3, 4])
    event.adjudicate(first)
    event.end(last)
    event.act("close_round")
    event.act("finish", reason="It is late.")
    return event


def bundle(event: Event, query: str = "", **key: str) -> httpx.Response:
    return event.http.get(event.path(f"/bundle{query}"), headers=key)


def test_the_bundle_of_an_event_holds_what_anybody_can_check_offline(
    house: House, played: Event
) -> None:
    answer = bundle(played)
    assert answer.status_code == 200, answer.text
    assert f'filename="{played.id}.schichtbuch"' in answer.headers["content-disposition"]
    report = verify_bundle(answer.content, trusted(house.data))
    assert (report.rounds, report.games, report.is_over) == (1, 2, True)
    assert judged(report) == {"holds"}, report.verdicts


def test_the_same_event_is_the_same_bytes_and_need_not_be_sent_twice(played: Event) -> None:
    known = bundle(played)

    def is_known() -> bool:
        """Once all its games and entries have their proofs: those come a moment later."""
        nonlocal known
        again = bundle(played, **{"If-None-Match": known.headers["etag"]})
        known = known if again.status_code == 304 else again
        return again.status_code == 304

    eventually(is_known)
    assert bundle(played).content == known.content


def test_names_are_in_it_only_for_whoever_runs_the_event(played: Event) -> None:
    nameless = read_zip(bundle(played).content)
    assert NAMES not in nameless
    assert not [name for name in PEOPLE[:4] if name.encode() in b"".join(nameless.values())]
    assert bundle(played, "?names=1").status_code == 401
    assert bundle(played, "?names=1", **played.tokens[1]).status_code == 403
    named = bundle(played, "?names=1", **played.key)
    assert PEOPLE[0].encode() in read_zip(named.content)[NAMES]
    assert named.headers["cache-control"] == "no-store"
    assert NAMES not in read_zip(bundle(played).content)


def test_a_round_that_is_played_is_not_in_it_yet(house: House, http: httpx.Client) -> None:
    event = Event.create(house, http, 4, deals="duplicate")
    over, _ = event.begin_round([1, 2], [3, 4])
    event.adjudicate(over)
    members = read_zip(bundle(event).content)
    assert not [name for name in members if name.startswith("games/")]
    report = verify_bundle(bundle(event).content)
    assert report.ok, report.verdicts
    assert report.verdicts["completeness"].verdict == "cannot tell"


def test_a_worker_finds_the_verdicts(played: Event) -> None:
    def asked(**headers: str) -> httpx.Response:
        return played.http.get(played.path("/audit"), headers=headers)

    eventually(lambda: asked().status_code == 200, 60)
    report = asked().json()
    assert {one["verdict"] for one in report["verdicts"].values()} <= {"holds", "cannot tell"}
    assert report["verdicts"]["signature"]["verdict"] == "holds"
    assert asked(**{"If-None-Match": asked().headers["etag"]}).status_code == 304
    assert asked(**{"Accept-Language": "de"}).headers["content-language"] == "de"


def test_an_unknown_event_has_neither(http: httpx.Client) -> None:
    for part in ("bundle", "audit"):
        answer = http.get(f"/tournaments/nowhere/{part}")
        assert answer.status_code == 404
        assert answer.json()["code"] == "tournament_unknown"
