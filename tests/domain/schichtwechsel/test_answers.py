"""An accepted answer always brings the game on, and only what is offered is accepted (21.3)."""

import random
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from domain.kernel.choices import Choice
from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel import effects as f
from domain.schichtwechsel import events as e
from domain.schichtwechsel.actions.answer import Answer
from domain.schichtwechsel.actions.choose_tile import ChooseTile
from domain.schichtwechsel.actions.resolve_row_field import ResolveRowField
from domain.schichtwechsel.params import Params, Parts, Said
from domain.schichtwechsel.state import State
from tests.domain.kit.game import Game
from tests.domain.schichtwechsel.questions import (
    QUESTIONS,
    Question,
    conceivable_answers,
    question_at,
)
from tests.domain.schichtwechsel.random_games import Setup
from tests.domain.schichtwechsel.situations import CHANCE, ONE, OTHER_ONE, Situation

Happened = tuple[str, ...]
EVERY_QUESTION = pytest.mark.parametrize(
    "question",
    [question for _, question in QUESTIONS],
    ids=[f"{at}-{kind}" for at, (kind, _) in enumerate(QUESTIONS)],
)


def answered(state: State, said: Said) -> list[e.Event] | None:
    assert state.decision is not None, "nothing was asked"
    answer = Answer(state.decision.decision_id, said)
    try:
        return SCHICHTWECHSEL.decide(state, state.decision.seat, answer, CHANCE)
    except RuleViolation:
        return None


def accepted(state: State) -> Iterator[tuple[Said, list[e.Event]]]:
    for said in conceivable_answers(state):
        events = answered(state, said)
        if events is not None:
            yield said, events


def happened(events: list[e.Event]) -> Happened:
    """What an answer did, questions and answers apart."""
    talk = (e.DecisionAnswered, e.DecisionRequested)
    return tuple(str(event) for event in events if not isinstance(event, talk))


def after(state: State, events: list[e.Event]) -> State:
    twin = state.copied()
    for event in events:
        SCHICHTWECHSEL.evolve(twin, event)
    return twin


def grown(state: State, seat: int, draft: Any = None) -> Iterator[Choice[Any]]:
    for choice in SCHICHTWECHSEL.choices(state, seat, draft):
        yield choice
        if choice.open:
            yield from grown(state, seat, choice.action)


def offered(state: State, depth: int = 2) -> set[Happened]:
    """What offered answers do; what an answer could have said at once may be asked after it."""
    assert state.decision is not None, "nothing was asked"
    found: set[Happened] = set()
    for choice in grown(state, state.decision.seat):
        if choice.complete:
            events = answered(state, choice.action.answer)
            assert events is not None, choice.action
            found.add(happened(events))
            then = after(state, events)
            if depth > 1 and then.decision and then.decision.seat == state.decision.seat:
                found |= {(*happened(events), *more) for more in offered(then, depth - 1)}
    return found


WEIGHT = {f.CopyCard: 100, f.Choose: 1, f.TileLowerBonus: 50, f.MoveMiner: 1000}


def weight(effect: f.Effect) -> int:
    """A bound on what an effect may still become: a copied card, or one of several options."""
    if isinstance(effect, f.Choose):
        return 1 + max((sum(map(weight, option)) for option in effect.options), default=0)
    return WEIGHT.get(type(effect), 1) * max(1, getattr(effect, "n", 1))


def to_do(state: State) -> int:
    return sum(weight(p.effect) for decision in state.decisions for p in decision.then)


def pieces(state: State) -> str:
    """Everything but what is asked."""
    twin = state.copied()
    twin.decisions, twin.decision_count = (), 0
    return str(twin)


@EVERY_QUESTION
def test_an_accepted_answer_brings_the_game_on(question: Question) -> None:
    game = question(2)
    before, left, count = pieces(game.state), to_do(game.state), 0
    for said, events in accepted(game.state):
        then = after(game.state, events)
        assert pieces(then) != before or to_do(then) < left, said
        count += 1
    assert count


@EVERY_QUESTION
def test_only_what_is_offered_is_accepted(question: Question) -> None:
    state = question(2).state
    possible = offered(state)
    for said, events in accepted(state):
        assert happened(events) in possible, said


@EVERY_QUESTION
def test_nothing_superfluous_is_accepted(question: Question) -> None:
    """Leaving a member out is refused, or changes what happens."""
    state = question(2).state
    for said, events in accepted(state):
        for less in shorter(said):
            assert answered(state, less) is None or happened(events) != happened(
                answered(state, less) or []
            ), said


