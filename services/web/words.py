"""Texts of the pages for what is written before any script runs; the same files as the scripts'."""

import re
from functools import cache

import msgspec

from domain.kernel.texts import Language
from services.web.static_files import FILES

LINE = re.compile(r'^  (?:"([^"]+)"|(\w+)): ("(?:[^"\\]|\\.)*"),$', re.MULTILINE)


def said(key: str, language: Language) -> str:
    return _words(language)[key]


@cache
def _words(language: Language) -> dict[str, str]:
    found = LINE.finditer(FILES[f"words/{language}.js"].decode())
    return {line[1] or line[2]: msgspec.json.decode(line[3], type=str) for line in found}
