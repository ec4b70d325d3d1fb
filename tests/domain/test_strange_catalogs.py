"""Whatever a stranger sends as a catalog is refused in words, or can be played on.

One thing is changed at every kind of place of the printed catalogs; nothing but InvalidSetup may
come of reading it, and nothing but a refusal of creating and playing a game on it.
"""

import tracemalloc
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from domain.bots import bots_for
from domain.kernel.actions import CreateGame, SeatSetup
from domain.kernel.catalog import Catalog
from domain.kernel.catalog_size import LONGEST_TEXT, MOST_BYTES, MOST_ENTRIES, MOST_VALUES
from domain.kernel.chance import CommittedChance
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.registry import GAMES
from tests.domain.mutations import HUGE, Json, Place, changed, places, replacements

CHANCE = CommittedChance(b"a fixed secret, long enough here")
MOVES = 4
SENTENCE = 500
"""A refusal is a sentence, not a copy of the catalog."""
MIB = 2**20

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def read(game: AnyGame, content: Json) -> Any:
    """The catalog, or None if it was refused in words."""
    raw = msgspec.json.encode(content)
    try:
        return game.catalogs.for_new_games(raw)
    except InvalidSetup as refusal:
        said = str(refusal)
    assert 0 < len(said) < SENTENCE
    return None


def refusal_of(game: AnyGame, place: Place, value: Json) -> str:
    with pytest.raises(InvalidSetup) as refusal:
        game.catalogs.for_new_games(msgspec.json.encode(changed(game.catalog.named, place, value)))
    return str(refusal.value)


def mutants(game: AnyGame) -> Iterator[tuple[Place, Json]]:
    for place, value in places(game.catalog.named):
        for other in replacements(value):
            yield place, other


def play(game: AnyGame, catalog: Catalog, moves: int = MOVES) -> None:
    """Some moves of bots, with the first number of players that the catalog allows."""
    for players in (2, 3, 4, 1):
        try:
            table = Table(game, catalog, players)
        except (InvalidSetup, RuleViolation):
            continue
        table.moves(moves)
        table.look()
        return


class Table:
    def __init__(self, game: AnyGame, catalog: Catalog, players: int) -> None:
        self.game, self.catalog = game, catalog
        self.state = game.initial(catalog)
        seats = tuple(SeatSetup(f"player {seat}") for seat in range(players))
        self.happen(game.decide(self.state, "service", CreateGame("g", game.name, seats), CHANCE))

    def happen(self, events: list[Any]) -> None:
        for event in events:
            self.game.evolve(self.state, event)
            self.game.tell(event, "hu", (), self.catalog)

    def moves(self, count: int) -> None:
        for number in range(count):
            self.move(number)

    def move(self, number: int) -> None:
        if self.state.phase == "scoring":
            self.happen(self.game.settle(self.state, CHANCE))
        elif self.state.phase != "finished":
            seat = self.game.awaited(self.state)[0]
            bot = bots_for(self.game)["greedy" if number % 2 else "random"]
            view = self.game.view(self.state, seat)
            action = bot(view, self.offer(seat), CHANCE, f"{number}", self.catalog)
            self.happen(self.game.decide(self.state, seat, action, CHANCE))

    def offer(self, seat: int) -> Callable[..., Any]:
        return lambda draft=None: self.game.choices(self.state, seat, draft)

    def look(self) -> None:
        self.game.draw(self.game.view(self.state, None), "de", self.catalog)
        points = self.game.points(self.state)
        for seat in (None, 0):
            scored = self.game.if_scored(self.state, seat, "de", (), self.catalog)
            assert all(len(table.points) == len(points) for table in scored.tables)


@every_game
def test_whatever_is_changed_is_refused_or_can_be_played_on(game: AnyGame) -> None:
    refused = played = 0
    for place, value in islice(mutants(game), 0, None, 3):  # neighbours are of one kind
        catalog = read(game, changed(game.catalog.named, place, value))
        if catalog is None:
            refused += 1
        else:
            play(game, catalog)
            played += 1
    assert refused > 160
    assert played > 33


def test_a_shift_in_which_nothing_is_scored_gives_each_player_nothing() -> None:
    game = GAMES["gluck-auf"]
    catalog = read(game, changed(game.catalog.named, ("shift_clock", "items"), []))
    table = Table(game, catalog, 2)
    table.look()
    while table.state.phase != "scoring":
        table.moves(1)
    [scored] = game.scorings(game.settle(table.state, CHANCE), "en", (), catalog).tables
    assert (scored.elements, scored.points) == ((), (0, 0))


@every_game
def test_reading_a_strange_catalog_takes_little_memory(game: AnyGame) -> None:
    """Every figure a billion; the printed catalog takes less than two MiB."""
    tracemalloc.start()
    for place, value in places(game.catalog.named):
        if isinstance(value, int):
            read(game, changed(game.catalog.named, place, HUGE))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * MIB


