"""Every call of the API as the documentation tells it: bodies, answers, problems, links."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from replays.verify import Report
from services.api import example_answers as example_of
from services.api.calls.arbiters import AllArbiters, ArbiterMade, NewArbiter
from services.api.calls.attention import Waiting
from services.api.calls.audits import Failed, Pending
from services.api.calls.frames import Frames
from services.api.calls.games import NewGame
from services.api.calls.health import Live, Ready
from services.api.calls.hint import HintTold
from services.api.calls.keys import Keys
from services.api.calls.rematch import Again, Rematch
from services.api.calls.rules import AllRules
from services.api.calls.scored_now import AllScored
from services.api.calls.scorings import Scorings
from services.api.calls.taking import SeatTaken
from services.api.documented_log import ENTRIES, LINES, STREAM
from services.api.explaining import Explained
from services.api.listing import Games
from services.api.offers import Offered
from services.api.openapi.examples import actions, first_actions, new_games
from services.api.opening import GameBegun, SeatToken
from services.api.proof_example import proof
from services.api.recorded_file import SideBySide
from services.api.rulesets import RuleSet, TableRules
from services.api.schemas import AllSchemas
from services.api.seats import Taker
from services.api.summaries import Summary

JSON = ("application/json",)
NDJSON = ("application/x-ndjson",)
TEXT: dict[str, Any] = {"type": "string"}
BYTES: dict[str, Any] = {"type": "string", "contentEncoding": "binary"}
CATALOG: dict[str, Any] = {
    "title": "Catalog",
    "type": "object",
    "description": "The components of a game, block by block; every game has its own.",
}
JSON_SCHEMA: dict[str, Any] = {
    "title": "JSONSchema",
    "type": "object",
    "description": "A JSON Schema (2020-12), with `$id` and the `version` that wrote it down.",
}
ETAG = {"ETag": "For If-None-Match."}
SOON = {"Retry-After": "Seconds to wait.", "Location": "Where to ask."}
READING = (
    "getGame",
    "getState",
    "getLog",
    "getFrames",
    "getPicture",
    "getScorings",
    "getScoredNow",
    "getGameCatalog",
    "getReplay",
    "auditGame",
)
WATCHING = (
    "getAudit",
    "getFileGame",
    "getFileState",
    "getFileFrames",
    "getFileScorings",
    "getFileScoredNow",
    "getFileCatalog",
    "getFileVersus",
    "getFilePicture",
    "getFilePicturePng",
)
ITS_ID = "$response.body#/id"
SAME_GAME = {"game_id": "$request.path.game_id"}
NEW_GAME = {"game_id": ITS_ID}
THIS_AUDIT = {"audit_id": ITS_ID}
Links = Mapping[str, Mapping[str, str]]
"""By the call that can follow: its parameters, as OpenAPI's runtime expressions."""
Example = Callable[[], dict[str, Any]]
"""Makes them when somebody asks for the documentation, by name."""


class Answer(Struct, frozen=True):
    description: str
    body: Any = None
    status: int = 200
    kinds: tuple[str, ...] = JSON
    headers: dict[str, str] = field(default_factory=dict)
    links: Links = field(default_factory=dict)
    example: Example | None = None


class Call(Struct, frozen=True, kw_only=True):
    answers: tuple[Answer, ...]
    problems: tuple[int, ...] = ()
    description: str = ""
    body: Any = None
    body_kinds: tuple[str, ...] = JSON
    examples: Example | None = None
    needs_token: bool = False

    @property
    def all_problems(self) -> list[int]:
        """Everything can be asked too often, or while the server is away."""
        answered = {answer.status for answer in self.answers}
        return sorted({*self.problems, 429, 503} - answered)


VERDICTS = {
    "anyOf": [{"$ref": f"#/components/schemas/{kind.__name__}"} for kind in (Report, Failed)]
}
GROWN = {
    "anyOf": [{"$ref": f"#/components/schemas/{kind.__name__}"} for kind in (Offered, Explained)]
}
UNCHANGED = Answer("You have it already.", status=304)


