"""What is counted out about mining is what trying every way would find."""

import random
from collections.abc import Iterator

import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.mining import MiningRun
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.deeds import (
    AnyMove,
    LoadFront,
    LoadStored,
    Mine,
    Moves,
    StoreFront,
)
from domain.kernel.choices import Choice
from domain.kernel.errors import RuleViolation
from tests.domain.kartenspiel.boards import board, payable_only
from tests.domain.kartenspiel.conceivable import MINING
from tests.domain.kartenspiel.situations import CHANCE, RED, Situation

DELIVERY = "innovation.deliver.1"


def legal(run: MiningRun) -> Iterator[tuple[AnyMove, MiningRun]]:
    """Every legal move, tried."""
    moves: list[AnyMove] = [LoadFront(wagon, run.row[0]) for wagon in run.loads if run.row]
    moves += [StoreFront(run.row[0])] if run.row else []
    moves += [LoadStored(card, wagon) for card in run.storage for wagon in run.loads]
    for move in moves:
        ahead = run.copy()
        try:
            ahead.move(move)
        except RuleViolation:
            continue
        yield move, ahead


def totals(run: MiningRun) -> set[int]:
    """Every number of steps that some moves make."""
    return {run.steps}.union(*(totals(ahead) for _, ahead in legal(run)))


@pytest.mark.parametrize("seed", range(40))
def test_a_number_of_steps_can_be_made_if_some_moves_make_it(seed: int) -> None:
    luck = random.Random(seed)
    game = board(
        luck, row=luck.randint(0, 3), storage=luck.randint(0, 3), wagons=luck.randint(0, 4)
    )
    most = luck.randint(1, 4)
    made = totals(MiningRun(game.state, RED, (0, most)))
    for least in range(most + 1):
        run = MiningRun(game.state, RED, (least, most))
        assert run.can_finish() == any(steps >= least for steps in made)
        exactly = MiningRun(game.state, RED, (least, least))
        assert exactly.can_finish() == (least in made)


@pytest.mark.parametrize("seed", range(40))
def test_every_move_that_can_be_finished_is_possible(seed: int) -> None:
    luck = random.Random(seed)
    game = board(
        luck, row=luck.randint(0, 3), storage=luck.randint(0, 3), wagons=luck.randint(0, 4)
    )
    run = MiningRun(game.state, RED, (luck.randint(0, 3), 3))
    possible = [move for move, _ in run.possible()]
    assert possible == [move for move, ahead in legal(run) if max(totals(ahead)) >= run.least]
    assert run.can_go_on() == bool(possible)


def accepted(game: Situation, action: Action) -> bool:
    try:
        KARTENSPIEL.decide(game.state, RED, action, CHANCE)
    except RuleViolation:
        return False
    return True


class Tried:
    """What a mining innovation can be played as, by asking the rules about every sequence."""

    def __init__(self, game: Situation) -> None:
        self.game = game
        self.known: dict[Moves, bool] = {}

    def offers(self, moves: Moves, run: MiningRun) -> list[Choice[Action]]:
        longer = [(Mine((*moves, move)), ahead) for move, ahead in legal(run)]
        found = [
            Choice[Action](
                PlayInnovation(MINING, deed),
                accepted(self.game, PlayInnovation(MINING, deed)),
                any(self.leads_on(more, after) for more, after in self.further(deed, ahead)),
            )
            for deed, ahead in longer
        ]
        return [choice for choice in found if choice.complete or choice.open]

    def further(self, deed: Mine, run: MiningRun) -> Iterator[tuple[Mine, MiningRun]]:
        for move, ahead in legal(run):
            yield Mine((*deed.moves, move)), ahead

    def leads_on(self, deed: Mine, run: MiningRun) -> bool:
        if deed.moves not in self.known:
            self.known[deed.moves] = accepted(self.game, PlayInnovation(MINING, deed)) or any(
                self.leads_on(more, after) for more, after in self.further(deed, run)
            )
        return self.known[deed.moves]


@pytest.mark.parametrize("seed", range(60))
def test_a_mining_innovation_is_offered_as_far_as_the_rules_would_accept_it(seed: int) -> None:
    """With areas that mining itself can take away, or only mining can make usable."""
    luck = random.Random(seed)
    game = board(
        luck,
        row=luck.randint(0, 2),
        storage=luck.randint(0, 2),
        wagons=luck.randint(0, 3),
        engines=luck.randint(0, 2),
        orders=luck.randint(0, 2),
        innovations=(MINING,),
    )
    payable_only(game, luck.choice((["deliver"], ["mine-2-3"], ["mine-1-2", "deliver"], [])))
    tried, limits = Tried(game), (1, 4)
    run = MiningRun(game.state, RED, limits)
    offered = KARTENSPIEL.choices(game.state, RED)
    begun = Choice(PlayInnovation(MINING, Mine()), complete=False, open=True)
    assert (begun in offered) == bool(tried.offers((), run))
    for moves, ahead in [((), run), *(((move,), ahead) for move, ahead in legal(run))]:
        draft = PlayInnovation(MINING, Mine(moves))
        assert KARTENSPIEL.choices(game.state, RED, draft) == tried.offers(moves, ahead)
