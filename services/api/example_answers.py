"""Examples of answers, taken from a recorded game and made by the code that answers."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.decider import AnyGame
from domain.registry import GAMES
from replays.aggregate import Aggregate
from replays.entry import Entry
from replays.file import read_replay
from replays.samples import sample_keys, samples
from replays.verify import verify
from services.api.backend import commitment, origin_of
from services.api.calls.audits import Pending
from services.api.calls.choices import Offered
from services.api.calls.frames import Frames, Showing, entry_frames
from services.api.calls.games import GameBegun, SeatToken
from services.api.calls.health import Live, Ready
from services.api.calls.keys import Keys, PublicKey
from services.api.calls.rules import every_game
from services.api.calls.scorings import SETTLES, Scorings, told
from services.api.http.links import PREFIX, game_links
from services.api.openapi.examples import begun
from services.api.reading import PUBLIC
from services.api.rulesets import rule_set
from services.api.summaries import Games, summarized
from services.api.viewers import as_event
from services.tokens import Seed

SAMPLE = "gluck_auf/two-players"
SEED = Seed(b"example")
FEW = 2

Named = dict[str, Any]


class Played(Struct, frozen=True):
    data: bytes
    entries: tuple[Entry, ...]
    game: Aggregate
    """As it ended."""

    def until(self, version: int) -> Aggregate:
        return _folded(self.game.game_id, self.entries[:version])


@cache
def _played() -> Played:
    data = dict(samples())[SAMPLE]
    replay = read_replay(data)
    entries = tuple(replay.entries)
    assert replay.header
    return Played(data, entries, _folded(replay.header.game, entries))


def _folded(game_id: str, entries: tuple[Entry, ...]) -> Aggregate:
    first, *others = entries
    aggregate = Aggregate.begin(game_id, first)
    for entry in others:
        aggregate.follow(entry)
    return aggregate


def game_begun() -> Named:
    played, game_id = _played(), SEED.game_id
    seats = [SeatToken(0, "Anna", SEED.token(0)), SeatToken(1, "Béla", None)]
    links = game_links(game_id, played.game.game.name)
    secret = commitment(played.entries[0])
    return {"begun": GameBegun(game_id, 1, secret, seats, SEED.creator_key, links)}


def seat_token() -> Named:
    return {"renewed": SeatToken(0, "Anna", SEED.token(0))}


def summary() -> Named:
    game = _played().game
    return {"finished": summarized(game, origin_of(game, _played().entries[0]))}


def game_list() -> Named:
    game = _played().game
    return {"page": Games([*summary().values()], f"{game.created_at}/{game.game_id}")}


def entries() -> Named:
    return {"entry": msgspec.json.decode(_played().entries[1].line)}


def choices() -> Named:
    return {name: _offered(game, None) for name, game in GAMES.items()}


def extended() -> Named:
    """One part more of the first draft that there is."""
    game = GAMES["kartenspiel"]
    state, seat = begun(game)
    draft = next(choice.action for choice in game.choices(state, seat) if choice.open)
    return {"extended": _offered(game, draft)}


def _offered(game: AnyGame, draft: Any) -> Offered:
    state, seat = begun(game)
    return Offered(1, seat, list(game.choices(state, seat, draft)[:FEW]))


def views() -> Named:
    return {name: game.view(begun(game)[0], None, ("Anna", "Béla")) for name, game in GAMES.items()}


def log_lines() -> Named:
    return {"line": _played().entries[1].line.decode() + "\n"}


def stream_events() -> Named:
    played = _played()
    return {"entry": as_event(played.game.game, 2, played.entries[1], PUBLIC).decode()}


def frames() -> Named:
    played, showing = _played(), Showing(PUBLIC, "en", named=True)
    past, version = played.until(1), played.game.version
    shown = [frame for frame, _ in entry_frames(past, played.entries[1], showing, None)]
    after = f"{PREFIX}/games/{past.game_id}/frames?from=3&lang=en"
    return {"frames": Frames(version, shown, after)}


def scorings() -> Named:
    played = _played()
    settled = next(entry for entry in played.entries if SETTLES in entry.line)
    told_so = told(played.game, settled, PUBLIC, "en")
    few = msgspec.structs.replace(told_so, events=told_so.events[:FEW])
    return {"first": Scorings(told_so.version, [few])}


def replay_file() -> Named:
    header, *_ = _played().data.split(b"\n")
    return {"header": header.decode() + "\n…\n"}


def verdicts() -> Named:
    return {"sound": verify(_played().data, sample_keys())}


def pending() -> Named:
    here = f"{PREFIX}/audits/{'0' * 32}"
    return {"pending": Pending("0" * 32, "pending", {"self": here})}


def all_rules() -> Named:
    return {"rules": every_game()}


def rules() -> Named:
    """Without most of what makes it long."""
    whole = rule_set("gluck-auf")
    refusals = dict(list(whole.refusals.items())[:FEW])
    return {"short": msgspec.structs.replace(whole, refusals=refusals, schemas={})}


def catalog() -> Named:
    content = GAMES["gluck-auf"].catalog.named
    return {"beginning": {name: content[name] for name in list(content)[:FEW]}}


def rules_text() -> Named:
    return {"beginning": "# Glück Auf\n\n…\n"}


def keys() -> Named:
    key = sample_keys()[0]
    return {"one": Keys([PublicKey(key.name, key.key_id.hex(), str(key))])}


def live() -> Named:
    return {"alive": Live("alive")}


def ready() -> Named:
    return {"ready": Ready(ready=True, reasons=[], warnings=[])}


def figures() -> Named:
    return {"figure": 'schichtbuch_games{game="gluck-auf",status="running"} 12.0\n'}


EXAMPLES: dict[tuple[str, int], Callable[[], Named]] = {
    ("createGame", 201): game_begun,
    ("renewToken", 201): seat_token,
    ("listGames", 200): game_list,
    ("getGame", 200): summary,
    ("act", 201): entries,
    ("getChoices", 200): choices,
    ("extendDraft", 200): extended,
    ("getState", 200): views,
    ("getLog", 200): log_lines,
    ("stream", 200): stream_events,
    ("getFrames", 200): frames,
    ("getScorings", 200): scorings,
    ("getReplay", 200): replay_file,
    ("auditGame", 200): verdicts,
    ("auditGame", 202): pending,
    ("uploadReplay", 202): pending,
    ("getAudit", 200): verdicts,
    ("getAudit", 202): pending,
    ("listRules", 200): all_rules,
    ("getRules", 200): rules,
    ("getCatalog", 200): catalog,
    ("getGameCatalog", 200): catalog,
    ("getRulesText", 200): rules_text,
    ("getKeys", 200): keys,
    ("live", 200): live,
    ("ready", 200): ready,
    ("metrics", 200): figures,
}
"""By call and status."""
