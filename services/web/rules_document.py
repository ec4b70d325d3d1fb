"""A rules document as HTML: an anchor per section, ruling, vector and numbered paragraph.

It is `domain/<game>/RULES.md`, or the table's beside them. Whatever cites it cites an anchor: `7.3`
is that section or, where section 7 has no sections of its own, its third numbered paragraph;
`R-05`, `TV-12`, `S4`, `B5` are what begins with that label; `5.IV` is step IV of section 5. HTML in
the document stays text.
"""

import re
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

NUMBERED = re.compile(r"(\d+(?:\.\d+)*)\.? ")
ROMAN = re.compile(r"([IVX]+) ")
LABELED = re.compile(r"\**\[?([A-Z]{1,2}-?\d+)\b")
REFERENCE = re.compile(r"((?<=[Ss]ection )\d+(?:\.\d+)*|(?<=\()\d+(?:\.\d+)+|\b[A-Z]{1,2}-?\d+\b)")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
SCROLLING = Token(
    "html_block", "", 0, content='<div class="scroll" role="group" aria-label="Table" tabindex="0">'
)
SCROLLED = Token("html_block", "", 0, content="</div>\n")


ITEMS = ("tr_open", "list_item_open")
PARAGRAPH = ("paragraph_open", 0)


class Heading(Struct, frozen=True):
    level: int
    anchor: str
    title: str


class RulesDocument(Struct, frozen=True):
    markdown: str
    title: str
    sections: tuple[Heading, ...]
    anchors: frozenset[str]
    article: str
    """HTML, as is the table of contents."""
    contents: str


def markdown_of(game: str) -> str:
    folder = files("domain").joinpath(game.replace("-", "_"))
    return folder.joinpath("RULES.md").read_text("utf-8")


@cache
def rules_document(game: str) -> RulesDocument:
    markdown = markdown_of(game)
    tokens = MARKDOWN.parse(markdown)
    title, *sections = _name_headings(tokens)
    anchors = {heading.anchor for heading in sections}
    _name_items(tokens, anchors)
    _link_references(tokens, anchors)
    article = MARKDOWN.renderer.render(_with_scrolling_tables(tokens), MARKDOWN.options, {})
    return RulesDocument(
        markdown, title.title, tuple(sections), frozenset(anchors), article, _contents(sections)
    )


def _name_headings(tokens: list[Token]) -> list[Heading]:
    headings: list[Heading] = []
    parent = ""
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        title = _plain(inline)
        level = int(opening.tag[1])
        anchor = _anchor(title, parent)
        parent = anchor if level == 2 else parent
        headings.append(Heading(level, anchor, title))
        if level > 1:
            opening.attrSet("id", anchor)
            inline.children = _link(anchor, inline.children or [])
    return headings


def _anchor(title: str, parent: str) -> str:
    if numbered := NUMBERED.match(title):
        return numbered[1]
    if roman := ROMAN.match(title):
        return f"{parent}.{roman[1]}"
    words = re.findall(r"\w+", title.lower())
    return "-".join([parent, *words] if parent else words)


def _plain(inline: Token) -> str:
    return "".join(part.content for part in inline.children or [])


def _name_items(tokens: list[Token], anchors: set[str]) -> None:
    """Rows, list items and paragraphs that begin with a label, or have a number in their section.

    The first of two with the same name has it; a section always comes before a paragraph.
    """
    section, item = "", None
    for token in tokens:
        if token.type == "heading_open":
            section = str(token.attrGet("id") or "")
        elif token.type in ITEMS or (token.type, token.level) == PARAGRAPH:
            item = token
        elif token.type == "inline" and item:
            labeled = LABELED.match(token.content)
            name = labeled[1] if labeled else _number(item, section)
            if name and name not in anchors:
                anchors.add(name)
                item.attrSet("id", name)
            item = None


def _number(item: Token, section: str) -> str:
    is_numbered = item.type == "list_item_open" and item.info and item.level == 1
    return f"{section}.{item.info}" if is_numbered and section else ""


def _link_references(tokens: list[Token], anchors: set[str]) -> None:
    for before, token in pairwise(tokens):
        if token.type == "inline" and before.type != "heading_open":
            children = token.children or []
            token.children = [part for child in children for part in _linked(child, anchors)]


def _linked(child: Token, anchors: set[str]) -> list[Token]:
    if child.type != "text":
        return [child]
    parts: list[Token] = []
    for at, words in enumerate(REFERENCE.split(child.content)):
        text = Token("text", "", 0, content=words)
        refers = at % 2 and words in anchors  # between two references is other text
        parts += _link(words, [text]) if refers else [text]
    return parts


def _link(anchor: str, inside: list[Token]) -> list[Token]:
    opening = Token("link_open", "a", 1, attrs={"href": f"#{anchor}"})
    return [opening, *inside, Token("link_close", "a", -1)]


def _with_scrolling_tables(tokens: list[Token]) -> list[Token]:
    """A table may be wider than a phone; the page must not."""
    wrapped: list[Token] = []
    for token in tokens:
        wrapped += [SCROLLING] if token.type == "table_open" else []
        wrapped.append(token)
        wrapped += [SCROLLED] if token.type == "table_close" else []
    return wrapped


def _contents(sections: list[Heading]) -> str:
    """The sections, each with its own sections below it."""
    html, level = "", 1
    for section in sections:
        html += "<ul>" * (section.level - level) + "</li></ul>" * (level - section.level)
        html += "</li>" if section.level <= level else ""
        html += f'<li><a href="#{escape(section.anchor)}">{escape(section.title)}</a>'
        level = section.level
    return html + "</li></ul>" * (level - 1)