MINING = next(
    at
    for at, card in enumerate(GAMES["kartenspiel"].catalog.named["innovations"]["cards"])
    if "max_steps" in card
)
BOUNDED: list[tuple[str, Place]] = [
    ("gluck-auf", ("tiles", "items", 0, "lorries")),
    ("gluck-auf", ("constants", "items", "deepest_level")),
    ("gluck-auf", ("setup_by_player_count", "items", "2", "workers_per_player")),
    ("kartenspiel", ("innovations", "cards", MINING, "max_steps")),
    ("kartenspiel", ("workers", "cards", 0, "value")),
    ("schichtwechsel", ("game", "players", "max")),
    ("schichtwechsel", ("shift", "exit_index")),
    ("schichtwechsel", ("tableau", "water_gauge", "top")),
    ("schichtwechsel", ("setup", "cubes_drawn_per_player")),
]


@pytest.mark.parametrize(("name", "place"), BOUNDED)
def test_a_count_beyond_all_boxes_is_refused_with_its_place_and_its_bound(
    name: str, place: Place
) -> None:
    said = refusal_of(GAMES[name], place, HUGE)
    assert str(place[-1]) in said
    assert "<= " in said


def test_a_game_of_schichtwechsel_needs_players() -> None:
    said = refusal_of(GAMES["schichtwechsel"], ("game", "players", "max"), 1)
    assert "players" in said


@pytest.mark.parametrize("amount", ["n", "up_to", "delta"])
def test_an_effect_of_a_billion_is_refused_with_its_card(amount: str) -> None:
    game = GAMES["schichtwechsel"]
    op = {"n": "points", "up_to": "water_down", "delta": "water"}[amount]
    effects = [{"op": op, amount: HUGE}]
    said = refusal_of(game, ("action_cards", "items", 0, "effects"), effects)
    assert "action card lorry_large" in said
    assert op in said


def test_track_steps_in_too_many_orders_are_refused() -> None:
    effects = [{"op": "advance", "track": track, "n": 9} for track in ("road", "rail", "canal")]
    place = ("action_cards", "items", 0, "effects")
    assert "orders" in refusal_of(GAMES["schichtwechsel"], place, effects)


def test_a_chain_of_effects_longer_than_anybody_waits_for_is_refused_when_it_happens() -> None:
    """Water that rises by 30 twelve times over, and each time it overflows causes eleven more."""
    game = GAMES["schichtwechsel"]
    content = changed(
        game.catalog.named,
        ("tableau", "water_gauge", "on_reach_top"),
        [{"op": "water", "delta": -1}] + [{"op": "tool_take", "n": 1}] * 11,
    )
    content = changed(content, ("preparation", "water_rises"), [{"op": "water", "delta": 30}] * 12)
    table = Table(game, game.read_catalog(msgspec.json.encode(content)), 2)
    with pytest.raises(InvalidSetup, match="more than 500 events"):
        table.moves(20)


OVERSIZED: list[tuple[str, Json]] = [
    (f"orders of the catalog has .* at most {LONGEST_TEXT:,}", "x" * (LONGEST_TEXT + 1)),
    (f"orders of the catalog has .* at most {MOST_ENTRIES}", [7] * (MOST_ENTRIES + 1)),
    ("orders of the catalog has a name of 101 characters", {"x" * 101: 7}),
    (f"more than {MOST_VALUES:,} values", [[7] * MOST_ENTRIES] * MOST_ENTRIES),
    (f"at most {MOST_BYTES:,}", "x" * MOST_BYTES),
]


@every_game
@pytest.mark.parametrize(("said", "value"), OVERSIZED, ids=[said for said, _ in OVERSIZED])
def test_too_much_is_refused_with_its_place(game: AnyGame, said: str, value: Json) -> None:
    content = {**game.catalog.named, "orders": value}
    with pytest.raises(InvalidSetup, match=said):
        game.read_catalog(msgspec.json.encode(content))


@every_game
@pytest.mark.parametrize("levels", [31, 100_000])
def test_deep_nesting_is_refused(game: AnyGame, levels: int) -> None:
    raw = b'{"orders":' + b"[" * levels + b"]" * levels + b"}"
    with pytest.raises(InvalidSetup, match="nested more than 30 deep"):
        game.read_catalog(raw)


@every_game
@pytest.mark.parametrize("raw", [b"7", b"null", b"[]", b'"x"', b"9" * 5000, b"[" * 10**6])
def test_what_is_no_object_is_refused(game: AnyGame, raw: bytes) -> None:
    with pytest.raises(InvalidSetup):
        game.read_catalog(raw)
