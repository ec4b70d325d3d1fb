"""Every call of the API as the documentation tells it: bodies, answers, problems, links."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from replays.verify import Report
from services.api.calls.audits import Failed, Pending
from services.api.calls.choices import Offered
from services.api.calls.frames import Frames
from services.api.calls.games import GameBegun, NewGame, SeatToken
from services.api.calls.health import Live, Ready
from services.api.calls.keys import Keys
from services.api.calls.rules import AllRules
from services.api.calls.scorings import Scorings
from services.api.documented_log import ENTRIES, LINES, STREAM
from services.api.openapi.examples import first_actions, new_games
from services.api.rulesets import RuleSet
from services.api.summaries import Games, Summary

JSON = ("application/json",)
NDJSON = ("application/x-ndjson",)
TEXT: dict[str, Any] = {"type": "string"}
CATALOG: dict[str, Any] = {
    "title": "Catalog",
    "type": "object",
    "description": "The components of a game, block by block; every game has its own.",
}
ETAG = {"ETag": "For If-None-Match."}
SOON = {"Retry-After": "Seconds to wait.", "Location": "Where to ask."}
OF_GAME = dict.fromkeys(
    (
        "getGame",
        "getChoices",
        "getState",
        "getLog",
        "getFrames",
        "getScorings",
        "getGameCatalog",
        "getReplay",
        "auditGame",
    ),
    "game_id",
)


class Answer(Struct, frozen=True):
    description: str
    body: Any = None
    status: int = 200
    kinds: tuple[str, ...] = JSON
    headers: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)


class Call(Struct, frozen=True, kw_only=True):
    answers: tuple[Answer, ...]
    problems: tuple[int, ...] = ()
    description: str = ""
    body: Any = None
    body_kinds: tuple[str, ...] = JSON
    examples: Callable[[], dict[str, Any]] | None = None
    needs_token: bool = False

    @property
    def all_problems(self) -> list[int]:
        """Everything can be asked too often, or while the server is away."""
        answered = {answer.status for answer in self.answers}
        return sorted({*self.problems, 429, 503} - answered)


VERDICTS = {
    "anyOf": [{"$ref": f"#/components/schemas/{kind.__name__}"} for kind in (Report, Failed)]
}
UNCHANGED = Answer("You have it already.", status=304)
SEEING = (400, 401, 403, 404)

CALLS: dict[str, Call] = {
    "createGame": Call(
        body=NewGame,
        examples=new_games,
        answers=(
            Answer(
                "The game, with one secret token per seat and the creator's key, shown once.",
                GameBegun,
                201,
                headers={"Location": "The game."},
                links=OF_GAME,
            ),
        ),
        problems=(400, 401, 409, 413, 415, 422),
        description="With the organizer key; on the embedded default, callers on the same machine "
        "need none. With an `Idempotency-Key` a retry gets the same game with the same tokens.",
    ),
    "renewToken": Call(
        answers=(Answer("The seat's new token, shown once.", SeatToken, 201),),
        problems=(400, 401, 403, 404, 409),
        needs_token=True,
        description="With the creator's key of this game, or the organizer's. From now on the old "
        "token opens nothing, and streams that were opened with it end.",
    ),
    "listGames": Call(
        answers=(Answer("A page of games.", Games, headers=ETAG), UNCHANGED),
        problems=(400,),
        description="A page can be short, or empty, although there is a next one: go on while "
        "there is a `cursor`.",
    ),
    "getGame": Call(
        answers=(Answer("The game at a glance.", Summary, headers=ETAG), UNCHANGED),
        problems=(400, 401, 404),
    ),
    "act": Call(
        body="Actions",
        examples=first_actions,
        answers=(
            Answer(
                "The new entry as this seat may see it; a list, if a list was sent.",
                ENTRIES,
                201,
                headers={"ETag": "The new version, for If-Match."},
            ),
        ),
        problems=(*SEEING, 409, 413, 415, 422),
        needs_token=True,
        description="A list of actions is accepted whole or not at all.",
    ),
    "getChoices": Call(
        answers=(Answer("What may be played next.", Offered, headers=ETAG), UNCHANGED),
        problems=SEEING,
        needs_token=True,
        description="`complete` may be posted as it stands; `open` can be extended by posting it "
        "here as a draft.",
    ),
    "extendDraft": Call(
        body="SentAction",
        examples=first_actions,
        answers=(Answer("The draft with one part more.", Offered),),
        problems=(*SEEING, 413, 415, 422),
        needs_token=True,
    ),
    "getState": Call(
        answers=(Answer("The table as the caller sees it.", "View", headers=ETAG), UNCHANGED),
        problems=SEEING,
    ),
    "getLog": Call(
        answers=(
            Answer("Exact bytes, a line per entry.", LINES, kinds=NDJSON, headers=ETAG),
            UNCHANGED,
        ),
        problems=(400, 401, 404),
    ),
    "getFrames": Call(
        answers=(Answer("Frames, at most 100 versions of them.", Frames, headers=ETAG), UNCHANGED),
        problems=SEEING,
    ),
    "stream": Call(
        answers=(
            Answer("`entry` events; `end` when all is said.", STREAM, kinds=("text/event-stream",)),
        ),
        problems=(400, 401, 404),
        description="The id of an event is its version. Resumes without a gap or a repeat.",
    ),
    "getScorings": Call(
        answers=(Answer("Every settlement so far.", Scorings, headers=ETAG), UNCHANGED),
        problems=(400, 401, 404),
    ),
    "getGameCatalog": Call(
        answers=(Answer("The catalog, names included.", CATALOG), UNCHANGED),
        problems=(400, 401, 404),
    ),
    "eraseNames": Call(
        answers=(Answer("Nobody can see the names any more.", status=204, headers=ETAG),),
        problems=(400, 401, 403, 404, 409),
        description="The log gets an entry that says so, without the names; boards then say "
        "“Player 2”. It cannot be undone. The chain and every verdict stay as they were.",
    ),
    "getReplay": Call(
        answers=(Answer("The replay file.", TEXT, kinds=NDJSON, headers=ETAG), UNCHANGED),
        problems=(400, 401, 404),
    ),
    "auditGame": Call(
        answers=(
            Answer("The verdicts, or why there are none.", VERDICTS, headers=ETAG),
            Answer("A worker is at it.", Pending, 202, headers=SOON),
            UNCHANGED,
        ),
        problems=(400, 401, 404),
    ),
    "uploadReplay": Call(
        body={"type": "string", "minLength": 1},
        body_kinds=("application/octet-stream", "text/plain", *NDJSON),
        answers=(
            Answer(
                "A worker is at it.", Pending, 202, headers=SOON, links={"getAudit": "audit_id"}
            ),
        ),
        problems=(400, 413, 507),
    ),
    "getAudit": Call(
        answers=(
            Answer("The verdicts, or why there are none.", VERDICTS, headers=ETAG),
            Answer("A worker is at it.", Pending, 202, headers=SOON),
            UNCHANGED,
        ),
        problems=(400, 404),
    ),
    "listRules": Call(answers=(Answer("The games there are.", AllRules, headers=ETAG), UNCHANGED)),
    "getRules": Call(
        answers=(Answer("Everything on one game.", RuleSet), UNCHANGED), problems=(400, 404)
    ),
    "getCatalog": Call(answers=(Answer("The catalog.", CATALOG), UNCHANGED), problems=(400, 404)),
    "getRulesText": Call(
        answers=(
            Answer(
                "The document in English, with an anchor per section.",
                TEXT,
                kinds=("text/html", "text/markdown"),
                headers=ETAG,
            ),
            UNCHANGED,
        ),
        problems=(400, 404),
        description="A page for whoever accepts `text/html`, else the Markdown it is written in "
        "(`Accept: text/markdown`). The `section` that a refusal names is an anchor of the page: "
        "`7.3` is at `#7.3`, `13, R-05` at `#R-05`.",
    ),
    "getKeys": Call(
        answers=(Answer("The keys; as plain text, if you accept only that.", Keys),),
        description="With `Accept: text/plain`, one key per line, as `schichtbuch verify --key` "
        "reads it.",
    ),
    "live": Call(answers=(Answer("It lives.", Live),)),
    "ready": Call(answers=(Answer("It is ready.", Ready), Answer("It is not.", Ready, 503))),
    "metrics": Call(answers=(Answer("Figures.", TEXT, kinds=("text/plain",)),)),
}
