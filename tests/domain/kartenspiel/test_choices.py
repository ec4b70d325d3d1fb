"""What is offered is what `decide` accepts, no more and no less."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.payment import purse
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.turns import EndTurn, Pass
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.deeds import (
    Deliver,
    LoadStored,
    Mine,
    StoreFront,
    TakeOrder,
    TakeShare,
    WorkerValue,
)
from domain.kartenspiel.state import State
from domain.kernel.choices import Choice
from domain.kernel.errors import RuleViolation
from tests.domain.kartenspiel.conceivable import MINING, conceivable
from tests.domain.kartenspiel.random_games import Setup
from tests.domain.kartenspiel.situations import (
    BLUE,
    CHANCE,
    RED,
    Situation,
    delivery,
    mining,
    place,
    wagon,
    workers,
)
from tests.domain.kit.game import Game, examples, positions

Code = tuple[str, dict[str, object]]


def refusal(state: State, seat: int, action: Action) -> Code | None:
    """What `decide` says against an action, or None."""
    try:
        KARTENSPIEL.decide(state, seat, action, CHANCE)
    except RuleViolation as violation:
        return violation.code, violation.facts
    return None


def offers(state: State, seat: int, draft: Action | None = None) -> list[Choice[Action]]:
    return list(KARTENSPIEL.choices(state, seat, draft))


def reachable(state: State, seat: int, action: Action) -> bool:
    """Whether a player who grows drafts part by part gets to the action and may play it."""
    ways = [choice for choice in offers(state, seat) if begins(choice.action, action)]
    while ways:
        if any(choice.complete and choice.action == action for choice in ways):
            return True
        ways = [
            longer
            for choice in ways
            if choice.open
            for longer in offers(state, seat, choice.action)
            if begins(longer.action, action)
        ]
    return False


def begins(draft: Action, action: Action) -> bool:
    """Whether the action is the draft, or the draft with more parts."""
    if isinstance(draft, PlaceWorkers) and isinstance(action, PlaceWorkers):
        paid = action.payment[: len(draft.payment)] == draft.payment
        return draft.area == action.area and paid and begins_deed(draft.action, action.action)
    if isinstance(draft, PlayInnovation) and isinstance(action, PlayInnovation):
        return draft.card == action.card and begins_deed(draft.effect, action.effect)
    return draft == action


def begins_deed(draft: object, deed: object) -> bool:
    if isinstance(draft, Mine) and isinstance(deed, Mine):
        return deed.moves[: len(draft.moves)] == draft.moves
    if isinstance(draft, Deliver) and isinstance(deed, Deliver):
        return deed.consignments[: len(draft.consignments)] == draft.consignments
    return draft == deed


def as_offered(state: State, seat: int, action: Action) -> Action:
    """The spelling that is offered, among all that mean the same."""
    if isinstance(action, PlaceWorkers):
        order = [paid.card for paid in purse(state, seat)]
        payment = tuple(sorted(action.payment, key=lambda paid: order.index(paid.card)))
        return replace(action, payment=payment, action=deed_as_offered(state, seat, action.action))
    if isinstance(action, PlayInnovation):
        return replace(action, effect=deed_as_offered(state, seat, action.effect))
    if isinstance(action, ChooseDrawnCard) and state.pending:
        placed = state.catalog.stacks[state.pending.stack].deck in ("wagons", "engines")
        return action if placed else replace(action, track=None)
    return action


def deed_as_offered(state: State, seat: int, deed: object) -> object:
    if isinstance(deed, Deliver):
        return Deliver(tuple(sorted(deed.consignments, key=lambda sent: sent.track)))
    if isinstance(deed, Mine):
        row, moves = list(state.players[seat].mining_row), []
        for move in deed.moves:
            moves.append(move if isinstance(move, LoadStored) else replace(move, lorry=row.pop(0)))
        return Mine(tuple(moves))
    return deed


@given(positions(Setup), st.data())
@examples(0.4)
def test_what_grows_out_of_a_draft_begins_with_it_and_is_refused_until_it_is_complete(
    game: Game, data: st.DataObject
) -> None:
    if not game.is_awaited:
        return
    choice = data.draw(st.sampled_from(offers(game.state, game.seat)))
    while choice.open:
        longer = offers(game.state, game.seat, choice.action)
        for grown in longer:
            assert begins(choice.action, grown.action)
            assert grown.complete == (refusal(game.state, game.seat, grown.action) is None)
        choice = data.draw(st.sampled_from(longer))


@given(positions(Setup), st.data())
@examples(0.2)
def test_whatever_is_accepted_can_be_reached(game: Game, data: st.DataObject) -> None:
    state, seat = game.state, game.state.active
    if seat is None:
        return
    for _ in range(20):
        action = data.draw(conceivable(state, seat))
        if refusal(state, seat, action) is None:
            spelled = as_offered(state, seat, action)
            assert refusal(state, seat, spelled) is None
            assert reachable(state, seat, spelled), spelled


@given(positions(Setup), st.data())
@examples(0.5)
def test_a_bad_draft_is_refused_with_the_code_of_decide(game: Game, data: st.DataObject) -> None:
    """Unless only something is missing that can be added."""
    state = game.state
    incomplete = ("wrong_total", "below_minimum_steps", "no_consignment")
    for seat in range(game.setup.players):
        action = data.draw(conceivable(state, seat))
        played, drafted = refusal(state, seat, action), draft_refusal(state, seat, action)
        if drafted is not None:
            assert played is not None
            assert drafted == played or played[0] in incomplete
        elif played is not None and played[0] != "no_placement_left":
            assert offers(state, seat, action)


def draft_refusal(state: State, seat: int, draft: Action) -> Code | None:
    try:
        offers(state, seat, draft)
    except RuleViolation as violation:
        return violation.code, violation.facts
    return None


def rich() -> Situation:
    return Situation().innovations(RED, "innovation.worker-1-3.1", "innovation.worker-1-5.2")


def paid_ways(game: Situation, area: str, required: int) -> set[frozenset[WorkerValue]]:
    """Every exact payment, tried one by one."""
    cards: list[list[WorkerValue]] = [
        [WorkerValue(card, game.state.catalog.workers[card].value)] for card in game.of(RED).workers
    ]
    cards.append([WorkerValue("innovation.worker-1-3.1", value) for value in (1, 2, 3)])
    cards.append([WorkerValue("innovation.worker-1-5.2", value) for value in (1, 2, 3, 4, 5)])
    found = set()
    for count in range(1, required + 1):
        for chosen in combinations(cards, count):
            for payment in product(*chosen):
                if sum(paid.value for paid in payment) == required:
                    found.add(frozenset(payment))
    assert found
    for way in list(found)[:20]:
        assert game.allows(RED, place(area, tuple(way)))
    return found


def offered_ways(game: Situation, area: str) -> list[frozenset[WorkerValue]]:
    found = []

    def grow(choice: Choice[Action]) -> None:
        action = choice.action
        if not isinstance(action, PlaceWorkers) or action.area != area:
            return
        if choice.complete:
            found.append(frozenset(action.payment))
        for longer in offers(game.state, RED, action) if choice.open else ():
            grow(longer)

    for choice in offers(game.state, RED):
        grow(choice)
    return found


@pytest.mark.parametrize("required", [1, 2, 3, 4])
def test_every_exact_payment_can_be_reached_and_none_in_two_spellings(required: int) -> None:
    game = rich().priced("share", required)
    cheapest, *grown = offered_ways(game, "share")
    assert set(grown) == paid_ways(game, "share", required)
    assert len(grown) == len(set(grown))
    assert cheapest in grown


@pytest.mark.parametrize(
    ("required", "cards"),
    [(1, ("01",)), (2, ("06",)), (3, ("08",)), (5, ("10",)), (6, ("10", "01")), (9, ("10", "09"))],
)
def test_the_cheapest_payment_is_offered_first(required: int, cards: tuple[str, ...]) -> None:
    game = rich().priced("share", required)
    first = next(
        choice.action
        for choice in offers(game.state, RED)
        if isinstance(choice.action, PlaceWorkers) and choice.action.area == "share"
    )
    assert first == place("share", workers(*cards))


def test_innovations_are_spared_where_worker_cards_are_enough() -> None:
    game = rich().hand_only(RED, "01", "02").priced("share", 2)
    ways = offered_ways(game, "share")
    assert ways[0] == frozenset(workers("01", "02"))
    game.hand_only(RED, "01").priced("share", 3)
    assert offered_ways(game, "share")[0] == frozenset((WorkerValue("innovation.worker-1-3.1", 3),))


def test_a_single_way_to_pay_is_offered_once() -> None:
    game = Situation().hand_only(RED, "01").priced("share", 1)
    share = [c for c in offers(game.state, RED) if getattr(c.action, "area", "") == "share"]
    assert share == [Choice(place("share", workers("01")))]


def test_nobody_else_is_offered_anything() -> None:
    game = Situation()
    assert offers(game.state, BLUE) == []
    with pytest.raises(RuleViolation, match="not_your_turn"):
        offers(game.state, BLUE, Pass())


def test_nothing_is_offered_while_a_shift_is_scored_or_after_the_game() -> None:
    game = Situation(2)
    game.all_pass()
    assert offers(game.state, RED) == []
    game = Situation(2).shift(7)
    game.all_pass_and_settle()
    assert offers(game.state, RED) == []


def test_whoever_cannot_place_can_only_pass() -> None:
    game = Situation().hand_only(RED)
    assert offers(game.state, RED) == [Choice(Pass())]


def test_passing_is_not_offered_after_an_innovation() -> None:
    game = Situation().innovations(RED, "innovation.take-share.1")
    assert Choice(Pass()) in offers(game.state, RED)
    game.does(RED, PlayInnovation("innovation.take-share.1", TakeShare()))
    assert Choice(Pass()) not in offers(game.state, RED)


@pytest.mark.rulebook("kartenspiel", "R-05")
def test_a_mining_innovation_is_offered_only_as_far_as_a_placement_is_left() -> None:
    game = Situation().innovations(RED, MINING).hand_only(RED, "06")
    for area in game.state.areas:
        game.priced(area, 9)
    game.priced("mine-2-3", 2).row(RED, "lorry.fox.01", "lorry.fox.02", "lorry.fox.03")
    [draft] = [c for c in offers(game.state, RED) if isinstance(c.action, PlayInnovation)]
    assert draft == Choice(PlayInnovation(MINING, Mine()), complete=False, open=True)
    once = PlayInnovation(MINING, mining(StoreFront("lorry.fox.01")))
    assert offers(game.state, RED, draft.action) == [Choice(once, complete=True, open=False)]


@pytest.mark.rulebook("kartenspiel", "R-05")
def test_an_innovation_that_leaves_no_placement_is_not_offered() -> None:
    game = Situation().innovations(RED, MINING).hand_only(RED, "06").row(RED, "lorry.fox.06")
    for area in game.state.areas:
        game.priced(area, 9)
    game.priced("mine-2-3", 2)
    assert [c for c in offers(game.state, RED) if isinstance(c.action, PlayInnovation)] == []


def test_a_delivery_grows_train_by_train() -> None:
    game = Situation().orders(RED, "order.barracks.1", "order.furnaces.1")
    for track, crest in ((1, "wheel"), (2, "tower"), (3, "fox")):
        engine = f"engine.{'b' if track == 3 else 'a'}.{track}"
        game.engine(RED, track, engine)
        game.loaded(RED, track, f"wagon.{crest}.01", f"lorry.{crest}.01")
    first, *_ = (c for c in offers(game.state, RED) if getattr(c.action, "area", "") == "deliver")
    assert first == Choice(place("deliver", workers("01"), Deliver()), complete=False, open=True)
    one = offers(game.state, RED, first.action)
    assert len(one) == 6
    sent = place("deliver", workers("01"), delivery((1, "order.barracks.1")))
    assert Choice(sent, complete=True, open=True) in one
    alone = place("deliver", workers("01"), delivery((3, "order.barracks.1")))
    assert Choice(alone, complete=True, open=False) in one
    both = delivery((1, "order.barracks.1"), (2, "order.furnaces.1"))
    assert offers(game.state, RED, sent) == [Choice(place("deliver", workers("01"), both))]


BAD_DRAFTS: list[tuple[str, Action]] = [
    ("wrong_total", place("share", workers("10"))),
    ("duplicate_card", place("order", workers("01", "01"))),
    ("track_not_allowed", place("wagon-left", (), wagon(1))),
    ("track_not_allowed", place("wagon-left", workers("01"), wagon(1))),
    ("no_consignment", place("deliver", (), Deliver())),
    ("action_not_executable", place("mine-2-3", (), Mine())),
    ("not_front_card", place("mine-0-1", (), mining(StoreFront()))),
    ("action_mismatch", PlaceWorkers("share", (), TakeOrder())),
    ("area_not_in_play", PlaceWorkers("canteen", (), TakeOrder())),
    ("card_not_in_hand", PlayInnovation(MINING, Mine())),
    ("wrong_phase", EndTurn()),
]


@pytest.mark.parametrize(("code", "draft"), BAD_DRAFTS)
def test_a_draft_that_can_never_be_played_is_refused(code: str, draft: Action) -> None:
    game = Situation().top("wagon-left", "wagon.fox.01")
    with pytest.raises(RuleViolation) as refused:
        offers(game.state, RED, draft)
    assert refused.value.code == code


def test_a_whole_action_without_parts_to_add_grows_no_further() -> None:
    assert offers(Situation().state, RED, place("share", workers("01"))) == []
    assert offers(Situation().state, RED, Pass()) == []
