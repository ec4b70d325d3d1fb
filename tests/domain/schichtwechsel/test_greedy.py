"""The greedy player: it plays legally, on any catalog, and beats the random one."""

from collections import Counter

import pytest

from domain.kernel.chance import SealedChance
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.greedy import _value, greedy
from domain.schichtwechsel.greedy.table import table_of
from replays.simulation import Plan, simulate
from tests.domain.kit.game import played
from tests.domain.schichtwechsel.random_games import Setup
from tests.domain.schichtwechsel.situations import EXIT, A, Situation


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random(players: int) -> None:
    plan = Plan("schichtwechsel", players, ("greedy", "random"), 21)
    wins: Counter[str | None] = Counter()
    points: dict[str | None, list[int]] = {"greedy": [], "random": []}
    for number in range(5):
        state = simulate(SCHICHTWECHSEL, plan, number).state
        bots = [seat.bot for seat in plan.seats(number)]
        wins[bots[state.winners[0]]] += 1
        for seat, player in enumerate(state.players):
            points[bots[seat]].append(player.points)
    assert wins["greedy"] >= 4
    mean = {bot: sum(scored) / len(scored) for bot, scored in points.items()}
    assert mean["greedy"] > mean["random"] + 25


@pytest.mark.parametrize("actions", [0, 5, 20, 45, 90, 140])
def test_the_view_gives_back_the_whole_table(actions: int) -> None:
    """What the greedy player puts up again is the state, as far as its own thinking needs it."""
    for box in ("printed", "scarce"):
        game = played(Setup(3, box=box, secret=actions), 7, actions)
        if game.state.phase in ("finished", "scoring"):
            continue
        seat = game.seat
        table = table_of(SCHICHTWECHSEL.view(game.state, seat), game.setup.catalog)
        table.decision_count = game.state.decision_count
        table.ended_round = game.state.ended_round
        assert table == game.state
        assert SCHICHTWECHSEL.choices(table, seat) == SCHICHTWECHSEL.choices(game.state, seat)


def test_greedy_plays_where_the_table_has_chosen_the_start_player() -> None:
    game = played(Setup(3, options={"start_player": 1}), 7, 0)
    table = table_of(SCHICHTWECHSEL.view(game.state, game.seat), game.setup.catalog)
    assert table.switches == game.state.switches


def test_greedy_moves_the_last_miner_where_it_brings_most() -> None:
    game = Situation().house(A, "row_1", "site_miner").miner(A, EXIT - 2).tools(A, 2)
    game.all_passed(5).settles()
    assert (game.state.phase, game.state.active) == ("final", A)
    offered = [choice.action for choice in SCHICHTWECHSEL.choices(game.state, A)]
    catalog = game.state.catalog
    chosen = greedy(
        SCHICHTWECHSEL.view(game.state, A), lambda _draft: [], SealedChance(), "", catalog
    )
    values = {action: _value(game.state, A, action) for action in offered}
    assert len(set(values.values())) > 1, "it makes a difference"
    assert values[chosen] == max(value for value in values.values() if value is not None)


def test_greedy_sells_most_of_the_coke_that_it_makes() -> None:
    plan = Plan("schichtwechsel", 3, ("greedy",), 3)
    players = [
        p for number in range(3) for p in simulate(SCHICHTWECHSEL, plan, number).state.players
    ]
    sold = sum(player.sold for player in players) / len(players)
    made = sum(11 - player.reserve for player in players) / len(players)
    assert sold >= 4
    assert sold >= 0.7 * made
