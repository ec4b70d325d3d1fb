"""Schichtwechsel in three languages, a file each: the same keys, the same gaps.

A gap `{count:coin|coins}` picks the first form for one and the second for any other number.
"""

from collections.abc import Mapping

from domain.kernel.texts import Language
from domain.schichtwechsel.languages import de, en, hu

PHRASES: Mapping[Language, Mapping[str, str]] = {
    "en": en.PHRASES,
    "de": de.PHRASES,
    "hu": hu.PHRASES,
}
REFUSED: Mapping[Language, Mapping[str, str]] = {
    "en": en.REFUSED,
    "de": de.REFUSED,
    "hu": hu.REFUSED,
}
UNBALANCED: Mapping[Language, Mapping[str, str]] = {
    "en": en.UNBALANCED,
    "de": de.UNBALANCED,
    "hu": hu.UNBALANCED,
}
