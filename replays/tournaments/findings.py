"""What the verifier of a bundle has found out: one verdict per guarantee, and where it breaks."""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct, field

from domain.kernel.texts import Count, Language, sentences
from replays.limits import clipped

BundleGuarantee: TypeAlias = Literal[
    "manifest",
    "chain",
    "signature",
    "regulation",
    "pairing",
    "games",
    "results",
    "standings",
    "completeness",
    "duplicate",
    "log",
]
BUNDLE_GUARANTEES: tuple[BundleGuarantee, ...] = get_args(BundleGuarantee)
SENTENCES = sentences("replays", "bundle")


class BundleVerdict(Struct, frozen=True):
    verdict: Literal["holds", "broken", "cannot tell"]
    """`cannot tell`: the bundle does not say enough, or somebody unknown has signed it."""
    where: str = ""
    """The member, entry, round or table where it breaks."""
    reason: str = ""
    """A sentence: `code` and `facts` in words."""
    code: str = ""
    """Why, for programs."""
    facts: dict[str, str | int] = field(default_factory=dict)
    """What the reason speaks of."""

    def told(self, language: Language) -> "BundleVerdict":
        if self.code not in SENTENCES["en"]:
            return self
        words = {
            name: Count(fact) if isinstance(fact, int) else fact
            for name, fact in self.facts.items()
        }
        reason = SENTENCES[language][self.code].format(**words)
        return BundleVerdict(self.verdict, self.where, reason, self.code, self.facts)


class BundleFindings:
    """Silence means that a guarantee holds, so whatever was not looked at must be doubted."""

    def __init__(self) -> None:
        self._breaks: dict[BundleGuarantee, BundleVerdict] = {}
        self._doubts: dict[BundleGuarantee, BundleVerdict] = {}
        self._notes: dict[BundleGuarantee, BundleVerdict] = {}

    def broken(
        self, guarantee: BundleGuarantee, where: str, code: str, /, **facts: str | int
    ) -> None:
        self._breaks.setdefault(guarantee, _verdict("broken", where, code, facts))

    def doubt(
        self, guarantee: BundleGuarantee, where: str, code: str, /, **facts: str | int
    ) -> None:
        self._doubts.setdefault(guarantee, _verdict("cannot tell", where, code, facts))

    def note(
        self, guarantee: BundleGuarantee, where: str, code: str, /, **facts: str | int
    ) -> None:
        """What is to be said of it if it holds."""
        self._notes.setdefault(guarantee, _verdict("holds", where, code, facts))

    def doubt_the_rest(self, where: str, code: str, **facts: str | int) -> None:
        for guarantee in BUNDLE_GUARANTEES:
            if guarantee not in ("manifest", "chain"):
                self.doubt(guarantee, where, code, **facts)

    def is_broken(self, guarantee: BundleGuarantee) -> bool:
        return guarantee in self._breaks

    def verdicts(self) -> dict[BundleGuarantee, BundleVerdict]:
        return {
            one: self._breaks.get(one)
            or self._doubts.get(one)
            or self._notes.get(one)
            or BundleVerdict("holds")
            for one in BUNDLE_GUARANTEES
        }


def _verdict(
    verdict: Literal["holds", "broken", "cannot tell"],
    where: str,
    code: str,
    facts: dict[str, str | int],
) -> BundleVerdict:
    said = {name: clipped(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
    return BundleVerdict(verdict, clipped(where), "", code, said).told("en")
