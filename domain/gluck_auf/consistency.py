"""Whether a catalog fits together: every reference leads somewhere, and there is enough of all.

An organizer's own catalog is somebody's typing, so what is wrong is said with the card it is at.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from domain.gluck_auf.components import BaseLorry, Content, Space, Tile
from domain.gluck_auf.options import HOUSE_RULES
from domain.kernel.errors import InvalidSetup
from domain.kernel.new_catalog import refuse_below_zero, refuse_strange_ids

SPACE_KINDS = (
    "factory",
    "factory_draw",
    "mining",
    "delivery",
    "money",
    "new_order",
    "new_order_draw",
)
"""The kinds of worker space for which there is an action."""

COUNTS = frozenset(
    {
        "player_counts",
        "bank_marks",
        "cubes_in_box",
        "open_at_player_counts",
        "workers_per_player",
        "starting_marks",
        "draft_reveal",
        "draft_picks_per_player",
        "lorries",
        "price",
        "scored_after_shifts",
    }
)
"""Never below 0 where a new game begins."""


def check(content: Content) -> None:
    """InvalidSetup with the first thing that is wrong."""
    for block in (content.colors, content.vehicles, content.space_kinds, content.worker_spaces):
        _each_once(block.items)
    for cards in (content.base_lorries, content.orders, content.tiles, content.shift_clock):
        _each_once(cards.items)
    _check_figures(content)
    _check_cards(content)
    _check_spaces(content)
    _check_editions(content)
    _check_elements(content)
    for players in content.constants.items.player_counts:
        _check_setup(content, players)


def check_for_new_games(content: Content) -> None:
    """InvalidSetup with the first thing that only games of old may be played on."""
    figures = msgspec.to_builtins(content, str_keys=True)
    refuse_strange_ids(figures)
    refuse_below_zero(figures, COUNTS)


def _each_once(items: Sequence[Any]) -> None:
    for name, count in Counter(item.id for item in items).items():
        if count > 1:
            raise InvalidSetup(f"{name} stands {count} times in the catalog")


def _must_be_among(where: str, field: str, value: object, known: Iterable[str]) -> None:
    names = list(known)
    if value not in names:
        raise InvalidSetup(
            f"{where} of the catalog has an unknown {field}: {value} (known: {', '.join(names)})"
        )


def _check_figures(content: Content) -> None:
    constants = content.constants.items
    if constants.bank_workers != 1:
        raise InvalidSetup("bank_workers must be 1, or a player could be left without an action")
    if constants.substitute_cubes_per_spot != 2:
        raise InvalidSetup("substitute_cubes_per_spot must be 2: half spots know no third state")
    for color in content.colors.items:
        if not constants.surface_level < color.level <= constants.deepest_level:
            raise InvalidSetup(f"the level of {color.id} must lie below the surface")


def _check_cards(content: Content) -> None:
    colors = [color.id for color in content.colors.items]
    levels = {color.id: color.level for color in content.colors.items}
    for order in content.orders.items:
        _must_be_among(order.id, "vehicle", order.vehicle, _ids(content.vehicles.items))
        for color in order.spots:
            _must_be_among(order.id, "color", color, colors)
    with_lorries: list[Tile | BaseLorry] = [*content.tiles.items, *content.base_lorries.items]
    for card in with_lorries:
        _must_be_among(card.id, "color", card.color, colors)
        if card.level != levels[card.color]:
            raise InvalidSetup(f"{card.id} of the catalog is not at the level of its color")
    for base in content.base_lorries.items:
        _must_be_among(base.id, "cube", base.starting_cube, colors)


def _check_spaces(content: Content) -> None:
    for space in content.worker_spaces.items:
        _must_be_among(space.id, "kind", space.kind, SPACE_KINDS)
        _must_be_among(space.id, "kind", space.kind, _ids(content.space_kinds.items))
        if space.kind == "delivery":
            _must_be_among(space.id, "vehicle", space.parameter, _ids(content.vehicles.items))
        elif not isinstance(space.parameter, int) or space.parameter < 0:
            raise InvalidSetup(f"{space.id} of the catalog needs a number, not {space.parameter}")
    for kind in ("factory_draw", "new_order_draw"):
        if len(_spaces(content, kind)) != 1:
            raise InvalidSetup(f"the catalog needs exactly one worker space of kind {kind}")


def _check_elements(content: Content) -> None:
    keys: dict[str, Collection[str]] = {
        "coal": _ids(content.colors.items),
        "vehicle": _ids(content.vehicles.items),
        "empty": _ids(content.colors.items),
    }
    for element in content.shift_clock.items:
        _must_be_among(element.id, "key", element.key, keys[element.group])
        for points in content.rules_editions.options["second_place_points"]:
            if points not in element.second:
                raise InvalidSetup(
                    f"{element.id} of the catalog lacks second-place points: {points}"
                )


def _check_editions(content: Content) -> None:
    editions = content.rules_editions
    for option, rule in HOUSE_RULES.items():
        for value in editions.options.get(option, ("missing",)):
            _must_be_among(f"option {option}", "value", value, rule.values)
    _must_be_among("the default edition", "name", editions.default, editions.presets)
    for edition, preset in editions.presets.items():
        for option, values in editions.options.items():
            where = f"option {option} of edition {edition}"
            _must_be_among(where, "value", preset.get(option), values)


def _check_setup(content: Content, players: int) -> None:
    setup = content.setup_by_player_count.items.get(players)
    if setup is None:
        raise InvalidSetup(f"the catalog has no setup for {players} players")
    if setup.draft_reveal != setup.draft_picks_per_player * players + 1:
        raise InvalidSetup(
            f"with {players} players the draft must reveal one order more than is picked"
        )
    if setup.workers_per_player < 1:
        raise InvalidSetup(f"with {players} players everybody needs a worker")
    order_spaces = _open(_spaces(content, "new_order"), players)
    if len(content.orders.items) < setup.draft_reveal + len(order_spaces) - 1 or not order_spaces:
        raise InvalidSetup(f"with {players} players there are too few orders or order spaces")
    if len(content.tiles.items) < len(_open(_spaces(content, "factory"), players)):
        raise InvalidSetup(f"with {players} players there are too few tunnel tiles")
    cubes = Counter(base.starting_cube for base in content.base_lorries.items)
    for color in content.colors.items:
        if color.cubes_in_box < players * cubes[color.id]:
            raise InvalidSetup(f"with {players} players there are too few {color.id} cubes")


def _ids(items: Iterable[Any]) -> list[str]:
    return [item.id for item in items]


def _spaces(content: Content, kind: str) -> list[Space]:
    return [space for space in content.worker_spaces.items if space.kind == kind]


def _open(spaces: Iterable[Space], players: int) -> list[Space]:
    return [space for space in spaces if players in space.open_at_player_counts]
