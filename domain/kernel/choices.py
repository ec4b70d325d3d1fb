"""What may be played next: small actions whole, many-part actions as drafts that grow."""

from typing import Generic, TypeVar

from msgspec import Struct

from domain.kernel.seals import Fact

A_co = TypeVar("A_co", bound=Fact, covariant=True)


class Choice(Struct, Generic[A_co], frozen=True):
    action: A_co
    """As it could be posted, or be extended."""
    complete: bool = True
    """May be played as it stands."""
    open: bool = False
    """Can be given to `choices` as a draft, which then offers it with one part more."""
