"""Section 13: every ruling, by its number."""

import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.turns import EndTurn, Pass
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.deeds import (
    Deliver,
    Effect,
    LoadFront,
    LoadStored,
    Mine,
    StoreFront,
    TakeEngine,
    TakeLorryFrom,
    TakeOrder,
    TakeShare,
    TakeWagonFrom,
    WorkerValue,
)
from domain.kartenspiel.events import (
    EngineTaken,
    InnovationPlayed,
    LorryTaken,
    MiningFinished,
    ShiftMarkerAwarded,
    StackSplit,
    TrainDispatched,
    WildCardsDrawn,
    WildCardsReturned,
    WorkersReturned,
)
from domain.kernel.seals import redacted
from tests.domain.kartenspiel.situations import (
    BLUE,
    GREEN,
    RED,
    Situation,
    delivery,
    engine,
    laid,
    mining,
    only,
    place,
    wagon,
    wild,
    workers,
)

MINING = "innovation.mine-4.1"


@pytest.mark.rulebook("kartenspiel", "R-01")
def test_the_price_is_the_latest_placement_plus_one_own_ones_included() -> None:
    game = Situation().used("share", BLUE, workers("08", color="blue"))
    assert game.state.required("share") == 4
    game.used("share", RED, workers("09"))
    assert game.state.required("share") == 5


@pytest.mark.rulebook("kartenspiel", "R-02")
@pytest.mark.parametrize(
    ("area", "steps"), [("mine-0-1", {0, 1}), ("mine-1-2", {1, 2}), ("mine-2-3", {2, 3})]
)
def test_the_total_of_steps_is_one_of_the_two_numbers(area: str, steps: set[int]) -> None:
    game = Situation().row(RED, *(f"lorry.fox.0{number}" for number in (1, 2, 3, 4)))
    for stored in range(5):
        action = place(area, workers("01"), mining(*[StoreFront()] * stored))
        assert game.allows(RED, action) == (stored in steps)


@pytest.mark.rulebook("kartenspiel", "R-03")
def test_mining_0_1_with_nothing_to_move_counts_for_the_marker() -> None:
    game = Situation()
    game.turn(RED, place("mine-0-1", workers("01"), mining()))
    game.turn_of(BLUE).all_pass()
    assert game.settles()[0] == ShiftMarkerAwarded(1, RED, "last_miner")


@pytest.mark.rulebook("kartenspiel", "R-04")
def test_the_mining_innovation_takes_one_to_four_steps() -> None:
    game = Situation().innovations(RED, MINING).row(RED, "lorry.fox.06", "lorry.fox.07")
    assert game.code(RED, PlayInnovation(MINING, Mine())) == "below_minimum_steps"
    events = game.does(RED, PlayInnovation(MINING, mining(StoreFront(), StoreFront())))
    assert only(events, MiningFinished) == MiningFinished(RED, "innovation", 4, 1, 4)
    assert game.state.box == [MINING]


@pytest.mark.rulebook("kartenspiel", "R-04")
def test_the_mining_innovation_needs_something_to_move() -> None:
    game = Situation().innovations(RED, MINING)
    assert game.code(RED, PlayInnovation(MINING, Mine())) == "action_not_executable"
    game.row(RED, *(f"lorry.fox.0{number}" for number in (1, 2, 3, 4, 5)))
    five = mining(*[StoreFront()] * 5)
    assert game.code(RED, PlayInnovation(MINING, five)) == "step_budget"


def with_one_two_left(innovation: str) -> Situation:
    """Red has a 2 only; nothing costs 2 but what a test makes so."""
    game = Situation().innovations(RED, innovation).hand_only(RED, "06")
    for area in game.state.areas:
        game.priced(area, 9)
    return game


@pytest.mark.rulebook("kartenspiel", "R-05")
def test_an_innovation_is_refused_if_no_placement_would_be_left() -> None:
    game = with_one_two_left("innovation.take-share.1")
    action = PlayInnovation("innovation.take-share.1", TakeShare())
    assert game.refuses(RED, action) == ("no_placement_left", {})
    game.priced("share", 2)
    assert game.allows(RED, action)


@pytest.mark.rulebook("kartenspiel", "R-05")
def test_an_innovation_must_not_take_the_last_card_of_the_only_area_left() -> None:
    game = with_one_two_left("innovation.take-share.1").stack("share", "share.barracks.1")
    action = PlayInnovation("innovation.take-share.1", TakeShare())
    assert game.priced("share", 2).code(RED, action) == "no_placement_left"
    assert game.priced("order", 2).allows(RED, action)


