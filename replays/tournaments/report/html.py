"""HTML in pieces: whatever is said is escaped, unless it is a piece already."""

from html import escape


class Html(str):
    """A piece that may stand in a page as it is."""

    __slots__ = ()


def text(said: object) -> Html:
    return said if isinstance(said, Html) else Html(escape(str(said)))


def tag(name: str, /, *inner: object, **attributes: object) -> Html:
    """`class_` and `for_` are written without their underscore, what is None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{name}{written}>{joined(*inner)}</{name}>")


def joined(*inner: object, between: str = "") -> Html:
    return Html(escape(between).join(map(text, inner)))


def table(heads: list[object], rows: list[list[object]], caption: object = "") -> Html:
    """The first cell of a row names it."""
    head = tag("tr", *(tag("th", one, scope="col") for one in heads))
    body = [
        tag("tr", tag("th", first, scope="row"), *(tag("td", one) for one in rest))
        for first, *rest in rows
    ]
    said = [tag("caption", caption)] if caption else []
    return tag("table", *said, tag("thead", head), tag("tbody", *body))


def described(pairs: list[tuple[object, object]]) -> Html:
    return tag("dl", *(tag("div", tag("dt", one), tag("dd", other)) for one, other in pairs))
