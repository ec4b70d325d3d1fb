"""Every status that says no, what it means and an example."""

from typing import Any

from services.api.http.problems import MEDIA_TYPE

RULE = {
    "status": 422,
    "type": "urn:schichtbuch:problem:not_your_turn",
    "title": "Unprocessable Entity",
    "code": "not_your_turn",
    "detail": "It is not your turn.",
    "facts": {"turn": 1},
    "game": "gluck-auf",
    "section": "4",
    "rule": "gluck-auf 4",
    "rule_url": "/api/v1/rules/gluck-auf/text#4",
}
PROBLEMS: dict[int, tuple[str, dict[str, Any]]] = {
    400: (
        "Malformed: `malformed_json`, `invalid_request` (with `errors`), `if_match_invalid`, "
        "`idempotency_key_invalid`, `moment_invalid`, `last_event_id_invalid`, `cursor_invalid`",
        {"code": "malformed_json", "detail": "The body is not JSON."},
    ),
    401: (
        "`token_unknown`: this token opens nothing here; `token_needed`: acting takes a token",
        {"code": "token_unknown", "detail": "This token opens nothing here."},
    ),
    403: (
        "`seat_forbidden`: the caller is known, but this is another seat's business; "
        "`organizer_needed`; `arbiter_needed`: only an arbiter rules; `entrant_needed`; "
        "`service_only`; "
        "`deal_embargoed`: other tables of the tournament still play the same deal",
        {
            "code": "seat_forbidden",
            "detail": "Until the game is over, only that seat may see this.",
        },
    ),
    404: (
        "`game_unknown`, `moment_unknown`, `seat_unknown`, `audit_unknown`, "
        "`audit_file_gone`, `rules_unknown`, `arbiter_unknown`, `schema_unknown`, "
        "`webhook_unknown`, `message_unknown`; `no_leaf`: this entry does not stand in the "
        "transparency log; `not_yet_signed`: it soon will",
        {"code": "game_unknown", "detail": "There is no game with this id."},
    ),
    409: (
        "`stale_version`: the game has moved on to `current`; `idempotency_key_reused`: another "
        "game was created with this key; `seat_is_bot`: nobody else acts for a bot's seat; "
        "`names_in_log`: a game from before names could be erased; `table_not_void`, `deal_seen`: "
        "the table of a tournament is not opened anew; `webhooks_too_many`; `webhook_disabled`: "
        "nothing is sent until it is enabled again",
        {"code": "stale_version", "detail": "The game is at 18.", "current": 18},
    ),
    413: (
        "`body_too_large`",
        {"code": "body_too_large", "detail": "Request Entity Too Large"},
    ),
    415: (
        "`media_type_unsupported`: bodies are application/json",
        {"code": "media_type_unsupported", "detail": "Send the body as application/json."},
    ),
    422: (
        "A rule of the game or of the table says no: its `code`, `facts`, `section` and a sentence "
        "in the caller's language. "
        "Also `invalid_body` (with `path`), `invalid_setup`, `name_invalid` and `salt_invalid` "
        "(with `path` and `facts`), `idempotency_key_reused`, `audit_unwatchable`, "
        "`webhook_url_invalid` (with `facts.reason`), `webhook_kind_unknown`",
        RULE,
    ),
    429: (
        "`rate_limited`: wait for `Retry-After` seconds (uploads, new games and unknown tokens "
        "have smaller limits than other requests); `uploads_too_many`: too many files of this "
        "address wait for their audit; `redeliveries_too_many`",
        {"code": "rate_limited", "detail": "Only 6000 requests per minute; wait 12 seconds."},
    ),
    503: (
        "`storage_unavailable`: the log cannot be reached or written at the moment; "
        "`log_damaged`: it holds something that we did not write; "
        "`tlog_damaged`: the transparency log does, or lacks something; "
        "`rules_unknown_here`: it was written under rules or a catalog that this version "
        "does not have; `uploads_unavailable`: files can neither be taken nor looked up; "
        "`files_busy`: too many watch uploaded files; "
        "`pictures_busy`, `sheets_busy`: too many ask for pictures or sheets; "
        "`picture_unavailable`: one took too long",
        {"code": "storage_unavailable", "detail": "Try again."},
    ),
    507: (
        "`uploads_full`: too many files wait for their audit",
        {"code": "uploads_full", "detail": "There is no room for more files just now."},
    ),
}


def problem_answer(status: int) -> dict[str, Any]:
    description, example = PROBLEMS[status]
    code = example["code"]
    shown = {"status": status, "type": f"urn:schichtbuch:problem:{code}", "title": "", **example}
    documented: dict[str, Any] = {
        "description": description,
        "content": {
            MEDIA_TYPE: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {code: {"value": shown}},
            }
        },
    }
    if status in (429, 503, 507):
        said = {"description": "Seconds to wait.", "schema": {"type": "string"}}
        documented["headers"] = {"Retry-After": said}
    return documented
