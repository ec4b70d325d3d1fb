"""How a game may be set up, and what the kit must know of it.

A subclass per game says which it is; whatever else it overrides makes the same tests see more.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, ClassVar, Self

from hypothesis import strategies as st

from domain.kernel.actions import CreateGame, OptionValue, SeatSetup
from domain.kernel.catalog import Catalog
from domain.kernel.chance import CommittedChance
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup
from domain.kernel.options import OptionKind
from domain.kernel.seals import Fact, Seat
from domain.kernel.versions import rules_name

Pick = Callable[[Sequence[Any]], Any]
"""Whoever chooses: dice, or Hypothesis."""
Watcher = Callable[[Any, Any], None]
"""Is told the state after every event, and the event."""


@dataclass(frozen=True)
class AnySetup:
    decider: ClassVar[AnyGame]
    boxes: ClassVar[Mapping[str, Catalog]] = {}
    """Other boxes than the printed one, with so little in them that all of it is used up."""
    seats: ClassVar[Sequence[int]] = (2, 3, 4)

    players: int = 2
    options: dict[str, OptionValue] = field(default_factory=dict)
    box: str = "printed"
    secret: int = 0
    edition: str | None = None
    rules: int | None = None

    @property
    def catalog(self) -> Any:
        return self.decider.catalog if self.box == "printed" else self.boxes[self.box]

    def chance(self) -> CommittedChance:
        return CommittedChance(self.secret.to_bytes(32, "big"))

    def create(self) -> CreateGame:
        seats = tuple(SeatSetup(f"player {seat}") for seat in range(self.players))
        name = self.decider.name
        version = rules_name(name, self.rules or self.decider.newest_rules)
        return CreateGame("a-game", name, seats, self.edition, self.options, version)

    @classmethod
    def any(cls, pick: Pick) -> Self:
        """Any number of players, box and options."""
        players = pick(cls.seats)
        return cls(
            players, cls.any_options(pick, players), pick(["printed", *cls.boxes]), pick(SECRETS)
        )

    @classmethod
    def any_options(cls, pick: Pick, players: int) -> dict[str, OptionValue]:
        """Each one half of the time, unless it cannot be with the others and these players."""
        options: dict[str, OptionValue] = {}
        for name, kind in cls.decider.option_kinds(cls.decider.catalog, players).items():
            if pick([False, True]):
                more = {**options, name: pick(_values(kind, players))}
                options = more if cls(players, more).can_be() else options
        return options

    def can_be(self) -> bool:
        state = self.decider.initial(self.catalog)
        try:
            self.decider.decide(state, "service", self.create(), self.chance())
        except InvalidSetup:
            return False
        return True

    def inspector(self) -> Watcher:
        """Whoever counts independently what must hold after every event."""
        return lambda _state, _event: None

    @classmethod
    def likely(cls, kinds: Mapping[str, list[Any]], _pick: Pick) -> Mapping[str, list[Any]]:
        """What players at random choose between, if it is not everything that they may do."""
        return kinds

    @staticmethod
    def kind(action: Fact) -> str:
        """A player first picks a kind and then one of it, so that rare ones come up as often."""
        return type(action).__name__

    @classmethod
    def conceivable(cls, state: Any, _seat: Seat) -> st.SearchStrategy[Any]:
        """Actions that somebody might send, legal or not: at least what is offered to anybody."""
        game = cls.decider
        offered = [c.action for seat in game.awaited(state) for c in game.choices(state, seat)]
        return st.sampled_from(offered) if offered else st.nothing()

    @staticmethod
    def face_down(_state: Any, _seat: Seat | None) -> list[str]:
        """Cards that the log named once and that this seat sees no more."""
        return []


SECRETS = range(1000)


def _values(kind: OptionKind, players: int) -> Sequence[OptionValue]:
    if kind.type == "list":
        return [",".join(one) for one in permutations(map(str, kind.values or ()), players)]
    if kind.type == "integer":
        return [(kind.minimum or 0) + more for more in (0, 1, 3)]
    return list(kind.values or ())


def setups(kind: type[AnySetup]) -> st.SearchStrategy[Any]:
    @st.composite
    def drawn(draw: st.DrawFn) -> AnySetup:
        return kind.any(lambda items: draw(st.sampled_from(items)))

    return drawn()