def shorter(said: Said) -> Iterator[Parts]:
    if isinstance(said, Parts):
        for name in msgspec.to_builtins(said):
            yield msgspec.structs.replace(said, **{name: getattr(Parts(), name)})
        for name in msgspec.to_builtins(said.params):
            params = msgspec.structs.replace(said.params, **{name: getattr(Parts().params, name)})
            yield msgspec.structs.replace(said, params=params)


def test_every_kind_of_decision_is_asked() -> None:
    assert [question(2).asked for _, question in QUESTIONS] == [kind for kind, _ in QUESTIONS]
    assert {kind for kind, _ in QUESTIONS} == set(get_args(e.DecisionKind))


FITS_NOTHING = [
    Parts(),
    Parts(card="loading_small"),
    Parts(lorry=ONE),
    Parts(wagon="wagon_1"),
    Parts(choice="coal", wagon=ONE),
    Parts(choice="coal", lorry="wagon_1"),
    Parts(choice="coal", lorry=ONE, wagon="wagon_1"),
    Parts(choice="coal", lorry=ONE, site="site_two"),
]


@pytest.mark.parametrize("said", FITS_NOTHING)
def test_the_engine_drivers_bonus_is_a_cube_and_a_lorry(said: Parts) -> None:
    game = question_at("tile_bonus")
    game.refuses_answer("option_impossible", said)
    game.answers(Parts(choice="coal", lorry=ONE))
    assert game.of(0).lorries[ONE].cube == "coal"


@pytest.mark.parametrize(
    "said", [Parts(), Parts(choice="coal"), Parts(wagon=ONE), Parts(lorry=ONE, choice="coal")]
)
def test_a_lorry_is_asked_for_and_nothing_else(said: Parts) -> None:
    game = question_at("tile_bonus", 1)
    game.refuses_answer("option_impossible", said)
    game.answers(Parts(lorry=ONE))
    assert game.of(0).lorries[ONE].cube == "coal"


def test_an_unknown_id_comes_before_an_answer_that_does_not_fit() -> None:
    game = question_at("tile_bonus")
    game.refuses_answer("unknown_id", Parts(lorry="lorry_9"))
    game.refuses_answer("unknown_id", Parts(choice="coal", wagon="wagon_9"))
    game.refuses_answer("unknown_id", Parts(card="no_such_card"))
    game.refuses_answer("unknown_id", Parts(row_field="row_9"))
    game.refuses_answer("unknown_id", Parts(site="site_moon"))
    game.refuses_answer("not_in_play", Parts(card="water_dual"))


def test_a_lorry_that_cannot_take_the_cube_is_refused_though_no_other_can() -> None:
    def full(rules: int) -> Situation:
        game = Situation(rules=rules).full_lorries(0).step("II", 0, 1)
        game.lorry(0, ONE, "spoil", 1).lorry(0, OTHER_ONE, "spoil", 1)
        game.does(0, ChooseTile("tile_engine_driver"))
        return game

    game = full(2)
    game.refuses_answer("mixed_material", Parts(choice="coal", lorry=ONE))
    game.answers("coal")
    assert game.of(0).tools == 7
    loose = full(1)
    loose.answers(Parts(choice="coal", lorry=ONE))
    assert loose.of(0).tools == 7


@pytest.mark.parametrize("seed", range(10))
def test_answers_in_whole_games_bring_them_on(seed: int) -> None:
    """Any switches, short supplies; every third decision is tried out."""
    chance = random.Random(seed)
    box, players = chance.choice(["printed", *Setup.boxes]), chance.randint(2, 4)
    options = Setup.any_options(chance.choice, players)
    game = Game(Setup(players, options, box, seed))
    while game.state.phase != "finished":
        if game.state.decision and chance.random() < 0.3:
            before, left = pieces(game.state), to_do(game.state)
            for said, events in accepted(game.state):
                then = after(game.state, events)
                assert pieces(then) != before or to_do(then) < left, said
        game.turn(chance.choice)


BESIDE_THE_POINT = [
    ("tile_gatekeeper", ResolveRowField("row_5", params=Params(steps=1))),
    ("tile_gatekeeper", ResolveRowField("row_5", params=Params(place=ONE))),
    ("tile_coal_merchant", ResolveRowField("row_5", "B", Params(choice="A"))),
]


@pytest.mark.parametrize(("tile", "action"), BESIDE_THE_POINT)
def test_a_row_field_takes_nothing_beside_the_point(tile: str, action: ResolveRowField) -> None:
    """The gatekeeper finds neither option possible (TV-27)."""

    def on_row_5(rules: int) -> Situation:
        game = Situation(rules=rules).tile(0, tile).house(0, "row_5", "site_two")
        return game.disc(0, "road", 2).water(0, 0).row_step(0)

    on_row_5(2).refuses("option_impossible", 0, action)
    on_row_5(1).does(0, action)
    on_row_5(2).does(0, ResolveRowField("row_5", action.choice))
