"""Who asks about a tournament: a spectator, an entrant, whoever runs the event, an arbiter."""

import re

from msgspec import Struct

from domain.kernel.actions import GAME_ID
from domain.kernel.errors import RuleViolation
from domain.kernel.texts import Language
from domain.tournament.actions import Author, TournamentAction
from domain.tournament.decide import check_role
from infra.tournament_log import Setup, UnknownTournament
from services.api.backend import Backend
from services.api.http.asking import Asking
from services.api.http.callers import not_of_a_game, sent_digest, token_needed
from services.api.http.problems import problem
from services.api.tournaments.refusals import refused


class EventCaller(Struct, frozen=True):
    by: Author | None = None
    """None: a spectator."""
    name: str | None = None
    """Of whoever runs the event or rules, as it stands in the log."""

    @property
    def runs_event(self) -> bool:
        return self.by == "organizer"


SPECTATOR = EventCaller()


async def event_caller_of(
    request: Asking, backend: Backend, tournament_id: str
) -> tuple[EventCaller, Setup]:
    """Asked of the server every time: another process may have made a token anew."""
    setup = await setup_of(backend, tournament_id)
    digest = sent_digest(request)
    if digest is None:
        return SPECTATOR, setup
    return await _caller_with(request, backend, setup, digest), setup


async def setup_of(backend: Backend, tournament_id: str) -> Setup:
    """UnknownTournament if there is none."""
    if not re.fullmatch(GAME_ID, tournament_id):
        raise UnknownTournament(tournament_id)
    setup = await backend.resources.tournament_log.setup(tournament_id)
    if not setup.creator:
        raise UnknownTournament(tournament_id)
    return setup


async def _caller_with(request: Asking, backend: Backend, setup: Setup, digest: str) -> EventCaller:
    entrant, key = setup.entrants.get(digest), setup.keys.get(digest)
    if entrant is not None:
        backend.limits.token_is_real(digest)
        return EventCaller(entrant)
    if digest == setup.creator or key is not None:
        backend.limits.token_is_real(digest)
        return EventCaller("organizer", key)
    found = await not_of_a_game(request, backend, digest)
    return EventCaller("organizer" if found.organizer else "arbiter", found.arbiter)


def check_runs_event(caller: EventCaller, said: str) -> None:
    if caller.by is None:
        raise token_needed(said)
    if not caller.runs_event:
        raise problem(403, "organizer_needed", said)


def check_at_the_door(by: Author, action: TournamentAction, language: Language) -> None:
    """Whether such callers do such things at all; whether they may now is asked later."""
    try:
        check_role(by, action)
    except RuleViolation as refusal:
        raise refused(refusal, language, status=403) from refusal
