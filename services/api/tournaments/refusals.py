"""A rule of tournaments that says no, as a problem: its code, its section, a sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from litestar.plugins.problem_details import ProblemDetailsException

from domain.kernel.errors import RuleViolation
from domain.kernel.texts import Language
from domain.tournament.refusals import REFUSALS, explain
from services.api.http.links import TOURNAMENT, rule_link
from services.api.http.problems import problem


def refused(
    refusal: RuleViolation, language: Language, status: int = 422
) -> ProblemDetailsException:
    section = REFUSALS[refusal.code].section
    return problem(
        status,
        refusal.code,
        explain(refusal, language),
        headers={"Content-Language": language, "Vary": "Accept-Language"},
        facts=msgspec.to_builtins(refusal.facts, str_keys=True, enc_hook=str),
        section=section,
        rule=f"{TOURNAMENT} {section}",
        rule_url=rule_link(TOURNAMENT, section),
    )


@contextmanager
def told_as_problems(language: Language) -> Iterator[None]:
    try:
        yield
    except RuleViolation as refusal:
        raise refused(refusal, language) from refusal
