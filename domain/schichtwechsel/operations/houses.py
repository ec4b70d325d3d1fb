"""Houses from the house row to the building sites, and bringing out headframes (10, 12, 13)."""

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import Course, Task, hindered_by, runs
from domain.schichtwechsel.effects import ErectHeadframe, PlaceHouse
from domain.schichtwechsel.params import House
from domain.schichtwechsel.state import State


def removable(state: State, seat: int) -> list[str]:
    """The row fields whose house may leave (R-17)."""
    standing = [name for name, house in state.players[seat].row.items() if house]
    return standing[:1] if state.switches.house_removal == "left_to_right" else standing


def refusal_to_build(state: State, seat: int, site: str) -> RuleViolation | None:
    printed = state.catalog.sites[site]
    slots = printed.slots[len(state.players)]
    if slots is not None and len(state.sites[site]) >= slots:
        return RuleViolation("site_full", site=site)
    limit = printed.max_per_player
    if limit is not None and state.houses_on(site, seat) >= limit:
        return RuleViolation("site_limit", site=site, n=limit)
    return None


def open_sites(state: State, seat: int) -> list[str]:
    return [site for site in state.sites if refusal_to_build(state, seat, site) is None]


@runs(PlaceHouse)
def place_house(course: Course, task: Task) -> None:
    """Mandatory while a house is left (10)."""
    state, seat = course.state, course.seat
    rows, sites = removable(state, seat), open_sites(state, seat)
    house: House | None = task.given("house")
    if house is None:
        if not rows or not sites:
            return
        if len(rows) * len(sites) > 1:
            course.ask("place_house", (*rows, *sites), task)
            return
        house = House(rows[0], sites[0])
    if not state.players[seat].row[house.row_field]:
        raise RuleViolation("no_house", field=house.row_field)
    problem = refusal_to_build(state, seat, house.site)
    if problem:
        raise problem
    if house.row_field not in rows:
        raise RuleViolation("option_impossible", option=house.row_field)
    course.emit(e.HouseBuilt(seat, house.row_field, house.site))


@hindered_by(PlaceHouse)
def no_house_or_site(state: State, seat: int, _effect: PlaceHouse) -> RuleViolation | None:
    if not removable(state, seat):
        return RuleViolation("no_house", field=next(iter(state.catalog.row)))
    if not open_sites(state, seat):
        return RuleViolation("site_full", site=next(iter(state.sites)))
    return None


@runs(ErectHeadframe)
def erect_headframe(course: Course, task: Task) -> None:
    on_card = course.player.on_card
    if not on_card:
        return
    catalog = course.state.catalog
    number = catalog.kit.headframes_on_own_card - on_card + 1
    course.emit(e.HeadframeErected(course.seat, number))
    rewards = catalog.on_erect.first if number == 1 else catalog.on_erect.second
    course.push_effects(rewards, task.cause)


@hindered_by(ErectHeadframe)
def none_on_card(state: State, seat: int, _effect: ErectHeadframe) -> RuleViolation | None:
    return None if state.players[seat].on_card else RuleViolation("headframe_missing")
