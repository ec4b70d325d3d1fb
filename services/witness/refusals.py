"""Why a witness does not cosign: the statuses of C2SP tlog-witness."""


class Refused(Exception):
    status = 400

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class BadRequest(Refused):
    """Not of the format, or the old size is above the new one."""


class NotSigned(Refused):
    status = 403


class UnknownLog(Refused):
    status = 404


class OtherSize(Refused):
    """The log thinks that we saw another size last; what it must be told is which one we saw."""

    status = 409

    def __init__(self, known: int) -> None:
        super().__init__(str(known))


class NotConsistent(Refused):
    """The new head does not extend the one that we saw."""

    status = 422
