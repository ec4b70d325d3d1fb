"""Section 14, V-06 to V-14: mining."""

import pytest

from domain.kartenspiel.deeds import AnyMove, LoadFront, LoadStored, Mine, StoreFront
from domain.kartenspiel.events import Event, LorryLoaded, LorryStored, MiningFinished
from tests.domain.kartenspiel.situations import RED, Situation, mining, only, place, workers

TOWER_LOADED = LoadFront("wagon.tower.01", "lorry.tower.01")
CLOVER_LOADED = LoadFront("wagon.clover.01", "lorry.clover.01")


def book_example() -> Situation:
    return (
        Situation()
        .row(RED, "lorry.tower.01", "lorry.clover.01", "lorry.fox.06")
        .wagons(RED, 1, "wagon.joker.01", "wagon.clover.01")
        .wagons(RED, 2, "wagon.tower.01")
    )


def mine(game: Situation, area: str, *moves: AnyMove) -> list[Event]:
    return game.does(RED, place(area, workers("01"), mining(*moves)))


def refused(game: Situation, area: str, *moves: AnyMove) -> str:
    return game.code(RED, place(area, workers("01"), mining(*moves)))


@pytest.mark.rulebook("kartenspiel", "V-06")
def test_two_cards_are_loaded_with_two_steps_of_mining_2_3() -> None:
    game = book_example()
    events = mine(game, "mine-2-3", TOWER_LOADED, CLOVER_LOADED)
    assert events[1:] == [
        LorryLoaded(RED, "lorry.tower.01", "row", 2, "wagon.tower.01", 1),
        LorryLoaded(RED, "lorry.clover.01", "row", 1, "wagon.clover.01", 1),
        MiningFinished(RED, "worker", steps=2, least=2, most=3),
    ]
    assert game.of(RED).mining_row == ["lorry.fox.06"]
    assert game.of(RED).storage == []


@pytest.mark.rulebook("kartenspiel", "V-06")
@pytest.mark.parametrize(
    "third", [StoreFront("lorry.fox.06"), LoadFront("wagon.joker.01", "lorry.fox.06")]
)
def test_a_third_move_that_costs_two_steps_exceeds_the_budget(third: AnyMove) -> None:
    assert refused(book_example(), "mine-2-3", TOWER_LOADED, CLOVER_LOADED, third) == "step_budget"


@pytest.mark.rulebook("kartenspiel", "V-07")
def test_a_joker_takes_only_crests_that_its_track_shows() -> None:
    move = LoadFront("wagon.joker.01", "lorry.tower.01")
    code, facts = book_example().refuses(RED, place("mine-2-3", workers("01"), mining(move)))
    assert (code, facts) == ("track_crest_mismatch", {"track": 1, "crest": "tower"})


@pytest.mark.rulebook("kartenspiel", "V-08")
def test_storing_and_loading_a_card_costs_its_steps_twice() -> None:
    game = Situation().row(RED, "lorry.wheel.01").wagons(RED, 1, "wagon.wheel.01")
    events = mine(game, "mine-2-3", StoreFront(), LoadStored("lorry.wheel.01", "wagon.wheel.01"))
    assert events[1:] == [
        LorryStored(RED, "lorry.wheel.01", 1),
        LorryLoaded(RED, "lorry.wheel.01", "storage", 1, "wagon.wheel.01", 1),
        MiningFinished(RED, "worker", steps=2, least=2, most=3),
    ]


@pytest.mark.rulebook("kartenspiel", "V-10")
def test_with_nothing_to_move_only_mining_0_1_is_possible() -> None:
    game = Situation()
    assert refused(game, "mine-1-2") == "action_not_executable"
    assert refused(game, "mine-2-3") == "action_not_executable"
    assert only(mine(game, "mine-0-1"), MiningFinished).steps == 0


def double_in_front() -> Situation:
    return Situation().row(RED, "lorry.fox.06", "lorry.fox.01")


