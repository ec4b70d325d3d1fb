"""Every call under `/tournaments` as the documentation tells it."""

from domain.tournament.pairing.why import Why
from domain.tournament.regulation import Regulation
from domain.tournament.view import RoundView, StandingsView, TournamentView
from replays.tournaments.verify import BundleReport
from services.api.calls.audits import Pending
from services.api.calls.tournament_boards import Boards
from services.api.calls.tournament_entrants import EntrantPage, NewToken
from services.api.calls.tournament_keys import AllEventKeys, KeyMade
from services.api.calls.tournament_rounds import ByHand
from services.api.calls.tournaments import AllTournaments, TournamentBegun, TournamentNow
from services.api.documented_games import REF
from services.api.documented_tournaments import ACTIONS, ENTRIES, named
from services.api.openapi.calls import (
    BYTES,
    ETAG,
    NDJSON,
    SEEING,
    SOON,
    TEXT,
    UNCHANGED,
    Answer,
    Call,
)
from services.api.tournament_examples import regulations, sent_actions

PDF = "application/pdf"
READING = (400, 401, 404)
WRITING = (*SEEING, 413, 415, 422)
SIDE_BY_SIDE = {
    "type": "object",
    "description": "The terms as recorded, as by hand, and the difference.",
    "additionalProperties": {"type": "object", "additionalProperties": {"type": "integer"}},
}

