"""What a player may do next: every legal action, many-part ones as drafts that grow.

Whatever is offered as complete is accepted by `decide`; every open draft leads to a complete one.
A placement is offered with its cheapest payment; where others are possible, also with an empty
payment, a draft that grows card by card. Moves and consignments grow once the payment is whole.
"""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from domain.kartenspiel.actions import VERBS, Action, guard
from domain.kartenspiel.actions.areas import limits_of, usable_areas
from domain.kartenspiel.actions.mining import MiningRun
from domain.kartenspiel.actions.payment import refuse_wrong_total, refuse_wrong_values
from domain.kartenspiel.actions.place_workers import (
    PlaceWorkers,
    carry_out,
    refuse_area,
    refuse_strangers,
)
from domain.kartenspiel.actions.play_innovation import (
    PlayInnovation,
    held_innovation,
    play_innovation,
    refuse_effect,
    steps_of,
)
from domain.kartenspiel.actions.taking import possible_tracks
from domain.kartenspiel.actions.turns import EndTurn, Pass
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.deed_choices import (
    Limits,
    Progress,
    first_deeds,
    first_effects,
    grown,
    one_move_more,
    one_train_more,
    progress,
    run_of,
)
from domain.kartenspiel.deeds import Deliver, Mine
from domain.kartenspiel.foresight import Foresight
from domain.kartenspiel.payment_choices import Purse, one_card_more
from domain.kartenspiel.state import State
from domain.kernel.choices import Choice
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import UNKNOWN

Offers = Iterator[Choice[Action]]


def choices(state: State, seat: int, draft: Action | None = None) -> list[Choice[Action]]:
    """Nothing for a seat that is not to act. A draft that breaks a rule is refused as if played."""
    if draft is not None:
        guard(state, seat, draft)
        return list(_grown(state, seat, draft))
    if seat != state.active:
        return []
    if state.phase == "wild_choice":
        return list(_drawn(state, seat))
    innovations = list(_innovations(state, seat))
    if state.phase == "after_action":
        return [Choice(EndTurn()), *innovations]
    passing: list[Choice[Action]] = [] if state.innovation_played else [Choice(Pass())]
    return [*_placements(state, seat), *innovations, *passing]


def _grown(state: State, seat: int, draft: Action) -> Offers:
    """The draft with one part more."""
    if isinstance(draft, PlaceWorkers):
        yield from _grown_placement(state, seat, draft)
    elif isinstance(draft, PlayInnovation):
        yield from _grown_innovation(state, seat, draft)
    else:
        _, verb = VERBS[type(draft)]
        verb(state, seat, draft)


def _drawn(state: State, seat: int) -> Offers:
    assert state.pending is not None, "the phase says so"
    for card in state.pending.cards:
        for track in possible_tracks(state, seat, state.pending.stack, card):
            yield Choice(ChooseDrawnCard(card, track))


def _placements(state: State, seat: int) -> Offers:
    areas = usable_areas(state, seat)
    purse = Purse(state, seat, max(map(state.required, areas), default=0))
    for area in areas:
        required, limits = state.required(area), _limits(state, area)
        for deed in first_deeds(state, seat, area):
            payment = purse.cheapest(required)
            whole = progress(state, seat, deed, limits)
            yield Choice(PlaceWorkers(area, payment, deed), *whole)
            if purse.has_others(required):
                yield Choice(PlaceWorkers(area, (), deed), complete=False, open=True)


def _grown_placement(state: State, seat: int, draft: PlaceWorkers) -> Offers:
    refuse_strangers(state, seat, draft)
    refuse_wrong_values(state, draft.payment)
    paid = sum(laid.value for laid in draft.payment)
    if draft.area not in state.areas or paid >= state.required(draft.area):
        refuse_wrong_total(state, draft.area, draft.payment)
    refuse_area(state, draft)
    limits = _limits(state, draft.area)
    if paid < state.required(draft.area):
        yield from _one_card_more(state, seat, draft, limits)
        return
    if not isinstance(draft.action, Mine | Deliver):
        carry_out(state, seat, draft.area, draft.action)
    for deed, whole in grown(state, seat, draft.action, limits):
        yield Choice(replace(draft, action=deed), *whole)


def _one_card_more(state: State, seat: int, draft: PlaceWorkers, limits: Limits) -> Offers:
    whole = progress(state, seat, draft.action, limits)
    if not whole.open:
        carry_out(state, seat, draft.area, draft.action)
    required = state.required(draft.area)
    payments = one_card_more(state, seat, draft.payment, required)
    if not payments:
        refuse_wrong_total(state, draft.area, draft.payment)
    for payment in payments:
        exact = sum(laid.value for laid in payment) == required
        longer = replace(draft, payment=payment)
        yield Choice(longer, *whole) if exact else Choice(longer, complete=False, open=True)


def _innovations(state: State, seat: int) -> Offers:
    foresight = Foresight(state, seat)
    for card in state.players[seat].innovations:
        innovation = state.catalog.innovations.get(card)
        if card != UNKNOWN and innovation and innovation.effect:
            for effect in first_effects(state, seat, innovation.effect):
                begun = PlayInnovation(card, effect)
                yield from _offered(begun, _played(state, seat, begun, foresight))


def _offered(action: PlayInnovation, whole: Progress) -> Offers:
    """Nothing if it cannot be played as it stands nor be grown into something that can."""
    if whole.complete or whole.open:
        yield Choice(action, *whole)


def _grown_innovation(state: State, seat: int, draft: PlayInnovation) -> Offers:
    card = held_innovation(state, seat, draft)
    refuse_effect(state, card, draft.effect)
    foresight, effect = Foresight(state, seat), draft.effect
    if isinstance(effect, Mine):
        run = run_of(state, seat, effect, steps_of(card))
        for deed, whole in one_move_more(run, effect, partial(_mined, foresight)):
            yield from _offered(replace(draft, effect=deed), whole)
    elif isinstance(effect, Deliver):
        for longer in one_train_more(state, seat, effect):
            whole = _delivered(state, seat, longer, foresight)
            yield from _offered(replace(draft, effect=longer), whole)
    else:
        play_innovation(state, seat, draft)


def _played(state: State, seat: int, action: PlayInnovation, foresight: Foresight) -> Progress:
    """What remains of an innovation's progress if a placement must be left after it (R-05)."""
    effect = action.effect
    if isinstance(effect, Mine):
        steps = steps_of(state.catalog.innovations[action.card])
        return _mined(foresight, run_of(state, seat, effect, steps))
    if isinstance(effect, Deliver):
        return _delivered(state, seat, effect, foresight)
    return Progress(foresight.free or _accepted(state, seat, action), open=False)


def _mined(foresight: Foresight, run: MiningRun) -> Progress:
    return Progress(run.steps >= run.least and foresight.leaves(run), foresight.leads_on(run))


def _delivered(state: State, seat: int, deed: Deliver, foresight: Foresight) -> Progress:
    """Every train that goes leaves less, so one more is enough to know whether any may follow."""
    whole = progress(state, seat, deed, (0, 0))
    longer = one_train_more(state, seat, deed)
    return Progress(
        whole.complete and foresight.leaves_after(deed.consignments),
        any(foresight.leaves_after(more.consignments) for more in longer),
    )


def _accepted(state: State, seat: int, action: PlayInnovation) -> bool:
    try:
        play_innovation(state, seat, action)
    except RuleViolation:
        return False
    return True


def _limits(state: State, area: str) -> Limits:
    return limits_of(state.catalog, area) if state.catalog.deeds[area] == "mine" else (0, 0)