@pytest.mark.rulebook("kartenspiel", "V-11")
def test_with_a_double_in_front_mining_0_1_allows_no_step() -> None:
    assert refused(double_in_front(), "mine-0-1", StoreFront()) == "step_budget"
    assert only(mine(double_in_front(), "mine-0-1"), MiningFinished).steps == 0


@pytest.mark.rulebook("kartenspiel", "V-11")
@pytest.mark.parametrize(
    ("area", "stored", "steps"), [("mine-1-2", 1, 2), ("mine-2-3", 1, 2), ("mine-2-3", 2, 3)]
)
def test_with_a_double_in_front_the_other_areas_allow_storing(
    area: str, stored: int, steps: int
) -> None:
    events = mine(double_in_front(), area, *[StoreFront()] * stored)
    assert only(events, MiningFinished).steps == steps


@pytest.mark.rulebook("kartenspiel", "V-11")
def test_with_a_double_in_front_nothing_else_is_possible() -> None:
    assert refused(double_in_front(), "mine-1-2", *[StoreFront()] * 2) == "step_budget"
    assert refused(double_in_front(), "mine-1-2") == "below_minimum_steps"
    assert refused(double_in_front(), "mine-2-3") == "below_minimum_steps"


@pytest.mark.rulebook("kartenspiel", "V-12")
def test_only_the_front_card_can_be_moved() -> None:
    game = Situation().row(RED, "lorry.fox.01", "lorry.tower.01").wagons(RED, 2, "wagon.tower.01")
    move = LoadFront("wagon.tower.01", "lorry.tower.01")
    code, facts = game.refuses(RED, place("mine-0-1", workers("01"), mining(move)))
    assert code == "not_front_card"
    assert facts == {"card": "lorry.tower.01", "front": "lorry.fox.01"}


@pytest.mark.rulebook("kartenspiel", "V-14")
def test_a_wagon_holds_one_lorry_card() -> None:
    game = Situation().loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.01")
    game.row(RED, "lorry.wheel.02")
    assert refused(game, "mine-0-1", LoadFront("wagon.wheel.01")) == "wagon_full"


@pytest.mark.rulebook("kartenspiel", "7.8")
def test_a_single_card_alone_cannot_reach_two_steps_unless_a_wagon_takes_it_from_storage() -> None:
    game = Situation().row(RED, "lorry.wheel.01")
    assert refused(game, "mine-2-3") == "action_not_executable"
    assert refused(game, "mine-2-3", StoreFront()) == "action_not_executable"
    game.wagons(RED, 1, "wagon.wheel.01")
    assert refused(game, "mine-2-3", StoreFront()) == "below_minimum_steps"
    loaded = LoadStored("lorry.wheel.01", "wagon.wheel.01")
    assert only(mine(game, "mine-2-3", StoreFront(), loaded), MiningFinished).steps == 2


@pytest.mark.rulebook("kartenspiel", "7.8")
def test_a_card_of_the_storage_alone_can_be_enough() -> None:
    game = Situation().storage(RED, "lorry.wheel.06").wagons(RED, 1, "wagon.wheel.01")
    events = mine(game, "mine-2-3", LoadStored("lorry.wheel.06", "wagon.wheel.01"))
    assert only(events, MiningFinished).steps == 2


@pytest.mark.rulebook("kartenspiel", "7.8")
def test_the_card_behind_a_moved_card_is_the_new_front() -> None:
    game = Situation().row(RED, "lorry.fox.01", "lorry.tower.01").wagons(RED, 2, "wagon.tower.01")
    mine(game, "mine-1-2", StoreFront(), LoadFront("wagon.tower.01"))
    assert game.of(RED).mining_row == []
    assert game.of(RED).storage == ["lorry.fox.01"]
    assert game.of(RED).tracks[2].wagons[0].lorry == "lorry.tower.01"


def test_no_moves_is_what_an_action_says_that_names_none() -> None:
    assert Mine() == Mine(())
