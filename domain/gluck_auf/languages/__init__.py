"""Glück Auf in three languages, a file each: the same keys, the same gaps.

A gap `{count:Worker|Workers}` picks the first form for one and the second for any other number.
"""

from collections.abc import Mapping

from domain.gluck_auf.languages import de, en, hu
from domain.kernel.texts import Language

PHRASES: Mapping[Language, Mapping[str, str]] = {
    "en": en.PHRASES,
    "de": de.PHRASES,
    "hu": hu.PHRASES,
}
ORDINALS: Mapping[Language, Mapping[int, str]] = {
    "en": en.ORDINALS,
    "de": de.ORDINALS,
    "hu": hu.ORDINALS,
}
REFUSED: Mapping[Language, Mapping[str, str]] = {
    "en": en.REFUSED,
    "de": de.REFUSED,
    "hu": hu.REFUSED,
}
REFUSED_FOR_ONE: Mapping[Language, Mapping[str, str]] = {
    "en": en.REFUSED_FOR_ONE,
    "de": de.REFUSED_FOR_ONE,
    "hu": hu.REFUSED_FOR_ONE,
}
UNBALANCED: Mapping[Language, Mapping[str, str]] = {
    "en": en.UNBALANCED,
    "de": de.UNBALANCED,
    "hu": hu.UNBALANCED,
}
