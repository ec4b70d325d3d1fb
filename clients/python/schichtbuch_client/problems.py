"""What the service refuses, as exceptions with the code and the facts."""

from typing import Any

import msgspec

from schichtbuch_client.exchange import Answer
from schichtbuch_client.models.audits import Failed
from schichtbuch_client.models.problems import Problem

MEDIA_TYPE = "application/problem+json"
SHOWN = 200


class SchichtbuchError(Exception):
    """Anything that this client raises by itself."""


class Unreachable(SchichtbuchError):
    """The service could not be reached, however often it was tried."""


class Unreadable(SchichtbuchError):
    """The answer is none of this service, or of a much newer one."""


class AuditFailed(SchichtbuchError):
    """The audit came to no verdict."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(f"{failed.code}: {failed.reason}")
        self.code, self.reason = failed.code, failed.reason


class ProblemError(SchichtbuchError):
    """The service said no, or that it cannot."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.status} {problem.code}: {problem.detail}")
        self.problem = problem

    @property
    def status(self) -> int:
        return self.problem.status

    @property
    def code(self) -> str:
        """Stable: what to compare with."""
        return self.problem.code

    @property
    def facts(self) -> dict[str, Any]:
        """What the sentence speaks of."""
        return self.problem.facts or {}


class RuleViolation(ProblemError):
    """A rule of the game or of the table says no: `problem.section` says which."""


class StaleVersion(ProblemError):
    """The game has moved on."""

    @property
    def current(self) -> int:
        return self.problem.current or 0


class AccessDenied(ProblemError):
    """The token opens nothing here, or not this."""


class NotFound(ProblemError):
    """There is no such thing."""


def error_of(answer: Answer) -> ProblemError:
    problem = _problem(answer)
    if problem.section is not None:
        return RuleViolation(problem)
    if problem.code == "stale_version":
        return StaleVersion(problem)
    if problem.status in (401, 403):
        return AccessDenied(problem)
    if problem.status == 404:
        return NotFound(problem)
    return ProblemError(problem)


def is_problem(answer: Answer) -> bool:
    return answer.headers.get("Content-Type", "").startswith(MEDIA_TYPE)


def _problem(answer: Answer) -> Problem:
    """Also of what stands between us and the service, and has no codes."""
    if is_problem(answer):
        try:
            return msgspec.json.decode(answer.body, type=Problem)
        except msgspec.DecodeError:
            pass
    said = answer.body[:SHOWN].decode(errors="replace")
    if "Location" in answer.headers:
        said = f"It is at {answer.headers['Location']}; this client follows nobody anywhere."
    return Problem(answer.status, "about:blank", "", f"http_{answer.status}", said)
