"""Points, tool markers, coins, white stones and the start player marker."""

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import Course, Task, hindered_by, runs
from domain.schichtwechsel.effects import (
    Coin,
    Effects,
    Points,
    TakeStartMarker,
    ToolReturn,
    ToolTake,
    WhiteStone,
)
from domain.schichtwechsel.state import State


def left_in_box(state: State, kind: type[object]) -> int:
    """How many tokens may still be taken; without limit unless the switch says so (R-01)."""
    box, players = state.catalog.components, state.players
    if not state.switches.token_supply_limited:
        return 10**6
    if kind is ToolTake:
        return max(0, box.tool_markers - sum(player.tools for player in players))
    if kind is Points:
        chips = sum(chip.count * chip.value for chip in box.victory_point_chips)
        return max(0, chips - sum(max(0, player.points) for player in players))
    item = "coin" if kind is Coin else "white"
    held = sum(player.coins if kind is Coin else player.white for player in players)
    laid = [*state.card_payments.values(), *(player.own_card_payments for player in players)]
    on_cards = sum(paid.payment.count(item) for payments in laid for paid in payments)
    return max(0, (box.coins if kind is Coin else box.white_stones) - held - on_cards)


def repeated(effects: Effects, times: int) -> Effects:
    """The effects so many times; markers are taken at once."""
    if all(isinstance(effect, ToolTake) for effect in effects):
        count = sum(effect.n for effect in effects if isinstance(effect, ToolTake))
        return (ToolTake(count * times),)
    return effects * times


@runs(Points)
def score_points(course: Course, task: Task) -> None:
    points = min(task.effect.n, left_in_box(course.state, Points))
    if points:
        course.emit(e.PointsScored(course.seat, points, task.cause))


@runs(ToolTake)
def take_tools(course: Course, task: Task) -> None:
    count = min(task.effect.n, left_in_box(course.state, ToolTake))
    if count:
        course.emit(e.ToolsTaken(course.seat, count, task.cause))


@runs(Coin)
def receive_coins(course: Course, task: Task) -> None:
    count = min(task.effect.n, left_in_box(course.state, Coin))
    if count:
        course.emit(e.CoinsReceived(course.seat, count, task.cause))


@runs(WhiteStone)
def receive_white_stones(course: Course, task: Task) -> None:
    count = min(task.effect.n, left_in_box(course.state, WhiteStone))
    if count:
        course.emit(e.WhiteStonesReceived(course.seat, count, task.cause))


@runs(ToolReturn)
def return_tools(course: Course, task: Task) -> None:
    """May always be left (`may return`); with no marker nobody is asked."""
    most = min(task.effect.up_to, course.player.tools)
    count = task.given("amount")
    if count is None:
        if most:
            course.ask("return_tools", range(most + 1), task)
        return
    if not 0 <= count <= most:
        raise RuleViolation("option_impossible", option=count)
    if count:
        course.emit(e.ToolsReturned(course.seat, count, task.cause))


@hindered_by(ToolReturn)
def no_tools(state: State, seat: int, effect: ToolReturn) -> RuleViolation | None:
    if effect.up_to and state.players[seat].tools:
        return None
    return RuleViolation("option_impossible", option="tools")


@runs(TakeStartMarker)
def take_start_marker(course: Course, _task: Task) -> None:
    """The holder may take it again, and so defend it (7.8)."""
    course.emit(e.StartMarkerTaken(course.seat, course.state.marker_seat))
