"""The verifier's second half: decide every action again, fold, and compare with the record."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec import UNSET

from domain.kernel.actions import CreateGame, EraseNames, Settle
from domain.kernel.chance import Chance, CommittedChance, SealedChance
from domain.kernel.creation import names_in
from domain.kernel.decider import AnyGame
from domain.kernel.errors import ChanceUnknown, InvalidSetup, RuleViolation
from domain.kernel.events import GameCreated, NamesErased
from domain.kernel.seals import EVERYBODY, UNKNOWN, Audience, Fact
from replays.aggregate import decide
from replays.chain import Link
from replays.entry import UNREADABLE, AnyLine, Creation, Seal, read_line
from replays.file import Header, rules_of
from replays.findings import OF_THE_GAME, Findings, Guarantee
from replays.limits import MOST_SEATS, UNPROVEN_ENTRIES, UNPROVEN_EVENTS, clipped
from replays.rules import UnknownCatalog, UnknownRules

OF_THE_SERVICE = (CreateGame, Settle)
"""What players do not do."""


class Misfit(Exception):
    """The record cannot be followed any further; the findings say why."""


class Refold:
    def __init__(self, header: Header, findings: Findings) -> None:
        self.phase: str | None = None
        self.players: tuple[str, ...] = ()
        self._seats = 0
        self.winners: tuple[int, ...] = ()
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

    def run(self, links: Sequence[Link], seals: Sequence[Sequence[Seal]]) -> None:
        if not links:
            self._findings.doubt_the_rest(None, "rules.no_entry")
            return
        try:
            game, state = self._begin(self._creation(links))
            for link, opened in zip(links, seals, strict=True):
                self._follow(game, state, link, opened)
        except Misfit as misfit:
            version = misfit.args[0]
            self._findings.doubt_the_rest(version, "rules.lost", OF_THE_GAME)
            return
        self._conclude(len(links))

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

    def _begin(self, creation: Creation) -> tuple[AnyGame, Any]:
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
        return game, game.initial(catalog)

    def _follow(self, game: AnyGame, state: Any, link: Link, opened: Sequence[Seal]) -> None:
        version = link.envelope.v
        named = [note for note in link.envelope.seals if note.audience != EVERYBODY]
        self._blind |= len([seal for seal in opened if seal.audience != EVERYBODY]) < len(named)
        try:
            line = read_line(game, link.entry.line, opened)
        except UNREADABLE as error:
            facts = {"game": game.name, "error": str(error)}
            self._findings.broken("rules", version, "rules.no_such_entry", **facts)
            raise Misfit(version) from error
        if not all(_is_as_wide_as_hidden(line, seal) for seal in opened):
            self._findings.broken("seals", version, "seals.other_fields")
        if version == 1:
            self._read_creation(line, opened)
        needed = {seer for seer in line.action.hides(line.actor).values() if seer != EVERYBODY}
        if needed <= {seal.audience for seal in opened}:
            self._is_proven &= self._judge(game, state, line)
        else:
            self._is_proven = False
            self._findings.doubt("rules", version, "rules.action_sealed")
        if not self._is_proven:
            self._spend(line)
        self._fold(game, state, line)

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
                self._learn(seal.data.secret, [seat.salt for seat in action.seats])

    def _learn(self, secret: str, salts: list[str | None]) -> None:
        try:
            self._chance = CommittedChance(bytes.fromhex(secret), salts)
        except ValueError:
            self._findings.broken("deal", 1, "deal.no_secret")

    def _judge(self, game: AnyGame, state: Any, line: AnyLine) -> bool:
        """Whether the action, decided again, gives exactly the recorded events."""
        guarantee: Guarantee = "scoring" if isinstance(line.action, Settle) else "rules"
        self._settlements += guarantee == "scoring"
        if not _may(line):
            self._findings.broken(guarantee, line.v, "rules.may_not", by=line.by)
            return False
        if guarantee == "rules" and self._is_lost:
            return self._leave(game, line)
        return self._decide_again(game, state, line, guarantee)

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
            tag = str((theirs or ours).__struct_config__.tag)
            self._findings.broken(concerned, line.v, "rules.other_event", event=at, type=tag)
            break
        return False

    def _fold(self, game: AnyGame, state: Any, line: AnyLine) -> None:
        guarantee: Guarantee = "scoring" if isinstance(line.action, Settle) else "rules"
        evolve, imbalance = game.evolve, game.imbalance
        for at, event in enumerate(line.events, 1):
            if type(event) is GameCreated and (line.v, at) != (1, 1):
                self._findings.broken(guarantee, line.v, "rules.created_again", event=at)
                raise Misfit(line.v)
            if isinstance(event, NamesErased):
                continue
            try:
                evolve(state, event)
                problem = imbalance(state, event)
            except Exception as error:
                # As above: the fold believes everything, so only a forged event can hurt it.
                why = repr(error)
                self._findings.broken(guarantee, line.v, "rules.event_misfit", event=at, error=why)
                raise Misfit(line.v) from error
            if problem:
                code = "conservation.unbalanced"
                facts = {**problem.facts, "problem": f"{game.name}/{problem.code}"}
                self._findings.broken("conservation", line.v, code, event=at, **facts)
                # What is counted again after every event could otherwise grow with every event.
                raise Misfit(line.v)
        self.phase = state.phase
        seats = range(self._seats)
        self.winners = tuple(dict.fromkeys(seat for seat in state.winners if seat in seats))

    def _conclude(self, version: int) -> None:
        if not self._settlements:
            self._findings.doubt("scoring", version, "scoring.none_yet")
        if self.phase != "finished":
            self._findings.doubt("result", version, "result.not_over")
        if self._findings.is_broken("chain", "deal", "rules", "scoring", "conservation"):
            self._findings.doubt("result", None, "result.rests")
        if self._findings.is_doubted("deal", "rules", "scoring", "conservation"):
            self._findings.doubt("result", None, "result.unsure")


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
    if type(event) in game.dealt:
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
