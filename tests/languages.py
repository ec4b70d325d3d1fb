"""The languages whose sentences tests have word for word; what holds for all asks all there are."""

from domain.kernel.texts import Language

WORD_FOR_WORD: tuple[Language, ...] = ("en", "de", "hu")
