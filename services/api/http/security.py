"""Headers that every answer carries, problems included."""

from services.api.http.links import PREFIX

RULES_TEXT = "/text"
"""The one call of the API that answers a page: the rules document of a game."""
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


def security_headers(path: str) -> Headers:
    is_page = not path.startswith(PREFIX) or path.endswith(RULES_TEXT)
    return PAGE if is_page else DATA