@pytest.mark.rulebook("kartenspiel", "R-05")
def test_an_innovation_must_not_mine_away_the_only_action_left() -> None:
    game = with_one_two_left(MINING).row(RED, "lorry.fox.01", "lorry.fox.02", "lorry.fox.03")
    game.priced("mine-2-3", 2)
    assert game.allows(RED, PlayInnovation(MINING, mining(StoreFront())))
    for stored in (2, 3):
        action = PlayInnovation(MINING, mining(*[StoreFront()] * stored))
        assert game.code(RED, action) == "no_placement_left"


@pytest.mark.rulebook("kartenspiel", "R-05")
def test_an_innovation_may_make_a_placement_possible() -> None:
    """Delivering needs an order, and the innovation brings one."""
    game = with_one_two_left("innovation.take-order.1").top("order", "order.barracks.1")
    game.engine(RED, 1, "engine.a.1").loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.01")
    game.priced("deliver", 2)
    game.does(RED, PlayInnovation("innovation.take-order.1", TakeOrder()))
    assert game.allows(RED, place("deliver", workers("06"), delivery((1, "order.barracks.1"))))


@pytest.mark.rulebook("kartenspiel", "R-05")
def test_after_the_action_an_innovation_needs_no_placement() -> None:
    game = with_one_two_left("innovation.take-share.1").priced("order", 2)
    game.does(RED, place("order", workers("06")))
    assert game.allows(RED, PlayInnovation("innovation.take-share.1", TakeShare()))


@pytest.mark.rulebook("kartenspiel", "R-06")
def test_an_innovation_taken_this_turn_may_be_played_after_the_action() -> None:
    game = Situation().top("innovation", "innovation.take-order.1")
    game.does(RED, place("innovation", workers("01")))
    game.does(RED, PlayInnovation("innovation.take-order.1", TakeOrder()))
    assert len(game.of(RED).orders) == 1


@pytest.mark.rulebook("kartenspiel", "R-07")
def test_worker_cards_and_several_worker_innovations_mix() -> None:
    game = Situation().innovations(RED, "innovation.worker-1-3.1", "innovation.worker-1-5.1")
    payment = (
        *workers("01"),
        WorkerValue("innovation.worker-1-3.1", 2),
        WorkerValue("innovation.worker-1-5.1", 5),
    )
    game.priced("share", 8).does(RED, place("share", payment))
    assert game.state.required("share") == 9


@pytest.mark.rulebook("kartenspiel", "R-08")
def test_a_placement_of_innovations_only_counts_for_the_marker() -> None:
    game = Situation().innovations(RED, "innovation.worker-1-3.1")
    game.turn(RED, place("mine-0-1", laid("innovation.worker-1-3.1", 1), mining()))
    game.turn_of(BLUE).all_pass()
    assert game.settles()[0] == ShiftMarkerAwarded(1, RED, "last_miner")


@pytest.mark.rulebook("kartenspiel", "R-09")
def test_the_mining_innovation_does_not_count_for_the_marker() -> None:
    game = Situation().innovations(BLUE, MINING).row(BLUE, "lorry.fox.01").turn_of(BLUE)
    game.does(BLUE, PlayInnovation(MINING, mining(StoreFront())))
    game.turn(BLUE, place("share", workers("01", color="blue")))
    game.all_pass()
    assert game.settles()[0] == ShiftMarkerAwarded(1, RED, "start_player")


@pytest.mark.rulebook("kartenspiel", "R-10")
def test_the_cards_that_were_not_chosen_go_under_the_stack_as_drawn() -> None:
    game = Situation()
    a, b, c, d, *rest = game.state.stacks["share"]
    game.does(RED, place("wild", workers("06"), wild("share")))
    game.does(RED, ChooseDrawnCard(c))
    assert game.state.stacks["share"] == [*rest, a, b, d]


@pytest.mark.rulebook("kartenspiel", "R-11")
def test_with_three_engines_the_engine_stack_cannot_be_chosen() -> None:
    game = Situation()
    for track in (1, 2, 3):
        game.engine(RED, track, f"engine.a.{track}")
    assert game.code(RED, place("wild", workers("06"), wild("engine"))) == "no_free_track"
    stacks = {
        choice.action.action.stack
        for choice in KARTENSPIEL.choices(game.state, RED)
        if getattr(choice.action, "area", "") == "wild"
    }
    assert stacks == set(game.state.stacks) - {"engine"}


