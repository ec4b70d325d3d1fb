"""Mining: up to as many work steps as the space says, checked whole before any is recorded.

The steps are those of section 6; substitutes and half spots are 6.2, storing is 6.3.
"""

from collections.abc import Sequence

from domain.gluck_auf.actions.placing import end_turn, open_space, place_workers
from domain.gluck_auf.catalog import GluckAufCatalog
from domain.gluck_auf.events import (
    CageMoved,
    CoalLoaded,
    CoalPlaced,
    CoalStored,
    Event,
    MiningFinished,
)
from domain.gluck_auf.pit import Pit, is_filled
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact


class MoveCage(Fact, frozen=True, tag="move_cage"):
    to_level: int


class Load(Fact, frozen=True, tag="load"):
    lorry_id: str


class PlaceFromCage(Fact, frozen=True, tag="place_from_cage"):
    color: str
    order_id: str
    spot: int


class Store(Fact, frozen=True, tag="store"):
    color: str


class PlaceFromStorage(Fact, frozen=True, tag="place_from_storage"):
    color: str
    order_id: str
    spot: int


Step = MoveCage | Load | PlaceFromCage | Store | PlaceFromStorage
Placing = PlaceFromCage | PlaceFromStorage


class Mine(Fact, frozen=True, tag="mine"):
    space_id: str
    steps: tuple[Step, ...] = ()


def mine(state: State, player: int, action: Mine) -> list[Event]:
    space = open_space(state, player, action.space_id, "mining")
    allowed = int(space.parameter)
    if len(action.steps) > allowed:
        raise RuleViolation("too_many_steps", n=allowed)
    trip = Trip(state, player)
    worked = trip.work(action.steps)
    trip.refuse_half_spot()
    placed = place_workers(state, player, space.id)
    return [
        placed,
        *worked,
        MiningFinished(player, space.id, allowed, len(action.steps)),
        *end_turn(state, player, spent=placed.count),
    ]


