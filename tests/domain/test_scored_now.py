"""If it were scored now: what the settlement then gives, and nothing that is hidden."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.kernel.actions import Settle
from domain.kernel.scored_now import ElementNow, IfScored
from domain.kernel.scorings import ElementScoring
from domain.kernel.telling import SAID_OF_ALL_GAMES
from domain.kernel.texts import LANGUAGES, Language
from domain.kernel.turning_points import LeadChange, lead_changes
from replays.entry import AnyLine
from replays.history import History
from replays.samples import samples
from tests.domain.gluck_auf.situations import A, B, Situation
from tests.replays.playing import played

SAMPLES = dict(samples())
AS_IF_OVER = "kartenspiel"
"""Its points are always those as if the game ended now, so its table counts them all."""


def entries(history: History) -> Iterator[tuple[AnyLine, Any]]:
    """Each with the state after it, which changes with the next one."""
    for line, event, state in played(history):
        if event is line.events[-1]:
            yield line, state


def scored(history: History, state: Any, language: Language = "en") -> IfScored:
    found: IfScored = history.game.if_scored(
        state, None, language, history.names, history.catalog, everything=True
    )
    return found


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_settlement_gives_what_was_foreseen_just_before_it(sample: str) -> None:
    history = History(SAMPLES[sample])
    foreseen: dict[str, ElementNow] = {}
    for line, state in entries(history):
        if isinstance(line.action, Settle):
            given = history.game.scorings(line.events, "en", history.names, history.catalog)
            for table in given.tables:
                for element in table.elements:
                    assert same(foreseen[element.element], element), (line.v, element.element)
        now = scored(history, state)
        foreseen = {one.element: one for table in now.tables for one in table.elements}
    assert (now.tables, now.totals) == ((), tuple(history.game.points(state)))


def same(one: ElementNow, other: ElementScoring) -> bool:
    counts = other.counts is None or one.counts == other.counts
    return counts and (one.points, one.places, one.why) == (other.points, other.places, other.why)


@pytest.mark.parametrize("sample", SAMPLES)
def test_totals_are_points_and_all_tables(sample: str) -> None:
    history = History(SAMPLES[sample])
    for line, state in entries(history):
        if line.v % 20:
            continue
        now = scored(history, state)
        columns: Sequence[Any] = [table.points for table in now.tables]
        if not (columns and sample.startswith(AS_IF_OVER)):
            columns = [now.points, *columns]
        assert now.totals == tuple(map(sum, zip(*columns, strict=True)))


def of(state: Any, seat: int | None, element: str) -> ElementNow:
    tables = GLUCK_AUF.if_scored(state, seat, "en").tables
    return next(one for table in tables for one in table.elements if one.element == element)


def test_what_lies_face_down_cannot_be_told() -> None:
    game = Situation().delivered(A, "order-engine-01").delivered(B, "order-engine-02")
    for seat in (A, B):
        own = of(game.state, seat, "coal-black")
        assert [count is None for count in own.counts] == [seat != A, seat != B, False]
        assert (own.places, own.first, own.why) == ((None,) * 3, None, "")
        assert own.points[2] == 0, "who has delivered nothing has no place"
    assert None in GLUCK_AUF.if_scored(game.state, A, "en").totals
    money = of(game.state, None, "money")
    assert None not in (*money.counts, *money.points)
    everything = GLUCK_AUF.if_scored(game.state, None, "en", everything=True)
    assert None not in everything.totals


def test_an_element_of_a_later_shift_has_a_leader_and_gives_nothing_yet() -> None:
    game = Situation(options={"delivered_visibility": "all"}).delivered(A, "order-engine-01")
    engine = of(game.state, B, "vehicle-engine")
    assert (engine.scored, engine.places, engine.points) == (False, (1, None, None), (0, 0, 0))
    assert engine.first
    assert of(game.state, B, "coal-black").scored


def standing(
    points: tuple[int, ...], *places: int | None, first: int | None = None, seen: bool = True
) -> IfScored:
    """With one element, in which so many seats have these places."""
    element = ElementNow(
        "coal-black", "Black order spots", (1 if seen else None,) * 3, places, (0,) * 3, first,
        scored=True, why="",
    )  # fmt: skip
    game = Situation()
    [shift, *_] = GLUCK_AUF.if_scored(game.state, None, "en").tables
    return IfScored(points, (type(shift)("", "9", (element,), (0,) * 3),), points)


NONE = (0, 0, 0)
CHANGES = {
    "lead.taken": (standing(NONE), standing((0, 2, 0))),
    "lead.taken_from": (standing((1, 0, 0)), standing((1, 2, 0))),
    "lead.shared": (standing((1, 0, 0)), standing((1, 1, 0))),
    "lead.lost": (standing((1, 0, 0)), standing((1, 1, 1))),
    "majority.taken": (standing(NONE, None, None, None), standing(NONE, 1, 2, None, first=4)),
    "majority.taken_from": (standing(NONE, 1, 2, 2, first=4), standing(NONE, 2, 1, None, first=4)),
    "majority.shared": (standing(NONE, 1, 2, 2, first=4), standing(NONE, 1, 1, None, first=4)),
    "majority.lost": (standing(NONE, 1, None, None, first=4), standing(NONE, None, None, None)),
}
NAMES = ("Anna", "Béla", "Clara")


def change(kind: str, language: Language = "en") -> LeadChange:
    [found] = lead_changes(*CHANGES[kind], language, NAMES)
    return found


def test_every_change_of_a_lead_is_told() -> None:
    assert {kind: change(kind).text for kind in CHANGES} == {
        "lead.taken": "Béla takes the lead in points.",
        "lead.taken_from": "Béla takes the lead in points from Anna.",
        "lead.shared": "Béla draws level with Anna in points.",
        "lead.lost": "All have the same points again.",
        "majority.taken": "Anna takes the lead in black order spots, 4 VP.",
        "majority.taken_from": "Béla takes the lead in black order spots from Anna, 4 VP.",
        "majority.shared": "Béla draws level with Anna in black order spots, 4 VP each.",
        "majority.lost": "Anna loses the lead in black order spots, 4 VP.",
    }
    said = {key for key in SAID_OF_ALL_GAMES["en"] if key.startswith(("lead.", "majority."))}
    assert said == CHANGES.keys()
    for language in LANGUAGES:
        assert len({change(kind, language).text for kind in CHANGES}) == len(CHANGES)


def test_a_change_says_whose_it_is() -> None:
    taken = change("majority.taken_from")
    assert (taken.element, taken.gained, taken.lost) == ("coal-black", (1,), (0,))
    alone = [*lead_changes(standing((2, 2, 0)), standing((3, 2, 0)), "en", NAMES)]
    assert [(one.gained, one.lost, one.text) for one in alone] == [
        ((), (1,), "Anna takes the lead in points from Béla.")
    ]


def test_nobody_is_told_of_a_majority_that_one_cannot_see() -> None:
    hidden = standing(NONE, None, None, None, seen=False)
    for before, now in (
        (hidden, standing(NONE, 1, None, None, first=4)),
        (standing(NONE, 1, None, None, first=4), hidden),
    ):
        assert [*lead_changes(before, now, "en", NAMES)] == []
