"""The viewer: pages for people, drawn in the browser from what the API answers.

One HTML shell serves every page; plain ES modules in `static/` do the rest, without a build step
and without anything from afar.
"""

from typing import Any

from services.web.rules_pages import RULES_PAGES, rules_text
from services.web.shell import PAGES
from services.web.static_files import static_file
from services.web.text_board import text_board

__all__ = ["rules_text", "web_handlers"]


def web_handlers() -> list[Any]:
    return [*PAGES, *RULES_PAGES, static_file, text_board]
