"""A sheet as a page that a browser prints."""

import base64
import hashlib
from functools import cache
from importlib.resources import files

from replays.tournaments.report.html import Html, joined, table, tag, text
from services.sheets.model import Card, Grid, Part, Poster, Sheet


def page(sheet: Sheet) -> str:
    parts = joined(*map(_part, sheet.parts))
    return f"""<!doctype html>
<html lang="{text(sheet.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{text(sheet.title)} · {text(sheet.subtitle)}</title>
<style>{_style()}</style>
</head>
<body>
<h1>{text(sheet.title)}</h1>
<p>{text(sheet.subtitle)}</p>
{parts}
</body>
</html>
"""


def _part(part: Part) -> Html:
    if isinstance(part, Grid):
        return tag("div", _grid(part.heads, part.rows, part.caption), class_="grid")
    if isinstance(part, Card):
        title = joined(tag("strong", part.title), " ", part.subtitle)
        # The code is our own drawing of an address, not what anybody wrote.
        body = tag("div", tag("p", title), _grid(part.heads, part.rows))
        card = tag("div", body, tag("div", Html(part.code)), class_="slip")
        return tag("article", card, tag("small", part.address))
    if isinstance(part, Poster):
        inner = (Html(part.code), tag("p", part.text), tag("small", part.address))
        return tag("div", *inner, class_="poster")
    return tag("h2" if part.is_heading else "p", part.text)


def _grid(heads: list[str], rows: list[list[str]], caption: str = "") -> Html:
    return table(list(heads), [list(row) for row in rows], caption)


def style_source() -> str:
    """By which a browser knows that the style is ours, and takes no other."""
    digest = hashlib.sha256(_style().encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@cache
def _style() -> str:
    return files(__package__).joinpath("sheet.css").read_text("utf-8")