class Trip:
    """A player's work steps, tried one after the other on a copy of the pit."""

    def __init__(self, state: State, player: int) -> None:
        self.catalog: GluckAufCatalog = state.catalog
        self.options = state.options
        self.player = player
        self.pit: Pit = state.players[player].pit.copy()
        self.half: tuple[str, int] | None = None
        """The spot that the very next step must fill, under `same_action`."""

    def work(self, steps: Sequence[Step]) -> list[Event]:
        return [self.step(step) for step in steps]

    def step(self, step: Step) -> Event:
        self.check(step)
        self.half = None
        if isinstance(step, MoveCage):
            return self._move_cage(step)
        if isinstance(step, Load):
            return self._load(step)
        if isinstance(step, Store):
            self.pit.store(step.color)
            return CoalStored(self.player, step.color)
        return self._place(step)

    def check(self, step: Step) -> None:
        """RuleViolation if the step is illegal in the pit as it is now."""
        if self.half and not (
            isinstance(step, Placing) and self.half == (step.order_id, step.spot)
        ):
            self.refuse_half_spot()
        if isinstance(step, MoveCage):
            self._check_move_cage(step)
        elif isinstance(step, Load):
            self._check_load(step)
        elif isinstance(step, Store):
            self._check_store(step)
        else:
            self._check_place(step)

    def refuse_half_spot(self) -> None:
        if self.half:
            raise RuleViolation("substitute_unfinished", order=self.half[0], spot=self.half[1])

    def must_finish(self, step: Step) -> bool:
        """Whether this legal step would begin a substitute that the next step has to finish."""
        return (
            isinstance(step, Placing)
            and self.options["substitution_rule"] == "same_action"
            and not self._filled(
                step, (*self.pit.outstanding[step.order_id][step.spot], step.color)
            )
        )

    def cubes_at_hand(self) -> int:
        """Cubes that could go onto an order spot without another step before."""
        at_surface = self.pit.level == self.catalog.constants.surface_level
        return sum(self.pit.storage.values()) + at_surface * self.pit.cubes_in_cage()

    def _check_move_cage(self, step: MoveCage) -> None:
        constants = self.catalog.constants
        if step.to_level == self.pit.level:
            raise RuleViolation("cage_same_level", level=step.to_level)
        if not constants.surface_level <= step.to_level <= constants.deepest_level:
            raise RuleViolation("cage_wrong_level", level=step.to_level)

    def _move_cage(self, step: MoveCage) -> Event:
        from_level, self.pit.level = self.pit.level, step.to_level
        return CageMoved(self.player, from_level, step.to_level)

    def _check_load(self, step: Load) -> None:
        pit, constants = self.pit, self.catalog.constants
        owned = step.lorry_id in pit.lorries
        elsewhere = owned and self.catalog.lorries[step.lorry_id].level != pit.level
        if pit.level == constants.surface_level or elsewhere:
            raise RuleViolation("cage_wrong_level", level=pit.level)
        if pit.cubes_in_cage() >= constants.cage_capacity:
            raise RuleViolation("cage_full", n=constants.cage_capacity)
        if not owned:
            raise RuleViolation("lorry_unknown", lorry=step.lorry_id)
        if pit.lorries[step.lorry_id] is None:
            raise RuleViolation("lorry_empty", lorry=step.lorry_id)

    def _load(self, step: Load) -> Event:
        color = self.pit.lorries[step.lorry_id]
        assert color is not None, "an empty lorry does not pass the check"
        self.pit.load(step.lorry_id, color)
        return CoalLoaded(self.player, step.lorry_id, color)

    def _check_store(self, step: Store) -> None:
        self._must_be_at_surface()
        if not self.pit.cage.get(step.color):
            raise RuleViolation("cube_missing", color=step.color)
        if self.options["storage_rule"] == "no_matching_spot" and self._has_empty_spot(step.color):
            raise RuleViolation("storage_not_allowed", color=step.color)

    def _has_empty_spot(self, color: str) -> bool:
        return any(
            printed == color and not cubes
            for order, spots in self.pit.outstanding.items()
            for printed, cubes in zip(self.catalog.orders[order].spots, spots, strict=True)
        )

    def _check_place(self, step: Placing) -> None:
        if isinstance(step, PlaceFromCage):
            self._must_be_at_surface()
        if not self._store_of(step).get(step.color):
            raise RuleViolation("cube_missing", color=step.color)
        spots = self.pit.outstanding.get(step.order_id)
        if spots is None:
            raise RuleViolation("order_not_outstanding", order=step.order_id)
        if not 0 <= step.spot < len(spots):
            raise RuleViolation("spot_unknown", order=step.order_id, spot=step.spot)
        if self._filled(step, spots[step.spot]):
            raise RuleViolation("spot_filled", order=step.order_id, spot=step.spot)

    def _place(self, step: Placing) -> Event:
        if self.must_finish(step):
            self.half = (step.order_id, step.spot)
        self.pit.place(self._store_of(step), step.color, step.order_id, step.spot)
        return CoalPlaced(
            self.player,
            "cage" if isinstance(step, PlaceFromCage) else "storage",
            step.color,
            step.order_id,
            step.spot,
            "filled"
            if self._filled(step, self.pit.outstanding[step.order_id][step.spot])
            else "half",
        )

    def _store_of(self, step: Placing) -> dict[str, int]:
        return self.pit.cage if isinstance(step, PlaceFromCage) else self.pit.storage

    def _filled(self, step: Placing, cubes: tuple[str, ...]) -> bool:
        printed = self.catalog.orders[step.order_id].spots[step.spot]
        return is_filled(printed, cubes, self.catalog.constants.substitute_cubes_per_spot)

    def _must_be_at_surface(self) -> None:
        if self.pit.level != self.catalog.constants.surface_level:
            raise RuleViolation("cage_not_at_surface", level=self.pit.level)
