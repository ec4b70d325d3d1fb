"""Why no head is signed: the leaves do not contain what was signed, so it would be a fork."""

from pathlib import Path
from typing import Self

LOST = (
    "restore a backup of the server that has all of it; if there is none, the log has ended:"
    " begin another one with `schichtbuch log begin-anew --origin NAME`, under a new name"
)


class Refused(Exception):
    """What is wrong, and the way back."""

    def __init__(self, said: str, mend: str) -> None:
        super().__init__(f"{said}; {mend}")
        self.said, self.mend = said, mend

    @classmethod
    def read(cls, told: str) -> Self:
        """As it was written for all who ask."""
        said, _, mend = told.partition("; ")
        return cls(said, mend)


def leaves_missing(size: int, signed: int, where: str) -> Refused:
    said = f"a head of {signed} leaves was signed ({where}), but there are only {size}"
    return Refused(said, LOST)


def another_tree(signed: int, where: str) -> Refused:
    said = f"the first {signed} leaves are not those that were signed ({where})"
    return Refused(said, LOST)


def damaged(error: Exception) -> Refused:
    return Refused(f"the leaves are damaged: {error}", LOST)


def unreadable_file(error: Exception, path: Path) -> Refused:
    return Refused(str(error), f"restore {path} from your backup")


def other_origin(path: Path, found: str, origin: str) -> Refused:
    said = f"{path} holds a head of {found}, and the server that of {origin}"
    return Refused(said, "give this server its own data folder, or restore the right backup")


def unusable_key(error: Exception) -> Refused:
    return Refused(str(error), "restore it from your backup")


def too_few_witnesses(given: int, wanted: int) -> Refused:
    said = f"{given} witnesses cosigned the newest head, and {wanted} must, so nobody sees it yet"
    return Refused(said, "start the others, or correct SCHICHTBUCH_WITNESSES or the quorum")
