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
from services.api.actions import ActionsController
from services.api.audits import AuditController, AuditsController, upload_handler
from services.api.catalogs import GameCatalogController
from services.api.choices import ChoicesController
from services.api.desk import Desk
from services.api.documentation import prepare
from services.api.frames import FramesController
from services.api.games import GamesController
from services.api.health import HealthController
from services.api.keys import KeysController
from services.api.links import PREFIX
from services.api.log import LogController
from services.api.names import NamesController
from services.api.pages import page_handlers
from services.api.parameters import check_query
from services.api.problems import HANDLERS, MAPPED
from services.api.rate_limit import RateLimit
from services.api.replay import ReplayController
from services.api.request_figures import RequestFigures
from services.api.rules import RulesController
from services.api.schema import openapi_config
from services.api.scorings import ScoringsController
from services.api.seat_tokens import SeatTokenController
from services.api.service import Service
from services.api.state import StateController
from services.api.stream import StreamController
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
    async def at_the_desk(app: Litestar) -> AsyncIterator[None]:
        app.state.desk = desk = Desk(settings)
        prepared = asyncio.create_task(asyncio.to_thread(prepare))
        try:
            yield
        finally:
            await prepared
            await desk.close()

    handlers = [*CONTROLLERS, upload_handler(settings.max_upload), rules_text]
    api = Router(PREFIX, route_handlers=handlers, before_request=check_query)
    return Service(
        other_origins=settings.cors,
        route_handlers=[api, HealthController, *page_handlers(), *web_handlers()],
        lifespan=[at_the_desk],
        dependencies={"desk": Provide(the_desk, sync_to_thread=False)},
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


def the_desk(state: State) -> Desk:
    desk: Desk = state.desk
    return desk
