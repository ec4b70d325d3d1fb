"""Headers that every answer carries, problems included."""

from services.api.http.links import PREFIX
from services.sheets.page import style_source

RULES_TEXT = "/text"
"""The one call of the API that answers a page of ours: the rules document of a game."""
SHEETS = "/sheets/"
"""The calls that answer a page to be printed, which has its style in it and asks for nothing."""
Headers = list[tuple[bytes, bytes]]

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


def _headers(policy: str, **more: str) -> Headers:
    named = {"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", **more}
    return [
        (name.lower().replace("_", "-").encode(), text.encode()) for name, text in named.items()
    ]


DATA = _headers("default-src 'none'; frame-ancestors 'none'")
"""What is no page needs no more: it can do nothing, and stand in no frame."""
PAGE = _headers(
    PAGE_POLICY,
    X_Frame_Options="DENY",
    Referrer_Policy="no-referrer",
    Cross_Origin_Opener_Policy="same-origin",
)


SHEET = _headers(f"default-src 'none'; style-src {style_source()}; frame-ancestors 'none'")


def security_headers(path: str) -> Headers:
    if path.startswith(PREFIX) and SHEETS in path:
        return SHEET
    is_page = not path.startswith(PREFIX) or path.endswith(RULES_TEXT)
    return PAGE if is_page else DATA
