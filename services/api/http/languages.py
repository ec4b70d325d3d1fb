"""Which of our languages a caller reads best, by `Accept-Language`."""

from functools import lru_cache

from domain.kernel.texts import LANGUAGES, Language
from services.api.http.asking import Asking

DEFAULT: Language = "en"


def language_of(request: Asking) -> Language:
    return best_language(request.headers.get("accept-language", ""))


@lru_cache(maxsize=256)
def best_language(accepted: str) -> Language:
    """The one with the highest weight, the first of equals; ours if none fits."""
    best, weight = DEFAULT, 0.0
    for part in accepted[:500].split(","):
        tag, _, parameter = part.partition(";")
        spoken = next((ours for ours in LANGUAGES if _fits(tag.strip().lower(), ours)), None)
        if spoken and (wanted := _weight(parameter)) > weight:
            best, weight = spoken, wanted
    return best


def _fits(tag: str, ours: Language) -> bool:
    return tag.partition("-")[0] == ours


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
