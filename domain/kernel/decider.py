"""A game is a value: the functions that a log, a verifier, a bot or a board need of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from domain.kernel.actions import By
from domain.kernel.bots import Bot
from domain.kernel.catalog import Catalog, Catalogs
from domain.kernel.chance import Chance
from domain.kernel.choices import Choice
from domain.kernel.conservation import Imbalance, TellImbalance
from domain.kernel.errors import RuleViolation
from domain.kernel.fold import Fold
from domain.kernel.options import OptionKind
from domain.kernel.scorings import Settlement
from domain.kernel.seals import Fact, Seat
from domain.kernel.standings import Standings
from domain.kernel.texts import Language, Refusal, Row
from domain.kernel.versions import FIRST


class GameState(Protocol):
    """What everybody may ask of any game's state."""

    @property
    def phase(self) -> str:
        """`scoring` waits for the service, `finished` is the end; the rest is the game's own."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Empty until the game is over."""

    @property
    def rules(self) -> int:
        """The version of the rules it is played under."""


S = TypeVar("S", bound=GameState)
C = TypeVar("C", bound=Catalog)


class Tell(Protocol):
    def __call__(
        self,
        event: Any,
        language: Language,
        names: Sequence[str] = (),
        catalog: Catalog | None = None,
    ) -> str: ...


class Scorings(Protocol):
    def __call__(
        self,
        events: Sequence[Fact],
        language: Language,
        names: Sequence[str] = (),
        catalog: Catalog | None = None,
    ) -> Settlement: ...


class Draw(Protocol):
    def __call__(self, view: Any, language: Language, catalog: Catalog | None = None) -> list[Row]:
        """The board and what stands before every player, as rows of text."""


@dataclass(frozen=True, kw_only=True)
class Decider(Generic[S, C]):
    name: str
    catalog: C
    """The built-in catalog."""
    catalogs: Catalogs[C]
    """All that were ever built in, by digest."""
    read_catalog: Callable[[bytes], C]
    """Another catalog for the same game; InvalidSetup says what is wrong with it."""
    newest_rules: int = FIRST
    """The version under which new games are played, unless they name another."""

    actions: Any
    """The union of what a player may do; `create_game` and `settle` are the service's."""
    sent: Any
    """The same as it must be sent: the log may hold actions that left something out."""
    events: Any
    upcasters: Mapping[type[Fact], Callable[[Any], Fact]] = field(default_factory=dict)
    """By facts of old logs that are written no more: what each is in the words of today.

    For changes that msgspec's rules do not cover. One file per change, in `upcasters/`; stored
    bytes never change.
    """
    dealt: frozenset[type[Fact]]
    """The events that record a draw: what the guarantee `deal` looks at."""
    concluding: frozenset[type[Fact]]
    """The events that name the winner: what the guarantee `result` looks at."""

    initial: Callable[[C], S]
    decide: Callable[[S, By, Any, Chance], list[Any]]
    evolve: Fold[S]
    settle: Callable[[S, Chance], list[Any]]
    choices: Callable[..., Sequence[Choice[Any]]]
    """`choices(state, seat, draft=None)`."""
    view: Callable[..., Any]
    """`view(state, seat or None, names=(), everything=False)`: what that seat, or the public, may
    see; or everything that any seat may."""
    tell: Tell
    scorings: Scorings
    """What the events of a settlement say, as data."""
    draw: Draw
    points: Callable[[S], tuple[int, ...]]
    """By seat, as they stand."""
    standings: Callable[[S], Standings | None]
    """None until the game is over."""
    awaited: Callable[[S], tuple[Seat, ...]]
    """The seats that may act now."""
    period: Callable[[S], tuple[int, int]]
    """The shift or round that is played, and how many there are; 0 if it is not known yet."""
    imbalance: Callable[[S, Any], Imbalance | None]
    """What appeared or vanished with this event, if anything did."""
    tell_imbalance: TellImbalance

    refusals: Mapping[str, Refusal]
    """Every refusal code there is."""
    explain: Callable[[RuleViolation, Language], str]
    """The sentence of a refusal, its gaps filled."""
    glossary: Mapping[str, str]
    """What fields of actions, events and views mean, by their names: see `descriptions.py`."""
    option_kinds: Callable[[C], Mapping[str, OptionKind]]
    """What every option can be, on a catalog."""
    bots: Mapping[str, Bot] = field(default_factory=dict)
    options_if_set: Mapping[str, str] = field(default_factory=dict)
    """Options that entry 1 records only if they are set, with what holds otherwise."""

    def fold(self, events: Sequence[Any], catalog: C | None = None) -> S:
        return self.evolve.all(self.initial(catalog or self.catalog), events)


AnyGame: TypeAlias = Decider[Any, Any]
