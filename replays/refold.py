"""The verifier's second half: decide every action again, fold, and compare with the record."""

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from itertools import zip_longest
from typing import Any, NoReturn

import msgspec
from msgspec import UNSET

from domain.kernel.actions import CreateGame, EraseNames, Settle
from domain.kernel.chance import Chance, CommittedChance, SealedChance
from domain.kernel.conservation import Imbalance
from domain.kernel.creation import names_in
from domain.kernel.decider import AnyGame
from domain.kernel.errors import ChanceUnknown, InvalidSetup, RuleViolation
from domain.kernel.events import GameCreated, NamesErased
from domain.kernel.seals import EVERYBODY, UNKNOWN, Audience, Fact, Seat
from domain.table.actions import TableAction
from domain.table.events import TableEvent
from domain.table.result import Result
from replays.aggregate import decide, table_result
from replays.chain import Envelope, Link
from replays.entry import (
    UNREADABLE,
    AnyLine,
    Creation,
    Entry,
    Seal,
    SealNote,
    read_line,
    read_seal,
    sha256,
)
from replays.file import Header, rules_of
from replays.findings import OF_THE_GAME, Findings, Guarantee
from replays.judgement import Judgement
from replays.limits import MOST_SEATS, MOST_TAKE_BACKS, UNPROVEN_ENTRIES, UNPROVEN_EVENTS, clipped
from replays.position import NotRecalled, Position, Recall, take_back_targets
from replays.rules import UnknownCatalog, UnknownRules
from replays.versus import Versus, versus_of

OF_THE_SERVICE = (CreateGame, Settle)
"""What players do not do."""
AROUND_THE_BOARD = (TableEvent, NamesErased)
"""Events that no game knows."""


class Misfit(Exception):
    """The record cannot be followed any further; the findings say why."""


