"""Who may have the bye [A4]: whoever has had fewest byes, and of these the last in points."""

from collections.abc import Collection

from domain.tournament.pairing.question import Entrant, Question


def bye_rank(question: Question, one: Entrant) -> tuple[int, int]:
    """In a stage of kind `schedule`, planned before anybody had points, these do not count."""
    points = question.twelfths.get(one, 0) if question.spread_counts else 0
    return question.byes.get(one, 0), points


def may_have_byes(question: Question, byes: Collection[Entrant]) -> bool:
    """Whether nobody else should have had one before them."""
    if not byes:
        return True
    others = [bye_rank(question, one) for one in question.present if one not in byes]
    return not others or max(bye_rank(question, one) for one in byes) <= min(others)


def allowed_byes(question: Question, count: int) -> frozenset[Entrant]:
    """Everybody who has one of `count` byes in some legal pairing."""
    if not count:
        return frozenset()
    ranks = {one: bye_rank(question, one) for one in question.present}
    last = sorted(ranks.values())[:count][-1:]
    return frozenset(one for one, rank in ranks.items() if [rank] <= last)
