"""Examples of answers, taken from a recorded game and made by the code that answers."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from domain.kernel import consequences
from domain.kernel.decider import AnyGame
from domain.registry import GAMES
from infra.arbiters import Arbiter
from infra.listed_games import Look
from replays.aggregate import Aggregate
from replays.entry import Entry
from replays.file import read_replay
from replays.samples import sample_keys, samples
from replays.verify import verify
from services.api.calls.arbiters import AllArbiters, ArbiterMade
from services.api.calls.attention import FallingClock, PausedGame, Waiting, WaitingClaim
from services.api.calls.audits import Pending
from services.api.calls.frames import Frames
from services.api.calls.health import Live, Ready
from services.api.calls.hint import HintTold
from services.api.calls.keys import Keys, UsedKey
from services.api.calls.rematch import NextSeat, Rematch
from services.api.calls.rules import every_game
from services.api.calls.scored_now import AllScored
from services.api.calls.scorings import SETTLES, Scorings, told
from services.api.calls.taking import SeatTaken
from services.api.frames import Showing, entry_frames
from services.api.http.links import PREFIX, game_links
from services.api.listing import Games, as_listed
from services.api.live_frames import Newest
from services.api.offers import Offered, choice_in_words, headings
from services.api.openapi.examples import begun
from services.api.opening import GameBegun, SeatToken
from services.api.origins import commitment, origin_of
from services.api.reading import PUBLIC, seen_view
from services.api.recorded_file import SideBySide
from services.api.rulesets import rule_set, table_rules
from services.api.schemas import all_schemas, every_schema
from services.api.scored_now import scored_entries
from services.api.summaries import summarized
from services.api.telling import as_event
from services.tokens import Seed

SAMPLE = "gluck_auf/two-players"
SEED = Seed(b"example")
FEW = 2
ARBITER = Arbiter("00112233445566ff", "Ria", "2026-11-16T12:00:00.000Z")

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


def recorded() -> tuple[tuple[Entry, ...], Aggregate]:
    """The entries of the recorded game, and the game as it began."""
    played = _played()
    return played.entries, played.until(1)


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
    begun = GameBegun(game_id, 1, secret, seats, SEED.creator_key, links)
    open_seats = [seats[0], SeatToken(1, "", None, SEED.invite(1))]
    until = "2026-11-17T12:00:00Z"
    room = GameBegun(game_id, 0, secret, open_seats, SEED.creator_key, links, "waiting", until)
    return {"begun": begun, "waiting": room}


def seat_taken() -> Named:
    links = game_links(SEED.game_id, "gluck-auf")
    return {"sits": SeatTaken(1, "Béla", SEED.token(1), "running", 1, links)}


def rematch() -> Named:
    links = game_links(SEED.game_id, "gluck-auf")
    seats = [NextSeat(0, "Béla", sits=False), NextSeat(1, "Anna", sits=True)]
    waits = Rematch(SEED.game_id, "waiting", 1, SEED.token(1), None, seats, links)
    return {"waiting": waits}


def hint() -> Named:
    game = GAMES["gluck-auf"]
    state, seat = begun(game)
    seen = game.seen(state, seat)
    found = game.hint(
        game.view(seen, seat), lambda draft: game.choices(seen, seat, draft), game.catalog
    )
    effects = consequences.told(game, seen, seat, found.action, "en", ("Anna", "Béla"))
    return {"draft": HintTold(1, seat, found.action, effects, game.explain_hint(found, "en"))}


def seat_token() -> Named:
    return {"renewed": SeatToken(0, "Anna", SEED.token(0))}


def arbiter_made() -> Named:
    return {"made": ArbiterMade(**asdict(ARBITER), key=SEED.creator_key)}


def attention() -> Named:
    game_id, game = SEED.game_id, "gluck-auf"
    claim = WaitingClaim(game_id, game, 19, 1, "Bruno", "17.3", "I had two workers left.")
    paused = PausedGame(game_id, game, ["Anna", "Bruno"])
    clock = FallingClock(game_id, game, 1, "Bruno", 42_000)
    return {"one": Waiting([claim], [paused], [clock])}


def arbiters() -> Named:
    return {"one": AllArbiters([ARBITER])}


def summary() -> Named:
    game = _played().game
    return {"finished": summarized(game, origin_of(game, _played().entries[0]))}


def game_list() -> Named:
    game = _played().game
    [finished] = summary().values()
    look = Look(game.version, points={1: b"[12,9]", 2: b"[61,48]"})
    cursor = f"{game.created_at}/{game.game_id}"
    return {"page": Games([as_listed(finished, look, "en")], cursor)}


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
    words = game.describe(state, seat, draft, "en", ("Anna", "Béla"))
    few = [choice_in_words(choice, words) for choice in game.choices(state, seat, draft)[:FEW]]
    return Offered(1, seat, few, headings(game, few, "en"))


def views() -> Named:
    return {name: game.view(begun(game)[0], None, ("Anna", "Béla")) for name, game in GAMES.items()}


def log_lines() -> Named:
    return {"line": _played().entries[1].line.decode() + "\n"}


def stream_events() -> Named:
    played = _played()
    shown = Newest(played.until(1)).follow(played.entries[1], Showing(PUBLIC, "en"))
    return {
        "entry": as_event(played.game.game, 2, played.entries[1], PUBLIC).decode(),
        "frames": shown.first.decode(),
    }


def frames() -> Named:
    played, showing = _played(), Showing(PUBLIC, "en", named=True)
    past, version = played.until(1), played.game.version
    shown = [frame for frame, _ in entry_frames(past, played.entries[1], showing, None)]
    after = f"{PREFIX}/games/{past.game_id}/frames?from=3&lang=en"
    return {"frames": Frames(version, shown, after)}


def scorings() -> Named:
    played = _played()
    settled = next(entry for entry in played.entries if SETTLES in entry.line)
    told_so = told(played.game, settled, played.game.names, PUBLIC, "en")
    few = msgspec.structs.replace(told_so, events=told_so.events[:FEW])
    return {"first": Scorings(told_so.version, [few])}


def scored_now() -> Named:
    played, showing = _played(), Showing(PUBLIC, "en", named=True)
    past, version = played.until(40), played.game.version
    found = list(scored_entries(past, played.entries[40 : 40 + FEW], showing))
    after = f"{PREFIX}/games/{past.game_id}/scored-now?from={41 + FEW}&lang=en"
    return {"entries": AllScored(version, found, after)}


def replay_file() -> Named:
    header, *_ = _played().data.split(b"\n")
    return {"header": header.decode() + "\n…\n"}


def verdicts() -> Named:
    return {"sound": verify(_played().data, sample_keys())}


def side_by_sides() -> Named:
    played = _played()
    before = msgspec.to_builtins(seen_view(played.until(1), PUBLIC), str_keys=True)
    shown = frames()["frames"].frames[:1]
    return {"parted": SideBySide(2, 1, before, shown, shown, None)}


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


def table() -> Named:
    """Without most of what makes it long."""
    whole = table_rules()
    refusals = dict(list(whole.refusals.items())[:FEW])
    return {"short": msgspec.structs.replace(whole, refusals=refusals, schemas={})}


def catalog() -> Named:
    content = GAMES["gluck-auf"].catalog.named
    return {"beginning": {name: content[name] for name in list(content)[:FEW]}}


def rules_text() -> Named:
    return {"beginning": "# Glück Auf\n\n…\n"}


def table_text() -> Named:
    return {"beginning": "# The table: people, clocks, claims and rulings around any game\n\n…\n"}


def schema_list() -> Named:
    whole = all_schemas()
    return {"beginning": msgspec.structs.replace(whole, schemas=whole.schemas[:FEW])}


def schema_of_actions() -> Named:
    return {"all": msgspec.json.decode(every_schema()["table/actions"].body)}


def schema_of_one() -> Named:
    return {"claim": msgspec.json.decode(every_schema()["table/actions/table_claim"].body)}


def keys() -> Named:
    key = sample_keys()[0]
    since = "2026-11-16T12:00:00.000Z"
    used = UsedKey(key.name, key.key_id.hex(), str(key), "replay", since, None)
    return {"one": Keys([used], [])}


def live() -> Named:
    return {"alive": Live("alive")}


def ready() -> Named:
    return {"ready": Ready(ready=True, reasons=[], warnings=[])}


def figures() -> Named:
    return {"figure": 'schichtbuch_games{game="gluck-auf",status="running"} 12.0\n'}


def picture() -> Named:
    size = 'width="1600" height="840" viewBox="0 0 1600 840"'
    said = "<title>Anna, Bruno · Glück Auf</title><desc>Anna places 2 workers.</desc>"
    return {"beginning": f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{said}</svg>'}


def picture_png() -> Named:
    return {"beginning": "\u0089PNG\r\n\u001a\n"}
