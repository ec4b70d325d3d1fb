"""Every call under `/tournaments` as the documentation tells it."""

from domain.tournament.pairing.why import Why
from domain.tournament.regulation import Regulation
from domain.tournament.view import RoundView, StandingsView, TournamentView
from replays.tournaments.verify import BundleReport
from services.api import tournament_examples as example_of
from services.api.calls.audits import Pending
from services.api.calls.tournament_boards import Boards
from services.api.calls.tournament_entrants import EntrantPage, NewToken
from services.api.calls.tournament_keys import AllEventKeys, KeyMade
from services.api.calls.tournament_rounds import ByHand
from services.api.calls.tournaments import AllTournaments, TournamentBegun, TournamentNow
from services.api.documented_games import REF
from services.api.documented_log import TOURNAMENT_LINES, TOURNAMENT_STREAM
from services.api.documented_tournaments import ACTIONS, ENTRIES, named
from services.api.openapi.calls import (
    BYTES,
    ETAG,
    ITS_ID,
    NDJSON,
    SEEING,
    SOON,
    TEXT,
    UNCHANGED,
    Answer,
    Call,
    tagged,
)
from services.api.proof_example import proof

PDF = "application/pdf"
FOLLOWING = (
    "getTournament",
    "actInTournament",
    "getTournamentState",
    "getTournamentLog",
    "streamTournament",
    "createEventKey",
)
NEW_EVENT = {"tournament_id": ITS_ID}
SAME_EVENT = {"tournament_id": "$request.path.tournament_id"}
SAME_ENTRANT = {**SAME_EVENT, "entrant": "$request.path.entrant"}
SAME_ROUND = {**SAME_EVENT, "number": "$request.path.number"}
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
        examples=example_of.regulations,
        answers=(
            Answer(
                "The event, with the key that runs it, shown once.",
                named(TournamentBegun),
                201,
                headers={"Location": "The tournament."},
                links=dict.fromkeys(FOLLOWING, NEW_EVENT),
                example=example_of.begun,
            ),
        ),
        problems=(400, 401, 403, 409, 413, 415, 422),
        description="The body is the regulation; its exact bytes are what the event is played "
        "under. With the organizer key; on the embedded default, callers on the same machine need "
        "none. With an `Idempotency-Key` a retry gets the same event.",
    ),
    "listTournaments": Call(
        answers=tagged("A page of events.", named(AllTournaments), example_of.all_tournaments),
        problems=(400,),
    ),
    "getTournament": Call(
        answers=tagged(
            "The event at a glance.",
            named(TournamentNow),
            example_of.glance,
            links=dict.fromkeys((*FOLLOWING[1:], "getBundle", "auditTournament"), SAME_EVENT),
        ),
        problems=READING,
    ),
    "actInTournament": Call(
        body=ACTIONS,
        examples=example_of.sent_actions,
        answers=(
            Answer(
                "The new entry; a list, if a list was sent. Beside one that brings somebody "
                "stands the entrant's `token`, once: a retry gets null.",
                ENTRIES,
                201,
                headers={"ETag": "The new version, for If-Match."},
                links=dict.fromkeys(("getTournament", "actInTournament"), SAME_EVENT),
                example=example_of.entries,
            ),
        ),
        problems=(*WRITING, 409),
        needs_token=True,
        description="With a key of the event or the organizer's, an arbiter's key, or an "
        "entrant's token; who may do what stands in the rules (`section` of a refusal). A list is "
        "accepted whole or not at all.",
    ),
    "getTournamentLog": Call(
        answers=tagged(
            "Exact bytes, a line per entry.", TOURNAMENT_LINES, example_of.log_lines, kinds=NDJSON
        ),
        problems=READING,
    ),
    "streamTournament": Call(
        answers=(
            Answer(
                "Server-sent events.",
                TOURNAMENT_STREAM,
                kinds=("text/event-stream",),
                example=example_of.stream_events,
            ),
        ),
        problems=READING,
        description="Every entry as an event with its version as id; `Last-Event-ID` resumes.",
    ),
    "getTournamentReplay": Call(
        answers=tagged("The file.", TEXT, example_of.replay_file, kinds=NDJSON),
        problems=READING,
        description="The secret of the event is in it once the event is over.",
    ),
    "getTournamentState": Call(
        answers=tagged("The event at that version.", named(TournamentView), example_of.state),
        problems=READING,
    ),
    "getBundle": Call(
        answers=tagged(
            "A zip of the event.", BYTES, example_of.bundle_file, kinds=("application/zip",)
        ),
        problems=(*SEEING, 422),
        description="The event's log, its regulation, all games of closed rounds, standings and "
        "rulings, signed; same version, same bytes. `schichtbuch verify` judges it offline.",
    ),
    "getTournamentProof": Call(
        answers=tagged("The proof.", TEXT, proof, kinds=("text/plain",)),
        problems=SEEING,
        description="As of a game; every entry of an event has one.",
    ),
    "getSheet": Call(
        answers=tagged(
            "The sheet, a page or PDF.", TEXT, example_of.printed_sheet, kinds=("text/html", PDF)
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
                example=example_of.verdicts,
            ),
            Answer("A worker is at it.", Pending, 202, headers=SOON, example=example_of.pending),
            UNCHANGED,
        ),
        problems=READING,
        description="Of the bundle of the newest version, found by a worker.",
    ),
    "getRound": Call(
        answers=tagged(
            "The round.",
            named(RoundView),
            example_of.round_now,
            links=dict.fromkeys(("getBoards", "whyHere", "whatIf"), SAME_ROUND),
        ),
        problems=READING,
    ),
    "getBoards": Call(
        answers=(Answer("The tables of the round.", named(Boards), example=example_of.boards),),
        problems=READING,
        description="Of games that are still played: shift, clock, who is to act, what waits for "
        "the arbiter. While others play the same deal, outsiders learn shift and clock only.",
    ),
    "getStandings": Call(
        answers=tagged("The standings.", named(StandingsView), example_of.standings),
        problems=READING,
        description="After a closed round; of the open one, too, if the regulation says `live`.",
    ),
    "whyHere": Call(
        answers=tagged("Terms and alternatives.", named(Why), example_of.why_here),
        problems=(*READING, 409, 422),
    ),
    "whatIf": Call(
        body=named(ByHand),
        answers=(
            Answer(
                "The terms side by side.",
                SIDE_BY_SIDE,
                headers=ETAG,
                example=example_of.side_by_side,
            ),
        ),
        problems=(*WRITING, 409),
        description="Nothing is written.",
    ),
    "openTableAgain": Call(
        answers=(Answer("The game is open.", status=204),),
        problems=(*SEEING, 409, 422),
        needs_token=True,
    ),
    "getEntrant": Call(
        answers=tagged("The entrant's page.", named(EntrantPage), example_of.entrant),
        problems=READING,
        description="With the entrant's own token it also tells the tokens of their seats.",
    ),
    "getOwnEntrant": Call(
        answers=tagged("The entrant's own page.", named(EntrantPage), example_of.entrant),
        problems=SEEING,
        needs_token=True,
        description="Whose token it is says whose page it is; with the tokens of their seats.",
    ),
    "renewEntrantToken": Call(
        answers=(
            Answer(
                "The new token, shown once.",
                named(NewToken),
                201,
                links={"getEntrant": SAME_ENTRANT, "getOwnEntrant": SAME_EVENT},
                example=example_of.new_token,
            ),
        ),
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
        answers=(
            Answer(
                "The key, shown once.",
                named(KeyMade),
                201,
                links={"revokeEventKey": {**SAME_EVENT, "key_id": ITS_ID}},
                example=example_of.key_made,
            ),
        ),
        problems=WRITING,
        needs_token=True,
        description="Whoever has it runs this event, under that name.",
    ),
    "listEventKeys": Call(
        answers=(
            Answer(
                "The helpers, without their keys.",
                named(AllEventKeys),
                example=example_of.event_keys,
            ),
        ),
        problems=SEEING,
        needs_token=True,
    ),
    "revokeEventKey": Call(
        answers=(Answer("The key opens nothing any more.", status=204),),
        problems=SEEING,
        needs_token=True,
    ),
}
