"""What the verifier has found out so far: the first break and the first doubt per guarantee."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from msgspec import Struct, field

from domain.kernel.texts import Language
from replays.limits import clipped
from replays.reasons import SENTENCES, Reason

Guarantee: TypeAlias = Literal[
    "chain",
    "signature",
    "seals",
    "deal",
    "rules",
    "scoring",
    "conservation",
    "result",
    "clock",
    "rulings",
    "log",
]
GUARANTEES: tuple[Guarantee, ...] = get_args(Guarantee)
OF_THE_GAME = GUARANTEES[GUARANTEES.index("deal") : GUARANTEES.index("log")]
"""What follows from playing the record again; the others are about its bytes."""


class Verdict(Struct, frozen=True):
    verdict: Literal["holds", "broken", "cannot tell"]
    """What there is to be said of the guarantee."""
    version: int | None = None
    """The entry where it breaks, or from which on it cannot be told."""
    reason: str = ""
    """A sentence: `code` and `facts` in words."""
    code: str = ""
    """Stable: why it is not simply so, or what else is to be said."""
    facts: dict[str, str | int] = field(default_factory=dict)
    """What the sentence speaks of."""

    def told(self, language: Language) -> "Verdict":
        """The same in another language."""
        if self.code not in SENTENCES["en"]:
            return self
        sentence = Reason(self.code, self.facts).told(language)
        return Verdict(self.verdict, self.version, sentence, self.code, self.facts)


class Found(Struct, frozen=True):
    version: int | None
    reason: Reason

    def verdict(self, verdict: Literal["holds", "broken", "cannot tell"]) -> Verdict:
        why = self.reason
        return Verdict(verdict, self.version, why.told("en"), why.code, why.facts)


class Findings:
    """Silence means that a guarantee holds, so whatever was not looked at must be doubted."""

    def __init__(self) -> None:
        self._breaks: dict[Guarantee, Found] = {}
        self._doubts: dict[Guarantee, Found] = {}
        self._notes: dict[Guarantee, Found] = {}

    def broken(
        self, guarantee: Guarantee, version: int | None, code: str, /, **facts: str | int
    ) -> None:
        if guarantee not in self._breaks:
            self._breaks[guarantee] = _found(version, code, facts)

    def doubt(
        self, guarantee: Guarantee, version: int | None, code: str, /, **facts: str | int
    ) -> None:
        if guarantee not in self._doubts:
            self._doubts[guarantee] = _found(version, code, facts)

    def note(
        self, guarantee: Guarantee, version: int | None, code: str, /, **facts: str | int
    ) -> None:
        """What is to be said of it if it holds."""
        self._notes[guarantee] = _found(version, code, facts)

    def doubt_the_rest(
        self, version: int | None, code: str, of: Sequence[Guarantee] = GUARANTEES
    ) -> None:
        for guarantee in of:
            self.doubt(guarantee, version, code)

    def is_broken(self, *guarantees: Guarantee) -> bool:
        return any(guarantee in self._breaks for guarantee in guarantees)

    def is_doubted(self, *guarantees: Guarantee) -> bool:
        return any(guarantee in self._doubts for guarantee in guarantees)

    def verdicts(self) -> dict[Guarantee, Verdict]:
        return {guarantee: self._verdict(guarantee) for guarantee in GUARANTEES}

    def _verdict(self, guarantee: Guarantee) -> Verdict:
        if guarantee in self._breaks:
            return self._breaks[guarantee].verdict("broken")
        if guarantee in self._doubts:
            return self._doubts[guarantee].verdict("cannot tell")
        if guarantee in self._notes:
            return self._notes[guarantee].verdict("holds")
        return Verdict("holds")


def _found(version: int | None, code: str, facts: Mapping[str, str | int]) -> Found:
    """Facts may be a stranger's words: repeated, but not at any length."""
    said = {name: clipped(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
    return Found(version, Reason(code, said))
