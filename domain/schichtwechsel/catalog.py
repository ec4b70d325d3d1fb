"""Schichtwechsel's components: `catalogs/` read into types and indexed by id.

Most figures are reconstructions that an owner of the game may correct, so everything that can be
said in the catalog is read from it, and whatever does not fit is refused with its place.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from domain.kernel.catalog import Catalog, Catalogs, texts_of
from domain.kernel.errors import InvalidSetup
from domain.schichtwechsel.components import (
    ActionCard,
    Barrier,
    Benefit,
    Block,
    CoalWagon,
    CokeWagon,
    Column,
    Components,
    Exchange,
    Figure,
    GreyOven,
    HeadframeField,
    Lorry,
    Mode,
    OnErect,
    Overrun,
    OwnCard,
    Preparation,
    RewardOrder,
    RoundCard,
    RowField,
    Sale,
    Seats,
    SetupFor,
    ShiftField,
    ShiftSteps,
    Site,
    Spot,
    StartingKit,
    Tile,
    Track,
    WaterGauge,
)
from domain.schichtwechsel.effects import Area, Effects
from domain.schichtwechsel.oven_ids import readable_pattern
from domain.schichtwechsel.switches import Switches, as_switches

T = TypeVar("T")
Raw = dict[str, Any]
MOST_LISTED = 25
"""Of one kind of component; printed are up to 10."""
MOST_CARDS = 60
"""Of cards, tiles and fields of the shift; printed are up to 22."""
Rounds: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Bundle: TypeAlias = Annotated[int, Meta(le=50)]


class Items(Struct, frozen=True):
    items: list[Raw]


class Players(Struct, frozen=True):
    min: Seats
    max: Seats


class Game(Struct, frozen=True):
    id: Literal["schichtwechsel"]
    players: Players
    rounds: Rounds


class Setup(Struct, frozen=True):
    per_player: StartingKit
    by_player_count: dict[int, SetupFor]
    round_cards_used: Figure
    cubes_drawn_per_player: Bundle


class Payment(Struct, frozen=True):
    accepts: dict[str, tuple[str, ...]]


class Heap(Struct, frozen=True):
    capacity: Figure
    exchanges: list[Raw]
    exchanges_per_turn: Figure


class RowFields(Struct, frozen=True):
    fields: list[Raw]


class SoldCoke(Struct, frozen=True):
    columns: tuple[Column, ...]


class WhiteStoneSpots(Struct, frozen=True):
    maximum_in_step_IV: Figure  # noqa: N815  # the catalog's own name
    spots: tuple[Spot, ...]


class Tableau(Struct, frozen=True):
    lorries: Items
    coal_wagons: Items
    coke_wagons: Items
    sold_coke: SoldCoke
    sale: Sale
    water_gauge: WaterGauge
    heap: Heap
    house_row: RowFields
    white_stones: WhiteStoneSpots


class OwnOvens(Struct, frozen=True):
    per_player: Literal[1]
    white_stone_spot: bool
    id_pattern: str


class Conversion(Struct, frozen=True):
    full_wagons: Literal[1]
    coke: Literal[1]
    coal_goes_to: Literal["supply"]


class Plant(Struct, frozen=True):
    own_ovens: OwnOvens
    grey_ovens: list[Raw]
    max_coke_per_player: Figure
    own_oven_required_from_unit: Figure
    conversion: Conversion


class Shift(Struct, frozen=True):
    start_index: Figure
    exit_index: Figure
    fields: list[Raw]
    exit_points: RewardOrder
    overrun: Overrun
    steps: ShiftSteps
    ops_kept_without_field_use: tuple[str, ...]


class HeadframeArea(Struct, frozen=True):
    max_per_player: Figure
    fields: list[Raw]


class Headframes(Struct, frozen=True):
    areas: dict[Area, HeadframeArea]
    on_erect: OnErect
    cleared_at_round_end: Literal[True]


class FinalScoring(Struct, frozen=True):
    order: tuple[Block, ...]
    tie_break: Literal["largest clockwise distance from the holder of the start player marker"]


class Content(Struct, frozen=True):
    catalog_version: str
    game: Game
    rule_switches: dict[str, Any]
    components: Components
    setup: Setup
    payment: Payment
    tableau: Tableau
    coking_plant: Plant
    tracks: Items
    barrier_benefits: Items
    shift: Shift
    headframes: Headframes
    building_sites: Items
    action_cards: Items
    own_card: OwnCard
    round_cards: Items
    selection_tiles: Items
    final_scoring: FinalScoring
    preparation: Preparation = field(default_factory=Preparation)


NAMES = texts_of(__package__)


class SchichtwechselCatalog(Catalog):
    def __init__(self, raw: bytes, *, over: bool = False) -> None:
        super().__init__(raw, NAMES, over=over)
        content = _convert("the catalog", self.named, Content)
        self.rounds = content.game.rounds
        self.player_counts = range(content.game.players.min, content.game.players.max + 1)
        self.switches = _switches(content.rule_switches)
        self.components = content.components
        self.kit = content.setup.per_player
        self.setups = content.setup.by_player_count
        self.round_cards_used = content.setup.round_cards_used
        self.cubes_per_bundle = content.setup.cubes_drawn_per_player
        self.accepts = content.payment.accepts
        self.preparation = content.preparation
        self._read_tableau(content.tableau)
        self._read_board(content)
        self.cards = _indexed("action card", content.action_cards.items, ActionCard, MOST_CARDS)
        self.own_card = content.own_card
        self.round_cards = _indexed("round card", content.round_cards.items, RoundCard, MOST_CARDS)
        self.tiles = _indexed("selection tile", content.selection_tiles.items, Tile, MOST_CARDS)
        self.final_blocks = content.final_scoring.order
        # Imported here because the checks look at a whole catalog.
        from domain.schichtwechsel.consistency import check

        check(self)

    def check_for_new_games(self) -> None:
        from domain.schichtwechsel.new_games import check

        check(self)

    def _read_tableau(self, tableau: Tableau) -> None:
        self.lorries = _indexed("lorry", tableau.lorries.items, Lorry)
        self.coal_wagons = _indexed("coal wagon", tableau.coal_wagons.items, CoalWagon)
        self.coke_wagons = _indexed("coke wagon", tableau.coke_wagons.items, CokeWagon)
        self.coke_room = sum(wagon.capacity for wagon in self.coke_wagons.values())
        self.columns = tableau.sold_coke.columns
        self.sale = tableau.sale
        self.sellable = sum(column.coke for column in self.columns)
        self.gauge = tableau.water_gauge
        self.heap_capacity = tableau.heap.capacity
        self.exchanges = _indexed("exchange", tableau.heap.exchanges, Exchange)
        self.exchanges_per_turn = tableau.heap.exchanges_per_turn
        self.least_exchange = min(
            (exchange.spoil for exchange in self.exchanges.values()), default=10**9
        )
        fields = _indexed("house row field", tableau.house_row.fields, RowField)
        self.row = dict(sorted(fields.items(), key=lambda entry: entry[1].position))
        self.white_spots = tableau.white_stones.spots
        self.white_maximum = tableau.white_stones.maximum_in_step_IV

    def _read_board(self, content: Content) -> None:
        plant = content.coking_plant
        self.own_oven_pattern = readable_pattern(plant.own_ovens.id_pattern)
        self.grey_ovens = _indexed("grey oven", plant.grey_ovens, GreyOven)
        self.plant_limit = plant.max_coke_per_player
        self.own_oven_from = plant.own_oven_required_from_unit
        self.tracks = _indexed("track", content.tracks.items, Track)
        self.benefits = _indexed("barrier benefit", content.barrier_benefits.items, Benefit)
        self.barriers: dict[str, dict[int, Barrier]] = {
            track.id: {barrier.between[1]: barrier for barrier in track.barriers}
            for track in self.tracks.values()
        }
        """By track, and then by the field behind the barrier."""
        self.benefit_of = {
            barrier.id: self.benefits[barrier.benefit].effects
            for track in self.tracks.values()
            for barrier in track.barriers
            if barrier.benefit in self.benefits
        }
        self.shift = content.shift
        self.shift_fields = _indexed("shift field", content.shift.fields, ShiftField, MOST_CARDS)
        self.field_at = {shift.index: shift for shift in self.shift_fields.values()}
        self.areas: dict[Area, dict[str, HeadframeField]] = {
            name: _indexed("headframe field", area.fields, HeadframeField)
            for name, area in content.headframes.areas.items()
        }
        self.area_limit = {
            name: area.max_per_player for name, area in content.headframes.areas.items()
        }
        self.headframe_fields: dict[str, HeadframeField] = {
            name: bonus for area in self.areas.values() for name, bonus in area.items()
        }
        self.area_of: dict[str, Area] = {
            name: area for area, fields in self.areas.items() for name in fields
        }
        self.on_erect = content.headframes.on_erect
        self.sites = _indexed("building site", content.building_sites.items, Site)

    def own_oven(self, seat: int) -> str:
        return self.own_oven_pattern.format(seat=seat)

    def card_mode(self, card: str, mode: str | None) -> Mode:
        """What using the card in this mode costs and does."""
        printed = self.cards[card]
        if mode is None:
            return Mode("", printed.size, printed.cost, printed.effects)
        return next(known for known in printed.modes if known.id == mode)

    def cards_for(self, players: int) -> tuple[str, ...]:
        return tuple(card.id for card in self.cards.values() if players in card.player_counts)

    def tiles_for(self, players: int) -> tuple[str, ...]:
        return tuple(tile.id for tile in self.tiles.values() if players in tile.player_counts)

    def covered_ovens(self, players: int) -> tuple[str, ...]:
        """As many of the plain grey ovens as the player count says, in their cover order."""
        plain = [oven for oven in self.grey_ovens.values() if oven.cover_order is not None]
        plain.sort(key=lambda oven: oven.cover_order or 0)
        return tuple(oven.id for oven in plain[: self.setups[players].covered_plain_grey_ovens])

    def effect_lists(self) -> Iterator[tuple[str, Effects]]:
        """Every list of effects in the catalog, with the entry that it belongs to."""
        for card in self.cards.values():
            yield f"action card {card.id}", card.effects
            yield from ((f"action card {card.id}", mode.effects) for mode in card.modes)
        yield "own card", self.own_card.effects
        for tile in self.tiles.values():
            name = f"selection tile {tile.id}"
            yield name, tile.upper
            yield from ((name, option) for option in tile.lower.options)
            yield name, tile.lower.if_no_option_possible
        for what, entries in self._entries_with_effects():
            yield from ((f"{what} {entry.id}", entry.effects) for entry in entries)
        yield from ((f"grey oven {oven.id}", oven.on_place) for oven in self.grey_ovens.values())
        yield "shift overrun", self.shift.overrun.effects
        yield "first headframe", self.on_erect.first
        yield "second headframe", self.on_erect.second
        yield "sale", self.sale.reward

    def unasked_lists(self) -> Iterator[tuple[str, Effects]]:
        """The effects that happen between turns, when nobody can be asked."""
        yield "water_gauge.on_reach_top", self.gauge.on_reach_top
        yield "water_gauge.on_reach_bottom", self.gauge.on_reach_bottom
        yield "preparation.pit_cube_in_bundle", self.preparation.pit_cube_in_bundle
        yield "preparation.cube_without_a_place", self.preparation.cube_without_a_place
        yield "preparation.water_rises", self.preparation.water_rises

    def _entries_with_effects(self) -> Iterator[tuple[str, Iterable[Any]]]:
        yield "exchange", self.exchanges.values()
        yield "house row field", self.row.values()
        yield "barrier benefit", self.benefits.values()
        yield "shift field", self.shift_fields.values()
        yield "headframe field", self.headframe_fields.values()


def _convert(what: str, raw: Any, into: type[T]) -> T:
    try:
        return msgspec.convert(raw, into, str_keys=True)
    except msgspec.ValidationError as error:
        raise InvalidSetup(f"{what} does not fit Schichtwechsel: {error}") from error


def _indexed(what: str, raw: list[Raw], into: type[T], most: int = MOST_LISTED) -> dict[str, T]:
    """The entries of a list by their id, each read alone, so that an error names its entry."""
    if len(raw) > most:
        raise InvalidSetup(
            f"the catalog has {len(raw)} entries of the kind {what}; at most {most} are read"
        )
    found: dict[str, T] = {}
    for number, item in enumerate(raw, 1):
        name = item.get("id")
        if not isinstance(name, str):
            raise InvalidSetup(f"{what} number {number} of the catalog has no id")
        if name in found:
            raise InvalidSetup(f"{what} {name} stands in the catalog twice")
        found[name] = _convert(f"{what} {name} of the catalog", item, into)
    return found


def _switches(raw: dict[str, Any]) -> Switches:
    values: dict[str, Any] = {}
    for name, switch in raw.items():
        if name in ("source", "note"):
            continue
        if name not in Switches.__struct_fields__:
            raise InvalidSetup(f"the catalog has an unknown rule switch: {name}")
        if not isinstance(switch, dict) or "value" not in switch:
            raise InvalidSetup(f"rule switch {name} of the catalog has no value")
        values[name] = switch["value"]
    try:
        return as_switches(values)
    except msgspec.ValidationError as error:
        raise InvalidSetup(f"a rule switch of the catalog is wrong: {error}") from error


CATALOGS = Catalogs(__package__, SchichtwechselCatalog, NAMES)
CATALOG = CATALOGS.newest
