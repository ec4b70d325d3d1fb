"""uvicorn as it serves here: within limits, and gone soon after it is told to stop."""

import asyncio
import os
import socket
from collections.abc import Sequence
from functools import partial
from typing import Any

import uvicorn
from litestar import Litestar

from services.api.http.connection_limits import ConnectionLimits, Connections, end_overdue
from services.api.http.limited_protocol import LimitedProtocol

GRACE = 5
"""Seconds that open requests get to end; streams end at once, and can be resumed."""
PROXIES = os.environ.get("FORWARDED_ALLOW_IPS")
"""Whose word is taken for where a request comes from."""
SETTINGS: dict[str, Any] = {
    "log_config": None,
    "access_log": False,
    "lifespan": "on",
    "ws": "none",
    "server_header": False,
    "proxy_headers": bool(PROXIES),
    # Later than our own end of patience, which lets requests end as if the caller had hung up.
    "timeout_graceful_shutdown": GRACE + 1,
}
"""How uvicorn serves, whatever it serves."""


class Server(uvicorn.Server):
    def __init__(
        self, app: Litestar, limits: ConnectionLimits | None = None, **settings: Any
    ) -> None:
        self._app = app
        self.shared = Connections(limits or ConnectionLimits())
        protocol: Any = partial(LimitedProtocol, self.shared)
        super().__init__(uvicorn.Config(app, http=protocol, **{**SETTINGS, **settings}))

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # ten ticks are a second
            end_overdue(self._connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if "backend" in self._app.state:  # a witness has none, and no streams
            self._app.state.backend.end_streams()
        asyncio.get_running_loop().call_later(GRACE, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        for connection in list(self._connections):
            connection.drop()

    @property
    def _connections(self) -> Sequence[LimitedProtocol]:
        return list(self.server_state.connections)  # type: ignore[arg-type]  # they are all ours


def listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)