@pytest.mark.rulebook("kartenspiel", "R-12")
def test_the_drawn_cards_are_not_shown_but_a_kept_card_that_lies_open_is() -> None:
    game = Situation()
    cards = game.state.stacks["share"][:4]
    drawn = only(
        game.does(RED, place("wild", workers("06"), wild("share"))),
        WildCardsDrawn,
    )
    assert redacted(drawn, RED) == WildCardsDrawn(RED, "share", 4, cards[0])
    taken, returned = game.does(RED, ChooseDrawnCard(cards[2]))
    assert redacted(taken, RED) == taken
    assert isinstance(returned, WildCardsReturned)
    assert redacted(returned, RED) == WildCardsReturned(
        RED, "share", 3, game.state.stacks["share"][0], 23
    )


@pytest.mark.rulebook("kartenspiel", "R-13")
@pytest.mark.parametrize(("size", "moved"), [(2, 1), (3, 1), (8, 4), (9, 4)])
def test_the_upper_half_of_the_twin_moves_to_the_empty_place(size: int, moved: int) -> None:
    game = Situation()
    cards = game.state.stacks["lorry-right"][:size]
    game.stack("lorry-right", *cards).stack("lorry-left", game.state.stacks["lorry-left"][0])
    taken, split = game.does(RED, place("lorry-left", workers("01")))[1:]
    assert isinstance(taken, LorryTaken)
    assert (taken.top_after, taken.left) == (None, 0)
    assert split == StackSplit(
        "lorry-right",
        "lorry-left",
        tops=(("lorry-right", cards[moved]), ("lorry-left", cards[0])),
        sizes=(("lorry-right", size - moved), ("lorry-left", moved)),
        moved=tuple(cards[:moved]),
        kept=tuple(cards[moved:]),
    )
    assert game.state.stacks["lorry-left"] == cards[:moved]
    assert game.state.stacks["lorry-right"] == cards[moved:]


@pytest.mark.rulebook("kartenspiel", "R-13")
@pytest.mark.parametrize("size", [0, 1])
def test_a_twin_of_one_card_or_none_is_not_split(size: int) -> None:
    game = Situation()
    cards = game.state.stacks["wagon-right"][:size]
    game.stack("wagon-right", *cards).stack("wagon-left", "wagon.joker.16")
    events = game.does(RED, place("wagon-left", workers("01"), wagon(1)))
    assert len(events) == 2
    assert game.state.stacks["wagon-left"] == []
    game.does(RED, EndTurn())
    refused = place("wagon-left", workers("06", color="blue"), wagon(1))
    assert game.code(BLUE, refused) == "stack_empty"


@pytest.mark.rulebook("kartenspiel", "R-13")
def test_a_wild_action_splits_after_the_cards_are_back() -> None:
    game = Situation().stack("lorry-left", "lorry.fox.01")
    game.does(RED, place("wild", workers("06"), wild("lorry-left")))
    assert game.state.stacks["lorry-left"] == []
    taken, returned, split = game.does(RED, ChooseDrawnCard("lorry.fox.01"))
    assert isinstance(taken, LorryTaken)
    assert returned == WildCardsReturned(RED, "lorry-left", 0, None, 0, ())
    assert isinstance(split, StackSplit)
    assert len(game.state.stacks["lorry-left"]) == len(game.state.stacks["lorry-right"]) - (
        (len(game.state.stacks["lorry-left"]) + len(game.state.stacks["lorry-right"])) % 2
    )


@pytest.mark.rulebook("kartenspiel", "R-14")
def test_delivered_engines_do_not_count_for_the_engine_innovation() -> None:
    game = Situation().innovations(RED, "innovation.take-engine.1")
    for number in (1, 2, 3):
        game.delivered(RED, f"order.barracks.{number}", f"engine.a.{number}")
    game.engine(RED, 1, "engine.b.1").engine(RED, 3, "engine.b.2")
    action = PlayInnovation("innovation.take-engine.1", TakeEngine(2))
    assert only(game.does(RED, action), EngineTaken).track == 2


@pytest.mark.rulebook("kartenspiel", "R-15")
def test_an_engine_may_stand_before_the_wagons_come() -> None:
    game = Situation().top("wagon-left", "wagon.wheel.01")
    game.turn(RED, place("engine", workers("01"), engine(1)))
    game.turn(RED, place("wagon-left", workers("02"), wagon(1)))
    track = game.of(RED).tracks[1]
    assert track.engine is not None
    assert [wagon.card for wagon in track.wagons] == ["wagon.wheel.01"]


