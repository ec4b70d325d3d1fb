"""The built-in catalog adds up as section 2 says, and a wrong one is refused by name."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.catalog import GluckAufCatalog
from domain.kernel.errors import InvalidSetup

CATALOG = GLUCK_AUF.catalog
COLORS = ("yellow", "brown", "gray", "black")
VEHICLES = ("barrow", "carriage", "motorcar", "engine")
Content = Any
"""A catalog as JSON values, to be changed at will."""


@pytest.mark.rulebook("gluck_auf", "2.2")
def test_there_are_44_orders_with_88_spots_and_256_points() -> None:
    orders = list(CATALOG.orders.values())
    assert len(orders) == len(CATALOG.content["orders"]["items"]) == 44
    assert sum(len(order.spots) for order in orders) == 88
    assert sum(order.vp for order in orders) == 256


@pytest.mark.rulebook("gluck_auf", "2.2")
def test_every_color_has_22_spots() -> None:
    spots = Counter(color for order in CATALOG.orders.values() for color in order.spots)
    assert spots == dict.fromkeys(COLORS, 22)


@pytest.mark.rulebook("gluck_auf", "2.2")
@pytest.mark.parametrize("vehicle", VEHICLES)
def test_every_vehicle_has_11_orders_22_spots_and_64_points(vehicle: str) -> None:
    orders = [order for order in CATALOG.orders.values() if order.vehicle == vehicle]
    assert len(orders) == 11
    assert sum(len(order.spots) for order in orders) == 22
    assert sum(order.vp for order in orders) == 64


PATTERNS = {
    "01": (["yellow"], 2, VEHICLES),
    "02": (["brown"], 3, VEHICLES),
    "03": (["gray"], 4, VEHICLES),
    "04": (["black"], 5, VEHICLES),
    "05": (["yellow"] * 2, 3, VEHICLES),
    "06": (["brown"] * 2, 5, VEHICLES),
    "07": (["gray"] * 2, 7, VEHICLES),
    "08": (["black"] * 2, 9, VEHICLES),
    "09": (["brown"] * 3, 7, ("barrow", "engine")),
    "09 of the others": (["yellow"] * 3, 4, ("carriage", "motorcar")),
    "10": (["gray"] * 3, 9, ("barrow", "engine")),
    "10 of the others": (["black"] * 3, 12, ("carriage", "motorcar")),
    "11": (list(COLORS), 10, VEHICLES),
}


@pytest.mark.rulebook("gluck_auf", "2.2")
@pytest.mark.parametrize("number", PATTERNS)
def test_the_number_of_an_order_says_its_spots_and_points(number: str) -> None:
    spots, vp, vehicles = PATTERNS[number]
    for vehicle in vehicles:
        order = CATALOG.orders[f"order-{vehicle}-{number[:2]}"]
        assert (list(order.spots), order.vp, order.vehicle) == (spots, vp, vehicle)


@pytest.mark.rulebook("gluck_auf", "2.1")
def test_there_are_48_tiles_three_of_each_kind() -> None:
    tiles = list(CATALOG.tiles.values())
    assert len(tiles) == len(CATALOG.content["tiles"]["items"]) == 48
    kinds = Counter((tile.color, tile.lorries, tile.side) for tile in tiles)
    assert kinds == {
        (color, lorries, side): 3
        for color in COLORS
        for lorries in (1, 2)
        for side in ("light", "dark")
    }


@pytest.mark.rulebook("gluck_auf", "2.1")
def test_every_color_has_18_lorries_on_tiles_and_half_of_the_tiles_are_light() -> None:
    tiles = list(CATALOG.tiles.values())
    lorries = Counter[str]()
    for tile in tiles:
        lorries[tile.color] += tile.lorries
        assert len(tile.lorry_ids()) == tile.lorries
    assert lorries == dict.fromkeys(COLORS, 18)
    assert Counter(tile.side for tile in tiles) == {"light": 24, "dark": 24}


@pytest.mark.rulebook("gluck_auf", "2.1")
@pytest.mark.parametrize(("level", "color"), list(enumerate(COLORS, 1)))
def test_a_tile_costs_its_level_per_lorry(level: int, color: str) -> None:
    for tile in CATALOG.tiles.values():
        if tile.color == color:
            assert tile.level == level
            assert tile.price == level * tile.lorries
    assert CATALOG.colors[color].level == level
    assert CATALOG.colors[color].cubes_in_box == 16


@pytest.mark.rulebook("gluck_auf", "2.3")
def test_there_are_26_worker_spaces_of_seven_kinds() -> None:
    kinds = Counter(space.kind for space in CATALOG.spaces.values())
    assert kinds == {
        "factory": 8,
        "factory_draw": 1,
        "mining": 4,
        "delivery": 4,
        "money": 4,
        "new_order": 4,
        "new_order_draw": 1,
    }


@pytest.mark.rulebook("gluck_auf", "2.3")
@pytest.mark.parametrize(("players", "open_spaces", "locks"), [(2, 19, 7), (3, 23, 3), (4, 26, 0)])
def test_the_fewer_players_the_more_spaces_are_locked(
    players: int, open_spaces: int, locks: int
) -> None:
    is_open = [players in space.open_at_player_counts for space in CATALOG.spaces.values()]
    assert (is_open.count(True), is_open.count(False)) == (open_spaces, locks)


@pytest.mark.rulebook("gluck_auf", "2.4")
def test_every_level_has_a_base_lorry_of_its_color_with_a_cube() -> None:
    bases = {base.id: base for base in CATALOG.base_lorries.values()}
    assert set(bases) == {f"base-{color}" for color in COLORS}
    for level, color in enumerate(COLORS, 1):
        base = bases[f"base-{color}"]
        assert (base.level, base.color, base.starting_cube) == (level, color, color)
    assert [bases[f"base-{color}"].side for color in COLORS] == ["dark", "light", "light", "dark"]


@pytest.mark.rulebook("gluck_auf", "3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_order_more_is_revealed_than_the_players_pick(players: int) -> None:
    setup = CATALOG.setups[players]
    assert setup.draft_reveal == setup.draft_picks_per_player * players + 1


def test_every_block_of_the_catalog_names_its_source() -> None:
    blocks = {name: block for name, block in CATALOG.content.items() if isinstance(block, dict)}
    del blocks["source_legend"]
    assert len(blocks) == 12
    for name, block in blocks.items():
        assert block["source"], name
        assert set(block["source"]) <= set(CATALOG.content["source_legend"]), name


def test_the_built_in_catalog_can_be_read_again_and_has_the_same_digest() -> None:
    assert GluckAufCatalog(msgspec.json.encode(CATALOG.content)).digest == CATALOG.digest


def item(content: Content, block: str, name: str) -> Any:
    [found] = [entry for entry in content[block]["items"] if entry["id"] == name]
    return found


def refused(change: Callable[[Content], object]) -> str:
    """What is said against the catalog with this change."""
    content = deepcopy(CATALOG.named)
    change(content)
    with pytest.raises(InvalidSetup) as refusal:
        GluckAufCatalog(msgspec.json.encode(content))
    return str(refusal.value)


@pytest.mark.parametrize(
    ("block", "name", "field", "value"),
    [
        ("orders", "order-engine-07", "vehicle", "ship"),
        ("orders", "order-engine-07", "spots", ["gray", "purple"]),
        ("tiles", "tile-gray-2-light-1", "color", "purple"),
        ("worker_spaces", "money-4", "kind", "casino"),
        ("worker_spaces", "delivery-engine", "parameter", "ship"),
        ("worker_spaces", "mining-6", "parameter", "many"),
        ("worker_spaces", "money-6", "parameter", "much"),
        ("base_lorries", "base-gray", "color", "purple"),
        ("base_lorries", "base-gray", "starting_cube", "purple"),
        ("shift_clock", "coal-gray", "key", "purple"),
        ("shift_clock", "vehicle-engine", "key", "ship"),
    ],
)
def test_a_reference_that_leads_nowhere_is_named_with_its_card(
    block: str, name: str, field: str, value: object
) -> None:
    said = refused(lambda content: item(content, block, name).update({field: value}))
    wrong = value[-1] if isinstance(value, list) else value
    assert name in said
    assert str(wrong) in said


@pytest.mark.parametrize(
    ("block", "name", "field", "value", "path"),
    [
        ("orders", "order-barrow-02", "vp", "three", "orders.items[1].vp"),
        ("tiles", "tile-yellow-1-light-1", "side", "left", "tiles.items[0].side"),
        ("worker_spaces", "factory-2", "open_at_player_counts", 2, "worker_spaces.items[1]"),
    ],
)
def test_a_field_of_the_wrong_type_is_named_by_its_path(
    block: str, name: str, field: str, value: object, path: str
) -> None:
    said = refused(lambda content: item(content, block, name).update({field: value}))
    assert path in said


@pytest.mark.parametrize("block", ["orders", "tiles", "worker_spaces", "colors", "shift_clock"])
def test_an_id_that_stands_there_twice_is_named(block: str) -> None:
    name = CATALOG.content[block]["items"][0]["id"]
    assert name in refused(lambda c: c[block]["items"].append(c[block]["items"][0]))


def test_a_missing_block_is_named() -> None:
    assert "tiles" in refused(lambda content: content.pop("tiles"))


def test_a_catalog_of_another_game_is_refused() -> None:
    assert "catalog" in refused(lambda content: content.update(catalog="kartenspiel"))


def test_every_player_count_needs_its_setup() -> None:
    assert "3 players" in refused(lambda c: c["setup_by_player_count"]["items"].pop("3"))


@pytest.mark.parametrize("kind", ["factory_draw", "new_order_draw"])
def test_there_must_be_exactly_one_space_to_look_at_five(kind: str) -> None:
    def without(content: Content) -> None:
        spaces = content["worker_spaces"]
        spaces["items"] = [space for space in spaces["items"] if space["kind"] != kind]

    assert kind in refused(without)


def test_the_draft_must_reveal_one_order_more_than_is_picked() -> None:
    def reveal_too_few(content: Content) -> None:
        content["setup_by_player_count"]["items"]["3"]["draft_reveal"] = 9

    assert "3 players" in refused(reveal_too_few)


def test_an_element_needs_points_for_every_way_to_count_second_places() -> None:
    said = refused(lambda c: item(c, "shift_clock", "coal-gray")["second"].pop("hungarian"))
    assert "coal-gray" in said


def test_an_edition_needs_a_known_value_for_every_option() -> None:
    def forget(content: Content) -> None:
        del content["rules_editions"]["presets"]["hu"]["storage_rule"]

    def invent(content: Content) -> None:
        content["rules_editions"]["presets"]["hu"]["storage_rule"] = "never"

    for change in (forget, invent):
        said = refused(change)
        assert "hu" in said
        assert "storage_rule" in said


def test_the_default_edition_must_exist() -> None:
    assert "fr" in refused(lambda content: content["rules_editions"].update(default="fr"))


@pytest.mark.parametrize(
    ("block", "name"), [("tiles", "tile-gray-1-dark-2"), ("base_lorries", "base-gray")]
)
def test_a_lorry_must_be_at_the_level_of_its_color(block: str, name: str) -> None:
    assert name in refused(lambda content: item(content, block, name).update(level=4))


@pytest.mark.parametrize(("block", "left"), [("orders", 15), ("tiles", 7)])
def test_four_players_need_enough_cards_for_the_board(block: str, left: int) -> None:
    """13 orders in the draft and 3 more order spaces; 8 factory spaces."""

    def keep(content: Content, count: int) -> None:
        del content[block]["items"][count:]

    assert "4 players" in refused(lambda content: keep(content, left))
    enough = deepcopy(CATALOG.named)
    keep(enough, left + 1)
    GluckAufCatalog(msgspec.json.encode(enough))


def test_four_players_need_four_cubes_of_each_color() -> None:
    said = refused(lambda content: item(content, "colors", "brown").update(cubes_in_box=3))
    assert "4 players" in said
    assert "brown" in said


@pytest.mark.parametrize("option", CATALOG.editions.options)
def test_no_option_that_the_rules_ask_for_may_be_missing(option: str) -> None:
    def forget(content: Content) -> None:
        del content["rules_editions"]["options"][option]
        for preset in content["rules_editions"]["presets"].values():
            del preset[option]

    assert option in refused(forget)


def test_a_kind_of_space_that_the_rules_do_not_know_is_named() -> None:
    def build_a_casino(content: Content) -> None:
        content["space_kinds"]["items"].append({"id": "casino", "names": {}})
        item(content, "worker_spaces", "money-4")["kind"] = "casino"

    assert "casino" in refused(build_a_casino)


@pytest.mark.parametrize(
    ("block", "field", "value"),
    [
        ("constants", "bank_workers", 2),
        ("constants", "substitute_cubes_per_spot", 3),
        ("constants", "cage_capacity", 0),
        ("end_game", "marks_per_vp", 0),
        ("end_game", "cubes_per_vp", 0),
    ],
)
def test_a_figure_that_no_game_can_be_played_with_is_named(
    block: str, field: str, value: int
) -> None:
    assert field in refused(lambda c: c[block]["items"].update({field: value}))


def test_a_color_must_lie_below_the_surface() -> None:
    assert "gray" in refused(lambda c: item(c, "colors", "gray").update(level=0))


def test_everybody_needs_a_worker() -> None:
    def nobody_works(content: Content) -> None:
        content["setup_by_player_count"]["items"]["2"]["workers_per_player"] = 0

    assert "2 players" in refused(nobody_works)
