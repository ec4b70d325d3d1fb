"""The speaker: players, cards, lorries and causes in the words of one language (section 1)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.kernel import telling
from domain.kernel.texts import sentences
from domain.schichtwechsel.catalog import CATALOG, SchichtwechselCatalog
from domain.schichtwechsel.options import WORDS
from domain.schichtwechsel.switches import as_options


class Speaker(telling.Speaker[SchichtwechselCatalog]):
    """Ids that the catalog lacks are said as they are."""

    built_in = CATALOG
    all_phrases = sentences(__package__, "phrases")

    def numbered(self, phrase: str, names: Iterable[str], name: str) -> str:
        """What has no name of its own is counted."""
        known = list(names)
        return self(phrase, number=known.index(name) + 1) if name in known else name

    def card(self, card: str) -> str:
        catalog = self.catalog
        if card == catalog.own_card.id:
            return self.called(catalog.own_card.name, card)
        known = catalog.cards.get(card) or catalog.round_cards.get(card)
        return self.called(known.name if known else None, card)

    def tile(self, tile: str) -> str:
        return self._name(self.catalog.tiles, tile)

    def track(self, track: str) -> str:
        return self._name(self.catalog.tracks, track)

    def site(self, site: str) -> str:
        return self._name(self.catalog.sites, site)

    def _name(self, named: Mapping[str, Any], name: str) -> str:
        return self.called(named[name].name if name in named else None, name)

    def lorry(self, lorry: str) -> str:
        return self.numbered("lorry", self.catalog.lorries, lorry)

    def wagon(self, wagon: str) -> str:
        return self.numbered("wagon", self.catalog.coal_wagons, wagon)

    def oven(self, oven: str) -> str:
        for seat in range(max(self.catalog.player_counts)):
            if oven == self.catalog.own_oven(seat):
                return self("oven.own", player=self.player(seat))
        return self.numbered("oven.grey", self.catalog.grey_ovens, oven)

    def row_field(self, field: str) -> str:
        return self.numbered("row", self.catalog.row, field)

    def bonus_field(self, field: str) -> str:
        area = self.catalog.area_of.get(field)
        return self.numbered(area, self.catalog.areas[area], field) if area else field

    def barrier(self, barrier: str) -> str:
        for track in self.catalog.tracks.values():
            for number, known in enumerate(track.barriers, 1):
                if known.id == barrier:
                    return self("barrier", number=number, track=self.track(track.id))
        return barrier

    def shift_field(self, index: int) -> str:
        field = self.catalog.field_at.get(index)
        return self.called(field.name, field.id) if field else self("field.start")

    def cube(self, cube: str) -> str:
        return self(cube)

    def cubes(self, cubes: Iterable[str]) -> str:
        return ", ".join(map(self.cube, cubes)) or self("none")

    def payment(self, items: Iterable[str]) -> str:
        words = ("stone" if item == "player" else item for item in items)
        return ", ".join(map(self, words)) or self("none")

    def place(self, place: str) -> str:
        """Wherever a gained cube or coke went."""
        if place in self.catalog.lorries:
            return self.lorry(place)
        if place in self.catalog.coal_wagons:
            return self.wagon(place)
        return self("heap") if place == "heap" else self.oven(place)

    def cause(self, cause: str) -> str:
        if f"cause.{cause}" in self.phrases:
            return self(f"cause.{cause}")
        if cause.startswith("final_"):
            what = cause.removeprefix("final_")
            named = self.track(what) if what in self.catalog.tracks else self.site(what)
            return self("cause.final", what=named)
        return self._thing(cause)

    def _thing(self, name: str) -> str:
        """Anything of the catalog that can cause something."""
        catalog = self.catalog
        if name in catalog.shift_fields:
            return self.called(catalog.shift_fields[name].name, name)
        if name in catalog.exchanges:
            return self("exchange", spoil=catalog.exchanges[name].spoil)
        for known, word in (
            (catalog.tiles, self.tile),
            (catalog.sites, self.site),
            (catalog.row, self.row_field),
            (catalog.grey_ovens, self.oven),
            (catalog.headframe_fields, self.bonus_field),
            (catalog.benefit_of, self.barrier),
        ):
            if name in known:
                return word(name)
        return self.card(name)

    def scores(self, points: Sequence[int], counts: Sequence[int]) -> str:
        said = (
            self("score", player=self.player(seat), points=points[seat], count=counts[seat])
            for seat in range(len(points))
        )
        return ", ".join(said)

    def switches(self, options: Mapping[str, str]) -> list[str]:
        """The rule switches that were set over the catalog's."""
        printed = as_options(self.catalog.switches)
        return [
            WORDS.told(name, value, self.language)
            for name, value in options.items()
            if name in printed and printed[name] != value
        ]


Speaker.gap_words = {
    "seat": Speaker.player,
    "start_seat": Speaker.player,
    "card": Speaker.card,
    "tile": Speaker.tile,
    "returned": Speaker.tile,
    "track": Speaker.track,
    "site": Speaker.site,
    "lorry": Speaker.lorry,
    "wagon": Speaker.wagon,
    "oven": Speaker.oven,
    "row_field": Speaker.row_field,
    "field": Speaker.row_field,
    "barrier": Speaker.barrier,
    "cube": Speaker.cube,
    "cause": Speaker.cause,
    "source": Speaker.cause,
    "payment": Speaker.payment,
}
Speaker.gap_names = dict.fromkeys(("seat", "start_seat"), "player")
