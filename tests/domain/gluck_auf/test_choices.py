"""What is offered is what `decide` accepts, no more and no less."""

from collections.abc import Iterator
from itertools import product
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions import Action
from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile
from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.actions.look_at_five import (
    ChooseOrder,
    ChooseTunnelTile,
    LookAtTunnelTiles,
)
from domain.gluck_auf.actions.mine import (
    Mine,
    MoveCage,
    PlaceFromCage,
    PlaceFromStorage,
    Step,
)
from domain.gluck_auf.actions.take_money import TakeMoney
from domain.gluck_auf.actions.use_bank import UseBank
from domain.gluck_auf.state import State
from domain.kernel.choices import Choice
from domain.kernel.errors import RuleViolation
from tests.domain.gluck_auf.conceivable import ENDS, FILLS, conceivable
from tests.domain.gluck_auf.random_games import Setup
from tests.domain.gluck_auf.situations import CHANCE, COLORS, A, B, C, Situation
from tests.domain.kit.game import Game, examples, positions

T = TypeVar("T")
Code = tuple[str, dict[str, object]]


def refusal(state: State, seat: int, action: Action) -> Code | None:
    """What `decide` says against an action, or None."""
    try:
        GLUCK_AUF.decide(state, seat, action, CHANCE)
    except RuleViolation as violation:
        return violation.code, violation.facts
    return None


def offers(state: State, seat: int, draft: Action | None = None) -> list[Choice[Action]]:
    return list(GLUCK_AUF.choices(state, seat, draft))


def reachable(state: State, seat: int, action: Action) -> bool:
    """Whether a player who grows drafts part by part gets to the action and may play it."""
    offered = offers(state, seat)
    drafts = list(_drafts(action))
    for draft in drafts[:-1]:
        if not any(choice.action == draft and choice.open for choice in offered):
            return False
        offered = offers(state, seat, draft)
    return any(choice.action == drafts[-1] and choice.complete for choice in offered)


def _drafts(action: Action) -> Iterator[Action]:
    """The action with its first part only, with one more, and so on."""
    if isinstance(action, Mine):
        for count in range(len(action.steps) + 1):
            yield Mine(action.space_id, action.steps[:count])
    elif isinstance(action, BuyTunnelTile):
        for count in range(len(action.fill) + 1):
            yield BuyTunnelTile(action.space_id, action.fill[:count])
    elif isinstance(action, ChooseTunnelTile | ChooseOrder):
        yield from _drafts_of_return(action)
    else:
        yield action


def _drafts_of_return(action: ChooseTunnelTile | ChooseOrder) -> Iterator[Action]:
    draft: ChooseTunnelTile | ChooseOrder = ChooseOrder(action.keep)
    if isinstance(action, ChooseTunnelTile):
        draft = ChooseTunnelTile(action.keep)
    yield draft
    for count in range(1, len(_fill(action)) + 1):
        draft = replace(draft, fill=_fill(action)[:count])
        yield draft
    order = _return_order(action)
    if order:  # where nothing goes back, the end has no effect (R10)
        draft = replace(draft, return_to=action.return_to)
        yield draft
    for count in range(1, len(order) + 1):
        yield replace(draft, return_order=order[:count])


def _fill(action: ChooseTunnelTile | ChooseOrder) -> tuple[str | None, ...]:
    return action.fill if isinstance(action, ChooseTunnelTile) else ()


def _return_order(action: ChooseTunnelTile | ChooseOrder) -> tuple[str, ...]:
    assert isinstance(action.return_order, tuple)
    return action.return_order


def finishings(state: State, draft: Action) -> Iterator[Action]:
    """Every action that a draft could become, itself first, as far as it matters for legality."""
    yield draft
    if isinstance(draft, Mine):
        yield from (replace(draft, steps=(*draft.steps, step)) for step in _second_cubes(draft))
    elif isinstance(draft, BuyTunnelTile):
        yield from (replace(draft, fill=draft.fill + more) for more in _more_fill())
    elif isinstance(draft, ChooseTunnelTile | ChooseOrder):
        order = _return_order(draft)
        rest = [card for card in state.look_area if card not in (*order, draft.keep)]
        for end in ENDS if draft.return_to is None else (draft.return_to,):
            returned = replace(draft, return_to=end, return_order=(*order, *rest))
            yield returned
            if isinstance(returned, ChooseTunnelTile):
                yield from (replace(returned, fill=returned.fill + more) for more in _more_fill())


