"""Puts the API together: `create_app(settings)` is what a server runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.plugins.problem_details import ProblemDetailsConfig, ProblemDetailsPlugin

from infra.settings import Settings
from services.api.backend import Backend
from services.api.calls.actions import ActionsController
from services.api.calls.audits import AuditController, AuditsController, upload_handler
from services.api.calls.catalog import GameCatalogController
from services.api.calls.choices import ChoicesController
from services.api.calls.frames import FramesController
from services.api.calls.games import GamesController
from services.api.calls.health import HealthController
from services.api.calls.keys import KeysController
from services.api.calls.log import LogController
from services.api.calls.names import NamesController
from services.api.calls.replay import ReplayController
from services.api.calls.rules import RulesController
from services.api.calls.scorings import ScoringsController
from services.api.calls.seat_token import SeatTokenController
from services.api.calls.state import StateController
from services.api.calls.stream import StreamController
from services.api.http.links import PREFIX
from services.api.http.parameters import check_query
from services.api.http.problems import HANDLERS, MAPPED
from services.api.http.rate_limit import RateLimit
from services.api.http.request_figures import RequestFigures
from services.api.openapi.document import prepare
from services.api.openapi.schema import openapi_config
from services.api.pages import page_handlers
from services.api.service import Service
from services.web import rules_text, web_handlers

CONTROLLERS = (
    GamesController,
    SeatTokenController,
    ActionsController,
    ChoicesController,
    GameCatalogController,
    NamesController,
    StateController,
    LogController,
    FramesController,
    StreamController,
    ScoringsController,
    ReplayController,
    AuditController,
    AuditsController,
    RulesController,
    KeysController,
)


def create_app(settings: Settings) -> Litestar:
    @asynccontextmanager
    async def at_the_backend(app: Litestar) -> AsyncIterator[None]:
        app.state.backend = backend = Backend(settings)
        prepared = asyncio.create_task(asyncio.to_thread(prepare))
        try:
            yield
        finally:
            await prepared
            await backend.close()

    handlers = [*CONTROLLERS, upload_handler(settings.max_upload), rules_text]
    api = Router(PREFIX, route_handlers=handlers, before_request=check_query)
    return Service(
        other_origins=settings.cors,
        route_handlers=[api, HealthController, *page_handlers(), *web_handlers()],
        lifespan=[at_the_backend],
        dependencies={"backend": Provide(the_backend, sync_to_thread=False)},
        plugins=[
            ProblemDetailsPlugin(ProblemDetailsConfig(exception_to_problem_detail_map=MAPPED))
        ],
        exception_handlers=HANDLERS,
        middleware=[RequestFigures(), *([RateLimit()] if settings.rate_limit else [])],
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1024,
            gzip_compress_level=5,
            # A stream must not wait for its buffer; replays are compressed once and kept so.
            exclude=[r"/stream$", r"/replay$"],
        ),
        openapi_config=openapi_config(),
        request_max_body_size=settings.max_body,
        logging_config=None,
        debug=False,
    )


def the_backend(state: State) -> Backend:
    backend: Backend = state.backend
    return backend
