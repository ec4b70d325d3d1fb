"""What a catalog must fulfil beyond its shape: references that lead somewhere, counts that agree.

Every refusal names the entry at fault (section 18, loader rule).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from domain.kernel.errors import InvalidSetup
from domain.kernel.texts import LANGUAGES
from domain.schichtwechsel.components import Names, PerTrackFields, Track
from domain.schichtwechsel.effects import (
    Advance,
    AdvanceUpTo,
    Choose,
    Coin,
    CopyCard,
    Effect,
    Effects,
    GainCoke,
    GainCube,
    MoveHeadframe,
    MoveHeadframes,
    MoveMiner,
    Points,
    TileLowerBonus,
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
        for language in LANGUAGES:
            if not names.get(language):
                yield f"{where} has no name in {language}"
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
    """Ids of different kinds must not meet, since causes and payments name them alone."""
    seen: set[str] = set()
    barriers = [barrier.id for track in catalog.tracks.values() for barrier in track.barriers]
    ids: Iterable[str] = (
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
    )
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


def _effects(catalog: "SchichtwechselCatalog") -> Problems:
    for where, effects in catalog.effect_lists():
        for effect in _deep(effects):
            if isinstance(effect, Advance | AdvanceUpTo) and effect.track not in catalog.tracks:
                yield f"{where} moves along an unknown track: {effect.track}"
            amount = getattr(effect, "n", getattr(effect, "up_to", 0))
            if isinstance(amount, int) and amount < 0:
                yield f"{where}: {op_of(effect)} has a negative amount"
    for op in catalog.shift.ops_kept_without_field_use:
        if op not in KNOWN_OPS:
            yield f"ops_kept_without_field_use names an unknown effect: {op}"


def _deep(effects: Effects) -> Iterator[Effect]:
    for effect in effects:
        yield effect
        if isinstance(effect, Choose):
            for option in effect.options:
                yield from _deep(option)


def _gauge(catalog: "SchichtwechselCatalog") -> Problems:
    gauge = catalog.gauge
    if not gauge.bottom <= gauge.start < gauge.top:
        yield f"water starts at {gauge.start}, between {gauge.bottom} and {gauge.top}"
    fall = sum(effect.delta for effect in gauge.on_reach_top if isinstance(effect, Water))
    if fall >= 0:
        yield "water that reaches the top must fall"
    if any(isinstance(effect, Water) for effect in gauge.on_reach_bottom):
        yield "water that reaches the bottom must not move again"
    preparation = catalog.preparation
    for where, effects in (
        ("water_gauge.on_reach_top", gauge.on_reach_top),
        ("water_gauge.on_reach_bottom", gauge.on_reach_bottom),
        ("preparation.pit_cube_in_bundle", preparation.pit_cube_in_bundle),
        ("preparation.cube_without_a_place", preparation.cube_without_a_place),
        ("preparation.water_rises", preparation.water_rises),
    ):
        for effect in effects:
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


def _endless(catalog: "SchichtwechselCatalog") -> Problems:
    """Chains must come to an end (6.4). Discs, miners, houses and coke only ever move forward;
    copies, headframe bonuses, tile bonuses and the overrun could lead back to themselves."""
    lists: dict[str, list[Effect]] = {}
    for where, effects in catalog.effect_lists():
        lists.setdefault(where, []).extend(_deep(effects))
    leads = {where: _leads_to(catalog, effects) for where, effects in lists.items()}
    for where in lists:
        seen: set[str] = set()
        ahead = set(leads[where])
        while ahead:
            reached = ahead.pop()
            if reached == where:
                yield f"{where} leads back to itself without an end"
                return
            if reached not in seen:
                seen.add(reached)
                ahead |= leads[reached]


def _leads_to(catalog: "SchichtwechselCatalog", effects: Iterable[Effect]) -> set[str]:
    found: set[str] = set()
    for effect in effects:
        if isinstance(effect, CopyCard):
            found |= {f"action card {card}" for card in _copyable(catalog, effect)}
        elif isinstance(effect, MoveMiner):
            found.add("shift overrun")
        elif isinstance(effect, TileLowerBonus):
            found |= {f"selection tile {tile}" for tile in catalog.tiles}
        elif isinstance(effect, MoveHeadframe | MoveHeadframes):
            found |= {f"headframe field {name}" for name in catalog.headframe_fields}
    return found


def _copyable(catalog: "SchichtwechselCatalog", effect: CopyCard) -> Iterator[str]:
    for card in catalog.cards.values():
        sizes = {card.size, *(mode.size for mode in card.modes if mode.id in card.copy_modes)}
        if not card.copy_protected and sizes & set(effect.sizes):
            yield card.id


KNOWN_OPS = {str(kind.__struct_config__.tag) for kind in Effect.__args__}
CHECKS: tuple[Callable[["SchichtwechselCatalog"], Problems], ...] = (
    _counts,
    _setups,
    _names,
    _tracks,
    _shift,
    _sites,
    _effects,
    _gauge,
    _scorings,
    _endless,
)