def _second_cubes(draft: Mine) -> Iterator[Step]:
    """A work step can be missing only after the first cube of a substitute."""
    last = draft.steps[-1] if draft.steps else None
    if isinstance(last, PlaceFromCage | PlaceFromStorage):
        for color in COLORS:
            yield PlaceFromCage(color, last.order_id, last.spot)
            yield PlaceFromStorage(color, last.order_id, last.spot)


def _more_fill() -> Iterator[tuple[str | None, ...]]:
    for length in (1, 2):
        yield from product(FILLS, repeat=length)


@given(positions(Setup), st.data())
@examples(1)
def test_decide_accepts_exactly_what_growing_drafts_can_reach(
    game: Game, data: st.DataObject
) -> None:
    state = game.state
    seat = 0 if state.active is None else state.active
    action = data.draw(conceivable(state, seat))
    assert reachable(state, seat, action) == (refusal(state, seat, action) is None)


@given(positions(Setup), st.data())
@examples(1)
def test_a_draft_that_can_become_nothing_is_refused_as_if_played(
    game: Game, data: st.DataObject
) -> None:
    state = game.state
    seat = 0 if state.active is None else state.active
    draft = data.draw(conceivable(state, seat))
    verdicts = [refusal(state, seat, action) for action in finishings(state, draft)]
    if None not in verdicts:
        with pytest.raises(RuleViolation) as violation:
            offers(state, seat, draft)
        assert (violation.value.code, violation.value.facts) in verdicts
        return
    offered = offers(state, seat, draft)
    assert all(refusal(state, seat, c.action) is None for c in offered if c.complete)
    if verdicts[0] is not None:
        assert offered, "what is unfinished can be finished"


@pytest.mark.parametrize("shift", [1, 2, 3])
def test_in_scoring_nobody_is_offered_anything(shift: int) -> None:
    game = Situation().shift_over(shift)
    assert [offers(game.state, seat) for seat in (A, B, C)] == [[], [], []]


def test_in_a_finished_game_nobody_is_offered_anything() -> None:
    game = Situation().shift_over(3)
    game.settles()
    assert game.state.phase == "finished"
    assert [offers(game.state, seat) for seat in (A, B, C)] == [[], [], []]


def test_before_the_game_nobody_is_offered_anything() -> None:
    assert offers(GLUCK_AUF.initial(GLUCK_AUF.catalog), A) == []


def drafts_refused(game: Situation, seat: int, draft: Action) -> Code:
    with pytest.raises(RuleViolation) as violation:
        offers(game.state, seat, draft)
    return violation.value.code, violation.value.facts


def test_a_draft_of_somebody_else_is_refused() -> None:
    draft = Mine("mining-6", (MoveCage(1),))
    assert drafts_refused(Situation(), B, draft) == ("not_your_turn", {"turn": A})
    scoring = Situation().shift_over()
    assert drafts_refused(scoring, A, draft) == ("wrong_phase", {"phase": "scoring"})


def test_an_illegal_work_step_in_a_draft_is_refused() -> None:
    draft = Mine("mining-6", (MoveCage(1), MoveCage(1)))
    assert drafts_refused(Situation(), A, draft) == ("cage_same_level", {"level": 1})


TILES = ("tile-gray-2-light-1", "tile-brown-1-dark-1")


def looking(**supply: int) -> Situation:
    game = Situation().tile_stack(*TILES).supply(**supply)
    game.does(A, LookAtTunnelTiles())
    return game


