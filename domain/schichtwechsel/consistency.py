"""What a catalog must fulfil beyond its shape: references that lead somewhere, counts that agree.

Every refusal names the entry at fault (section 18, loader rule).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from domain.kernel.errors import InvalidSetup
from domain.schichtwechsel.components import Names, PerTrackFields, Track
from domain.schichtwechsel.effect_checks import effects, endless
from domain.schichtwechsel.effects import (
    Coin,
    Effect,
    GainCoke,
    GainCube,
    Points,
    ToolTake,
    Water,
    WhiteStone,
    op_of,
)

if TYPE_CHECKING:
    from domain.schichtwechsel.catalog import SchichtwechselCatalog

BADGES = {"2+": (2, 3, 4), "3+": (3, 4), "4": (4,), "2-3": (2, 3)}
UNASKED = (Points, ToolTake, Coin, WhiteStone)
"""With these nobody is ever asked anything; water and gains are looked at more closely."""

PLAIN_BLOCKS = (
    "final_miner",
    "final_sold_coke",
    "final_full_coal_wagons",
    "final_unsold_coke",
    "final_tools",
    "final_start_marker",
)


def check(catalog: "SchichtwechselCatalog") -> None:
    for part in CHECKS:
        for problem in part(catalog):
            raise InvalidSetup(f"the catalog contradicts itself: {problem}")


Problems = Iterator[str]


def _players(catalog: "SchichtwechselCatalog") -> Problems:
    if not catalog.player_counts:
        yield "game.players: the least number of players is above the most"


def _counts(catalog: "SchichtwechselCatalog") -> Problems:
    box, kit = catalog.components, catalog.kit
    colour = box.per_colour
    for what, listed, counted in (
        ("action_cards_general", len(catalog.cards), box.action_cards_general),
        ("selection_tiles", len(catalog.tiles), box.selection_tiles),
        ("round_cards", len(catalog.round_cards), box.round_cards),
        ("houses", len(catalog.row), colour.houses),
        ("houses_on_row", kit.houses_on_row, colour.houses),
        ("coke_in_reserve", kit.coke_in_reserve, colour.coke),
        ("headframes_on_own_card", kit.headframes_on_own_card, colour.headframes),
        ("discs", len(catalog.tracks), colour.discs),
        ("discs_on_track_starts", kit.discs_on_track_starts, colour.discs),
        ("round_cards_used", catalog.round_cards_used, catalog.rounds),
    ):
        if listed != counted:
            yield f"{what} is {counted}, but there are {listed}"
    if catalog.rounds > len(catalog.round_cards):
        yield f"{catalog.rounds} rounds need as many round cards"
    if max(catalog.player_counts) > len(box.colours.ids):
        yield f"there are {len(box.colours.ids)} colours for {max(catalog.player_counts)} players"
    for number, column in enumerate(catalog.columns, 1):
        if column.coke != catalog.sale.coke:
            yield f"sold-coke column {number} holds {column.coke}, a sale {catalog.sale.coke} coke"
    if catalog.sellable > colour.coke:
        yield f"the sold-coke area holds {catalog.sellable} coke, a player has {colour.coke}"


def _setups(catalog: "SchichtwechselCatalog") -> Problems:
    box = catalog.components
    coverable = sum(oven.cover_order is not None for oven in catalog.grey_ovens.values())
    for players in catalog.player_counts:
        setup = catalog.setups.get(players)
        if setup is None:
            yield f"there is no setup for {players} players"
            continue
        where = f"setup for {players} players: "
        for what, listed, counted in (
            ("general_action_cards", catalog.cards_for(players), setup.general_action_cards),
            ("selection_tiles", catalog.tiles_for(players), setup.selection_tiles),
        ):
            if len(listed) != counted:
                yield f"{where}{what} is {counted}, but {len(listed)} have this player count"
        if setup.cubes_drawn_per_round != players * catalog.cubes_per_bundle:
            yield f"{where}cubes_drawn_per_round is {setup.cubes_drawn_per_round}"
        if setup.bag_coal > box.coal or setup.bag_spoil > box.spoil:
            yield f"{where}the bag holds more cubes than the box"
        if setup.selection_tiles <= players:
            yield f"{where}{setup.selection_tiles} selection tiles leave nobody a choice"
        if setup.covered_plain_grey_ovens > min(coverable, box.cover_markers_coking_plant):
            yield f"{where}{setup.covered_plain_grey_ovens} grey ovens cannot be covered"
        if len(setup.covered_shift_fields) > box.cover_markers_shift:
            yield f"{where}there are only {box.cover_markers_shift} covers for shift fields"
        for name in setup.covered_shift_fields:
            covered = catalog.shift_fields.get(name)
            if covered is None or covered.index == catalog.shift.exit_index:
                yield f"{where}{name} cannot be covered"


def _names(catalog: "SchichtwechselCatalog") -> Problems:
    named: list[tuple[str, Names]] = [("own card", catalog.own_card.name)]
    named += [(f"action card {card.id}", card.name) for card in catalog.cards.values()]
    named += [(f"selection tile {tile.id}", tile.name) for tile in catalog.tiles.values()]
    named += [(f"round card {card.id}", card.name) for card in catalog.round_cards.values()]
    named += [(f"track {track.id}", track.name) for track in catalog.tracks.values()]
    named += [(f"shift field {f.id}", f.name) for f in catalog.shift_fields.values()]
    named += [(f"building site {site.id}", site.name) for site in catalog.sites.values()]
    for where, names in named:
        if not names.get("en"):
            yield f"{where} has no name in en"
    for what, badged in (
        ("action card", catalog.cards.values()),
        ("selection tile", catalog.tiles.values()),
    ):
        for item in badged:
            if BADGES.get(item.badge) != item.player_counts:
                counts = ", ".join(map(str, item.player_counts))
                yield f"{what} {item.id} has badge {item.badge!r}, but player counts {counts}"
    for card in catalog.cards.values():
        known = [mode.id for mode in card.modes]
        if len(set(known)) != len(known) or set(card.copy_modes) - set(known):
            yield f"action card {card.id} has modes that are unknown or there twice"
    yield from _doubled(catalog)


def _doubled(catalog: "SchichtwechselCatalog") -> Problems:
    yield from doubled(ids_of(catalog))


def ids_of(catalog: "SchichtwechselCatalog") -> list[str]:
    barriers = [barrier.id for track in catalog.tracks.values() for barrier in track.barriers]
    return [
        *catalog.cards,
        *catalog.tiles,
        *catalog.round_cards,
        *catalog.tracks,
        *catalog.shift_fields,
        *catalog.sites,
        *catalog.lorries,
        *catalog.coal_wagons,
        *catalog.grey_ovens,
        *catalog.row,
        *catalog.exchanges,
        *(name for area in catalog.areas.values() for name in area),
        *barriers,
    ]


def doubled(ids: Iterable[str]) -> Problems:
    """Ids of different kinds must not meet, since causes and payments name them alone."""
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            yield f"the id {name} stands for two things"
        seen.add(name)


def _tracks(catalog: "SchichtwechselCatalog") -> Problems:
    for track in catalog.tracks.values():
        yield from _track(catalog, track)


def _track(catalog: "SchichtwechselCatalog", track: Track) -> Problems:
    places = [barrier.between for barrier in track.barriers]
    if len(set(places)) != len(places):
        yield f"track {track.id} has two barriers in one place"
    for barrier in track.barriers:
        before, behind = barrier.between
        if behind != before + 1 or not 0 <= before < track.goal:
            yield f"barrier {barrier.id} stands between fields {before} and {behind}"
        if barrier.benefit not in catalog.benefits:
            yield f"barrier {barrier.id} has an unknown benefit: {barrier.benefit}"
    if any(not 0 < milestone.at_least <= track.goal for milestone in track.milestones):
        yield f"track {track.id} has a milestone beyond its goal"


def _shift(catalog: "SchichtwechselCatalog") -> Problems:
    indices = sorted(field.index for field in catalog.shift_fields.values())
    first, last = catalog.shift.start_index + 1, catalog.shift.exit_index
    if indices != list(range(first, last + 1)):
        yield f"the shift fields are not numbered from {first} to {last}"


def _sites(catalog: "SchichtwechselCatalog") -> Problems:
    for site in catalog.sites.values():
        for players in catalog.player_counts:
            if players not in site.slots:
                yield f"building site {site.id} has no slots for {players} players"


def _gauge(catalog: "SchichtwechselCatalog") -> Problems:
    gauge = catalog.gauge
    if not gauge.bottom <= gauge.start < gauge.top:
        yield f"water starts at {gauge.start}, between {gauge.bottom} and {gauge.top}"
    fall = sum(effect.delta for effect in gauge.on_reach_top if isinstance(effect, Water))
    if fall >= 0:
        yield "water that reaches the top must fall"
    if any(isinstance(effect, Water) for effect in gauge.on_reach_bottom):
        yield "water that reaches the bottom must not move again"
    for where, unasked in catalog.unasked_lists():
        for effect in unasked:
            if not _asks_nobody(effect):
                yield f"{where} cannot ask a player, as {op_of(effect)} may"


def _asks_nobody(effect: Effect) -> bool:
    if isinstance(effect, Water):
        return not effect.optional
    if isinstance(effect, GainCube):
        return effect.to == "heap"
    if isinstance(effect, GainCoke):
        return effect.to == "coke_wagon"
    return isinstance(effect, UNASKED)


def _scorings(catalog: "SchichtwechselCatalog") -> Problems:
    for card in catalog.round_cards.values():
        scoring = card.scoring
        if isinstance(scoring, PerTrackFields) and scoring.track not in catalog.tracks:
            yield f"round card {card.id} scores an unknown track: {scoring.track}"
    seen: set[str] = set()
    for block in catalog.final_blocks:
        scored = block.id.removeprefix("final_")
        known = scored in catalog.tracks or scored in catalog.sites
        if block.id in seen or not (known or block.id in PLAIN_BLOCKS):
            yield f"final_scoring.order has an unknown block, or one twice: {block.id}"
        seen.add(block.id)


CHECKS: tuple[Callable[["SchichtwechselCatalog"], Problems], ...] = (
    _players,
    _counts,
    _setups,
    _names,
    _tracks,
    _shift,
    _sites,
    effects,
    _gauge,
    _scorings,
    endless,
)