def tagged(description: str, body: Any, example: Example, **more: Any) -> tuple[Answer, Answer]:
    """Of a call that need not send again what the caller has."""
    return Answer(description, body, headers=ETAG, example=example, **more), UNCHANGED


SEEING = (400, 401, 403, 404)
OF_FILE = (400, 404, 422)

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
                links=dict.fromkeys((*READING, "getChoices"), NEW_GAME),
                example=example_of.game_begun,
            ),
        ),
        problems=(400, 401, 409, 413, 415, 422),
        description="With the organizer key; on the embedded default, callers on the same machine "
        "need none. With an `Idempotency-Key` a retry gets the same game with the same tokens. "
        "With open seats it is a waiting room (`status`: `waiting`) until all of them are taken, "
        "or for a day after somebody has last sat down.",
    ),
    "takeSeat": Call(
        body=Taker,
        examples=lambda: {"taker": Taker("Béla", "7d1c0b8e")},
        answers=(
            Answer(
                "The seat, with its token, which is shown once.",
                SeatTaken,
                201,
                links=dict.fromkeys(("getGame", "getChoices"), SAME_GAME),
                example=example_of.seat_taken,
            ),
        ),
        problems=(400, 401, 404, 409, 413, 415, 422),
        needs_token=True,
        description="With the invitation of an open seat as the token. The first who comes sits; "
        "with the last open seat the game begins. With an `Idempotency-Key` a retry gets the same "
        "answer.",
    ),
    "rematch": Call(
        body=Again,
        examples=lambda: {"again": Again("7d1c0b8e")},
        answers=(
            Answer(
                "The new game, and the caller's own way to it.",
                Rematch,
                201,
                links={"getGame": NEW_GAME},
                example=example_of.rematch,
            ),
        ),
        problems=(400, 401, 403, 404, 409, 413, 415, 422),
        needs_token=True,
        description="With the token of any seat of a game that is over, its creator's key or the "
        "organizer's. Whoever asks first opens a waiting room, every seat that asks sits down in "
        "it, one place further, and the game begins when all have asked. It can be asked as often "
        "as one likes, and answers the same game and token.",
    ),
    "renewToken": Call(
        answers=(
            Answer(
                "The seat's new token, shown once.", SeatToken, 201, example=example_of.seat_token
            ),
        ),
        problems=(400, 401, 403, 404, 409),
        needs_token=True,
        description="With the creator's key of this game, or the organizer's. From now on the old "
        "token opens nothing, and streams that were opened with it end. In a waiting room a seat "
        "that nobody has taken gets a new invitation.",
    ),
    "listGames": Call(
        answers=tagged("A page of games.", Games, example_of.game_list),
        problems=(400,),
        description="A page can be short, or empty, although there is a next one: go on while "
        "there is a `cursor`.",
    ),
    "getGame": Call(
        answers=tagged(
            "The game at a glance.",
            Summary,
            example_of.summary,
            links=dict.fromkeys(READING[1:], SAME_GAME),
        ),
        problems=SEEING,
    ),
    "act": Call(
        body="Actions",
        examples=actions,
        answers=(
            Answer(
                "The new entry as the caller may see it; a list, if a list was sent. Beside one "
                "that hands a seat over stands its new `token`, once: a retry gets null.",
                ENTRIES,
                201,
                headers={"ETag": "The new version, for If-Match."},
                links=dict.fromkeys(("getGame", "getState", "getChoices"), SAME_GAME),
                example=example_of.entries,
            ),
        ),
        problems=(*SEEING, 409, 413, 415, 422),
        needs_token=True,
        description="A list of actions is accepted whole or not at all. What players do on the "
        "board and around it takes the seat's token, rulings (`table_pause`, …) the key of an "
        "arbiter or of the organizer; `GET /rules/table` has all of them.",
    ),
    "getChoices": Call(
        answers=tagged(
            "What may be played next.",
            Offered,
            example_of.choices,
            links=dict.fromkeys(("extendDraft", "act"), SAME_GAME),
        ),
        problems=SEEING,
        needs_token=True,
        description="`complete` may be posted as it stands; `open` can be extended by posting it "
        "here as a draft. With `lang` every choice also has a sentence, its verb, and the names of "
        "the places on the board that it touches (`places` in `GET /rules/{game}`).",
    ),
    "extendDraft": Call(
        body="Draft",
        examples=first_actions,
        answers=(
            Answer(
                "The draft with one part more; with `why`, what forbids it.",
                GROWN,
                example=example_of.extended,
            ),
        ),
        problems=(*SEEING, 413, 415, 422),
        needs_token=True,
        description="With `effects` also what the draft itself would do if it were played as it "
        "stands, and what the seat would see then. With `why` nothing of that: the rule that "
        "says no to it, with its section, or `null`; nothing is played. Both are decided on what "
        "the seat may see, with the cards that it does not know as unknown ones.",
    ),
    "getHint": Call(
        answers=(Answer("What the bot would do.", HintTold, example=example_of.hint),),
        problems=SEEING,
        needs_token=True,
        description="With a seat's token, in games that were created with `hints`. The bot is "
        "asked on what the seat may see.",
    ),
    "getState": Call(
        answers=tagged("The table as the caller sees it.", "View", example_of.views),
        problems=SEEING,
    ),
    "getLog": Call(
        answers=tagged("Exact bytes, a line per entry.", LINES, example_of.log_lines, kinds=NDJSON),
        problems=SEEING,
    ),
    "getFrames": Call(
        answers=tagged("Frames, at most 100 versions of them.", Frames, example_of.frames),
        problems=SEEING,
    ),
    "getPicture": Call(
        answers=tagged("The picture.", TEXT, example_of.picture, kinds=("image/svg+xml",)),
        problems=SEEING,
        description="1600 by 840 units, in one file that needs no other: the sentence of that "
        "moment, the points, the board, and everybody's mine, as the caller may see them. What "
        "the entry changed is marked.",
    ),
    "getPicturePng": Call(
        answers=tagged("The picture.", BYTES, example_of.picture_png, kinds=("image/png",)),
        problems=SEEING,
        description="1600 by 840 pixels, for whatever shows a link.",
    ),
    "stream": Call(
        answers=(
            Answer(
                "`entry` events, or `frames` events; `end` when all is said.",
                STREAM,
                kinds=("text/event-stream",),
                example=example_of.stream_events,
            ),
        ),
        problems=SEEING,
        description="The id of an event is its version. Resumes without a gap or a repeat. With "
        "`frames=1` there is one `frames` event per entry: its frames as `/frames` has them, and "
        "the clock and the table after it. The first frame that a connection is sent has the "
        "whole view, every other one a patch.",
    ),
    "getScorings": Call(
        answers=tagged("Every settlement so far.", Scorings, example_of.scorings),
        problems=SEEING,
    ),
    "getScoredNow": Call(
        answers=tagged("At most 500 versions.", AllScored, example_of.scored_now),
        problems=SEEING,
        description="As if the shift or round, and the game with it, ended at each entry; and the "
        "moments worth finding again. What is hidden from the caller is null: one cannot tell.",
    ),
    "getGameCatalog": Call(
        answers=(
            Answer("The catalog, names included.", CATALOG, example=example_of.catalog),
            UNCHANGED,
        ),
        problems=SEEING,
    ),
    "eraseNames": Call(
        answers=(Answer("Nobody can see the names any more.", status=204, headers=ETAG),),
        problems=(400, 401, 403, 404, 409),
        description="The log gets an entry that says so, without the names; boards then say "
        "“Player 2”. It cannot be undone. The chain and every verdict stay as they were.",
    ),
    "createArbiter": Call(
        body=NewArbiter,
        examples=lambda: {"arbiter": NewArbiter("Ria")},
        answers=(
            Answer(
                "The arbiter, with the key, which is shown once.",
                ArbiterMade,
                201,
                links={"revokeArbiter": {"arbiter_id": ITS_ID}},
                example=example_of.arbiter_made,
            ),
        ),
        problems=(400, 401, 403, 413, 415, 422),
        needs_token=True,
        description="With the organizer key. Whoever has an arbiter's key sees all of every game "
        "and rules in it (`POST /games/{id}/actions`), under this name.",
    ),
    "getAttention": Call(
        answers=(
            Answer("Claims, paused games and clocks.", Waiting, example=example_of.attention),
        ),
        problems=(401,),
        needs_token=True,
        description="With the key of an arbiter or of the organizer. At most 200 games are looked "
        "at, and 20 clocks told.",
    ),
    "listArbiters": Call(
        answers=(Answer("Those whose keys hold.", AllArbiters, example=example_of.arbiters),),
        problems=(401, 403),
        needs_token=True,
        description="With the organizer key.",
    ),
    "revokeArbiter": Call(
        answers=(Answer("The key opens nothing any more.", status=204),),
        problems=(400, 401, 403, 404),
        needs_token=True,
        description="With the organizer key. Streams that were opened with the key end; what was "
        "ruled with it stays.",
    ),
    "getReplay": Call(
        answers=tagged("The replay file.", TEXT, example_of.replay_file, kinds=NDJSON),
        problems=SEEING,
    ),
    "getProof": Call(
        answers=tagged("The proof.", TEXT, proof, kinds=("text/plain",)),
        problems=SEEING,
        description="A `c2sp.org/tlog-proof@v1`: where the entry's leaf stands in the transparency "
        "log, its path to the root, and the signed head. Entry 1, every settlement, every ruling "
        "and the end have one, soon after they are written. The log itself is at `/tlog`.",
    ),
    "auditGame": Call(
        answers=(
            Answer(
                "The verdicts, or why there are none.",
                VERDICTS,
                headers=ETAG,
                example=example_of.verdicts,
            ),
            Answer("A worker is at it.", Pending, 202, headers=SOON, example=example_of.pending),
            UNCHANGED,
        ),
        problems=SEEING,
    ),
    "getGameVersus": Call(
        answers=(
            Answer(
                "Both sides of the first entry that parts.",
                SideBySide,
                headers=ETAG,
                example=example_of.side_by_sides,
            ),
            Answer("Nothing parts from the rules, as far as is known.", status=204),
        ),
        problems=(*SEEING, 422),
    ),
    "uploadReplay": Call(
        body={"type": "string", "minLength": 1},
        body_kinds=("application/octet-stream", "text/plain", *NDJSON),
        answers=(
            Answer(
                "A worker is at it.",
                Pending,
                202,
                headers=SOON,
                links=dict.fromkeys(WATCHING, THIS_AUDIT),
                example=example_of.pending,
            ),
        ),
        problems=(400, 413, 507),
    ),
    "getAudit": Call(
        answers=(
            Answer(
                "The verdicts, or why there are none.",
                VERDICTS,
                headers=ETAG,
                example=example_of.verdicts,
            ),
            Answer("A worker is at it.", Pending, 202, headers=SOON, example=example_of.pending),
            UNCHANGED,
        ),
        problems=(400, 404),
    ),
    "getFileGame": Call(
        answers=tagged("The game as the file ends.", Summary, example_of.summary),
        problems=OF_FILE,
        description="`version` is how far the file can be followed; it may hold more entries.",
    ),
    "getFileFrames": Call(
        answers=tagged("Frames, at most 100 versions of them.", Frames, example_of.frames),
        problems=OF_FILE,
    ),
    "getFileState": Call(
        answers=tagged("The table then, as the file has it.", "View", example_of.views),
        problems=OF_FILE,
    ),
    "getFileScorings": Call(
        answers=tagged("Every settlement of the file.", Scorings, example_of.scorings),
        problems=OF_FILE,
    ),
    "getFileScoredNow": Call(
        answers=tagged("At most 500 versions of the file.", AllScored, example_of.scored_now),
        problems=OF_FILE,
    ),
    "getFileCatalog": Call(
        answers=(
            Answer("The catalog, names included.", CATALOG, example=example_of.catalog),
            UNCHANGED,
        ),
        problems=OF_FILE,
    ),
    "getFileVersus": Call(
        answers=(
            Answer(
                "Both sides of the first entry that parts.",
                SideBySide,
                headers=ETAG,
                example=example_of.side_by_sides,
            ),
            Answer("Nothing parts from the rules, as far as is known.", status=204),
            UNCHANGED,
        ),
        problems=OF_FILE,
    ),
    "getFilePicture": Call(
        answers=tagged("The picture.", TEXT, example_of.picture, kinds=("image/svg+xml",)),
        problems=OF_FILE,
        description="As `/games/{id}/picture`, of the file's own moments.",
    ),
    "getFilePicturePng": Call(
        answers=tagged("The picture.", BYTES, example_of.picture_png, kinds=("image/png",)),
        problems=OF_FILE,
    ),
    "listRules": Call(answers=tagged("The games there are.", AllRules, example_of.all_rules)),
    "getRules": Call(
        answers=(Answer("Everything on one game.", RuleSet, example=example_of.rules), UNCHANGED),
        problems=(400, 404),
    ),
    "getTableRules": Call(
        answers=tagged("Its refusals, actions and events.", TableRules, example_of.table),
        description="What holds around any game: clocks, claims, take-backs, rulings.",
    ),
    "getTableRulesText": Call(
        answers=tagged(
            "The document in English, with an anchor per section and formula.",
            TEXT,
            example_of.table_text,
            kinds=("text/html", "text/markdown"),
        ),
        description="As the documents of the games; `B5` is at `#B5`.",
    ),
    "listSchemas": Call(
        answers=tagged("All of them.", AllSchemas, example_of.schema_list),
        description="Every schema has its address as `$id`, which stays; `version` is the release "
        "that wrote it down.",
    ),
    "getSchemas": Call(
        answers=tagged("The schema.", JSON_SCHEMA, example_of.schema_of_actions),
        problems=(400, 404),
    ),
    "getSchema": Call(
        answers=tagged("The schema.", JSON_SCHEMA, example_of.schema_of_one),
        problems=(400, 404),
    ),
    "getCatalog": Call(
        answers=(Answer("The catalog.", CATALOG, example=example_of.catalog), UNCHANGED),
        problems=(400, 404),
    ),
    "getRulesText": Call(
        answers=tagged(
            "The document in English, with an anchor per section.",
            TEXT,
            example_of.rules_text,
            kinds=("text/html", "text/markdown"),
        ),
        problems=(400, 404),
        description="A page for whoever accepts `text/html`, else the Markdown it is written in "
        "(`Accept: text/markdown`). The `section` that a refusal names is an anchor of the page: "
        "`7.3` is at `#7.3`, `13, R-05` at `#R-05`.",
    ),
    "getKeys": Call(
        answers=(
            Answer(
                "The keys; as plain text, if you accept only that.", Keys, example=example_of.keys
            ),
        ),
        description="With `Accept: text/plain`, one key per line, as `schichtbuch verify --key` "
        "reads it.",
    ),
    "live": Call(answers=(Answer("It lives.", Live, example=example_of.live),)),
    "ready": Call(
        answers=(
            Answer("It is ready.", Ready, example=example_of.ready),
            Answer("It is not.", Ready, 503),
        )
    ),
    "metrics": Call(
        answers=(Answer("Figures.", TEXT, kinds=("text/plain",), example=example_of.figures),)
    ),
}
