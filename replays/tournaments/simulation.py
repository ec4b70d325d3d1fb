"""Whole events that bots play, with people who come and go: the same seed gives the same bytes."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct, field

from domain.bots import bots_for
from domain.kernel.actions import SeatSetup
from domain.kernel.chance import CommittedChance, Lots
from domain.kernel.seals import Fact
from domain.table.result import by_points
from domain.tournament import actions as a
from domain.tournament.asking import question_of
from domain.tournament.pairing.proposal import Proposal
from domain.tournament.pairing.question import Question
from domain.tournament.pairing.repair import repaired
from domain.tournament.stages import coming, next_number, present
from domain.tournament.state import Round, State, TableNow
from replays.aggregate import table_result
from replays.checkpoint import Signer
from replays.entry import Entry, Notes, sha256
from replays.file import replay_of
from replays.record import Record
from replays.simulation import advance, clock
from replays.tournaments.aggregate import Tournament
from replays.tournaments.games import TableGame, table_game
from replays.tournaments.names import sealed_name

GIVEN = ("Anna", "Bruno", "Clara", "Dávid", "Edda", "Ferenc", "Greta", "Hugo", "Ida", "János")
FAMILY = ("Berger", "Steiger", "Kohl", "Vajda", "Hauer", "Bányai", "Schacht", "Lampe")
Pair = Callable[[Question, Lots], Proposal]


class EventPlan(Struct, frozen=True):
    """Everything that determines a simulated event."""

    entrants: int
    rounds: int
    seed: int
    game: str = "gluck-auf"
    bots: tuple[str, ...] = ("greedy", "random")
    """In turn by number."""
    deals: str = "fresh"
    size: int = 4
    final: int = 0
    """How many play a final after the rounds; 0 is none."""
    trouble: bool = True
    """Whether people come late, stay away, leave and return."""

    @property
    def tournament(self) -> str:
        return f"sim-{sha256_bytes(self, 'id').hex()[:12]}"

    def regulation(self) -> str:
        points = {"4": [60, 36, 24, 12], "3": [60, 36, 24], "2": [60, 24]}
        stages: list[dict[str, Any]] = [{"kind": "swiss", "rounds": self.rounds}]
        if self.final:
            stages.append({"kind": "final", "players": self.final, "rounds": 1})
        regulation = {
            "title": f"Simulated event {self.seed}",
            "game": self.game,
            "tables": {"size": self.size} | ({"short": self.size - 1} if self.size > 2 else {}),
            "stages": stages,
            "scoring": {"kind": "rank", "points": points, "bye": 48, "absent": 0},
            "ranking": ["points", "wins", "places", "share", "opponents", "encounter", "lots"],
            "deals": self.deals,
            "capacity": max(2, self.entrants),
        }
        return msgspec.json.encode(regulation).decode()


class Told(Struct, frozen=True):
    """How a table ended."""

    version: int
    head: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    file: bytes = b""
    """The replay of its game, if there is one."""


class Play(Protocol):
    def __call__(self, game: TableGame, first: Entry, luck: CommittedChance, /) -> Told: ...


class Simulated(Struct):
    tournament: Tournament
    entries: list[Entry] = field(default_factory=list)
    names: dict[int, bytes] = field(default_factory=dict)
    games: dict[str, bytes] = field(default_factory=dict)


class Simulation:
    def __init__(
        self,
        plan: EventPlan,
        pair: Pair,
        play: Play,
        progress: Callable[[int, int], None] = lambda _done, _all: None,
    ) -> None:
        self._plan, self._pair, self._play, self._progress = plan, pair, play, progress
        self._secret = sha256_bytes(plan, "secret")
        self._luck = CommittedChance(sha256_bytes(plan, "luck"))
        self._draws = 0
        now, first = Tournament.create(plan.tournament, plan.regulation(), self._secret, clock(0))
        now.apply(first)
        self._now = Simulated(now, [first.entry])

    @property
    def _state(self) -> State:
        return self._now.tournament.state

    def run(self) -> Simulated:
        plan = self._plan
        late = self._below(1 + plan.entrants // 8) if plan.trouble else 0
        for _ in range(max(2, plan.entrants - late)):
            self._register()
        self._act(a.CloseRegistration())
        while coming(self._state, next_number(self._state)) is not None:
            if self._is_over():
                self._act(a.Finish("too few people are left"))
                return self._now
            self._round()
        self._act(a.Finish())
        return self._now

    def _is_over(self) -> bool:
        return len(present(self._state, next_number(self._state))) < 2

    def _round(self) -> None:
        if self._plan.trouble:
            self._come_and_go()
            if self._is_over():
                return
        self._act(a.PairRound())
        self._answer()
        self._act(a.PublishRound())
        if self._plan.trouble and self._chance_of(4):
            self._repair()
        self._start()
        self._play_round()
        self._act(a.CloseRound())
        if self._plan.trouble:
            self._afterwards()

    def _come_and_go(self) -> None:
        state = self._state
        if len(state.entrants) < self._plan.entrants and self._chance_of(2):
            self._register("came late")
        for one in list(state.entrants):
            if one.is_withdrawn:
                if self._chance_of(3):
                    self._act(a.Return(one.number, "is back"))
            elif self._chance_of(15):
                self._act(a.MarkAbsent(one.number, reason="overslept"))
            elif self._chance_of(25):
                self._act(a.Withdraw(one.number, "has to leave"))
            elif self._chance_of(60):
                self._replace(one.number)

    def _replace(self, number: int) -> None:
        sealed = self._sealed(number + 1000)
        self._now.names[number] = sealed
        self._act(a.Replace(number, "a friend plays on", sha256(sealed)))

    def _repair(self) -> None:
        now = self._round_now
        there = present(self._state, now.number)
        if len(there) < 4:
            return
        gone = self._luck.pick(self._label(), there)
        self._act(a.MarkAbsent(gone, now.number, "did not come"))
        self._act(a.RepairRound("somebody did not come"))
        self._answer()

    def _answer(self) -> None:
        """What the worker sends."""
        now, lots = self._round_now, self._now.tournament.chance
        question = question_of(self._state, now.number)
        if now.is_repair:
            found = repaired(question, [table.seats for table in now.tables], lots)
        else:
            found = self._pair(question, lots)
        action = a.ProposePairing(
            round=now.number,
            tables=found.tables,
            byes=found.byes,
            terms=found.terms,
            bound=found.bound,
            proof=found.proof,
            prices=found.prices,
            status=found.status,
        )
        self._act(action, "service")

    def _start(self) -> None:
        now = self._round_now
        self._games = {table.number: self._game(table) for table in now.tables}
        self._firsts = {n: game.create(clock(0))[1] for n, game in self._games.items()}
        if self._state.rules.deals == "duplicate":
            for size in sorted({len(table.seats) for table in now.tables}):
                number = next(t.number for t in now.tables if len(t.seats) == size)
                commitment = commitment_in(self._firsts[number])
                self._act(a.CommitDeal(now.number, size, commitment), "service")
        self._act(a.StartRound())
        for number, game in self._games.items():
            opened = a.OpenGame(
                now.number, number, game.action.game_id, commitment_in(self._firsts[number])
            )
            self._act(opened, "service")

    def _game(self, table: TableNow) -> TableGame:
        bots = self._plan.bots
        seats = [SeatSetup(f"No. {who}", bots[who % len(bots)]) for who in table.seats]
        number = self._round_now.number
        salt = sha256_bytes(self._plan, f"names/{number}/{table.number}").hex()[:32]
        return table_game(self._state, self._secret, number, table.number, seats, salt)

    def _play_round(self) -> None:
        now = self._round_now
        for done, table in enumerate(now.tables, 1):
            game = self._games[table.number]
            luck = CommittedChance(sha256_bytes(self._plan, game.action.game_id))
            told = self._play(game, self._firsts[table.number], luck)
            read = a.ReadResult(
                now.number,
                table.number,
                game.action.game_id,
                told.version,
                told.head,
                told.points,
                told.places,
            )
            self._act(read, "service")
            if told.file:
                self._now.games[game.action.game_id] = told.file
            self._progress(now.number, done)

    def _afterwards(self) -> None:
        now = self._round_now
        if self._chance_of(6):
            table = self._luck.pick(self._label(), now.tables)
            places = tuple(range(len(table.seats), 0, -1))
            self._act(a.CorrectResult(table.number, places, "read wrongly", "by the arbiter"))
        if self._chance_of(6):
            who = self._luck.pick(self._label(), self._state.entrants).number
            self._act(a.Penalize(who, 12, "was late"), "arbiter")

    @property
    def _round_now(self) -> Round:
        now = self._state.round_now
        assert now is not None, "a round was asked for"
        return now

    def _register(self, reason: str = "") -> None:
        number = len(self._state.entrants) + 1
        sealed = self._sealed(number)
        self._now.names[number] = sealed
        self._act(a.Register(sha256(sealed), reason=reason))

    def _sealed(self, number: int) -> bytes:
        given, family = GIVEN[number % len(GIVEN)], FAMILY[number // len(GIVEN) % len(FAMILY)]
        salt = sha256_bytes(self._plan, f"name/{number}").hex()[:32]
        return sealed_name(f"{given} {family}", salt)

    def _act(self, action: a.TournamentAction, by: a.Author = "organizer") -> Sequence[Fact]:
        now = self._now.tournament
        decision = now.decide(by, action, clock(now.version))
        now.apply(decision)
        self._now.entries.append(decision.entry)
        return decision.events

    def _chance_of(self, one_in: int) -> bool:
        return self._below(one_in) == 0

    def _below(self, limit: int) -> int:
        return self._luck.below(self._label(), limit)

    def _label(self) -> str:
        self._draws += 1
        return f"{self._draws}"


def sha256_bytes(plan: EventPlan, use: str) -> bytes:
    return bytes.fromhex(sha256(f"{plan!r}/{use}".encode()))


def commitment_in(first: Entry) -> str:
    """The digest of the seal for nobody in entry 1 of a game."""
    notes = msgspec.json.decode(first.line, type=Notes).seals
    return next(note.sha256 for note in notes if note.audience is None)


class PlayByBots:
    """Real games, each with its replay file."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    def __call__(self, game: TableGame, first: Entry, luck: CommittedChance, /) -> Told:
        aggregate, _ = game.create(clock(0))
        record = Record(aggregate, [first])
        known = bots_for(game.game)
        bots = [known[seat.bot or "random"] for seat in game.action.seats]
        while not record.over:
            advance(record, bots, luck)
        result = table_result(aggregate)
        assert result is not None, "the game is over"
        head = sha256(record.entries[-1].line)
        file = replay_of(record, None, self._signer)
        return Told(record.version, head, result.points, result.places, file)


def told_only(game: TableGame, _first: Entry, luck: CommittedChance, /) -> Told:
    """Points from a lot instead of a game, for events in which no game is looked at."""
    seats = range(len(game.action.seats))
    points = tuple(luck.below(f"points/{seat}", 12) for seat in seats)
    return Told(100, sha256(game.action.game_id.encode()), points, by_points(points))
