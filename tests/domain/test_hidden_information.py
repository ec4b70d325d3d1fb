"""What a seat may not see changes nothing that the seat is shown, offered or told, in any game."""

import random
from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.seals import redacted
from tests.domain.kit.every_game import every_game
from tests.domain.kit.eyes import Eyes, as_seen_by, hidden_cards, shuffle_hidden
from tests.domain.kit.game import examples, of_every_phase, positions, recorded
from tests.domain.kit.setup import AnySetup


@every_game
@given(st.data())
@examples(0.05)
def test_the_log_as_a_seat_may_read_it_gives_that_seat_the_same_view_and_choices(
    kind: type[AnySetup], data: st.DataObject
) -> None:
    eyes = Eyes(kind)
    for game in data.draw(of_every_phase(kind)):
        for seat in range(game.setup.players):
            known = game.decider.fold(as_seen_by(game.log, seat), game.catalog)
            eyes.assert_the_same_for(seat, game.state, known, data)
        public = game.decider.fold(as_seen_by(game.log, None), game.catalog)
        assert eyes.shown(game.state, None) == eyes.shown(public, None)


@every_game
def test_also_after_every_single_event_up_to_the_end(kind: type[AnySetup]) -> None:
    """One whole game of every number of players, each for the public and for one seat."""
    eyes, decider = Eyes(kind), kind.decider
    games = {(game.setup.players, game.setup.box): game for game in recorded(kind)}
    for number, game in enumerate(games.values()):
        for seat in (number % game.setup.players, None):
            full, known = (decider.initial(game.catalog) for _ in range(2))
            for (_, event), seen in zip(game.log, as_seen_by(game.log, seat), strict=True):
                decider.evolve(full, event)
                decider.evolve(known, seen)
                if full.options:
                    assert eyes.shown(full, seat) == eyes.shown(known, seat), type(event)
                    assert decider.imbalance(known, event) is None
                    assert decider.points(full) == decider.points(known)
                if full.options and type(event).__name__.startswith("Turn"):
                    assert eyes.scored(full, seat) == eyes.scored(known, seat)


@every_game
@given(st.data(), st.integers(0, 99))
@examples(0.08)
def test_a_game_with_other_hidden_cards_looks_the_same(
    kind: type[AnySetup], data: st.DataObject, seed: int
) -> None:
    """What a seat does not know is shuffled again: stacks, and what others hold or look at."""
    eyes = Eyes(kind)
    for game in data.draw(of_every_phase(kind)):
        for seat in range(game.setup.players):
            known = game.decider.fold(as_seen_by(game.log, seat), game.catalog)
            twin = deepcopy(game.state)
            shuffle_hidden(twin, known, random.Random(seed))
            eyes.assert_the_same_for(seat, game.state, twin, data)


@every_game
@given(st.data())
@examples(0.3)
def test_what_an_action_would_do_is_decided_on_no_more_than_the_seat_can_read_in_the_log(
    kind: type[AnySetup], data: st.DataObject
) -> None:
    game = data.draw(positions(kind))
    for seat in range(game.setup.players):
        known = game.decider.fold(as_seen_by(game.log, seat), game.catalog)
        seen = game.decider.seen(game.state, seat)
        assert hidden_cards(seen, known) == []
        assert Eyes(kind).offered(seen, seat) == Eyes(kind).offered(game.state, seat)
        assert Eyes(kind).shown(seen, seat) == Eyes(kind).shown(game.state, seat)


@every_game
@given(st.data())
@examples(0.4)
def test_no_view_names_a_card_that_is_hidden_from_it(
    kind: type[AnySetup], data: st.DataObject
) -> None:
    game = data.draw(positions(kind))
    for seat in (*range(game.setup.players), None):
        text = (Eyes(kind).shown(game.state, seat) + Eyes(kind).scored(game.state, seat)).decode()
        known = game.decider.fold(as_seen_by(game.log, seat), game.catalog)
        hidden = hidden_cards(game.state, known) + kind.face_down(game.state, seat)
        assert [card for card in hidden if f'"{card}"' in text] == []


@every_game
def test_whether_an_entry_has_a_seal_does_not_depend_on_what_it_hides(
    kind: type[AnySetup],
) -> None:
    for game in recorded(kind):
        for by, event in game.log:
            actor = by if isinstance(by, int) else None
            assert redacted(event, actor).hides(actor) == event.hides(actor)
