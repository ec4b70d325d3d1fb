"""What could be said with an action: a few sensible ways for every kind of effect."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import effects as f
from domain.schichtwechsel.course import Course, Frame
from domain.schichtwechsel.operations.choosing import option_names, possible_options
from domain.schichtwechsel.operations.coking import full_wagons, legal_ovens, process_wagon
from domain.schichtwechsel.operations.copying import copied_mode, copyable
from domain.schichtwechsel.operations.headframes import legal_moves
from domain.schichtwechsel.operations.hoisting import free_wagons, hoistable
from domain.schichtwechsel.operations.loading import largest_loads
from domain.schichtwechsel.operations.miner import useful_steps
from domain.schichtwechsel.operations.tracks import most_steps
from domain.schichtwechsel.params import NOTHING, Conversion, Hoist, Params
from domain.schichtwechsel.state import State
from domain.schichtwechsel.tasks import tasks_of

GOOD_BONUSES = 4
"""How many headframe moves are looked at."""


def ideas(state: State, seat: int, effects: f.Effects) -> Iterator[Params]:
    """Params for the first effect that needs any; several needs at once are left to chance."""
    for effect in effects:
        found = list(_about(state, seat, effect))
        if found:
            yield from found
            return
    yield NOTHING


def _about(state: State, seat: int, effect: f.Effect) -> Iterator[Params]:
    if isinstance(effect, f.RaiseLorries):
        yield from _hoists(state, seat, effect.up_to)
    elif isinstance(effect, f.ProcessWagons):
        yield from _conversions(state, seat, effect.up_to)
    elif isinstance(effect, f.LoadCoke):
        yield from (Params(ovens=load) for load in largest_loads(state, seat, effect.up_to))
    elif isinstance(effect, f.MoveMiner):
        yield from (Params(steps=steps) for steps in useful_steps(state, seat))
    elif isinstance(effect, f.AdvanceUpTo):
        steps = most_steps(state, seat, effect)
        yield Params(steps=steps) if steps else NOTHING
    elif isinstance(effect, f.WaterDown):
        level = state.players[seat].water - state.catalog.gauge.bottom
        yield Params(amount=max(0, min(effect.up_to, level)))
    elif isinstance(effect, f.MoveHeadframe | f.MoveHeadframes):
        legal = legal_moves(state, seat, effect)
        legal.sort(key=len, reverse=True)
        yield from (Params(moves=moves) for moves in legal[: 6 * GOOD_BONUSES])
    elif isinstance(effect, f.CopyCard):
        yield from _copies(state, seat, effect)
    elif isinstance(effect, f.Choose | f.TileLowerBonus):
        yield from _options(state, seat, effect)


def _options(state: State, seat: int, effect: f.Choose | f.TileLowerBonus) -> Iterator[Params]:
    tile = state.players[seat].tile
    if isinstance(effect, f.Choose):
        options, letters = effect.options, False
    else:
        options, letters = state.catalog.tiles[tile].lower.options if tile else (), True
    names = option_names(options, letters=letters)
    for name in possible_options(state, seat, options, names):
        for said in ideas(state, seat, options[names.index(name)]):
            yield replace(said, choice=name)


def _copies(state: State, seat: int, effect: f.CopyCard) -> Iterator[Params]:
    yield NOTHING
    for copy in copyable(state, effect):
        printed = state.catalog.card_mode(copy.card, copied_mode(state, copy))
        if any(isinstance(part, f.CopyCard) for part in printed.effects):
            continue
        for said in ideas(state, seat, printed.effects):
            yield Params(copy=replace(copy, params=said))


def _hoists(state: State, seat: int, up_to: int) -> Iterator[Params]:
    """Coal first, as much as goes; every beginning of that is an idea, too."""
    tried = Course(state, seat)
    hoists: tuple[Hoist, ...] = ()
    while len(hoists) < up_to:
        lorries = hoistable(tried.state, seat)
        if not lorries:
            return
        loads = tried.player.lorries
        lorries.sort(key=lambda name: (loads[name].cube != "coal", -loads[name].count))
        load = loads[lorries[0]]
        wagons = _wagons(tried.state, seat, load.count) if load.cube == "coal" else ()
        hoists = (*hoists, Hoist(lorries[0], wagons))
        yield Params(lorries=hoists)
        tried = _after(state, seat, f.RaiseLorries(up_to), Params(lorries=hoists))


def _after(state: State, seat: int, effect: f.Effect, said: Params) -> Course:
    course = Course(state, seat)
    course.push(tasks_of((effect,), "", Frame(said)))
    course.run()
    return course


def _wagons(state: State, seat: int, count: int) -> tuple[str, ...]:
    """Wagons that become full, small ones first; the one with the white stone last."""
    free = free_wagons(state, seat)
    printed = state.catalog.coal_wagons
    chosen: list[str] = []
    for _ in range(count):
        open_wagons = [wagon for wagon, room in free.items() if room > 0]
        left = count - len(chosen)
        open_wagons.sort(key=lambda w: (free[w] > left, printed[w].white_stone_spot, free[w]))
        chosen.append(open_wagons[0])
        free[open_wagons[0]] -= 1
    return tuple(chosen)


def _conversions(state: State, seat: int, up_to: int) -> Iterator[Params]:
    tried = Course(state, seat)
    done: tuple[Conversion, ...] = ()
    while len(done) < up_to:
        wagons, ovens = full_wagons(tried.state, seat), legal_ovens(tried.state, seat)
        if not wagons or not ovens:
            return
        printed = state.catalog.coal_wagons
        wagons.sort(key=lambda w: (not printed[w].white_stone_spot, printed[w].capacity))
        ovens.sort(key=lambda oven: _oven_cost(state, seat, oven))
        done = (*done, Conversion(wagons[0], ovens[0]))
        yield Params(conversions=done)
        try:
            process_wagon(tried, done[-1])
            tried.run()
        except RuleViolation:
            return


def _oven_cost(state: State, seat: int, oven: str) -> float:
    if oven == state.catalog.own_oven(seat):
        return 0.5
    effects = state.catalog.grey_ovens[oven].on_place
    points = sum(effect.n for effect in effects if isinstance(effect, f.Points))
    water = sum(effect.delta for effect in effects if isinstance(effect, f.Water))
    return 0.3 * water - points