@pytest.mark.parametrize(
    ("draft", "supply"),
    [
        (ChooseTunnelTile(None, fill=("yellow",)), 13),
        (ChooseTunnelTile(TILES[0], fill=("yellow",)), 13),
        (ChooseTunnelTile(TILES[0], fill=("gray",)), 1),
        (ChooseTunnelTile(TILES[0], fill=("purple",)), 1),
        (ChooseTunnelTile(TILES[0], "top", (), ("purple", "yellow")), 0),
        (ChooseTunnelTile(TILES[0], "top", TILES[1:], ("purple",)), 1),
    ],
)
def test_a_wrong_fill_in_a_draft_is_refused(draft: ChooseTunnelTile, supply: int) -> None:
    game = looking(gray=supply)
    code, _ = drafts_refused(game, A, draft)
    kept = [tile for tile in TILES if tile != draft.keep]
    played = replace(draft, return_to="top", return_order=tuple(kept))
    assert code == "bad_shortage_choice"
    assert game.refuses(A, played)[0] == "bad_shortage_choice"


def test_a_wrong_return_in_a_draft_is_refused_before_its_missing_fill() -> None:
    draft = ChooseTunnelTile(TILES[0], "top", TILES)
    assert drafts_refused(looking(gray=0), A, draft) == ("return_mismatch", {"n": 1})
    never_seen = ChooseTunnelTile(TILES[0], "top", ("tile-black-1-dark-1",))
    refused = drafts_refused(looking(gray=0), A, never_seen)
    assert refused == ("not_looked_at", {"card": "tile-black-1-dark-1"})


def test_a_draft_that_lacks_only_the_end_is_offered_both() -> None:
    game = looking()
    draft = ChooseTunnelTile(None, None, TILES)
    assert offers(game.state, A, draft) == [
        Choice(ChooseTunnelTile(None, "top", TILES)),
        Choice(ChooseTunnelTile(None, "bottom", TILES)),
    ]


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        (TakeMoney("nowhere"), "unknown_space"),
        (TakeMoney("money-3"), "space_locked"),
        (DeliverOrders("delivery-barrow"), "nothing_to_deliver"),
    ],
)
def test_an_illegal_action_is_no_draft_even_if_it_could_not_grow(draft: Action, code: str) -> None:
    assert drafts_refused(Situation(), A, draft)[0] == code


def test_a_whole_action_cannot_grow() -> None:
    game = Situation()
    assert offers(game.state, A, UseBank()) == []
    assert offers(game.state, A, TakeMoney("money-4")) == []


def test_a_substitute_is_offered_only_if_it_can_be_finished() -> None:
    order = "order-engine-04"
    game = Situation(options={"substitution_rule": "same_action"}).order(A, order)
    game.cage(A, 0, "yellow", "brown")
    begin = Mine("mining-6", (PlaceFromCage("yellow", order, 0),))
    assert Choice(begin, complete=False, open=True) in offers(game.state, A, Mine("mining-6"))
    assert [choice.action for choice in offers(game.state, A, begin)] == [
        replace(begin, steps=(*begin.steps, PlaceFromCage("brown", order, 0)))
    ]

    five = tuple(MoveCage(level) for level in (1, 2, 1, 2, 0))
    last = offers(game.state, A, Mine("mining-6", five))
    assert last
    assert not any(isinstance(choice.action, Mine) and places(choice.action) for choice in last)

    game.of(A).pit.cage["brown"] = 0
    alone = offers(game.state, A, Mine("mining-6"))
    assert not any(isinstance(choice.action, Mine) and places(choice.action) for choice in alone)


def places(action: Mine) -> bool:
    return isinstance(action.steps[-1], PlaceFromCage | PlaceFromStorage)


def test_a_substitute_begun_with_the_last_step_is_refused() -> None:
    order = "order-engine-04"
    game = Situation(options={"substitution_rule": "same_action"}).order(A, order)
    game.cage(A, 0, "yellow", "brown")
    moves = tuple(MoveCage(level) for level in (1, 2, 1, 2, 0))
    draft = Mine("mining-6", (*moves, PlaceFromCage("yellow", order, 0)))
    unfinished = ("substitute_unfinished", {"order": order, "spot": 0})
    assert game.refuses(A, draft) == unfinished
    assert drafts_refused(game, A, draft) == unfinished