@pytest.mark.rulebook("kartenspiel", "R-16")
def test_surplus_single_lorries_score() -> None:
    game = Situation(2).delivered(RED, "order.barracks.1", "engine.a.1", "lorry.fox.01")
    assert game.score(RED).lorries == 1
    game.delivered(RED, "order.barracks.2", "engine.a.2", "lorry.fox.04", "lorry.fox.05")
    assert game.score(RED).lorries == 5


@pytest.mark.rulebook("kartenspiel", "R-17")
def test_printed_minima_count_not_loaded_lorries() -> None:
    game = Situation(2).objectives(RED, "objective.lorries.barracks")
    doubles = [f"lorry.{crest}.06" for crest in ("wheel", "clover", "tower", "fox")]
    game.delivered(RED, "order.barracks.3", "engine.a.1", *doubles)
    assert game.score(RED).lines[0].count == 2


@pytest.mark.rulebook("kartenspiel", "R-18")
def test_every_share_that_can_be_assigned_is() -> None:
    game = Situation(2).shares(RED, *(f"share.barracks.{number}" for number in (1, 2, 3)))
    game.delivered(RED, "order.barracks.1", "engine.a.1")
    assert game.score(RED).shares == 3
    game.delivered(RED, "order.barracks.2", "engine.a.2")
    assert game.score(RED).shares == 6


@pytest.mark.rulebook("kartenspiel", "R-20")
def test_in_shift_1_the_start_player_of_shift_1_may_get_the_marker() -> None:
    game = Situation()
    game.all_pass()
    assert game.settles()[0] == ShiftMarkerAwarded(1, RED, "start_player")


@pytest.mark.rulebook("kartenspiel", "R-21")
def test_the_last_player_in_the_shift_pays_rising_prices() -> None:
    game = Situation(2)
    game.does(RED, Pass())
    for cards in (("01",), ("06",), ("08",)):
        game.turn(BLUE, place("share", workers(*cards, color="blue")))
    assert game.state.active == BLUE
    assert game.state.required("share") == 4


@pytest.mark.rulebook("kartenspiel", "R-22")
def test_passing_is_allowed_though_a_placement_is_possible_and_is_for_good() -> None:
    game = Situation(2)
    game.does(RED, Pass())
    assert game.state.passed == [RED]
    assert game.code(RED, place("share", workers("01"))) == "not_your_turn"
    game.turn(BLUE, place("share", workers("01", color="blue")))
    assert game.state.active == BLUE


@pytest.mark.rulebook("kartenspiel", "R-23")
def test_a_stack_shows_its_top_and_its_size() -> None:
    game = Situation()
    for stack in KARTENSPIEL.view(game.state, None).stacks:
        cards = game.state.stacks[stack.id]
        assert (stack.top, stack.size) == (cards[0], len(cards))


@pytest.mark.rulebook("kartenspiel", "R-24")
def test_unused_innovations_are_worth_nothing() -> None:
    game = Situation(2).innovations(RED, "innovation.deliver.1", "innovation.worker-1-5.1")
    assert game.score(RED).total == 0


@pytest.mark.rulebook("kartenspiel", "R-25")
def test_worker_cards_of_those_who_passed_early_return_with_all_others() -> None:
    game = Situation(2)
    game.turn(RED, place("share", workers("01")))
    game.does(BLUE, Pass())
    game.does(RED, Pass())
    assert only(game.settles(), WorkersReturned).returned[RED] == ("worker.red.01",)
    assert len(game.of(RED).workers) == 8


@pytest.mark.rulebook("kartenspiel", "R-26")
def test_what_is_loaded_stays_loaded_and_what_stands_stays() -> None:
    """There is no move out of a wagon, back to the row, or from track to track."""
    game = Situation().loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.01")
    game.wagons(RED, 2, "wagon.wheel.02").storage(RED, "lorry.fox.01")
    taken_out = mining(LoadStored("lorry.wheel.01", "wagon.wheel.02"))
    assert game.code(RED, place("mine-0-1", workers("01"), taken_out)) == "not_in_storage"
    taken_back = mining(StoreFront("lorry.fox.01"))
    assert game.code(RED, place("mine-0-1", workers("01"), taken_back)) == "not_front_card"


