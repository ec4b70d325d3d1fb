"""The ways the domain says no. Any other exception is a bug of ours."""


class RuleViolation(Exception):
    """A rule forbids the action. `code` is stable; `facts` fill the sentence that explains it."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.code} ({facts})" if facts else self.code


class InvalidSetup(Exception):
    """A game cannot be created like this: unknown edition, option, value or catalog."""


class ChanceUnknown(Exception):
    """A draw was asked of a chance whose secret is still sealed."""
