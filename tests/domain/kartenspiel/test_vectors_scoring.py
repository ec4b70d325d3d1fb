"""Section 14, V-30 to V-34, and the rest of section 11: final scoring and winner."""

import pytest

from domain.kartenspiel.events import (
    Assignment,
    GameEnded,
    ObjectiveLine,
    Place,
    PlayerScored,
    ScoredCard,
    SharesAssigned,
    WinnerDeclared,
)
from domain.kartenspiel.scoring import rank
from tests.domain.kartenspiel.situations import BLUE, GREEN, RED, YELLOW, Situation, only


@pytest.mark.rulebook("kartenspiel", "V-30")
@pytest.mark.parametrize(("markers", "vp"), list(enumerate((0, 0, 3, 3, 6, 6))))
def test_the_objective_of_shift_markers(markers: int, vp: int) -> None:
    game = Situation(2).markers(RED, *range(1, markers + 1))
    score = game.objectives(RED, "objective.shift-markers").score(RED)
    assert score.lines == (ObjectiveLine("objective.shift-markers", markers, vp),)
    assert (score.objectives, score.markers, score.total) == (vp, markers, vp + markers)


@pytest.mark.rulebook("kartenspiel", "V-31")
def test_the_objective_of_objectives_counts_itself_and_those_that_score_nothing() -> None:
    game = Situation(2).objectives(
        RED,
        "objective.engine.a",
        "objective.share.barracks",
        "objective.objectives",
        "objective.order.factories",
    )
    score = game.score(RED)
    assert [line.vp for line in score.lines] == [0, 0, 4, 0]
    assert score.objectives == 4


@pytest.mark.rulebook("kartenspiel", "V-32")
@pytest.mark.parametrize(
    ("orders", "count", "vp"),
    [(("5", "1"), 4, 0), (("5", "3"), 5, 4), (("7", "5", "3"), 9, 4)],
)
def test_the_objective_of_five_lorries_counts_what_is_printed_on_orders(
    orders: tuple[str, ...], count: int, vp: int
) -> None:
    game = Situation(2).objectives(RED, "objective.lorries.factories")
    for number, order in enumerate(orders, 1):
        loads = [f"lorry.{crest}.0{number + 5}" for crest in ("wheel", "fox", "clover")]
        game.delivered(RED, f"order.factories.{order}", f"engine.a.{number}", *loads)
    [line] = game.score(RED).lines
    assert line == ObjectiveLine("objective.lorries.factories", count, vp)


@pytest.mark.rulebook("kartenspiel", "V-34")
def test_what_was_not_sent_off_scores_nothing() -> None:
    game = Situation(2).objectives(RED, "objective.engine.a").orders(RED, "order.barracks.7")
    game.engine(RED, 1, "engine.a.1").loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.04")
    game.row(RED, "lorry.fox.04").storage(RED, "lorry.fox.05")
    game.innovations(RED, "innovation.deliver.1")
    score = game.score(RED)
    assert score.total == 0
    assert score.lines == (ObjectiveLine("objective.engine.a", 0, 0),)


def rich() -> Situation:
    """Two trains with shares, markers and objectives of every kind."""
    game = Situation(2).markers(RED, 1, 2, 3)
    game.shares(RED, "share.barracks.1", "share.factories.1", "share.barracks.2")
    game.shares(RED, "share.barracks.3")
    game.delivered(RED, "order.barracks.7", "engine.a.1", "lorry.wheel.01", "lorry.fox.06")
    game.delivered(RED, "order.barracks.1", "engine.a.2", "lorry.wheel.04", "lorry.tower.05")
    return game.objectives(
        RED,
        "objective.shift-markers",
        "objective.objectives",
        "objective.engine.a",
        "objective.share.barracks",
        "objective.order.barracks",
        "objective.lorries.barracks",
    )


@pytest.mark.rulebook("kartenspiel", "11.3")
def test_the_breakdown_of_a_final_score_by_category_and_card() -> None:
    assert rich().score(RED) == PlayerScored(
        RED,
        lorries=5,
        orders=13,
        shares=6,
        markers=3,
        objectives=25,
        lines=(
            ObjectiveLine("objective.shift-markers", 3, 3),
            ObjectiveLine("objective.objectives", 6, 6),
            ObjectiveLine("objective.engine.a", 2, 4),
            ObjectiveLine("objective.share.barracks", 2, 4),
            ObjectiveLine("objective.order.barracks", 2, 4),
            ObjectiveLine("objective.lorries.barracks", 5, 4),
        ),
        total=52,
        cards=(
            ScoredCard("lorries", "lorry.wheel.01", 1),
            ScoredCard("lorries", "lorry.wheel.04", 2),
            ScoredCard("lorries", "lorry.tower.05", 2),
            ScoredCard("orders", "order.barracks.7", 10),
            ScoredCard("orders", "order.barracks.1", 3),
            ScoredCard("shares", "share.barracks.1", 3),
            ScoredCard("shares", "share.barracks.2", 3),
            ScoredCard("markers", "marker.1", 1),
            ScoredCard("markers", "marker.2", 1),
            ScoredCard("markers", "marker.3", 1),
        ),
    )


