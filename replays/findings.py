"""What the verifier has found out so far: the first break and the first doubt a guarantee."""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

Guarantee: TypeAlias = Literal[
    "chain", "signature", "seals", "deal", "rules", "scoring", "conservation", "result"
]
GUARANTEES: tuple[Guarantee, ...] = get_args(Guarantee)


class Verdict(Struct, frozen=True):
    verdict: Literal["holds", "broken", "cannot tell"]
    version: int | None = None
    """The entry where it breaks, or from which on it cannot be told."""
    reason: str = ""


class Findings:
    """Silence means that a guarantee holds, so whatever was not looked at must be doubted."""

    def __init__(self) -> None:
        self._breaks: dict[Guarantee, Verdict] = {}
        self._doubts: dict[Guarantee, Verdict] = {}

    def broken(self, guarantee: Guarantee, version: int | None, reason: str) -> None:
        self._breaks.setdefault(guarantee, Verdict("broken", version, reason))

    def doubt(self, guarantee: Guarantee, version: int | None, reason: str) -> None:
        self._doubts.setdefault(guarantee, Verdict("cannot tell", version, reason))

    def doubt_the_rest(self, version: int | None, reason: str) -> None:
        for guarantee in GUARANTEES:
            self.doubt(guarantee, version, reason)

    def is_broken(self, *guarantees: Guarantee) -> bool:
        return any(guarantee in self._breaks for guarantee in guarantees)

    def verdicts(self) -> dict[Guarantee, Verdict]:
        holds = Verdict("holds")
        return {
            guarantee: self._breaks.get(guarantee, self._doubts.get(guarantee, holds))
            for guarantee in GUARANTEES
        }
