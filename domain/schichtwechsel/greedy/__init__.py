"""The greedy player of Schichtwechsel: it tries every sensible action and takes the best.

Nothing is hidden in this game, so the view is the whole table; the player puts it up again for
itself, tries an action there and looks what the position is worth afterwards.
"""

from collections.abc import Iterator

from domain.kernel.bots import Offer
from domain.kernel.chance import Chance, SealedChance
from domain.kernel.errors import RuleViolation
from domain.kernel.hints import Hint
from domain.kernel.seals import Fact
from domain.schichtwechsel.actions import Action, decide
from domain.schichtwechsel.actions.answer import Answer
from domain.schichtwechsel.actions.assign_bundle import AssignBundle
from domain.schichtwechsel.actions.choose_tile import ChooseTile
from domain.schichtwechsel.actions.end_turn import EndTurn, Pass
from domain.schichtwechsel.actions.exchange_spoil import ExchangeSpoil
from domain.schichtwechsel.actions.load_cubes import LoadCubes, accepting, bundle_of, tried
from domain.schichtwechsel.actions.move_final_miner import MoveFinalMiner, returnable
from domain.schichtwechsel.actions.resolve_row_field import ResolveRowField
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.actions.use_own_card import UseOwnCard
from domain.schichtwechsel.catalog import SchichtwechselCatalog
from domain.schichtwechsel.components import Mode
from domain.schichtwechsel.effects import Cube
from domain.schichtwechsel.events import Placement
from domain.schichtwechsel.flow import may_exchange, unserved
from domain.schichtwechsel.fold import evolve
from domain.schichtwechsel.greedy.ideas import ideas
from domain.schichtwechsel.greedy.table import table_of
from domain.schichtwechsel.greedy.worth import worth
from domain.schichtwechsel.operations.miner import useful_steps
from domain.schichtwechsel.params import Params, Parts
from domain.schichtwechsel.state import State
from domain.schichtwechsel.usable import is_used_up, own_card_used_up, own_mode, payments
from domain.schichtwechsel.view import View

NO_CHANCE = SealedChance()


def greedy(
    view: View, offer: Offer, _luck: Chance, _label: str, catalog: SchichtwechselCatalog
) -> Fact:
    return hint(view, offer, catalog).action


def hint(view: View, offer: Offer, catalog: SchichtwechselCatalog) -> Hint:
    """Equal actions are taken in the order in which they come to mind, which is the catalog's."""
    assert view.seat is not None, "a player has a seat"
    state = table_of(view, catalog)
    if state.phase == "I":  # what the bag brings next cannot be tried
        loads = not unserved(state)
        return Hint(_loading(state, view.seat) if loads else _bundle(state, view.seat))
    return _best(state, view.seat, _thoughts(state, view.seat)) or Hint(_anything(offer))


def _best(state: State, seat: int, actions: Iterator[Action]) -> Hint | None:
    """The action after which the position is worth most, of those that the rules accept."""
    values = [(_value(state, seat, action), action) for action in actions]
    possible = [(value, action) for value, action in values if value is not None]
    if not possible:
        return None
    most, best = max(possible, key=lambda found: found[0])
    return Hint(best, most - worth(state, seat), len(possible))


def _value(state: State, seat: int, action: Action) -> float | None:
    try:
        events = decide(state, seat, action, NO_CHANCE)
    except RuleViolation:
        return None
    table = state.copied()
    for event in events:
        evolve(table, event)
    return worth(table, seat)


def _anything(offer: Offer) -> Fact:
    """Where no sensible action comes to mind, the first that is offered, grown as it must."""
    choice = offer(None)[0]
    while not choice.complete:
        choice = offer(choice.action)[0]
    return choice.action


def _thoughts(state: State, seat: int) -> Iterator[Action]:
    if state.decision is not None:
        yield from _answers(state, seat)
    elif state.phase == "II":
        yield from (ChooseTile(tile) for tile in state.tiles_on_display)
    elif state.phase == "VI":
        yield from _row_field(state, seat)
    elif state.phase == "action":
        yield from _turn(state, seat)
    elif state.phase == "final":
        yield from _final_moves(state, seat)


