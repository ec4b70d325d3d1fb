"""`/tournaments/{id}/bundle` and `/audit`: the whole event in one file, and what it proves."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from replays.entry import sha256
from replays.tournaments.bundle import SUFFIX
from replays.tournaments.verify import BundleReport
from services.api.backend import Backend
from services.api.calls.audits import AuditPlace, without_report
from services.api.http.caching import conditional, json_answer
from services.api.http.languages import language_of
from services.api.http.links import PREFIX
from services.api.http.parameters import InLanguage, TournamentIdentity
from services.api.http.problems import problem
from services.api.tournaments.callers import check_runs_event, event_caller_of
from services.event_bundles import BundleTooLarge, bundle_of

ZIP = "application/zip"
ANEW = {"Cache-Control": "no-cache"}
MOST_KEPT = 32 * 1024 * 1024
"""Bytes of a bundle that is kept for whoever asks next; larger ones are made anew."""
NAMING = "Names are in the bundle only for whoever runs the event, with a key of it."


class TournamentBundleController(Controller):
    path = "/tournaments/{tournament_id:str}"
    tags = ("tournaments",)

    @get("/bundle", operation_id="getBundle", summary="The whole event in one file", media_type=ZIP)
    async def bundle(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
        names: Annotated[
            Literal[0, 1], QueryParameter(description="1: with the names of the entrants.")
        ] = 0,
    ) -> Response[bytes]:
        caller, _ = await event_caller_of(request, backend, tournament_id)
        if names:
            check_runs_event(caller, NAMING)
        body = await _bundle(backend, tournament_id, with_names=bool(names))
        etag = f'"{sha256(body)}"'
        named = {"Content-Disposition": f'attachment; filename="{tournament_id}{SUFFIX}"'}
        headers = {"Cache-Control": "no-store"} if names else ANEW
        unchanged = conditional(request, etag, headers)
        return unchanged or Response(
            body, media_type=ZIP, headers={"ETag": etag, **named, **headers}
        )

    @get("/audit", operation_id="auditTournament", summary="What the bundle of this event proves")
    async def audit(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
        language: InLanguage = None,
    ) -> Response[Any]:
        await event_caller_of(request, backend, tournament_id)
        version = await backend.resources.tournament_log.version(tournament_id)
        found = await backend.resources.auditing.of_tournament(tournament_id, version)
        if not isinstance(found, bytes):
            where = f"{PREFIX}/tournaments/{tournament_id}/audit"
            here = AuditPlace(f"audit-{tournament_id}-{version}", where)
            return without_report(request, here, found, language)
        spoken = language or language_of(request)
        etag = f'W/"audit-{version}-{spoken}"'
        headers = {**ANEW, "Vary": "Accept-Language", "Content-Language": spoken}
        report = msgspec.json.decode(found, type=BundleReport).told(spoken)
        unchanged = conditional(request, etag, headers)
        return unchanged or json_answer(msgspec.json.encode(report), etag, headers)


async def _bundle(backend: Backend, tournament_id: str, *, with_names: bool) -> bytes:
    """Made once per version, by one at a time: it takes seconds, and its games stand in memory.

    With names it is not kept: they may be erased.
    """
    resources = backend.resources
    async with backend.bundling:
        version = await resources.tournament_log.version(tournament_id)
        known = backend.bundles.get((tournament_id, version))
        if known is not None and not with_names:
            return known
        kept = await resources.tournament_log.names(tournament_id) if with_names else None
        tournament = await resources.tournaments.at(tournament_id, version)
        try:
            made = await bundle_of(resources, tournament, kept)
        except BundleTooLarge as error:
            said = "The games of this event are too large for one bundle; ask for them one by one."
            raise problem(422, "bundle_too_large", said) from error
        is_signed = await resources.tournament_log.proof(tournament_id)
        is_final = is_signed is not None and is_signed.version == version
        if len(made) <= MOST_KEPT and not with_names and is_final:
            backend.bundles.keep((tournament_id, version), made)
        return made