class Refold:
    def __init__(self, header: Header, findings: Findings) -> None:
        self.phase: str | None = None
        self.players: tuple[str, ...] = ()
        self._seats = 0
        self.winners: tuple[int, ...] = ()
        self.versus: Versus | None = None
        self.is_over = False
        """By itself or by a ruling."""
        self.result: Result | None = None
        """How the game ended for the table."""
        self._judgement = Judgement(findings)
        self._header = header
        self._findings = findings
        self._chance: Chance = SealedChance()
        self._blind = False
        """Whether something that is still sealed may be missing from the state."""
        self._settlements = 0
        self._is_proven = True
        """Whether every event so far is what the rules make of the actions."""
        self._is_lost = False
        """Whether there was an action that the rules, as far as can be seen, do not know."""
        self._entries_left, self._events_left = UNPROVEN_ENTRIES, UNPROVEN_EVENTS

    def run(
        self,
        links: Sequence[Link],
        seals: Sequence[Sequence[Seal]],
        altered: Entry | None = None,
    ) -> None:
        """`altered` is the entry at which the chain breaks, if it does."""
        if not links:
            self._findings.doubt_the_rest(None, "rules.no_entry")
            return
        try:
            self._at = self._begin(self._creation(links))
            self._at.recall = self._recall(links)
            for link, opened in zip(links, seals, strict=True):
                self._follow(self._at, link, opened)
            self.players = tuple(map(clipped, self._at.table.names(self.players)))
            self.result = self._result(self._at)
            if altered and self._is_proven:
                self._set_apart(self._at, altered, len(links) + 1)
        except Misfit as misfit:
            version = misfit.args[0]
            self._findings.doubt_the_rest(version, "rules.lost", OF_THE_GAME)
            return
        self._conclude(len(links))

    def _result(self, at: Position) -> Result | None:
        try:
            return table_result(at) if self.is_over else None
        except Exception:
            # A forged record may end a game without having scored it.
            return None

    def _set_apart(self, at: Position, altered: Entry, version: int) -> None:
        """Nothing of it is proven, so nothing is found of it; but what was changed can be shown."""
        twin = copy(self)
        twin._findings = Findings()
        twin._judgement = Judgement(twin._findings)
        with suppress(Misfit, *UNREADABLE):
            link = Link(msgspec.json.decode(altered.line, type=Envelope), altered)
            if link.envelope.v == version:
                twin._follow(at, link, list(map(read_seal, altered.seals)))
        self.versus = twin.versus

    def _creation(self, links: Sequence[Link]) -> Creation:
        """Entry 1 must create the very game that the header names, whether we know it or not."""
        try:
            creation = msgspec.json.decode(links[0].entry.line, type=Creation)
        except UNREADABLE as error:
            self._findings.broken("rules", 1, "rules.no_creation")
            raise Misfit(1) from error
        created = creation.action
        if (created.game_id, created.game) != (self._header.game, self._header.rules):
            self._findings.broken("rules", 1, "rules.other_game")
            raise Misfit(1)
        return creation

    def _recall(self, links: Sequence[Link]) -> Recall:
        targets = set(take_back_targets(link.entry for link in links).values())
        if len(targets) > MOST_TAKE_BACKS:
            self._findings.doubt("rulings", None, "rulings.too_many", most=MOST_TAKE_BACKS)
            raise Misfit(None)
        return Recall(targets)

    def _begin(self, creation: Creation) -> Position:
        try:
            game, catalog = rules_of(self._header, creation)
        except UnknownRules as error:
            named = creation.action.rules or creation.action.game
            self._findings.doubt("rules", None, "rules.unknown", rules=named)
            raise Misfit(None) from error
        except UnknownCatalog as error:
            self._findings.doubt("rules", 1, "rules.no_catalog")
            raise Misfit(1) from error
        except InvalidSetup as error:
            self._findings.broken("rules", None, "rules.setup", error=str(error))
            raise Misfit(None) from error
        return Position(game, catalog)

    def _follow(self, at: Position, link: Link, opened: Sequence[Seal]) -> None:
        game, version = at.game, link.envelope.v
        if link.envelope.seals:
            self._blind |= _are_closed(link.envelope.seals, opened)
        try:
            line = read_line(game, link.entry.line, opened)
        except UNREADABLE as error:
            facts = {"game": game.name, "error": str(error)}
            self._findings.broken("rules", version, "rules.no_such_entry", **facts)
            raise Misfit(version) from error
        if opened and not all(_is_as_wide_as_hidden(line, seal) for seal in opened):
            self._findings.broken("seals", version, "seals.other_fields")
        if version == 1:
            self._read_creation(line, opened)
        else:
            self._judgement.check(at, line)
        needed = {seer for seer in line.action.hides(line.actor).values() if seer != EVERYBODY}
        if needed <= {seal.audience for seal in opened}:
            self._is_proven &= self._judge(at, line)
        else:
            self._is_proven = False
            self._findings.doubt("rules", version, "rules.action_sealed")
        if not self._is_proven:
            self._spend(line)
        self._fold(at, line)

    def _spend(self, line: AnyLine) -> None:
        """The rules bound only what they have made: the rest could go on and on."""
        self._entries_left -= 1
        self._events_left -= len(line.events)
        if min(self._entries_left, self._events_left) < 0:
            most = {"entries": UNPROVEN_ENTRIES, "events": UNPROVEN_EVENTS}
            self._findings.doubt("rules", line.v, "rules.too_long", **most)
            raise Misfit(line.v)

    def _read_creation(self, line: AnyLine, opened: Sequence[Seal]) -> None:
        """Entry 1 names the players, and holds the secret of the game's chance."""
        action, created = line.action, line.events[0] if line.events else None
        if not isinstance(action, CreateGame) or not isinstance(created, GameCreated):
            self._findings.broken("rules", 1, "rules.no_creation")
            raise Misfit(1)
        if created.count > MOST_SEATS:
            self._findings.broken("rules", 1, "rules.too_many_seats", most=MOST_SEATS)
            raise Misfit(1)
        self._seats = created.count
        self.players = tuple(map(clipped, names_in(created)[:MOST_SEATS]))
        for seal in opened:
            if seal.data.secret:
                self._learn(seal.data.secret, action)

    def _learn(self, secret: str, action: CreateGame) -> None:
        try:
            known = bytes.fromhex(secret)
        except ValueError:
            self._findings.broken("deal", 1, "deal.no_secret")
            return
        self._chance = CommittedChance(known, [seat.salt for seat in action.seats])
        if action.commitment not in (UNSET, sha256(known)):
            self._findings.broken("deal", 1, "deal.other_secret")

    def _judge(self, at: Position, line: AnyLine) -> bool:
        """Whether the action, decided again, gives exactly the recorded events."""
        if isinstance(line.action, TableAction):
            return self._judgement.follows(at, line)
        guarantee: Guarantee = "scoring" if isinstance(line.action, Settle) else "rules"
        self._settlements += guarantee == "scoring"
        if not _may(line):
            self._findings.broken(guarantee, line.v, "rules.may_not", by=line.by)
            return False
        if guarantee == "rules" and self._is_lost:
            return self._leave(at.game, line)
        return self._decide_again(at.game, at.state, line, guarantee)

    def _leave(self, game: AnyGame, line: AnyLine) -> bool:
        """Behind an impossible action none proves anything, and a forged state may cost much."""
        for event in line.events:
            concerned = _concerned(game, event, "rules")
            self._findings.doubt(concerned, line.v, "rules.lost")
        return False

    def _decide_again(self, game: AnyGame, state: Any, line: AnyLine, guarantee: Guarantee) -> bool:
        try:
            decided = decide(game, state, line.by, line.action, self._chance)
        except ChanceUnknown:
            self._findings.doubt("deal", line.v, "deal.sealed")
            self._findings.doubt(guarantee, line.v, "rules.chance_sealed")
        except RuleViolation as refusal:
            self._is_lost = True
            self.versus = self.versus or versus_of(line, (), refusal)
            self._findings.broken(guarantee, line.v, "rules.refused", refusal=str(refusal))
        except InvalidSetup as error:
            self._findings.broken(guarantee, line.v, "rules.setup", error=str(error))
        except Exception as error:
            # A forged record can bring the state anywhere; whatever breaks then is its fault.
            self._is_lost = True
            find = self._findings.doubt if self._blind else self._findings.broken
            find(guarantee, line.v, "rules.misfit", error=repr(error))
        else:
            return self._compare(game, decided, line, guarantee)
        return False

    def _compare(
        self, game: AnyGame, decided: list[Fact], line: AnyLine, guarantee: Guarantee
    ) -> bool:
        if decided == list(line.events):
            return True
        for at, (ours, theirs) in enumerate(zip_longest(decided, line.events), 1):
            if ours == theirs:
                continue
            concerned = _concerned(game, ours or theirs, guarantee)
            if ours and theirs and agree_as_far_as_seen(ours, theirs, line.actor):
                self._findings.doubt(concerned, line.v, "rules.event_sealed", event=at)
                continue
            self.versus = self.versus or versus_of(line, decided)
            tag = str((theirs or ours).__struct_config__.tag)
            self._findings.broken(concerned, line.v, "rules.other_event", event=at, type=tag)
            break
        return False

    def _fold(self, at: Position, line: AnyLine) -> None:
        guarantee: Guarantee = "scoring" if isinstance(line.action, Settle) else "rules"
        for number, event in enumerate(line.events, 1):
            if type(event) is GameCreated and (line.v, number) != (1, 1):
                self._findings.broken(guarantee, line.v, "rules.created_again", event=number)
                raise Misfit(line.v)
            if isinstance(event, AROUND_THE_BOARD):
                self._fold_table(at, line, event)
                continue
            try:
                at.game.evolve(at.state, event)
                problem = at.game.imbalance(at.state, event)
            except Exception as error:
                self._misfit(guarantee, line, number, error)
            if problem:
                self._report_imbalance(at.game, line, number, problem)
        self._complete(at, line)

    def _fold_table(self, at: Position, line: AnyLine, event: TableEvent | NamesErased) -> None:
        if isinstance(event, NamesErased):
            return
        self._judgement.check_place(line, event)
        try:
            at.play_event(event)
        except NotRecalled as error:
            self._findings.broken("rulings", line.v, "rulings.no_such_state", to=str(error))
            raise Misfit(line.v) from error

    def _complete(self, at: Position, line: AnyLine) -> None:
        try:
            at.complete(line.action, line.events, line.by, line.at, has_seals=bool(line.seals))
        except Exception as error:
            self._misfit("rulings", line, len(line.events), error)
        self.phase, self.is_over = at.state.phase, at.over
        self.winners = at.state.winners and self._seated(at.state.winners)

    def _seated(self, winners: Sequence[Seat]) -> tuple[Seat, ...]:
        """A forged record may name anybody, and twice."""
        seats = range(self._seats)
        return tuple(dict.fromkeys(seat for seat in winners if seat in seats))

    def _misfit(
        self, guarantee: Guarantee, line: AnyLine, number: int, error: Exception
    ) -> NoReturn:
        """The fold believes everything, so only a forged event can hurt it."""
        facts: dict[str, str | int] = {"event": number, "error": repr(error)}
        self._findings.broken(guarantee, line.v, "rules.event_misfit", **facts)
        raise Misfit(line.v) from error

    def _report_imbalance(
        self, game: AnyGame, line: AnyLine, number: int, problem: Imbalance
    ) -> None:
        """What is counted again after every event could otherwise grow with every event."""
        facts = {**problem.facts, "problem": f"{game.name}/{problem.code}"}
        code = "conservation.unbalanced"
        self._findings.broken("conservation", line.v, code, event=number, **facts)
        raise Misfit(line.v)

    def _conclude(self, version: int) -> None:
        if not self._settlements:
            self._findings.doubt("scoring", version, "scoring.none_yet")
        if not self.is_over:
            self._findings.doubt("result", version, "result.not_over")
        if self._findings.is_broken("chain", "deal", "rules", "scoring", "conservation"):
            self._findings.doubt("result", None, "result.rests")
        # Where a ruling ended the game, nothing that was still to be scored matters.
        unscored: tuple[Guarantee, ...] = () if self._at.table.is_over else ("scoring",)
        if self._findings.is_doubted("deal", "rules", "conservation", *unscored):
            self._findings.doubt("result", None, "result.unsure")


