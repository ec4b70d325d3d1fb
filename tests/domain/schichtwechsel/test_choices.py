"""What is offered is what `decide` accepts, no more and no less."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest
from msgspec.structs import replace

from domain.kernel.choices import Choice
from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions import Action
from domain.schichtwechsel.actions.answer import Answer
from domain.schichtwechsel.actions.choose_tile import ChooseTile
from domain.schichtwechsel.actions.end_turn import EndTurn, Pass
from domain.schichtwechsel.actions.load_cubes import LoadCubes
from domain.schichtwechsel.actions.resolve_row_field import ResolveRowField
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.actions.use_own_card import UseOwnCard
from domain.schichtwechsel.components import Item
from domain.schichtwechsel.events import Event, Placement
from domain.schichtwechsel.params import Conversion, Copy, Hoist, Params, Parts
from domain.schichtwechsel.state import State
from tests.domain.schichtwechsel.situations import (
    BIG_WAGON,
    CHANCE,
    ONE,
    SMALL_WAGON,
    SPOT_WAGON,
    TWO,
    A,
    B,
    Situation,
)

W: tuple[Item, ...] = ("white",)
P: tuple[Item, ...] = ("player",)


def refusal(state: State, seat: int, action: Action) -> tuple[str, dict[str, object]] | None:
    try:
        SCHICHTWECHSEL.decide(state, seat, action, CHANCE)
    except RuleViolation as violation:
        return violation.code, violation.facts
    return None


def everything(
    state: State, seat: int, draft: Action | None = None, depth: int = 0
) -> Iterator[Choice[Action]]:
    """Every choice and every draft that grows out of it; copied cards only one level deep."""
    assert depth < 40, "a draft must come to an end"
    for choice in SCHICHTWECHSEL.choices(state, seat, draft):
        yield choice
        if choice.open:
            yield from everything(state, seat, choice.action, depth + 1)


def outcome(state: State, seat: int, action: Action) -> list[Event] | None:
    try:
        return SCHICHTWECHSEL.decide(state, seat, action, CHANCE)
    except RuleViolation:
        return None


def conceivable_hoists(up_to: int) -> Iterator[Params]:
    wagons = (SMALL_WAGON, SPOT_WAGON, BIG_WAGON)
    hoists = [
        Hoist(lorry, way)
        for lorry in (ONE, TWO)
        for length in range(3)
        for way in product(wagons, repeat=length)
    ]
    for count in range(up_to + 1):
        yield from (Params(lorries=chosen) for chosen in permutations(hoists, count))


def spellings(state: State, seat: int, card: str) -> set[str]:
    """The outcomes of every complete draft of a card, the payment apart."""
    found = set()
    for choice in everything(state, seat):
        action = choice.action
        if isinstance(action, UseCard) and action.card == card and choice.complete:
            events = SCHICHTWECHSEL.decide(state, seat, action, CHANCE)
            found.add(str(events))
    return found


def test_every_hoisting_can_be_reached() -> None:
    game = Situation().purse(A, white=1).lorry(A, ONE, "coal", 1).lorry(A, TWO, "coal", 2)
    game.wagon(A, BIG_WAGON, 1).wagon(A, "wagon_4", 2)
    accepted = {
        str(events)
        for params in conceivable_hoists(2)
        if (events := outcome(game.state, A, UseCard("lorry_medium", W, params=params)))
    }
    assert len(accepted) > 10
    assert spellings(game.state, A, "lorry_medium") == accepted


def test_every_coking_can_be_reached() -> None:
    game = Situation(2).purse(A, white=0, stone=1).wagon(A, SMALL_WAGON, 1).wagon(A, BIG_WAGON, 2)
    game.coke(A, "oven_grey_1")
    single = [
        Conversion(wagon, oven)
        for wagon in (SMALL_WAGON, BIG_WAGON, SPOT_WAGON)
        for oven in (*game.state.ovens, *game.state.covered_ovens)
    ]
    accepted = {
        str(events)
        for count in range(3)
        for chosen in permutations(single, count)
        if (
            events := outcome(
                game.state, A, UseCard("coke_large", P, params=Params(conversions=chosen))
            )
        )
    }
    assert len(accepted) > 5
    assert spellings(game.state, A, "coke_large") == accepted


def test_every_loading_can_be_reached_up_to_its_order() -> None:
    ovens = ("oven_own_0", "oven_grey_1", "oven_grey_2", "oven_grey_3")
    game = Situation().purse(A, stone=1).coke(A, *ovens, wagons=1)
    accepted = {
        frozenset(chosen)
        for count in range(5)
        for chosen in combinations(ovens, count)
        if outcome(game.state, A, UseCard("loading_large", P, params=Params(ovens=chosen)))
    }
    offered = [
        frozenset(choice.action.params.ovens)
        for choice in everything(game.state, A)
        if isinstance(choice.action, UseCard)
        and choice.action.card == "loading_large"
        and choice.complete
    ]
    assert len(offered) == len(set(offered))
    assert set(offered) == accepted
    assert frozenset({"oven_own_0"}) not in accepted
    assert frozenset({"oven_own_0", "oven_grey_1"}) in accepted


def test_every_copy_and_order_can_be_reached() -> None:
    game = Situation().purse(A, stone=1).coke(A, "oven_grey_3").water(A, 0)
    copied = {
        (choice.action.params.copy.card if choice.action.params.copy else None)
        for choice in everything(game.state, A)
        if isinstance(choice.action, UseCard)
        and choice.action.card == "start_copy"
        and choice.complete
    }
    assert copied == {
        None,
        "loading_medium",
        "loading_small",
        "track_medium_road_rail",
        "track_medium_canal",
        "track_small_road",
    }
    orders = {
        choice.action.params.order
        for choice in everything(game.state, A)
        if isinstance(choice.action, UseCard) and choice.action.card == "track_large_road_canal"
    }
    assert orders == {(), ("canal", "road", "road"), ("road", "canal", "road")}


def test_loading_cubes_part_by_part() -> None:
    game = Situation().lorry(A, TWO, "spoil", 1).full_lorries(B).bundle(A, "coal", "spoil")
    finished = {choice.action for choice in everything(game.state, A) if choice.complete}
    assert all(len(action.placements) == 2 for action in finished if isinstance(action, LoadCubes))
    sets = {frozenset((p.cube, p.lorry) for p in a.placements) for a in finished}  # type: ignore[union-attr]  # all load cubes
    lorries = game.state.players[A].lorries
    coal = [lorry for lorry in lorries if lorry != TWO]
    spoil = [lorry for lorry in lorries if lorry != "lorry_4"]
    expected = {frozenset({("coal", c), ("spoil", s)}) for c in coal for s in spoil if c != s}
    assert sets == expected


def test_cubes_that_find_no_lorry_are_offered_to_stay_over() -> None:
    game = Situation().full_lorries(A).bundle(A, "coal", "spoil", "spoil")
    [start] = SCHICHTWECHSEL.choices(game.state, A)
    assert (start.complete, start.open) == (False, True)
    finished = [choice.action for choice in everything(game.state, A) if choice.complete]
    assert all(
        placement.lorry is None
        for action in finished
        if isinstance(action, LoadCubes)
        for placement in action.placements
    )


BAD_DRAFTS: list[tuple[str, Action]] = [
    ("unknown_id", UseCard("track_tiny", W)),
    ("cannot_pay", UseCard("headframe_coin", ("coin", "coin"))),
    ("payment_mismatch", UseCard("coke_large", W)),
    ("lorry_not_full", UseCard("lorry_small", W, params=Params(lorries=(Hoist(ONE),)))),
    ("no_effect", UseCard("coke_small", W)),
    ("headframe_missing", UseCard("headframe_single", P)),
    ("bad_steps", UseOwnCard(W, 2)),
    ("copy_size", UseCard("start_copy", P, params=Params(copy=Copy("lorry_large")))),
    ("wrong_phase", ChooseTile("tile_deputy")),
    ("wrong_phase", ResolveRowField("row_1")),
    ("wrong_phase", Answer(1, Parts(card="lorry_small"))),
]


@pytest.mark.parametrize(("code", "draft"), BAD_DRAFTS, ids=[code for code, _ in BAD_DRAFTS])
def test_a_bad_draft_is_refused_as_if_played(code: str, draft: Action) -> None:
    game = Situation()
    with pytest.raises(RuleViolation) as refused:
        SCHICHTWECHSEL.choices(game.state, A, draft)
    assert refused.value.code == code
    assert refusal(game.state, A, draft) == (code, refused.value.facts)


def test_a_draft_of_another_seat_is_refused() -> None:
    with pytest.raises(RuleViolation) as refused:
        SCHICHTWECHSEL.choices(Situation().state, B, UseCard("lorry_small", W))
    assert refused.value.code == "not_your_turn"


def test_a_bad_bundle_draft_is_refused() -> None:
    game = Situation().lorry(A, ONE, "coal", 1).bundle(A, "spoil")
    with pytest.raises(RuleViolation) as refused:
        SCHICHTWECHSEL.choices(game.state, A, LoadCubes((Placement("spoil", ONE),)))
    assert refused.value.code == "mixed_material"


def test_passing_is_offered_when_it_is_allowed() -> None:
    offered = [choice.action for choice in SCHICHTWECHSEL.choices(Situation().state, A)]
    assert Pass() not in offered
    game = Situation().purse(A, coins=1)
    assert Pass() in [choice.action for choice in SCHICHTWECHSEL.choices(game.state, A)]
    game = Situation().purse(A).heap(A, 6)
    offered = [choice.action for choice in SCHICHTWECHSEL.choices(game.state, A)]
    assert len(offered) == 2  # exchange six spoil for a coin, or pass
    acted = Situation().heap(A, 3)
    acted.does(A, UseCard("track_medium_canal", W))
    offered = [choice.action for choice in SCHICHTWECHSEL.choices(acted.state, A)]
    assert EndTurn() in offered
    assert Pass() not in offered


def test_a_copy_decision_grows_like_a_card() -> None:
    game = Situation().miner(A, 4).coke(A, "oven_grey_3", "oven_grey_4")
    game.does(A, UseCard("miner_first", W))
    assert game.asked == "copy"
    answers = [choice.action for choice in everything(game.state, A) if choice.complete]
    loads = [
        answer.answer.params.ovens
        for answer in answers
        if isinstance(answer, Answer)
        and isinstance(answer.answer, Parts)
        and answer.answer.card == "loading_large"
    ]
    assert set(loads) == {("oven_grey_3",), ("oven_grey_4",), ("oven_grey_3", "oven_grey_4")}
    for action in answers:
        assert refusal(game.state, A, action) is None


def test_what_is_equal_to_a_draft_is_offered_once() -> None:
    game = Situation().purse(A, white=1)
    cards = [choice.action for choice in SCHICHTWECHSEL.choices(game.state, A)]
    assert len(cards) == len(set(map(str, cards)))
    assert replace(UseCard("miner_first", W)) in cards