TOURNAMENT_CALLS: dict[str, Call] = {
    "createTournament": Call(
        body=named(Regulation),
        examples=regulations,
        answers=(
            Answer(
                "The event, with the key that runs it, shown once.",
                named(TournamentBegun),
                201,
                headers={"Location": "The tournament."},
            ),
        ),
        problems=(400, 401, 403, 409, 413, 415, 422),
        description="The body is the regulation; its exact bytes are what the event is played "
        "under. With the organizer key; on the embedded default, callers on the same machine need "
        "none. With an `Idempotency-Key` a retry gets the same event.",
    ),
    "listTournaments": Call(
        answers=(Answer("A page of events.", named(AllTournaments), headers=ETAG), UNCHANGED),
        problems=(400,),
    ),
    "getTournament": Call(
        answers=(Answer("The event at a glance.", named(TournamentNow), headers=ETAG), UNCHANGED),
        problems=READING,
    ),
    "actInTournament": Call(
        body=ACTIONS,
        examples=sent_actions,
        answers=(
            Answer(
                "The new entry; a list, if a list was sent. Beside one that brings somebody "
                "stands the entrant's `token`, once: a retry gets null.",
                ENTRIES,
                201,
                headers={"ETag": "The new version, for If-Match."},
            ),
        ),
        problems=(*WRITING, 409),
        needs_token=True,
        description="With a key of the event or the organizer's, an arbiter's key, or an "
        "entrant's token; who may do what stands in the rules (`section` of a refusal). A list is "
        "accepted whole or not at all.",
    ),
    "getTournamentLog": Call(
        answers=(
            Answer("Exact bytes, a line per entry.", TEXT, kinds=NDJSON, headers=ETAG),
            UNCHANGED,
        ),
        problems=READING,
    ),
    "streamTournament": Call(
        answers=(Answer("Server-sent events.", TEXT, kinds=("text/event-stream",)),),
        problems=READING,
        description="Every entry as an event with its version as id; `Last-Event-ID` resumes.",
    ),
    "getTournamentReplay": Call(
        answers=(Answer("The file.", TEXT, kinds=NDJSON, headers=ETAG), UNCHANGED),
        problems=READING,
        description="The secret of the event is in it once the event is over.",
    ),
    "getTournamentState": Call(
        answers=(
            Answer("The event at that version.", named(TournamentView), headers=ETAG),
            UNCHANGED,
        ),
        problems=READING,
    ),
    "getBundle": Call(
        answers=(
            Answer("A zip of the event.", BYTES, kinds=("application/zip",), headers=ETAG),
            UNCHANGED,
        ),
        problems=(*SEEING, 422),
        description="The event's log, its regulation, all games of closed rounds, standings and "
        "rulings, signed; same version, same bytes. `schichtbuch verify` judges it offline.",
    ),
    "getTournamentProof": Call(
        answers=(Answer("The proof.", TEXT, kinds=("text/plain",), headers=ETAG), UNCHANGED),
        problems=SEEING,
        description="As of a game; every entry of an event has one.",
    ),
    "getSheet": Call(
        answers=(
            Answer("The sheet, a page or PDF.", TEXT, kinds=("text/html", PDF), headers=ETAG),
            UNCHANGED,
        ),
        problems=(*READING, 409, 422),
        description="`pairings` by table and `alphabetical` by name, `slips` with a code to each "
        "table and lines for results and signatures, a `poster` with a code to the event's page, "
        "`standings`, and the event's `record`. PDF by `format=pdf` or `Accept: application/pdf`. "
        "`sheet_too_long` (422) above 8,000 lines, `sheets_busy` (503) if too many wait.",
    ),
    "auditTournament": Call(
        answers=(
            Answer(
                "The verdicts, or why there are none.",
                {"anyOf": [{"$ref": REF + named(BundleReport)}, {"$ref": f"{REF}Failed"}]},
                headers=ETAG,
            ),
            Answer("A worker is at it.", Pending, 202, headers=SOON),
            UNCHANGED,
        ),
        problems=READING,
        description="Of the bundle of the newest version, found by a worker.",
    ),
    "getRound": Call(
        answers=(Answer("The round.", named(RoundView), headers=ETAG), UNCHANGED),
        problems=READING,
    ),
    "getBoards": Call(
        answers=(Answer("The tables of the round.", named(Boards)),),
        problems=READING,
        description="Of games that are still played: shift, clock, who is to act, what waits for "
        "the arbiter. While others play the same deal, outsiders learn shift and clock only.",
    ),
    "getStandings": Call(
        answers=(Answer("The standings.", named(StandingsView), headers=ETAG), UNCHANGED),
        problems=READING,
        description="After a closed round; of the open one, too, if the regulation says `live`.",
    ),
    "whyHere": Call(
        answers=(Answer("Terms and alternatives.", named(Why), headers=ETAG), UNCHANGED),
        problems=(*READING, 409, 422),
    ),
    "whatIf": Call(
        body=named(ByHand),
        answers=(Answer("The terms side by side.", SIDE_BY_SIDE, headers=ETAG),),
        problems=(*WRITING, 409),
        description="Nothing is written.",
    ),
    "openTableAgain": Call(
        answers=(Answer("The game is open.", status=204),),
        problems=(*SEEING, 409, 422),
        needs_token=True,
    ),
    "getEntrant": Call(
        answers=(Answer("The entrant's page.", named(EntrantPage), headers=ETAG), UNCHANGED),
        problems=READING,
        description="With the entrant's own token it also tells the tokens of their seats.",
    ),
    "getOwnEntrant": Call(
        answers=(Answer("The entrant's own page.", named(EntrantPage), headers=ETAG), UNCHANGED),
        problems=SEEING,
        needs_token=True,
        description="Whose token it is says whose page it is; with the tokens of their seats.",
    ),
    "renewEntrantToken": Call(
        answers=(Answer("The new token, shown once.", named(NewToken), 201),),
        problems=SEEING,
        needs_token=True,
    ),
    "eraseEntrantName": Call(
        answers=(Answer("The name is gone.", status=204),),
        problems=(*SEEING, 409, 422),
        needs_token=True,
    ),
    "createEventKey": Call(
        body="NewArbiter",
        answers=(Answer("The key, shown once.", named(KeyMade), 201),),
        problems=WRITING,
        needs_token=True,
        description="Whoever has it runs this event, under that name.",
    ),
    "listEventKeys": Call(
        answers=(Answer("The helpers, without their keys.", named(AllEventKeys)),),
        problems=SEEING,
        needs_token=True,
    ),
    "revokeEventKey": Call(
        answers=(Answer("The key opens nothing any more.", status=204),),
        problems=SEEING,
        needs_token=True,
    ),
}
