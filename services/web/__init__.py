"""The viewer: pages for people, drawn in the browser from what the API answers.

One HTML shell serves every page; plain ES modules in `static/` do the rest, without a build step
and without anything from afar.
"""

from typing import Any

from services.web.bundles import bundle
from services.web.qr_code import (
    qr_code,
    qr_code_to_a_seat,
    qr_code_to_a_tournament,
    qr_code_to_an_entrant,
)
from services.web.rules_pages import RULES_PAGES, rules_text, table_rules_text
from services.web.shell import PAGES
from services.web.static_files import embed_script, static_file
from services.web.text_board import text_board, text_board_of_file
from services.web.tournament_pages import TOURNAMENT_PAGES

__all__ = ["rules_text", "table_rules_text", "web_handlers"]


def web_handlers() -> list[Any]:
    return [
        *PAGES,
        *RULES_PAGES,
        *TOURNAMENT_PAGES,
        qr_code,
        qr_code_to_a_seat,
        qr_code_to_a_tournament,
        qr_code_to_an_entrant,
        embed_script,
        static_file,
        bundle,
        text_board,
        text_board_of_file,
    ]
