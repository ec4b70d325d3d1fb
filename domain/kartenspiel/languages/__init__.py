"""Das große Kartenspiel in three languages, a file each: the same keys, the same gaps.

A gap `{count:card|cards}` picks the first form for one and the second for any other number.
"""

from collections.abc import Mapping

from domain.kartenspiel.languages import de, en, hu
from domain.kernel.texts import Language

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