def _are_closed(named: Sequence[SealNote], opened: Sequence[Seal]) -> bool:
    """Whether something of the entry is still hidden from us."""
    return _count_personal(opened) < _count_personal(named)


def _count_personal(seals: Sequence[Seal | SealNote]) -> int:
    return sum(seal.audience != EVERYBODY for seal in seals)


def _may(line: AnyLine) -> bool:
    """Whether whoever acted is one who does such things at all."""
    if isinstance(line.action, EraseNames):
        return line.by == "arbiter"
    return isinstance(line.action, OF_THE_SERVICE) == (line.by == "service")


def _is_as_wide_as_hidden(line: AnyLine, seal: Seal) -> bool:
    """Whether the seal holds all that the rules hide for its reader, and nothing else."""
    if seal.data.secret is not None and (line.v, seal.audience) != (1, None):
        return False
    facts = [(line.action, seal.data.action)]
    facts += [(e, seal.data.events.get(str(at), {})) for at, e in enumerate(line.events)]
    return all(
        fields.keys() == {n for n, seer in fact.hides(line.actor).items() if seer == seal.audience}
        for fact, fields in facts
    )


def _concerned(game: AnyGame, event: Any, otherwise: Guarantee) -> Guarantee:
    if isinstance(event, TableEvent):
        return "rulings"
    if type(event) in game.dealt and not event.is_chosen:
        return "deal"
    return "result" if type(event) in game.concluding else otherwise


def agree_as_far_as_seen(ours: Fact, theirs: Fact, actor: Audience) -> bool:
    """Whether only sealed fields and unknown cards (`?`) keep the two from being equal."""
    if type(ours) is not type(theirs):
        return False
    sealed = ours.hides(actor)
    return all(
        _same_or_unknown(getattr(ours, name), getattr(theirs, name))
        or (name in sealed and UNSET in (getattr(ours, name), getattr(theirs, name)))
        for name in ours.__struct_fields__
    )


def _same_or_unknown(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        return len(ours) == len(theirs) and all(map(_same_or_unknown, ours, theirs))
    return bool(ours == theirs) or UNKNOWN in (ours, theirs)
