"""How the game goes on once nothing is left to decide: steps I to VI, turns, rounds (4 to 6)."""

from collections.abc import Callable

from domain.schichtwechsel import events as e
from domain.schichtwechsel.components import BlockLorry, FinalMinerMove, PitCubeIntoBag, WaterAll
from domain.schichtwechsel.course import Course
from domain.schichtwechsel.effects import Water, WhiteStone
from domain.schichtwechsel.state import State


def start_round(course: Course, number: int) -> None:
    """The round card is revealed and its effect happens; then step I begins."""
    assert course.chance is not None, "a round begins with draws"
    course.emit(e.RoundStarted(number))
    catalog, state = course.state.catalog, course.state
    hidden = [card for card in catalog.round_cards if card not in state.revealed_cards]
    card = catalog.round_cards[course.chance.pick(f"round {number}/round card", hidden)]
    effect = card.on_reveal
    kind = str(effect.__struct_config__.tag) if effect else None
    course.emit(e.RoundCardRevealed(number, card.id, kind))
    if isinstance(effect, PitCubeIntoBag):
        course.emit(e.PitCubeAdded())
    elif isinstance(effect, WaterAll):
        for seat in state.turn_order():
            course.perform(seat, (Water(effect.delta),), card.id)
    else:
        assert effect is None or isinstance(effect, BlockLorry), "a blocked lorry is a flag"
    mine_coal(course)


def mine_coal(course: Course) -> None:
    state = course.state
    course.emit(e.StepStarted("I"))
    setup = state.catalog.setups[len(state.players)]
    coal = min(setup.refill_coal_per_round, state.in_supply("coal"))
    spoil = min(setup.refill_spoil_per_round, state.in_supply("spoil"))
    course.emit(e.BagRefilled(coal, spoil))
    draw_bundle(course)
    if state.switches.bundle_assignment == "all_at_once":
        for _ in state.players[1:]:
            draw_bundle(course)
    course.emit(e.TurnStarted(state.start_seat))


def draw_bundle(course: Course) -> None:
    """Cube after cube from the bag; the last bundles are smaller if it runs out."""
    assert course.chance is not None, "a bundle is drawn"
    state, bag = course.state, course.state.bag.copy()
    number = len(state.bundles) + 1
    cubes: list[str] = []
    for at in range(1, state.catalog.cubes_per_bundle + 1):
        left = [cube for cube, count in bag.items() for _ in range(count)]
        if not left:
            break
        label = f"round {state.round}/bundle {number}/cube {at}"
        cubes.append(course.chance.pick(label, left))
        bag[cubes[-1]] -= 1
    course.emit(e.BundleDrawn(number, tuple(cubes)))


def unserved(state: State) -> list[int]:
    served = {bundle.seat for bundle in state.bundles}
    return [seat for seat in state.turn_order() if seat not in served]


def after_assignment(course: Course) -> None:
    """The last bundle needs no decision; then the players load in turn order."""
    state = course.state
    waiting = unserved(state)
    open_bundles = [bundle.no for bundle in state.bundles if bundle.seat is None]
    if not open_bundles and waiting:
        draw_bundle(course)
        open_bundles = [state.bundles[-1].no]
    if len(waiting) == 1:
        course.emit(e.BundleAssigned(open_bundles[0], waiting[0]))
        waiting = []
    if not waiting:
        course.emit(e.TurnEnded(state.start_seat))
        course.emit(e.TurnStarted(state.start_seat))


def after_loading(course: Course) -> None:
    state = course.state
    loaded = {bundle.seat for bundle in state.bundles if bundle.loaded}
    for seat in state.turn_order():
        if seat not in loaded:
            course.emit(e.TurnStarted(seat))
            return
    if any("pit" in bundle.cubes for bundle in state.bundles):
        course.emit(e.PitCubeReturned())
    course.emit(e.StepStarted("II"))
    course.emit(e.TurnStarted(tile_order(state)[0]))


def tile_order(state: State) -> list[int]:
    """Round 1 from the start player's right, counter-clockwise; then the turn order."""
    order = state.turn_order()
    return order[::-1] if state.round == 1 else order


def following(order: list[int], seat: int) -> list[int]:
    return order[order.index(seat) + 1 :]


