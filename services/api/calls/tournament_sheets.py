"""`/tournaments/{id}/sheets/{sheet}`: sheets for the printer, as a page and as PDF."""

import asyncio
from typing import Annotated, Any, Literal

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from domain.kernel.texts import Language
from domain.tournament.state import Round, State
from replays.entry import sha256
from replays.tournaments.report.words import Say
from services.api.backend import Backend
from services.api.http.caching import conditional
from services.api.http.languages import language_of
from services.api.http.own_address import origin_of
from services.api.http.parameters import InLanguage, TournamentIdentity
from services.api.http.problems import problem
from services.api.tournaments.callers import event_caller_of
from services.sheets.contents import OF_A_ROUND, Printing, SheetName, sheet
from services.sheets.page import page
from services.sheets.pdf import pdf
from services.table_games import names_of

PAGE, PDF = "text/html", "application/pdf"
MOST_ROWS = 8_000
"""Of a sheet: that many take Typst four seconds."""
MOST_KEPT = 1024 * 1024
"""Bytes of a sheet that is kept for whoever asks next."""


class TournamentSheetsController(Controller):
    path = "/tournaments/{tournament_id:str}/sheets"
    tags = ("tournaments",)

    @get(
        "/{sheet_name:str}",
        operation_id="getSheet",
        summary="A sheet for the printer",
        media_type=PAGE,
    )
    async def sheet(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        sheet_name: Annotated[SheetName, PathParameter(description="Which sheet.")],
        backend: NamedDependency[Backend],
        number: Annotated[
            int | None,
            QueryParameter(
                name="round", ge=1, le=1000, description="Of which round; else the latest."
            ),
        ] = None,
        kind: Annotated[
            Literal["html", "pdf"] | None,
            QueryParameter(name="format", description="Else what you accept, a page first."),
        ] = None,
        language: InLanguage = None,
    ) -> Response[bytes]:
        await event_caller_of(request, backend, tournament_id)
        origin = origin_of(request)
        if origin is None:
            raise problem(400, "invalid_request", "The Host header names no server.")
        spoken = language or language_of(request)
        wanted = {"html": PAGE, "pdf": PDF}.get(kind or "") or request.accept.best_match(
            [PAGE, PDF], default=PAGE
        )
        body = await _made(backend, tournament_id, sheet_name, number, spoken, origin, wanted)
        etag = f'"{sha256(body)}"'
        headers = {
            "Cache-Control": "no-cache",
            "Vary": "Accept, Accept-Language",
            "Content-Language": spoken,
        }
        if wanted == PDF:
            named = f'inline; filename="{tournament_id}-{sheet_name}.pdf"'
            headers["Content-Disposition"] = named
        unchanged = conditional(request, etag, headers)
        return unchanged or Response(body, media_type=wanted, headers={"ETag": etag, **headers})


async def _made(
    backend: Backend,
    tournament_id: str,
    name: SheetName,
    number: int | None,
    language: Language,
    origin: str,
    kind: str,
) -> bytes:
    """Once per version of the event: an erased name is a new version, too."""
    resources = backend.resources
    version = await resources.tournament_log.version(tournament_id)
    key = (tournament_id, version, name, number, language, origin, kind)
    known = backend.sheets.get(key)
    if known is not None:
        return known
    async with backend.sheet_turns.take():
        tournament = await resources.tournaments.at(tournament_id, version)
        names = names_of(tournament.state, await resources.tournament_log.names(tournament_id))
        found = _round(tournament.state, number) if name in OF_A_ROUND else None
        printing = Printing(tournament, Say(language, names), origin, found)
        made = await asyncio.to_thread(_drawn, name, printing, kind)
    if len(made) <= MOST_KEPT:
        backend.sheets.keep(key, made)
    return made


def _drawn(name: SheetName, printing: Printing, kind: str) -> bytes:
    found = sheet(name, printing)
    if found.rows > MOST_ROWS:
        said = f"The sheet would have more than {MOST_ROWS} lines; the bundle has them all."
        raise problem(422, "sheet_too_long", said)
    return pdf(found) if kind == PDF else page(found).encode()


def _round(state: State, number: int | None) -> Round:
    """Paired, be it published or not: paper is printed before it is hung up."""
    found = state.round_now if number is None else state.round(number)
    if found is None:
        raise problem(404, "round_unknown", f"There are rounds 1 to {len(state.rounds)}.")
    if not found.is_paired:
        raise problem(409, "round_not_paired", "The round has no tables yet.")
    return found
