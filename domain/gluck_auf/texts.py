"""Glück Auf in words: events and refusals in English, German and Hungarian (sections 1, 16.4)."""

from collections.abc import Sequence

from domain.gluck_auf.events import Event
from domain.kernel.catalog import Catalog
from domain.kernel.texts import Language, Refusal

REFUSALS: dict[str, Refusal] = {}


def tell(
    event: Event, language: Language, names: Sequence[str] = (), catalog: Catalog | None = None
) -> str:
    raise NotImplementedError