def _final_moves(state: State, seat: int) -> Iterator[Action]:
    for steps in useful_steps(state, seat):
        for tools in range(returnable(state, seat, steps) + 1):
            yield MoveFinalMiner(steps, tools)


def _bundle(state: State, seat: int) -> Action:
    """Good bundles for oneself, bad ones for whoever leads."""
    bundle = next(bundle for bundle in state.bundles if bundle.seat is None)
    waiting = unserved(state)
    others = sorted((s for s in waiting if s != seat), key=lambda s: -state.players[s].points)
    good = bundle.cubes.count("coal") - bundle.cubes.count("pit") >= 2
    if seat in waiting and (good or not others):
        return AssignBundle(bundle.no, seat)
    return AssignBundle(bundle.no, others[0])


def _loading(state: State, seat: int) -> Action:
    """Coal to coal, spoil onto the smallest lorry; what is full can be hoisted."""
    placements: tuple[Placement, ...] = ()
    cubes = sorted(cube for cube in bundle_of(state, seat) if cube != "pit")
    for name in cubes:
        cube: Cube = "coal" if name == "coal" else "spoil"
        loads = tried(state, seat, placements)
        lorries = accepting(state, loads, cube)
        printed = state.catalog.lorries
        lorries.sort(
            key=lambda lorry: (
                -loads[lorry].count,
                not printed[lorry].coal_only if cube == "coal" else printed[lorry].capacity,
                printed[lorry].capacity,
            )
        )
        placements = (*placements, Placement(cube, lorries[0] if lorries else None))
    return LoadCubes(placements)


def _row_field(state: State, seat: int) -> Iterator[Action]:
    name = state.players[seat].row_open[0]
    for said in ideas(state, seat, state.catalog.row[name].effects):
        yield ResolveRowField(name, None, said)
    yield ResolveRowField(name)


def _turn(state: State, seat: int) -> Iterator[Action]:
    if state.action_done:
        yield EndTurn()
    else:
        yield from _cards(state, seat)
        yield Pass()
    if may_exchange(state, seat):
        for exchange in state.catalog.exchanges.values():
            for said in ideas(state, seat, exchange.effects):
                yield ExchangeSpoil(exchange.id, said.choice)


def _cards(state: State, seat: int) -> Iterator[Action]:
    """Every card with the cheapest payment."""
    for card in state.cards:
        if is_used_up(state, card):
            continue
        modes: list[str | None] = [known.id for known in state.catalog.cards[card].modes]
        for mode in modes or [None]:
            printed = state.catalog.card_mode(card, mode)
            for payment in payments(state, seat, printed.cost)[:1]:
                for said in ideas(state, seat, printed.effects):
                    yield UseCard(card, payment, mode, said)
    if not own_card_used_up(state, seat):
        yield from _own_card(state, seat, own_mode(state))


def _own_card(state: State, seat: int, printed: Mode) -> Iterator[Action]:
    for payment in payments(state, seat, printed.cost)[:1]:
        for said in ideas(state, seat, printed.effects):
            yield UseOwnCard(payment, said.steps or 0)


def _answers(state: State, seat: int) -> Iterator[Action]:
    decision = state.decision
    assert decision is not None, "something was asked"
    number, asking = decision.decision_id, decision.then[0].effect
    if decision.kind == "place_house":
        rows = [option for option in decision.options if option in state.catalog.row]
        sites = [option for option in decision.options if option in state.catalog.sites]
        for row_field in rows:
            for site in sites:
                yield Answer(number, Parts(row_field=str(row_field), site=str(site)))
    elif decision.kind == "copy":
        yield Answer(number, "decline")
        for said in ideas(state, seat, (asking,)):
            if said.copy:
                copy = said.copy
                yield Answer(number, Parts(card=copy.card, mode=copy.mode, params=copy.params))
    elif decision.kind in ("raise_lorries", "process_wagons", "load_coke", "move_headframes"):
        yield Answer(number, "decline")
        yield from (
            Answer(number, Parts(params=said))
            for said in ideas(state, seat, (asking,))
            if said != Params()
        )
    else:
        yield from (Answer(number, option) for option in decision.options)
