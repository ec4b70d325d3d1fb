"""Moving headframes to bonus fields: the top one first, then the left one (7.7, 12)."""

from collections.abc import Iterator
from itertools import product

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import Course, Growth, Task, grows, hindered_by, runs
from domain.schichtwechsel.effects import Area, MoveHeadframe, MoveHeadframes
from domain.schichtwechsel.params import HeadframeMove, Place
from domain.schichtwechsel.state import State

AREAS: tuple[Area, ...] = ("top", "left")
Moves = tuple[HeadframeMove, ...]
Moving = MoveHeadframe | MoveHeadframes


def in_turn(state: State, moves: Moves) -> Moves:
    """The top move is made first, however the two were said (21.7)."""
    return tuple(sorted(moves, key=lambda move: AREAS.index(state.catalog.area_of[move.field])))


def refusal_to_move(state: State, seat: int, effect: Moving, moves: Moves) -> RuleViolation | None:
    player, area_of = state.players[seat], state.catalog.area_of
    if not player.headframes_on_board():
        return RuleViolation("headframe_missing")
    moves = in_turn(state, moves)
    places = {"pool": player.pool, "top": int(bool(player.top)), "left": int(bool(player.left))}
    free = {field for field, owner in state.headframe_fields.items() if owner is None}
    held = {area: int(player.headframe_in(area) is not None) for area in AREAS}
    for move in moves:
        places[move.from_] -= 1
        if places[move.from_] < 0:
            return RuleViolation("headframe_missing")
        if move.field not in free:
            return RuleViolation("headframe_field_taken", field=move.field)
        free.remove(move.field)
        left = player.headframe_in(move.from_) if move.from_ != "pool" else None
        if left and move.from_ != "pool":
            free.add(left)
            held[move.from_] -= 1
        held[area_of[move.field]] += 1
    for area in AREAS:
        if held[area] > state.catalog.area_limit[area]:
            return RuleViolation("headframe_area_taken")
    return _refusal_of_card(state, seat, effect, moves)


def _refusal_of_card(state: State, seat: int, effect: Moving, moves: Moves) -> RuleViolation | None:
    """What the card allows: one move to one of its areas, or one to the top and one to the left."""
    areas = [state.catalog.area_of[move.field] for move in moves]
    if isinstance(effect, MoveHeadframe):
        legal = len(areas) == 1 and areas[0] in effect.areas
    else:
        allowed = [area for area in AREAS if getattr(effect, area)]
        if state.players[seat].headframes_on_board() == 1:  # then only the first part
            allowed = allowed[:1]
        legal = 0 < len(areas) == len(set(areas)) and set(areas) <= set(allowed)
    return None if legal else RuleViolation("option_impossible", option="moves")


def legal_moves(state: State, seat: int, effect: Moving) -> list[Moves]:
    singles = list(_conceivable(state))
    pairs: list[Moves] = []
    if isinstance(effect, MoveHeadframes):
        tops = [move for move in singles if state.catalog.area_of[move.field] == "top"]
        lefts = [move for move in singles if state.catalog.area_of[move.field] == "left"]
        pairs = list(product(tops, lefts))
    return [
        moves
        for moves in [*((move,) for move in singles), *pairs]
        if refusal_to_move(state, seat, effect, moves) is None
    ]


def _conceivable(state: State) -> Iterator[HeadframeMove]:
    places: tuple[Place, ...] = ("pool", "top", "left")
    for place, field in product(places, state.headframe_fields):
        yield HeadframeMove(place, field)


def move_headframes(course: Course, task: Task) -> None:
    state, seat, moves = course.state, course.seat, task.given("moves")
    if not moves:
        if task.direct:
            if not course.may_be_left(task):
                problem = no_move(state, seat, task.effect)
                raise problem or RuleViolation("no_effect")
        elif legal_moves(state, seat, task.effect):
            fields = [name for name, owner in state.headframe_fields.items() if owner is None]
            course.ask("move_headframes", fields, task)
        return
    problem = refusal_to_move(state, seat, task.effect, moves)
    if problem:
        raise problem
    made = in_turn(state, moves)
    course.emit(e.HeadframeMoved(seat, tuple(e.Moved(m.from_, m.field) for m in made)))
    for move in reversed(made):  # what is pushed last happens first
        course.push_effects(state.catalog.headframe_fields[move.field].effects, move.field)


def no_move(state: State, seat: int, effect: Moving) -> RuleViolation | None:
    if not state.players[seat].headframes_on_board():
        return RuleViolation("headframe_missing")
    if legal_moves(state, seat, effect):
        return None
    return RuleViolation("option_impossible", option="moves")


def more_moves(course: Course, task: Task) -> Growth:
    moves: Moves = task.given("moves")
    state, seat = course.state, course.seat
    count = len(moves)
    legal = legal_moves(state, seat, task.effect)
    more = dict.fromkeys(known[: count + 1] for known in legal if known[:count] == moves != known)
    if not more and moves:
        problem = refusal_to_move(state, seat, task.effect, moves)
        if problem:
            raise problem
    complete = in_turn(state, moves) in legal if moves else course.may_be_left(task)
    return Growth(list(more), complete)


for kind in (MoveHeadframe, MoveHeadframes):
    runs(kind)(move_headframes)
    hindered_by(kind)(no_move)
    grows(kind, "moves")(more_moves)