@pytest.mark.rulebook("kartenspiel", "R-28")
def test_no_innovation_is_played_inside_a_wild_action() -> None:
    game = Situation().innovations(RED, "innovation.take-share.1")
    game.does(RED, place("wild", workers("06"), wild("share")))
    action = PlayInnovation("innovation.take-share.1", TakeShare())
    assert game.refuses(RED, action) == ("wrong_phase", {"phase": "wild_choice"})


@pytest.mark.rulebook("kartenspiel", "R-29")
def test_one_card_with_two_lorries_counts_as_two() -> None:
    game = Situation().engine(RED, 1, "engine.a.1").orders(RED, "order.barracks.3")
    game.loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.06")
    events = game.does(RED, place("deliver", workers("01"), delivery((1, "order.barracks.3"))))
    assert only(events, TrainDispatched).lorries == 2


@pytest.mark.rulebook("kartenspiel", "R-30")
def test_a_train_may_have_more_empty_wagons_than_loaded_ones() -> None:
    game = Situation().engine(RED, 1, "engine.a.1").orders(RED, "order.barracks.1")
    game.loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.01")
    game.wagons(RED, 1, "wagon.wheel.02", "wagon.wheel.03", "wagon.wheel.04")
    events = game.does(RED, place("deliver", workers("01"), delivery((1, "order.barracks.1"))))
    assert len(only(events, TrainDispatched).wagons) == 4


@pytest.mark.rulebook("kartenspiel", "R-31")
def test_storing_is_allowed_though_a_wagon_would_fit() -> None:
    game = Situation().row(RED, "lorry.wheel.01").wagons(RED, 1, "wagon.wheel.01")
    assert game.allows(RED, place("mine-0-1", workers("01"), mining(StoreFront())))
    assert game.allows(RED, place("mine-0-1", workers("01"), mining(LoadFront("wagon.wheel.01"))))


@pytest.mark.rulebook("kartenspiel", "R-32")
def test_a_stack_emptied_by_an_innovation_is_used_again_only_after_a_split() -> None:
    game = Situation().innovations(RED, "innovation.take-order.1", "innovation.take-lorry.1")
    game.stack("order", "order.barracks.1").stack("lorry-left", "lorry.fox.01")
    game.does(RED, PlayInnovation("innovation.take-order.1", TakeOrder()))
    assert game.code(RED, place("order", workers("01"))) == "stack_empty"
    game.does(RED, PlayInnovation("innovation.take-lorry.1", TakeLorryFrom("lorry-left")))
    assert game.allows(RED, place("lorry-left", workers("01")))


@pytest.mark.rulebook("kartenspiel", "R-33")
def test_the_final_shift_returns_no_workers() -> None:
    game = Situation(2).shift(7).used("share", RED, workers("01"))
    events = game.all_pass_and_settle()
    assert not any(isinstance(event, WorkersReturned) for event in events)
    assert "worker.red.01" not in game.of(RED).workers


@pytest.mark.rulebook("kartenspiel", "8")
def test_every_action_innovation_does_what_it_says_and_goes_to_the_box() -> None:
    effects: dict[str, Effect] = {
        "innovation.take-lorry.1": TakeLorryFrom("lorry-right"),
        "innovation.take-wagon.1": TakeWagonFrom("wagon-right", 1),
        "innovation.take-engine.1": TakeEngine(3),
        "innovation.take-order.1": TakeOrder(),
        "innovation.take-share.1": TakeShare(),
        MINING: mining(LoadStored("lorry.wheel.01", "wagon.wheel.01")),
        "innovation.deliver.1": Deliver(delivery((1, "order.barracks.1")).consignments),
    }
    game = Situation().innovations(RED, *effects).top("wagon-right", "wagon.joker.02")
    game.engine(RED, 1, "engine.a.1").orders(RED, "order.barracks.1")
    game.wagons(RED, 1, "wagon.wheel.01").storage(RED, "lorry.wheel.01")
    for card, effect in effects.items():
        played, done, *_ = game.does(RED, PlayInnovation(card, effect))
        assert played == InnovationPlayed(RED, card, effect)
        assert getattr(done, "via", "innovation") == "innovation"
    assert game.state.box == list(effects)
    assert game.of(RED).innovations == []
    assert len(game.of(RED).delivered) == 1
    assert all(area.last_seat is None for area in game.state.areas.values())
    assert game.state.phase == "before_action"
    assert GREEN not in game.state.passed
