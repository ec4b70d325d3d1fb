"""An event on paper: its log is real, its games are only told."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.tournament import actions as a
from domain.tournament import events as e
from domain.tournament.asking import question_of
from domain.tournament.pairing.by_hand import recorded
from domain.tournament.pairing.proposal import Proposal
from domain.tournament.pairing.question import Question
from domain.tournament.pairing.repair import repaired
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.pairing.small import best_of_few
from domain.tournament.schedules import planned_proposal
from domain.tournament.standings import Row
from domain.tournament.state import Round, State
from replays.entry import Entry, sha256
from replays.tournaments.aggregate import Tournament
from replays.tournaments.names import sealed_name

AT = "2026-01-10T09:00:00.000Z"
SECRET = bytes(range(32))
ZECHE_OPEN: dict[str, Any] = {
    "title": "Zeche Open",
    "game": "gluck-auf",
    "edition": "de",
    "tables": {"size": 4, "short": 3},
    "stages": [{"kind": "swiss", "rounds": 4}],
    "scoring": {
        "kind": "rank",
        "points": {"4": [60, 36, 24, 12], "3": [60, 36, 24], "2": [60, 24]},
        "bye": 48,
        "absent": 0,
    },
    "ranking": ["points", "wins", "places", "share", "opponents", "encounter", "lots"],
}


def regulation(**changes: Any) -> str:
    return msgspec.json.encode({**ZECHE_OPEN, **changes}).decode()


class PaperEvent:
    def __init__(self, entrants: int = 0, **changes: Any) -> None:
        self.names: dict[int, bytes] = {}
        self.tournament, first = Tournament.create("paper", regulation(**changes), SECRET, AT)
        self.tournament.apply(first)
        self.entries: list[Entry] = [first.entry]
        for _ in range(entrants):
            self.register()

    @property
    def state(self) -> State:
        return self.tournament.state

    @property
    def round(self) -> Round:
        assert self.state.round_now is not None
        return self.state.round_now

    def act(self, action: a.TournamentAction, by: a.Author = "organizer") -> list[Fact]:
        decision = self.tournament.decide(by, action, AT)
        self.tournament.apply(decision)
        self.entries.append(decision.entry)
        return list(decision.events)

    def facts(self, action: a.TournamentAction, by: a.Author = "organizer") -> list[Any]:
        """What follows from it, as it stands in the log."""
        self.act(action, by)
        return self.facts_of_last()

    def facts_of_last(self) -> list[Any]:
        found: list[Any] = msgspec.json.decode(self.entries[-1].line)["events"]
        return found

    def refuses(self, action: a.TournamentAction, by: a.Author = "organizer") -> str:
        """The code of the refusal."""
        try:
            self.tournament.decide(by, action, AT)
        except RuleViolation as refusal:
            self.refusal = refusal
            return refusal.code
        return ""

    def register(self, seed: int | None = None, reason: str = "", salt: str | None = None) -> int:
        number = len(self.state.entrants) + 1
        sealed = sealed_name(f"Person {number}", f"{number:032x}")
        self.names[number] = sealed
        self.act(a.Register(sha256(sealed), seed=seed, salt=salt, reason=reason))
        return number

    def close_registration(self) -> "PaperEvent":
        self.act(a.CloseRegistration())
        return self

    def proposal(self) -> a.ProposePairing:
        """What an honest worker would answer."""
        lots = self.tournament.chance
        question = question_of(self.state, self.round.number)
        if self.round.is_repair:
            found = repaired(question, [table.seats for table in self.round.tables], lots)
        else:
            found = planned_proposal(self.state, question, lots) or self._best(question)
        return a.ProposePairing(
            round=self.round.number,
            tables=found.tables,
            byes=found.byes,
            terms=found.terms,
            bound=found.bound,
            status=found.status,
        )

    def _best(self, question: Question) -> Proposal:
        lots, pins = self.tournament.chance, question.pinned
        fixed = {who for table in pins for who in table}
        free = [who for who in question.present if who not in fixed]
        sizes = Counter(sizes_of(question).tables) - Counter(map(len, pins))
        best = best_of_few(question, free, sorted(sizes.elements(), reverse=True), lots)
        assert best is not None
        return recorded(question, [*pins, *best[0]], best[1], lots, "within")

    def pair(self) -> Round:
        self.act(a.PairRound())
        self.act(self.proposal(), "service")
        return self.round

    def by_hand(self, *tables: tuple[int, ...]) -> Round:
        self.act(a.PairByHand(tables, "as on paper"))
        return self.round

    def start(self) -> Round:
        self.act(a.PublishRound())
        self.act(a.StartRound())
        for table in self.round.tables:
            self.open_game(table.number)
        return self.round

    def open_game(self, table: int, game: str = "") -> None:
        number = self.round.number
        name = game or f"game-{number}-{table}"
        self.act(a.OpenGame(number, table, name, sha256(name.encode())), "service")

    def read(
        self,
        table: int,
        places: Sequence[int],
        points: Sequence[int] | None = None,
        *,
        round: int | None = None,
        version: int = 100,
    ) -> list[Fact]:
        number = round or self.round.number
        known = self.state.rounds[number - 1].tables[table - 1]
        told = tuple(points) if points is not None else tuple(100 - 10 * one for one in places)
        action = a.ReadResult(
            number,
            table,
            known.game or "",
            version,
            sha256(f"{number}/{table}/{version}".encode()),
            told,
            tuple(places),
        )
        return self.act(action, "service")

    def play(self, *results: Sequence[int]) -> None:
        """Start the paired round, read these places (by table, in turn order), close it."""
        self.start()
        for table, places in enumerate(results, 1):
            self.read(table, places)
        self.act(a.CloseRound())

    def round_by_hand(self, *tables: tuple[int, ...]) -> None:
        """At each table everybody places in the order in which they stand."""
        self.by_hand(*tables)
        self.play(*(tuple(range(1, len(one.seats) + 1)) for one in self.round.tables))

    def rows(self, after: int | None = None) -> list[Row]:
        return list(self.tournament.standings(after or self.state.closed_rounds).rows)

    def settled(self) -> e.StandingsSettled:
        now = self.state.settled[self.state.closed_rounds]
        return e.StandingsSettled(now.after, now.order, now.twelfths)
