"""What a player may do next: every legal action, many-part ones as drafts that grow.

Whatever is offered as complete is accepted by `decide`; every open draft leads to a complete one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from domain.kernel.choices import Choice
from domain.kernel.errors import RuleViolation
from domain.schichtwechsel.actions import Action, guard
from domain.schichtwechsel.actions.answer import (
    DECLINABLE,
    Answer,
    as_params,
    open_decision,
)
from domain.schichtwechsel.actions.assign_bundle import AssignBundle
from domain.schichtwechsel.actions.choose_tile import ChooseTile
from domain.schichtwechsel.actions.end_turn import EndTurn, Pass
from domain.schichtwechsel.actions.exchange_spoil import CHOICE, ExchangeSpoil, refuse_exchange
from domain.schichtwechsel.actions.load_cubes import (
    KINDS,
    LoadCubes,
    accepting,
    left_over,
    refuse_more_than_drawn,
    tried,
)
from domain.schichtwechsel.actions.move_final_miner import MoveFinalMiner, returnable
from domain.schichtwechsel.actions.resolve_row_field import ResolveRowField, refuse_field, said
from domain.schichtwechsel.actions.sell_coke import SellCoke
from domain.schichtwechsel.actions.use_card import UseCard, refuse_use
from domain.schichtwechsel.actions.use_own_card import UseOwnCard, refuse_own_card
from domain.schichtwechsel.course import Frame
from domain.schichtwechsel.drafts import Walk, extensions, grows_on, several_inputs, walk_effects
from domain.schichtwechsel.effort import limited
from domain.schichtwechsel.events import DecisionRequested, Placement
from domain.schichtwechsel.flow import may_exchange, unserved
from domain.schichtwechsel.operations.houses import open_sites, removable
from domain.schichtwechsel.operations.miner import useful_steps
from domain.schichtwechsel.params import DECLINE, NOTHING, Params, Parts
from domain.schichtwechsel.state import State
from domain.schichtwechsel.unknown_ids import (
    refuse_absent_copies,
    refuse_unknown,
    refuse_unknown_ids,
)
from domain.schichtwechsel.usable import (
    CardWalker,
    held,
    own_mode,
    usable_cards,
    usable_own_card,
)

Offers = Iterator[Choice[Action]]


def choices(state: State, seat: int, draft: Action | None = None) -> list[Choice[Action]]:
    """Nothing for a seat that is not to act. A draft that breaks a rule is refused as if played."""
    with limited():
        return list(_offers(state, seat, draft))


def _offers(state: State, seat: int, draft: Action | None) -> Offers:
    if draft is not None:
        guard(state, seat, draft)
        yield from _grown(state, seat, draft)
    elif state.decision is not None:
        if state.decision.seat == seat:
            yield from _answers(state, state.decision)
    elif seat == state.active:
        yield from OFFERS[state.phase](state, seat)


@dataclass(frozen=True)
class Form:
    """An action as a function of what is said with it."""

    make: Callable[[Params], Action]
    walk: Callable[[Params], Walk]
    deep: bool

    def offers(self, walk: Walk) -> Offers:
        for params, complete, more in extensions(self.walk, walk, deep=self.deep):
            yield Choice(self.make(params), complete, more)

    def opened(self) -> Offers:
        """The form with nothing said yet."""
        walk = self.walk(NOTHING)
        more = grows_on(self.walk, walk, deep=self.deep)
        if walk.complete or more:
            yield Choice(self.make(NOTHING), walk.complete, more)

    def grown(self, params: Params) -> Offers:
        walk = self.walk(params)
        if walk.refusal and not walk.more:
            raise walk.refusal
        yield from self.offers(walk)


def _grown(state: State, seat: int, draft: Action) -> Offers:
    if isinstance(draft, LoadCubes):
        yield from _one_cube_more(state, seat, draft)
    elif isinstance(draft, UseCard):
        refuse_use(state, seat, draft)
        yield from _card_form(state, seat, draft).grown(draft.params)
    elif isinstance(draft, UseOwnCard):
        refuse_own_card(state, seat, draft)
        yield from _own_form(state, seat, draft).grown(Params(steps=draft.rail_steps or None))
    elif isinstance(draft, ResolveRowField):
        refuse_field(state, seat, draft)
        yield from _row_form(state, seat, draft.field).grown(said(draft))
    elif isinstance(draft, ExchangeSpoil):
        refuse_exchange(state, seat, draft.exchange)
        yield from _exchange_form(state, seat, draft.exchange).grown(Params(choice=draft.choice))
    elif isinstance(draft, Answer):
        yield from _answer_grown(state, seat, draft)


def _bundles(state: State, seat: int) -> Offers:
    waiting = unserved(state)
    if not waiting:
        yield from _loading(state, seat)
        return
    for bundle in state.bundles:
        if bundle.seat is None:
            yield from (Choice(AssignBundle(bundle.no, to)) for to in waiting)


def _loading(state: State, seat: int) -> Offers:
    left = left_over(state, seat, ()).total()
    yield Choice(LoadCubes(), complete=not left, open=bool(left))


def _one_cube_more(state: State, seat: int, draft: LoadCubes) -> Offers:
    """A cube onto a lorry that takes it; one that no lorry takes stays over."""
    placements = draft.placements
    refuse_unknown([p.lorry for p in placements if p.lorry is not None], state.catalog.lorries)
    loads = tried(state, seat, placements)
    refuse_more_than_drawn(state, seat, placements)
    left = left_over(state, seat, placements)
    for cube in KINDS:
        count = left[cube] - sum(p.cube == cube and p.lorry is None for p in placements)
        lorries: list[str | None] = list(accepting(state, loads, cube))
        for lorry in (lorries or [None]) if count else ():
            longer = LoadCubes((*placements, Placement(cube, lorry)))
            named = len(longer.placements)
            missing = left.total() + len(placements) - _unnamed(placements) - named
            yield Choice(longer, complete=not missing, open=bool(missing))


def _unnamed(placements: tuple[Placement, ...]) -> int:
    return sum(placement.lorry is None for placement in placements)


def _tiles(state: State, _seat: int) -> Offers:
    for tile in state.tiles_on_display:
        yield Choice(ChooseTile(tile))


def _sales(_state: State, _seat: int) -> Offers:
    yield Choice(SellCoke(True))
    yield Choice(SellCoke(False))


def _row(state: State, seat: int) -> Offers:
    yield from _whole(_row_form(state, seat, state.players[seat].row_open[0]))


def _row_form(state: State, seat: int, name: str) -> Form:
    field = state.catalog.row[name]

    def make(params: Params) -> Action:
        return ResolveRowField(name, params.choice, replace(params, choice=None))

    def walk(params: Params) -> Walk:
        frame = Frame(params, strict=False)
        return walk_effects(state, seat, field.effects, frame, optional=field.optional)

    return Form(make, walk, several_inputs(state.catalog, field.effects))


def _exchange_form(state: State, seat: int, name: str) -> Form:
    effects = state.catalog.exchanges[name].effects

    def make(params: Params) -> Action:
        return ExchangeSpoil(name, params.choice)

    def walk(params: Params) -> Walk:
        return walk_effects(state, seat, effects, Frame(params, sayable=CHOICE))

    return Form(make, walk, several_inputs(state.catalog, effects))


def _whole(form: Form) -> Offers:
    """A form that only offers options: each of them, instead of an empty draft before them."""
    [opened] = form.opened()
    if opened.complete or not opened.open:
        yield opened
    else:
        yield from form.offers(form.walk(NOTHING))


def _turn(state: State, seat: int) -> Offers:
    if may_exchange(state, seat):
        yield from _exchanges(state, seat)
    if state.action_done:
        yield Choice(EndTurn())
        return
    usable = list(_cards(state, seat))
    yield from usable
    if _may_pass(state, seat, bool(usable)):
        yield Choice(Pass())


def _exchanges(state: State, seat: int) -> Offers:
    for name in state.catalog.exchanges:
        try:
            refuse_exchange(state, seat, name)
        except RuleViolation:
            continue
        yield from _whole(_exchange_form(state, seat, name))


def _cards(state: State, seat: int) -> Offers:
    for card in usable_cards(state, seat):
        for payment in card.payments:
            yield Choice(UseCard(card.card, payment, card.mode), card.complete, card.grows_on)
    for card in usable_own_card(state, seat):
        for payment in card.payments:
            yield Choice(UseOwnCard(payment), card.complete, card.grows_on)


def _may_pass(state: State, seat: int, could_act: bool) -> bool:
    if not could_act:
        return True
    if state.exchanges and state.switches.heap_exchange_needs_action:
        return False
    purse = held(state, seat)
    stones = purse["white"] or purse["player"]
    return not (stones and state.switches.pass_requires_no_stones)


def _card_form(state: State, seat: int, draft: UseCard) -> Form:
    printed = state.catalog.card_mode(draft.card, draft.mode)
    walker = CardWalker(state, seat, draft.card, printed)
    return Form(lambda params: replace(draft, params=params), walker, walker.deep)


def _own_form(state: State, seat: int, draft: UseOwnCard) -> Form:
    walker = CardWalker(state, seat, state.catalog.own_card.id, own_mode(state))
    return Form(lambda params: replace(draft, rail_steps=params.steps or 0), walker, walker.deep)


def _final_moves(state: State, seat: int) -> Offers:
    for steps in useful_steps(state, seat):
        for tools in range(returnable(state, seat, steps) + 1):
            yield Choice(MoveFinalMiner(steps, tools))


OFFERS: dict[str, Callable[[State, int], Offers]] = {
    "I": _bundles,
    "II": _tiles,
    "V": _sales,
    "VI": _row,
    "action": _turn,
    "final": _final_moves,
}


def _answers(state: State, decision: DecisionRequested) -> Offers:
    number, seat = decision.decision_id, decision.seat
    if decision.kind == "place_house":
        for row_field in removable(state, seat):
            for site in open_sites(state, seat):
                yield Choice(Answer(number, Parts(row_field=row_field, site=site)))
    elif decision.kind in DECLINABLE:
        yield Choice(Answer(number, DECLINE))
        form = _answer_form(state, seat, decision)
        yield from form.offers(form.walk(NOTHING))
    else:
        yield from (Choice(Answer(number, option)) for option in decision.options)


def _answer_form(state: State, seat: int, decision: DecisionRequested) -> Form:
    """A copied card, or an operation of a card where no card was used."""
    asking = decision.then[:1]
    effects = tuple(planned.effect for planned in asking)

    def make(params: Params) -> Action:
        copy = params.copy
        if copy is not None:
            return Answer(
                decision.decision_id, Parts(card=copy.card, mode=copy.mode, params=copy.params)
            )
        return Answer(decision.decision_id, Parts(params=params))

    def walk(params: Params) -> Walk:
        return walk_effects(state, seat, effects, Frame(params))

    return Form(make, walk, several_inputs(state.catalog, effects))


def _answer_grown(state: State, seat: int, draft: Answer) -> Offers:
    decision = open_decision(state, draft)
    if decision.kind in DECLINABLE and draft.answer != DECLINE:
        params = as_params(state, decision, draft.answer)
        refuse_unknown_ids(state, params)
        refuse_absent_copies(state, params)
        yield from _answer_form(state, seat, decision).grown(params)
