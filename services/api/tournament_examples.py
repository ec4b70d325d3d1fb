"""Examples for the documentation, from a small event that is played in memory."""

from functools import cache
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.tournament import actions as a
from domain.tournament.asking import question_of
from domain.tournament.pairing.why import what_if, why
from domain.tournament.view import round_view, standings_now, standings_view, view
from replays.checkpoint import Signer
from replays.entry import Entry, sha256
from replays.tournaments.aggregate import Tournament
from replays.tournaments.file import write_tournament
from replays.tournaments.names import sealed_name
from replays.tournaments.report.words import Say
from replays.tournaments.verify import verify_event_log
from services.api.calls.audits import Pending
from services.api.calls.log import joined
from services.api.calls.tournament_boards import Board, BoardClock, BoardOfTable, Boards
from services.api.calls.tournament_entrants import EntrantPage, NewToken, Seated
from services.api.calls.tournament_keys import AllEventKeys, EventKey, KeyMade
from services.api.calls.tournaments import AllTournaments, TournamentBegun, TournamentNow, listed
from services.api.http.links import PREFIX, tournament_links
from services.api.telling import event_of
from services.sheets.contents import Printing, sheet
from services.sheets.page import page
from services.tokens import Seed

Named = dict[str, Any]

SEED = Seed(b"an event")
AT = "2026-11-16T12:00:00.000Z"
PEOPLE = {1: "Anna", 2: "Béla", 3: "Clara", 4: "Dora"}
REGULATION: dict[str, Any] = {
    "title": "Zeche Open",
    "game": "gluck-auf",
    "edition": "de",
    "tables": {"size": 4, "short": 3},
    "stages": [{"kind": "swiss", "rounds": 4}],
    "scoring": {
        "kind": "rank",
        "points": {"4": [60, 36, 24, 12], "3": [60, 36, 24], "2": [60, 24]},
        "bye": 48,
    },
    "ranking": ["points", "wins", "places", "share", "opponents", "lots"],
}


def regulations() -> Named:
    return {"open": REGULATION}


def sent_actions() -> Named:
    return {
        "register": {"type": "register", "name": "Anna", "seed": 1},
        "close": {"type": "close_registration"},
        "several": [{"type": "pair_round"}],
    }


class Played:
    def __init__(self) -> None:
        text = msgspec.json.encode(REGULATION).decode()
        self.event, first = Tournament.create(SEED.game_id, text, b"example", AT)
        self.entries: list[Entry] = []
        self._append(first)
        for number, name in PEOPLE.items():
            self._act("organizer", a.Register(sha256(sealed_name(name, "00" * 16)), number))
        self._act("organizer", a.CloseRegistration())
        self._act("organizer", a.PairByHand(((1, 2, 3, 4),), "An example."))
        self._act("organizer", a.PublishRound())
        self._act("organizer", a.StartRound())
        game = f"{SEED.game_id}-r1-t1"
        self._act("service", a.OpenGame(1, 1, game, sha256(b"deal")))
        result = ((92, 71, 110, 71), (2, 3, 1, 3))
        self._act("service", a.ReadResult(1, 1, game, 140, sha256(b"line"), *result))
        self._act("organizer", a.CloseRound())

    def _act(self, by: a.Author, action: a.TournamentAction) -> None:
        self._append(self.event.decide(by, action, AT))

    def _append(self, decision: Any) -> None:
        self.event.apply(decision)
        self.entries.append(decision.entry)


@cache
def _played() -> Played:
    return Played()


def first_published() -> tuple[Tournament, Entry]:
    """The event when its first round was published, and the entry that says so."""
    entries = _played().entries
    last = next(at for at, entry in enumerate(entries) if b'"round_published"' in entry.line)
    event = Tournament.begin(SEED.game_id, entries[0])
    event.follow_all(entries[1 : last + 1])
    return event, entries[last]


