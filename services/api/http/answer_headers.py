"""What every answer says beside what its call says: to browsers, to other origins, to caches.

Here and not in the calls, so that none of them can forget it: problems, 304 and HEAD included.
"""

from collections.abc import Sequence
from typing import Any

from services.api.http.caching import for_caches
from services.api.http.cors import OtherOrigins
from services.api.http.security import Headers, security_headers

OF_ONE_GAME = "/games/"
"""In the path of whatever a token may open, or be refused by."""


class AnswerHeaders:
    def __init__(self, origins: Sequence[str], *, embeds: bool) -> None:
        self.others = OtherOrigins(origins, embeds=embeds)

    def completed(self, headers: Headers, path: str, scope: Any) -> Headers:
        """`path` as it was asked for: Litestar changes the one in the scope."""
        said = [*headers, *security_headers(path), *self.others.headers(scope, path)]
        with_token = any(name == b"authorization" for name, _ in scope["headers"])
        return for_caches(said, self._depends_on(path), personal=with_token)

    def _depends_on(self, path: str) -> list[str]:
        token = ["Authorization"] if OF_ONE_GAME in path else []
        origin = ["Origin"] if self.others.welcome else []
        return ["Accept-Encoding", *token, *origin]
