"""Event logs with a right chain and a stranger's key: what is not proven is bounded."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.tournament.decide import decide
from replays.entry import Entry, sha256
from replays.tournaments import event_log
from replays.tournaments.file import write_tournament
from replays.tournaments.simulation import Simulation, told_only
from replays.tournaments.verify import BundleReport, verify_event_log
from tests.replays.tournaments.test_bundle import PLAN, SIGNER, pair

Json = dict[str, Any]
WHY = "standings could be settled"
PENALTY = {"type": "penalize", "entrant": 1, "twelfths": 12, "reason": "late"}
SETTLED = {"type": "standings_settled", "order": [], "twelfths": {}}


def settled(*rounds: int) -> list[Json]:
    return [{**SETTLED, "after": after} for after in rounds]


def beginning() -> list[Entry]:
    """An honest event after its first round."""
    entries = Simulation(PLAN, pair, told_only).run().entries
    closed = next(at for at, one in enumerate(entries) if b'"type":"round_closed"' in one.line)
    return entries[: closed + 1]


def judged(more: Sequence[tuple[Json, list[Json]]], *, open_all: bool = True) -> BundleReport:
    entries = beginning()
    for action, events in more:
        line = msgspec.json.decode(entries[-1].line)
        line |= {"v": line["v"] + 1, "by": "arbiter", "action": action, "events": events}
        entries.append(Entry(msgspec.json.encode(line | {"prev": sha256(entries[-1].line)})))
    data = write_tournament(PLAN.tournament, entries, SIGNER, open_all=open_all)
    return verify_event_log(data, [SIGNER.key])


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []

    def counted(*facts: Any) -> Any:
        found.append(facts)
        return decide(*facts)

    monkeypatch.setattr(event_log, "decide", counted)
    return found


def test_behind_so_many_wrong_entries_nothing_more_is_decided(decided: list[Any]) -> None:
    """Each would have the standings computed once more."""
    report = judged([(PENALTY, [])] * (event_log.MOST_WRONG + 300))
    assert report.verdicts["results"].verdict != "holds"
    assert report.verdicts["standings"].code == "rules.too_long"
    assert len(decided) <= len(beginning()) + event_log.MOST_WRONG + 1


def test_so_many_facts_that_nobody_can_prove_are_not_followed() -> None:
    report = judged([(PENALTY, settled(*[1] * (event_log.MOST_UNPROVEN + 1)))])
    assert report.verdicts["pairing"].code == "rules.too_long"
    assert report.verdicts["chain"].verdict == "holds"


@pytest.mark.parametrize("after", [-1, 0, 2, 10**9])
def test_standings_are_kept_for_rounds_that_there_are(after: int) -> None:
    """Each keeps all results so far."""
    report = judged([(PENALTY, settled(after))])
    assert report.verdicts["chain"].facts["why"] == f"there is no round {after} whose {WHY}"


def test_a_few_wrong_entries_hide_nothing_of_the_rest(decided: list[Any]) -> None:
    report = judged([(PENALTY, settled(1))] * event_log.MOST_WRONG)
    assert report.rounds == 1
    assert report.verdicts["pairing"].verdict == "holds"
    assert len(decided) == len(beginning()) + event_log.MOST_WRONG


def test_an_event_that_goes_on_is_followed_though_its_secret_is_sealed() -> None:
    report = judged([], open_all=False)
    assert report.rounds == 1
    assert "broken" not in {verdict.verdict for verdict in report.verdicts.values()}
