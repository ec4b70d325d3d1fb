"""The client's models and calls are those of the OpenAPI document: fields, optionality, paths."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from msgspec import Struct

import schichtbuch_client
from infra.settings import Settings
from schichtbuch_client import asynchronous, blocking
from schichtbuch_client.call import Call
from schichtbuch_client.calls import game, service, tournament, webhooks
from schichtbuch_client.models import (
    arbiters,
    audits,
    frames,
    games,
    messages,
    opening,
    organizing,
    problems,
    regulation,
    rules,
    scorings,
    table,
    tournaments,
    turns,
)
from schichtbuch_client.models import webhooks as webhook_models
from schichtbuch_client.models.organizing import ByHand
from schichtbuch_client.models.webhooks import EveryGame
from services.api.openapi.document import complete
from services.site import create_app
from tests.clients.python.schemas import REF, Json, properties, shape

MODELS = (
    arbiters,
    audits,
    frames,
    games,
    messages,
    opening,
    organizing,
    problems,
    regulation,
    rules,
    scorings,
    table,
    tournaments,
    turns,
    webhook_models,
)
PREFIXES = {
    table: "table.",
    organizing: "tournament.",
    regulation: "tournament.",
    tournaments: "tournament.",
}
"""Of the names of schemas that other modules have, too."""
NAMES = {
    "tournament.Register": "tournament.RegisterSent",
    "tournament.Replace": "tournament.ReplaceSent",
}
"""What is sent is not what the log has of it."""
ALLOWED = {"httpx", "msgspec", "schichtbuch_client", *sys.stdlib_module_names}
PLAIN = {"null", "string"}
SERVICE, GAME, FILE = "/api/v1", "/api/v1/games/{game_id}", "/api/v1/audits/{audit_id}"
EVENT = "/api/v1/tournaments/{tournament_id}"
SPAN: Json = {"since": 1, "until": 2, "lang": "de", "seat": 0, "everything": True}
LOOK: Json = {"at": "1", "lang": "de", "seat": 0, "everything": True}
CALLS: list[tuple[str, str, Call[Any]]] = [
    ("createGame", SERVICE, service.create_game("gluck-auf", [])),
    (
        "listGames",
        SERVICE,
        service.page_of_games(
            game="gluck-auf",
            status="running",
            player="Anna",
            search="Anna",
            since="2026-01-01",
            until="2026-01-02",
            sort="oldest",
            limit=1,
            cursor="x",
        ),
    ),
    ("uploadReplay", SERVICE, service.upload_replay(b"")),
    ("createArbiter", SERVICE, service.create_arbiter("Ria")),
    ("listArbiters", SERVICE, service.list_arbiters()),
    ("revokeArbiter", SERVICE, service.revoke_arbiter("0")),
    ("getAttention", SERVICE, service.attention()),
    ("listRules", SERVICE, service.list_rules()),
    ("getRules", SERVICE, service.rules("gluck-auf")),
    ("getTableRules", SERVICE, service.table_rules()),
    ("getRulesText", SERVICE, service.rules_text("gluck-auf")),
    ("getTableRulesText", SERVICE, service.rules_text("table")),
    ("getCatalog", SERVICE, service.catalog("gluck-auf")),
    ("getKeys", SERVICE, service.keys()),
    ("createWebhook", SERVICE, webhooks.create_webhook("https://a.example", EveryGame())),
    ("listWebhooks", SERVICE, webhooks.list_webhooks(game_id="x", tournament_id="y")),
    ("getWebhook", SERVICE, webhooks.webhook("0")),
    ("changeWebhook", SERVICE, webhooks.change_webhook("0", enabled=True)),
    ("deleteWebhook", SERVICE, webhooks.delete_webhook("0")),
    ("rotateWebhookSecret", SERVICE, webhooks.rotate_webhook_secret("0")),
    ("getDeliveries", SERVICE, webhooks.deliveries("0")),
    ("redeliver", SERVICE, webhooks.redeliver("0", "game_x_2_game-action")),
    ("testWebhook", SERVICE, webhooks.test_webhook("0")),
    ("getGame", GAME, game.summary()),
    ("act", GAME, game.act({}, at=1)),
    ("act", GAME, game.act_all([{}], at=1)),
    ("getChoices", GAME, game.choices(seat=0, lang="de", effects=True)),
    ("extendDraft", GAME, game.extend({}, seat=0, lang="de", effects=True)),
    ("extendDraft", GAME, game.explain({}, seat=0, lang="de")),
    ("getHint", GAME, game.hint(lang="de")),
    ("takeSeat", GAME, game.take_seat(0, "Anna")),
    ("renewToken", GAME, game.renew_token(0)),
    ("rematch", GAME, game.rematch()),
    ("eraseNames", GAME, game.erase_names()),
    ("getState", GAME, game.state(at="1", seat=0)),
    ("getLog", GAME, game.log(since=1, until=2)),
    ("getFrames", GAME, game.page_of_frames(**SPAN)),
    ("getScoredNow", GAME, game.page_of_scored_now(**SPAN, events=True)),
    ("getScorings", GAME, game.scorings(lang="de")),
    ("getGameCatalog", GAME, game.catalog()),
    ("getPicture", GAME, game.picture(**LOOK)),
    ("getPicturePng", GAME, game.picture_png(**LOOK, width=160)),
    ("getProof", GAME, game.proof(version=1)),
    ("getReplay", GAME, game.replay()),
    ("auditGame", GAME, game.audit(lang="de")),
    ("getGameVersus", GAME, game.game_versus(lang="de")),
    ("stream", GAME, game.stream(0, frames=True, lang="de")),
    ("getAudit", FILE, game.file_audit(lang="de")),
    ("getFileGame", FILE, game.file_summary()),
    ("getFileState", FILE, game.state(at="1", seat=0)),
    ("getFileFrames", FILE, game.page_of_frames(**SPAN)),
    ("getFileScorings", FILE, game.scorings(lang="de")),
    ("getFileScoredNow", FILE, game.page_of_scored_now(**SPAN, events=True)),
    ("getFileCatalog", FILE, game.catalog()),
    ("getFileVersus", FILE, game.versus(lang="de")),
    ("getFilePicture", FILE, game.picture(**LOOK)),
    ("getFilePicturePng", FILE, game.picture_png(**LOOK, width=160)),
    ("listSchemas", SERVICE, service.list_schemas()),
    ("getSchemas", SERVICE, service.schema("gluck-auf", "events")),
    ("getSchema", SERVICE, service.schema("gluck-auf", "actions", "draft_order")),
    ("createTournament", SERVICE, service.create_tournament({})),
    ("listTournaments", SERVICE, service.page_of_tournaments("1", limit=1)),
    ("getTournament", EVENT, tournament.summary()),
    ("actInTournament", EVENT, tournament.act({}, at=1)),
    ("actInTournament", EVENT, tournament.act_all([{}], at=1)),
    ("getTournamentLog", EVENT, tournament.log(since=1, until=2)),
    ("getTournamentReplay", EVENT, tournament.replay()),
    ("getTournamentState", EVENT, tournament.state(at=1)),
    ("streamTournament", EVENT, tournament.stream(0)),
    ("auditTournament", EVENT, tournament.audit(lang="de")),
    ("getBundle", EVENT, tournament.bundle(names=True)),
    ("getSheet", EVENT, tournament.sheet("slips", round=1, format="pdf", lang="de")),
    ("getRound", EVENT, tournament.round_of(1)),
    ("getBoards", EVENT, tournament.boards(1)),
    ("getStandings", EVENT, tournament.standings(after=1)),
    ("whyHere", EVENT, tournament.why(1, 1)),
    ("whatIf", EVENT, tournament.what_if(1, ByHand([]))),
    ("openTableAgain", EVENT, tournament.open_table_again(1, 1)),
    ("getEntrant", EVENT, tournament.entrant(1)),
    ("getOwnEntrant", EVENT, tournament.own_entrant()),
    ("renewEntrantToken", EVENT, tournament.renew_entrant_token(1)),
    ("eraseEntrantName", EVENT, tournament.erase_entrant_name(1)),
    ("createEventKey", EVENT, tournament.create_key("Ria")),
    ("listEventKeys", EVENT, tournament.list_keys()),
    ("getTournamentProof", EVENT, tournament.proof(version=1)),
    ("revokeEventKey", EVENT, tournament.revoke_key("0")),
]
"""Each with everything that can be asked for."""
ASIDE = {"stream": {"after"}, "streamTournament": {"after"}, "extendDraft": {"why"}}
"""`Last-Event-ID` says the same as `after`, and to ask why is a call of its own."""
FOR_OPERATORS = {"live", "ready", "metrics"}


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Json:
    app = create_app(Settings(data=tmp_path_factory.mktemp("none")))
    whole: Json = msgspec.json.decode(msgspec.json.encode(complete(app.openapi_schema.to_schema())))
    return whole


@pytest.fixture(scope="module")
def operations(document: Json) -> dict[str, Json]:
    return {
        operation["operationId"]: {**operation, "method": method.upper(), "path": path}
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def structs(module: ModuleType) -> Iterator[type[Struct]]:
    for _, kind in inspect.getmembers(module, inspect.isclass):
        if kind.__module__ != module.__name__ or kind.__name__.startswith("_"):
            continue
        if issubclass(kind, Struct):
            yield kind


@pytest.mark.parametrize("model", [m for module in MODELS for m in structs(module)])
def test_every_model_has_the_fields_of_the_document(document: Json, model: type[Struct]) -> None:

    _, parts = msgspec.json.schema_components([model], ref_template=REF + "{name}")
    name = PREFIXES.get(sys.modules[model.__module__], "") + model.__name__
    theirs = document["components"]["schemas"][NAMES.get(name, name)]
    assert properties(parts[model.__name__]) == properties(theirs)


@pytest.mark.parametrize(("operation_id", "here", "call"), CALLS)
def test_every_call_is_one_of_the_document(
    operations: dict[str, Json], operation_id: str, here: str, call: Call[Any]
) -> None:
    operation = operations[operation_id]
    template = re.sub(r"\\{[a-z_]+\\}", "[^/]+", re.escape(operation["path"]))
    assert call.method == operation["method"]
    assert re.fullmatch(template, here + call.path)
    documented = {
        each["name"] for each in operation.get("parameters", ()) if each["in"] != "path"
    } - ASIDE.get(operation_id, set())
    sent = {*call.query, *call.headers} - {"Accept", "Accept-Encoding", "Content-Type"}
    assert sent - ASIDE.get(operation_id, set()) <= documented
    if operation_id not in {"extendDraft"}:
        assert sent == documented


@pytest.mark.parametrize(("operation_id", "here", "call"), CALLS)
def test_every_answer_is_read_as_the_document_says(
    operations: dict[str, Json], operation_id: str, here: str, call: Call[Any]
) -> None:
    del here
    answers = operations[operation_id]["responses"]
    success = next(answer for status, answer in answers.items() if status.startswith("2"))
    kinds = [shape(content["schema"]) for content in success.get("content", {}).values()]
    if call.kind is msgspec.Raw:
        return  # verdicts, a failure or neither yet: told apart by `auditing.py`
    if call.kind in (bytes, str, type(None)):
        assert all(kind <= PLAIN for kind in kinds)
        return
    [top], _ = msgspec.json.schema_components([call.kind], ref_template=REF + "{name}")
    assert shape(top) <= kinds[0]


def test_every_call_of_the_document_can_be_made(operations: dict[str, Json]) -> None:
    made = {operation_id for operation_id, _, _ in CALLS} | FOR_OPERATORS
    assert operations.keys() - made == set()


PAIRS = [
    (blocking.Client, asynchronous.AsyncClient),
    (blocking.Game, asynchronous.AsyncGame),
    (blocking.AuditedFile, asynchronous.AsyncAuditedFile),
    (blocking.Tournament, asynchronous.AsyncTournament),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_both_clients_can_do_the_same(one: type[Any], other: type[Any]) -> None:
    closing = {"close", "aclose"}
    mine, theirs = ({name for name in dir(c) if name[0] != "_"} for c in (one, other))
    assert mine - closing == theirs - closing


def test_the_client_needs_msgspec_and_httpx_only() -> None:
    folder = Path(schichtbuch_client.__file__).parent
    for path in folder.rglob("*.py"):
        names = {name.partition(".")[0] for name in imported(path)}
        extra = {"cryptography"} if path.name == "signature.py" else set()
        assert names <= ALLOWED | extra, path


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