def after_tile(course: Course) -> None:
    state = course.state
    assert state.active is not None, "somebody took a tile"
    left = following(tile_order(state), state.active)
    course.emit(e.TurnEnded(state.active))
    if left:
        course.emit(e.TurnStarted(left[0]))
        return
    course.emit(e.StepStarted("III"))
    for seat in state.turn_order():
        course.perform(seat, state.catalog.preparation.water_rises, "step_III")
    course.emit(e.StepStarted("IV"))
    for seat in state.turn_order():
        course.perform(seat, (WhiteStone(white_stones(state, seat)),), "step_IV")
    course.emit(e.StepStarted("V"))
    next_seller(course, state.turn_order())


def white_stones(state: State, seat: int) -> int:
    """One for every spot that nothing covers (IV)."""
    player, catalog = state.players[seat], state.catalog
    uncovered = 0
    for spot in catalog.white_spots:
        if spot.area == "water_gauge":
            uncovered += player.water != catalog.gauge.white_stone_level
        elif spot.area == "coking_plant":
            uncovered += state.ovens[catalog.own_oven(seat)] is None
        else:
            wagons = [wagon.id for wagon in catalog.coal_wagons.values() if wagon.white_stone_spot]
            uncovered += sum(not player.coal_wagons[wagon] for wagon in wagons)
    return min(uncovered, catalog.white_maximum)


def may_sell(state: State, seat: int) -> bool:
    player, sale = state.players[seat], state.catalog.sale
    return has_pair(state, seat) and player.sales < sale.per_round


def has_pair(state: State, seat: int) -> bool:
    player, sale = state.players[seat], state.catalog.sale
    return player.coke_wagons >= sale.coke and player.sold + sale.coke <= state.catalog.sellable


def next_seller(course: Course, order: list[int]) -> None:
    for seat in order:
        if may_sell(course.state, seat):
            course.emit(e.TurnStarted(seat))
            return
    course.emit(e.StepStarted("VI"))
    next_on_row(course, course.state.turn_order())


def after_sale(course: Course, *, sold: bool) -> None:
    state = course.state
    seat = state.active
    assert seat is not None, "somebody was asked to sell"
    if sold and may_sell(state, seat):
        return
    course.emit(e.TurnEnded(seat))
    next_seller(course, following(state.turn_order(), seat))


def next_on_row(course: Course, order: list[int]) -> None:
    for seat in order:
        if not all(course.state.players[seat].row.values()):
            course.emit(e.TurnStarted(seat))
            return
    course.emit(e.StepStarted("action"))
    course.emit(e.TurnStarted(course.state.start_seat))


def after_row_field(course: Course) -> None:
    state = course.state
    seat = state.active
    assert seat is not None, "somebody resolved a field"
    if not state.players[seat].row_open:
        course.emit(e.TurnEnded(seat))
        next_on_row(course, following(state.turn_order(), seat))


def may_exchange(state: State, seat: int) -> bool:
    """Whether an exchange would still be possible in this turn."""
    return (
        state.exchanges < state.catalog.exchanges_per_turn
        and state.players[seat].heap >= state.catalog.least_exchange
    )


def after_action(course: Course) -> None:
    """The turn waits for an exchange that is still possible; else it ends."""
    state = course.state
    assert state.active is not None, "somebody acted"
    if state.action_done and not may_exchange(state, state.active):
        end_turn(course)


def end_turn(course: Course) -> None:
    state, seat = course.state, course.state.active
    assert seat is not None, "somebody's turn ends"
    course.emit(e.TurnEnded(seat))
    seats = len(state.players)
    for step in range(1, seats + 1):
        candidate = (seat + step) % seats
        if not state.players[candidate].passed:
            course.emit(e.TurnStarted(candidate))
            return
    course.emit(e.StepStarted("scoring"))


def final_movers(state: State) -> list[int]:
    """The owners of a last miner move, in turn order."""
    sites = [
        site.id for site in state.catalog.sites.values() if isinstance(site.scoring, FinalMinerMove)
    ]
    return [seat for seat in state.turn_order() if any(state.houses_on(s, seat) for s in sites)]


def after_final_move(course: Course) -> None:
    state, seat = course.state, course.state.active
    assert seat is not None, "somebody moved"
    left = following(final_movers(state), seat)
    course.emit(e.TurnEnded(seat))
    if left:
        course.emit(e.TurnStarted(left[0]))
    else:
        course.emit(e.StepStarted("scoring"))


GOES_ON: dict[str, Callable[[Course], None]] = {
    "II": after_tile,
    "V": lambda course: after_sale(course, sold=True),
    "VI": after_row_field,
    "action": after_action,
    "final": after_final_move,
}


def go_on(course: Course) -> list[e.Event]:
    """The end of every action whose follow-ups may ask: wait for the answer, or go on."""
    if not course.asked:
        GOES_ON[course.state.phase](course)
    return course.events
