"""Puts the API together: `create_app(settings)` is what a server runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.plugins.problem_details import ProblemDetailsConfig, ProblemDetailsPlugin

from infra.settings import Settings
from services.api.backend import Backend
from services.api.calls.actions import ActionsController
from services.api.calls.arbiters import ArbitersController
from services.api.calls.attention import AttentionController
from services.api.calls.audit_moments import AuditMomentsController
from services.api.calls.audits import AuditController, AuditsController, upload_handler
from services.api.calls.catalog import GameCatalogController
from services.api.calls.choices import ChoicesController
from services.api.calls.frames import FramesController
from services.api.calls.game_versus import GameVersusController
from services.api.calls.games import GamesController
from services.api.calls.health import HealthController
from services.api.calls.hint import HintController
from services.api.calls.keys import KeysController
from services.api.calls.log import LogController
from services.api.calls.names import NamesController
from services.api.calls.proofs import GameProofController, TournamentProofController
from services.api.calls.rematch import RematchController
from services.api.calls.replay import ReplayController
from services.api.calls.rules import RulesController
from services.api.calls.schemas import SchemasController
from services.api.calls.scored_now import ScoredNowController
from services.api.calls.scorings import ScoringsController
from services.api.calls.seat_token import SeatTokenController
from services.api.calls.state import StateController
from services.api.calls.stream import StreamController
from services.api.calls.taking import TakingController
from services.api.calls.tlog import TransparencyLogController
from services.api.calls.tournament_boards import TournamentBoardsController
from services.api.calls.tournament_bundle import TournamentBundleController
from services.api.calls.tournament_entrants import TournamentEntrantsController
from services.api.calls.tournament_keys import TournamentKeysController
from services.api.calls.tournament_log import TournamentLogController
from services.api.calls.tournament_rounds import TournamentRoundsController
from services.api.calls.tournament_sheets import TournamentSheetsController
from services.api.calls.tournaments import TournamentsController
from services.api.calls.webhook_deliveries import WebhookDeliveriesController
from services.api.calls.webhooks import WebhooksController
from services.api.http.compression import COMPRESSION
from services.api.http.links import PREFIX
from services.api.http.parameters import check_query
from services.api.http.problems import HANDLERS, MAPPED
from services.api.http.rate_limit import RateLimit
from services.api.http.request_figures import RequestFigures
from services.api.openapi.document import prepare
from services.api.openapi.schema import openapi_config
from services.api.service import Service
from services.web import rules_text, table_rules_text, web_handlers
from services.web.other_pages import SCHEMA_PAGE, unknown_address
from services.web.picture.call import PictureController
from services.web.picture.file_call import FilePictureController

CONTROLLERS = (
    GamesController,
    SeatTokenController,
    TakingController,
    RematchController,
    ActionsController,
    ChoicesController,
    HintController,
    GameCatalogController,
    NamesController,
    ArbitersController,
    AttentionController,
    StateController,
    LogController,
    FramesController,
    PictureController,
    StreamController,
    ScoringsController,
    ScoredNowController,
    ReplayController,
    GameProofController,
    AuditController,
    AuditsController,
    AuditMomentsController,
    FilePictureController,
    GameVersusController,
    RulesController,
    SchemasController,
    KeysController,
    TournamentsController,
    TournamentLogController,
    TournamentProofController,
    TournamentBundleController,
    TournamentSheetsController,
    TournamentRoundsController,
    TournamentBoardsController,
    TournamentEntrantsController,
    TournamentKeysController,
    WebhooksController,
    WebhookDeliveriesController,
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

    handlers = [*CONTROLLERS, upload_handler(settings.max_upload), rules_text, table_rules_text]
    api = Router(PREFIX, route_handlers=handlers, before_request=check_query)
    return Service(
        other_origins=settings.cors,
        embeds=settings.embed,
        route_handlers=[api, HealthController, TransparencyLogController, *web_handlers()],
        lifespan=[at_the_backend],
        dependencies={"backend": Provide(the_backend, sync_to_thread=False)},
        plugins=[
            ProblemDetailsPlugin(ProblemDetailsConfig(exception_to_problem_detail_map=MAPPED))
        ],
        exception_handlers={**HANDLERS, NotFoundException: unknown_address},
        middleware=[RequestFigures(), *([RateLimit()] if settings.rate_limit else [])],
        compression_config=COMPRESSION,
        openapi_config=openapi_config(SCHEMA_PAGE),
        request_max_body_size=settings.max_body,
        logging_config=None,
        debug=False,
    )


def the_backend(state: State) -> Backend:
    backend: Backend = state.backend
    return backend
