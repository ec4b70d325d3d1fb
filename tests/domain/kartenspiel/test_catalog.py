"""The built-in catalog adds up as section 2 says, and a wrong one is refused by name."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kernel.errors import InvalidSetup
from tests.domain.kartenspiel.test_replays import corrected

CATALOG = KARTENSPIEL.catalog
CRESTS = ("wheel", "clover", "tower", "fox")
DESTINATIONS = ("barracks", "furnaces", "factories", "steamboats")
Content = Any
"""A catalog as JSON values, to be changed at will."""


@pytest.mark.rulebook("kartenspiel", "2")
def test_there_are_239_cards() -> None:
    decks = sum(len(cards) for cards in CATALOG.decks.values())
    assert decks + len(CATALOG.workers) + len(CATALOG.action_cards) == 239
    assert {deck: len(cards) for deck, cards in CATALOG.decks.items()} == {
        "lorries": 40,
        "wagons": 40,
        "engines": 28,
        "orders": 28,
        "shares": 24,
        "innovations": 16,
        "objectives": 18,
    }


@pytest.mark.rulebook("kartenspiel", "2")
def test_the_make_up_of_the_decks() -> None:
    for color in ("red", "blue", "green", "yellow"):
        values = [card.value for card in CATALOG.workers.values() if card.color == color]
        assert values == [1, 1, 1, 1, 1, 2, 2, 3, 4, 5]
    lorries = Counter((c.crest, c.lorries, c.vp) for c in CATALOG.lorries.values())
    assert lorries == {
        (crest, *kind): count
        for crest in CRESTS
        for kind, count in (((1, 1), 3), ((1, 2), 2), ((2, 0), 5))
    }
    wagons = Counter(card.crest for card in CATALOG.wagons.values())
    assert wagons == {**dict.fromkeys(CRESTS, 6), "joker": 16}
    assert Counter(c.model for c in CATALOG.engines.values()) == dict.fromkeys("abcd", 7)
    orders = Counter((c.destination, c.min_lorries, c.vp) for c in CATALOG.orders.values())
    assert orders == {
        (destination, *kind): count
        for destination in DESTINATIONS
        for kind, count in (((1, 3), 2), ((2, 5), 2), ((3, 7), 2), ((4, 10), 1))
    }
    shares = Counter((c.destination, c.vp) for c in CATALOG.shares.values())
    assert shares == {(destination, 3): 6 for destination in DESTINATIONS}


@pytest.mark.rulebook("kartenspiel", "2")
def test_the_tracks_of_a_player_board() -> None:
    assert {track.id: track.crests for track in CATALOG.tracks.values()} == {
        1: ("wheel", "clover"),
        2: ("wheel", "tower"),
        3: ("clover", "fox"),
    }


def card(content: Content, id_: str) -> Any:
    blocks = [block for name, block in content.items() if name != "totals"]
    lists = [block.get("cards", block.get("tokens", [])) for block in blocks]
    [found] = [entry for cards in lists for entry in cards if entry["id"] == id_]
    return found


def entry(content: Content, block: str, id_: object) -> Any:
    [found] = [e for e in content[block].get("items", []) if e["id"] == id_]
    return found


def set_card(id_: str, **values: object) -> Callable[[Content], None]:
    return lambda content: card(content, id_).update(values)


def set_entry(block: str, id_: str, **values: object) -> Callable[[Content], None]:
    return lambda content: entry(content, block, id_).update(values)


def set_players(players: int, **values: object) -> Callable[[Content], None]:
    return lambda content: content["setup"]["by_players"][str(players)].update(values)


def without(block: str, at: int = 0) -> Callable[[Content], None]:
    return lambda content: content[block]["cards"].pop(at)


def unset(id_: str, field: str) -> Callable[[Content], None]:
    return lambda content: card(content, id_).pop(field)


def track(number: int, **values: object) -> Callable[[Content], None]:
    return lambda content: content["player_boards"]["tracks"][number - 1].update(values)


WRONG: dict[str, tuple[Callable[[Content], None], list[str]]] = {
    "crest of a lorry": (set_card("lorry.fox.03", crest="moon"), ["lorry.fox.03", "crest 'moon'"]),
    "three lorries": (set_card("lorry.fox.03", lorries=3), ["lorry.fox.03", "lorries"]),
    "VP of a double": (set_card("lorry.fox.06", vp=1), ["lorry.fox.06", "vp must be 0"]),
    "text for VP": (set_card("lorry.fox.02", vp="many"), ["lorry.fox.02", "vp"]),
    "negative VP": (set_card("order.barracks.1", vp=-1), ["order.barracks.1", "vp"]),
    "missing VP": (unset("order.barracks.3", "vp"), ["order.barracks.3", "vp"]),
    "crest of a wagon": (set_card("wagon.joker.03", crest="jokers"), ["wagon.joker.03", "jokers"]),
    "model of an engine": (set_card("engine.a.1", model="e"), ["engine.a.1", "model 'e'"]),
    "destination of an order": (
        set_card("order.barracks.4", destination="moon"),
        ["order.barracks.4", "destination 'moon'"],
    ),
    "no lorries needed": (
        set_card("order.barracks.4", min_lorries=0),
        ["order.barracks.4", "min_lorries"],
    ),
    "destination of a share": (
        set_card("share.furnaces.2", destination="moon"),
        ["share.furnaces.2", "destination 'moon'"],
    ),
    "a share worth more": (set_card("share.furnaces.2", vp=4), ["share.furnaces.2", "vp_assigned"]),
    "a marker worth more": (set_card("marker.3", vp=2), ["marker.3", "vp_each"]),
    "two markers alike": (set_card("marker.3", number=2), ["marker 2"]),
    "color of a worker": (set_card("worker.red.01", color="pink"), ["worker.red.01", "pink"]),
    "value of a worker": (set_card("worker.red.01", value=0), ["worker.red.01", "value"]),
    "unknown objective": (
        set_card("objective.engine.a", kind="beauty"),
        ["objective.engine.a", "kind", "beauty"],
    ),
    "target of an objective": (
        set_card("objective.engine.a", target="z"),
        ["objective.engine.a", "target 'z'"],
    ),
    "objective without target": (
        set_card("objective.objectives", target="a"),
        ["objective.objectives", "no target"],
    ),
    "missing threshold": (
        unset("objective.lorries.barracks", "threshold"),
        ["objective.lorries.barracks", "threshold"],
    ),
    "threshold too many": (
        set_card("objective.engine.a", threshold=2),
        ["objective.engine.a", "threshold"],
    ),
    "unknown effect": (
        set_card("innovation.take-lorry.1", effect="take_money"),
        ["innovation.take-lorry.1", "take_money"],
    ),
    "no effect": (unset("innovation.deliver.1", "effect"), ["innovation.deliver.1", "effect"]),
    "effect of a worker": (
        set_card("innovation.worker-1-3.1", effect="mine"),
        ["innovation.worker-1-3.1", "effect"],
    ),
    "range of a worker": (
        set_card("innovation.worker-1-3.1", min=4),
        ["innovation.worker-1-3.1", "min 4"],
    ),
    "no range": (unset("innovation.worker-1-3.1", "max"), ["innovation.worker-1-3.1", "max"]),
    "steps of an innovation": (
        set_card("innovation.mine-4.1", min_steps=0),
        ["innovation.mine-4.1", "steps"],
    ),
    "too many steps": (
        set_card("innovation.mine-4.1", max_steps=40),
        ["innovation.mine-4.1", "max_steps"],
    ),
    "steps of an action": (
        set_card("action.mine-1-2", min_steps=3),
        ["action.mine-1-2", "3 to 2 steps"],
    ),
    "half of the steps": (unset("action.mine-1-2", "max_steps"), ["action.mine-1-2", "steps"]),
    "draw and steps": (set_card("action.mine-1-2", draw=4), ["action.mine-1-2", "draw"]),
    "two wild actions": (set_card("action.deliver", draw=4), ["action.wild", "action.deliver"]),
    "taking two": (set_card("action.wild", take=2), ["action.wild", "take"]),
    "no marker pile": (
        set_card("action.mine-0-1", holds_shift_markers=False),
        ["holds_shift_markers"],
    ),
    "marker pile where steps are needed": (
        set_card("action.mine-0-1", min_steps=1),
        ["action.mine-0-1", "min_steps"],
    ),
    "unknown area": (set_card("action.deliver", area="moon"), ["deliver"]),
    "kind of an area": (set_entry("worker_areas", "share", kind="action"), ["share"]),
    "missing order": (without("orders"), ["orders", "28", "27"]),
    "one id twice": (set_card("order.barracks.2", id="order.barracks.1"), ["order.barracks.1"]),
    "size of a stack": (set_entry("stacks", "share", initial=23), ["share", "23", "24"]),
    "twin of a stack": (set_entry("stacks", "lorry-left", twin="share"), ["lorry-left", "share"]),
    "no twin": (set_entry("stacks", "lorry-left", twin=None), ["lorry-left", "twin"]),
    "twin of a single stack": (set_entry("stacks", "share", twin="order"), ["share", "order"]),
    "deck of a stack": (set_entry("stacks", "share", deck="coins"), ["share", "coins"]),
    "crest of a track": (track(1, crests=["wheel", "moon"]), ["track 1", "moon"]),
    "crests against wagons": (track(3, crests=["clover"]), ["fox"]),
    "two engines per track": (
        lambda content: content["player_boards"].update(engines_per_track_max=2),
        ["engines_per_track_max"],
    ),
    "tracks of a wagon": (
        lambda content: content["wagon_tracks"]["allowed"].update(tower=[1, 2]),
        ["wagon_tracks", "tower"],
    ),
    "tracks of no wagon": (
        lambda content: content["wagon_tracks"]["allowed"].update(moon=[1]),
        ["wagon_tracks", "moon"],
    ),
    "workers each": (
        set_players(2, removed_worker_values=[5]),
        ["2 players", "worker_cards_each", "9"],
    ),
    "shifts": (set_players(3, shifts=7), ["3 players", "7 shifts"]),
    "marker that is none": (set_players(3, removed_markers=[9]), ["3 players", "marker 9"]),
    "action that is none": (
        set_players(2, removed_actions=["action.moon"]),
        ["2 players", "action.moon"],
    ),
    "marker pile removed": (
        set_players(2, removed_actions=["action.mine-0-1"]),
        ["2 players", "action.mine-0-1"],
    ),
    "areas": (set_players(4, areas=13), ["4 players", "13", "14"]),
    "players without setup": (
        lambda content: content["setup"]["by_players"].pop("3"),
        ["3 players"],
    ),
    "another game": (lambda content: content["catalog"].update(game="chess"), ["game", "chess"]),
    "block without source": (lambda content: content["orders"].pop("source"), ["orders", "source"]),
    "missing block": (lambda content: content.pop("engines"), ["engines"]),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_a_wrong_catalog_is_refused_and_the_wrong_card_named(mistake: str) -> None:
    change, named = WRONG[mistake]
    content = deepcopy(CATALOG.named)
    change(content)
    with pytest.raises(InvalidSetup) as refused:
        KartenspielCatalog(msgspec.json.encode(content))
    for word in named:
        assert word in str(refused.value)


def test_what_is_no_json_is_no_catalog() -> None:
    with pytest.raises(InvalidSetup, match="not JSON"):
        KartenspielCatalog(b"{")
    with pytest.raises(InvalidSetup):
        KartenspielCatalog(b"[]")


def test_a_corrected_catalog_is_another_one() -> None:
    own = corrected()
    assert own.digest != CATALOG.digest
    assert own.orders["order.barracks.2"].vp == 4
    assert own.innovations["innovation.mine-4.1"].max_steps == 5


def test_the_layout_of_a_catalog_does_not_matter() -> None:
    again = KartenspielCatalog(msgspec.json.format(msgspec.json.encode(CATALOG.content), indent=3))
    assert again.digest == CATALOG.digest


def test_every_block_says_where_it_comes_from() -> None:
    blocks = [b for name, b in CATALOG.content.items() if name != "catalog"]
    assert all(block["source"]["count"] in ("de", "web", "inferred") for block in blocks)
