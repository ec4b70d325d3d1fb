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
from domain.kernel.hints import Hint, Hinting
from domain.kernel.offers import Describe, Headings
from domain.kernel.option_words import OptionWords
from domain.kernel.options import OptionKind
from domain.kernel.refusals import Refusal
from domain.kernel.scored_now import IfScored, ScoredNow, if_scored
from domain.kernel.scorings import Scorings
from domain.kernel.seals import Fact, Seat
from domain.kernel.standings import Standings
from domain.kernel.texts import Language, Row
from domain.kernel.turning_points import Notable
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


class Draw(Protocol):
    def __call__(self, view: Any, language: Language, catalog: Catalog | None = None) -> list[Row]:
        """The board and what stands before every player, as rows of text."""


def always(_event: Fact) -> bool:
    """For an event of `uncovering` that shows something whatever it says."""
    return True


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
    uncovering: Mapping[type[Fact], Callable[[Any], bool]] = field(default_factory=dict)
    """The public events that may show what was hidden, and when each of them does. What an entry
    seals counts as shown in any case."""

    initial: Callable[[C], S]
    decide: Callable[[S, By, Any, Chance], list[Any]]
    evolve: Fold[S]
    settle: Callable[[S, Chance], list[Any]]
    choices: Callable[..., Sequence[Choice[Any]]]
    """`choices(state, seat, draft=None)`."""
    describe: Describe
    """What `choices` offers, in words, and where on the board it is."""
    heading: Headings
    places: Mapping[str, str]
    """The names of places that offers touch, each with what it is; `<…>` stands for an id."""
    seen: Callable[[S, Seat], S]
    """The state as a seat may see it, to decide on and never to keep: `?` is an unknown card."""
    view: Callable[..., Any]
    """`view(state, seat or None, names=(), everything=False)`: what that seat, or the public, may
    see; or everything that any seat may."""
    tell: Tell
    scorings: Scorings
    """What the events of a settlement say, as data."""
    scored_now: Callable[..., ScoredNow]
    """`scored_now(state, seat or None, everything=False)`: what a settlement would score at this
    moment, and what of it that seat, or the public, cannot tell."""
    notable: Callable[[Fact], Notable | None]
    """Whether an event belongs into a table of contents, and as what."""
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
    option_kinds: Callable[..., Mapping[str, OptionKind]]
    """`option_kinds(catalog, players=None)`: what every option can be, for so many or for most."""
    option_words: OptionWords
    hint: Hinting
    """What the game's own bot would do, for somebody who learns it."""
    explain_hint: Callable[[Hint, Language], str]
    bots: Mapping[str, Bot] = field(default_factory=dict)

    def uncovers(self, events: Sequence[Fact]) -> bool:
        """Whether one of the events shows something that nobody could name before."""
        for event in events:
            shows = self.uncovering.get(type(event))
            if shows and shows(event):
                return True
        return False

    def if_scored(
        self,
        state: S,
        seat: Seat | None,
        language: Language,
        names: Sequence[str] = (),
        catalog: Catalog | None = None,
        *,
        everything: bool = False,
    ) -> IfScored:
        """What the players would have if it were scored now, as far as the reader can tell."""
        now = self.scored_now(state, seat, everything=everything)
        told = self.scorings(now.events, language, names, catalog)
        return if_scored(now, told, self.points(state))

    def fold(self, events: Sequence[Any], catalog: C | None = None) -> S:
        return self.evolve.all(self.initial(catalog or self.catalog), events)


AnyGame: TypeAlias = Decider[Any, Any]