@pytest.mark.rulebook("kartenspiel", "11.2")
def test_the_share_taken_first_goes_to_the_order_delivered_first() -> None:
    game = rich().shift(7)
    assigned = [e for e in game.all_pass_and_settle() if isinstance(e, SharesAssigned)]
    assert assigned == [
        SharesAssigned(
            RED,
            (
                Assignment("share.barracks.1", "order.barracks.7"),
                Assignment("share.barracks.2", "order.barracks.1"),
            ),
            ("share.factories.1", "share.barracks.3"),
        ),
        SharesAssigned(BLUE, (), ()),
    ]


OBJECTIVES = [
    *(f"objective.engine.{model}" for model in "abcd"),
    *(
        f"objective.{kind}.{destination}"
        for kind in ("share", "order", "lorries")
        for destination in ("barracks", "furnaces", "factories", "steamboats")
    ),
]


@pytest.mark.rulebook("kartenspiel", "11.4")
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_an_objective_counts_its_own_model_or_destination_only(objective: str) -> None:
    _, kind, target = objective.split(".")
    model = target if kind == "engine" else "a"
    destination = "barracks" if kind == "engine" else target
    other = "furnaces" if destination != "furnaces" else "factories"
    game = Situation(2).objectives(RED, objective)
    game.shares(RED, f"share.{destination}.1", f"share.{other}.1")
    game.delivered(RED, f"order.{destination}.5", f"engine.{model}.1")
    game.delivered(RED, f"order.{destination}.3", f"engine.{model}.2")
    game.delivered(RED, f"order.{other}.3", f"engine.{'b' if model != 'b' else 'c'}.3")
    expected = {"engine": (2, 4), "share": (1, 2), "order": (2, 4), "lorries": (5, 4)}[kind]
    assert game.score(RED).lines == (ObjectiveLine(objective, *expected),)


@pytest.mark.rulebook("kartenspiel", "11")
def test_the_end_of_a_game_in_its_order() -> None:
    game = Situation(2).shift(7)
    kinds = [type(event) for event in game.all_pass_and_settle()[-6:]]
    assert kinds == [
        GameEnded,
        SharesAssigned,
        SharesAssigned,
        PlayerScored,
        PlayerScored,
        WinnerDeclared,
    ]
    assert (game.state.phase, game.state.active, game.state.winners) == ("finished", None, (BLUE,))


def places(markers: dict[int, int | None], totals: dict[int, int]) -> WinnerDeclared:
    scores = [PlayerScored(seat, 0, 0, 0, 0, 0, (), total) for seat, total in totals.items()]
    return rank([markers[seat] for seat in totals], scores)


@pytest.mark.rulebook("kartenspiel", "11.5")
def test_the_highest_total_wins_and_a_tie_goes_to_the_highest_marker() -> None:
    declared = places({0: 2, 1: 4, 2: None, 3: 5}, {0: 30, 1: 30, 2: 31, 3: 12})
    assert declared == WinnerDeclared(
        (
            Place(GREEN, 31, None, 1),
            Place(BLUE, 30, 4, 2),
            Place(RED, 30, 2, 3),
            Place(YELLOW, 12, 5, 4),
        ),
        (GREEN,),
    )


@pytest.mark.rulebook("kartenspiel", "R-19")
@pytest.mark.rulebook("kartenspiel", "15.5")
def test_tied_players_without_a_marker_share_the_place_and_the_next_one_is_left_out() -> None:
    declared = places({0: None, 1: None, 2: 5, 3: 4}, {0: 30, 1: 30, 2: 29, 3: 29})
    assert [(p.seat, p.place) for p in declared.ranking] == [(0, 1), (1, 1), (2, 3), (3, 4)]
    assert declared.winners == (RED, BLUE)


@pytest.mark.rulebook("kartenspiel", "R-19")
def test_the_last_marker_with_a_third_player_does_not_matter() -> None:
    declared = places({0: 1, 1: 3, 2: 7}, {0: 20, 1: 20, 2: 5})
    assert declared.winners == (BLUE,)
    assert only([declared], WinnerDeclared).ranking[2] == Place(GREEN, 5, 7, 3)