def begun() -> Named:
    links = tournament_links(SEED.game_id)
    commitment = _played().event.commitment
    return {"begun": TournamentBegun(SEED.game_id, 1, commitment, SEED.creator_key, links)}


def all_tournaments() -> Named:
    return {"one": AllTournaments([listed(_played().event)], None)}


def glance() -> Named:
    event = _played().event
    now = TournamentNow(
        **msgspec.structs.asdict(listed(event)),
        version=event.version,
        commitment=event.commitment,
        state=view(event.state, PEOPLE),
    )
    return {"between_rounds": now}


def state() -> Named:
    return {"between_rounds": view(_played().event.state, PEOPLE)}


def entries() -> Named:
    registered = msgspec.json.decode(_played().entries[1].line)
    return {"registered": {**registered, "token": SEED.token(1)}}


def log_lines() -> Named:
    return {"first": joined([entry.line for entry in _played().entries[:2]]).decode()}


def stream_events() -> Named:
    return {"first": event_of(1, _played().entries[0].line).decode()}


def replay_file() -> Named:
    signer = Signer("example", Ed25519PrivateKey.from_private_bytes(bytes(32)))
    return {
        "running": write_tournament(
            SEED.game_id, _played().entries[:2], signer, open_all=False
        ).decode()
    }


def round_now() -> Named:
    return {"closed": round_view(_played().event.state.rounds[0])}


def standings() -> Named:
    event = _played().event
    found = standings_now(event.state, event.chance)
    assert found, "a round is closed"
    return {"after_round_1": standings_view(found, PEOPLE)}


def why_here() -> Named:
    question = question_of(_played().event.state, 1)
    return {"third": why(question, [(1, 2, 3, 4)], (), 3)}


def side_by_side() -> Named:
    question = question_of(_played().event.state, 1, by_hand=True)
    return {"other_order": what_if(question, ([(1, 2, 3, 4)], ()), ([(4, 3, 2, 1)], ()))}


def entrant() -> Named:
    game = f"{SEED.game_id}-r1-t1"
    table = Seated(1, 1, 2, [1, 2, 3, 4], game, [92, 71, 110, 71], [2, 3, 1, 3], SEED.token(2))
    page = EntrantPage(3, "Clara", None, False, False, None, 1, 60, [], [], [table])
    return {"own": page}


def new_token() -> Named:
    return {"renewed": NewToken(SEED.token(1))}


def key_made() -> Named:
    return {"made": KeyMade("5f1d0c7a9e3b2468", "Ria", SEED.creator_key)}


def event_keys() -> Named:
    return {"one": AllEventKeys([EventKey("5f1d0c7a9e3b2468", "Ria")])}


def boards() -> Named:
    clock = BoardClock([901_000, 1_204_000, None, 877_500], [0])
    playing = Board(2, 3, clock, [0], 0, False, False)
    here, there = f"{SEED.game_id}-r1-t1", f"{SEED.game_id}-r1-t2"
    rows = [BoardOfTable(1, here, playing), BoardOfTable(2, there, None)]
    return {"one_is_done": Boards(1, rows)}


def bundle_file() -> Named:
    return {"first_bytes": "PK\u0003\u0004"}


def printed_sheet() -> Named:
    say = Say("en", PEOPLE)
    printing = Printing(
        _played().event, say, "https://example.org", _played().event.state.rounds[0]
    )
    return {"pairings": page(sheet("pairings", printing))}


def verdicts() -> Named:
    played = _played()
    signer = Signer("example", Ed25519PrivateKey.from_private_bytes(bytes(32)))
    file = write_tournament(SEED.game_id, played.entries, signer, open_all=False)
    return {"log_alone": verify_event_log(file).told("en")}


def pending() -> Named:
    where = f"{PREFIX}/tournaments/{SEED.game_id}/audit"
    return {"on_its_way": Pending(f"audit-{SEED.game_id}-12", "pending", {"self": where})}
