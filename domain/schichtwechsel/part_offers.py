"""The part that was added to what is said with an action: in words, and where it touches."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.kernel import offers
from domain.kernel.offers import Described, at, of_seat
from domain.schichtwechsel import effects as f
from domain.schichtwechsel.effect_words import spoken
from domain.schichtwechsel.effects import Effects
from domain.schichtwechsel.operations.choosing import LETTERS, option_names
from domain.schichtwechsel.operations.miner import landing
from domain.schichtwechsel.params import (
    DECLINE,
    Conversion,
    Copy,
    HeadframeMove,
    Hoist,
    House,
    Params,
)
from domain.schichtwechsel.state import State
from domain.schichtwechsel.words import Speaker


class PartDescriber(offers.Describer[State, Speaker]):
    speaker = Speaker

    def part(self, before: Params, after: Params, effects: Effects) -> Described | None:
        """What is said now and was not before; None if nothing is."""
        chosen = self.option(effects, after.choice) if after.choice else None
        for name in Params.__struct_fields__:
            old, new = getattr(before, name), getattr(after, name)
            if old != new:
                return PARTS[name](self, old, new, (*effects, *(chosen or ())))
        return None

    def lorry(self, lorry: str) -> str:
        load = self.state.players[self.seat].lorries.get(lorry)
        word = self.say.lorry(lorry)
        if load is None or load.cube is None:
            return word
        cube = self.say.cube(load.cube)
        return self.say("choice.loaded", lorry=word, count=load.count, cube=cube)

    def lorries(self, _old: Any, new: tuple[Hoist, ...], _effects: Effects) -> Described:
        hoist = new[-1]
        if hoist.wagons:
            wagon = hoist.wagons[-1]
            place = of_seat(self.seat, "wagon", wagon)
            return self.told("fill_wagon", "", place, wagon=self.say.wagon(wagon))
        place = of_seat(self.seat, "lorry", hoist.lorry)
        return self.told("raise_lorry", "", place, lorry=self.lorry(hoist.lorry))

    def conversions(self, _old: Any, new: tuple[Conversion, ...], _effects: Effects) -> Described:
        wagon, oven = new[-1].wagon, new[-1].oven
        return self.told(
            "process_wagon",
            "",
            of_seat(self.seat, "wagon", wagon),
            at("oven", oven),
            wagon=self.say.wagon(wagon),
            oven=self.say.oven(oven),
        )

    def ovens(self, _old: Any, new: tuple[str, ...], _effects: Effects) -> Described:
        return self.told("load_coke", "", at("oven", new[-1]), oven=self.say.oven(new[-1]))

    def order(self, _old: Any, new: tuple[str, ...], _effects: Effects) -> Described:
        places = [at("track", track) for track in dict.fromkeys(new)]
        return self.told("order_steps", "", *places, tracks=", ".join(map(self.say.track, new)))

    def choice(self, _old: Any, new: str, effects: Effects) -> Described:
        if new == DECLINE:
            return self.told("leave", "")
        option = self.option(effects, new)
        if option is None:
            return self.told("choose", "", bonus=new)
        places = dict.fromkeys(place for effect in option for place in self._touched(effect))
        return self.told("choose", "", *places, bonus=spoken(self.say, option))

    def option(self, effects: Effects, choice: str) -> Effects | None:
        """Which option of which effect is meant by a name or a letter."""
        for effect in effects:
            options, names = self._options(effect)
            for letter, name, option in zip(LETTERS, names, options, strict=False):
                if choice in (letter, name):
                    return option
        return None

    def _options(self, effect: f.Effect) -> tuple[Sequence[Effects], Sequence[str]]:
        if isinstance(effect, f.Choose):
            return effect.options, option_names(effect.options)
        tile = self.state.players[self.seat].tile
        if isinstance(effect, f.TileLowerBonus) and tile:
            options = self.state.catalog.tiles[tile].lower.options
            return options, option_names(options, letters=True)
        return (), ()

    def _touched(self, effect: f.Effect) -> Iterator[str]:
        if isinstance(effect, f.Advance | f.AdvanceUpTo):
            yield at("track", effect.track)
        elif isinstance(effect, f.GainCube):
            if effect.to == "heap":
                yield of_seat(self.seat, "heap")
        elif type(effect) in TOUCHED:
            yield of_seat(self.seat, TOUCHED[type(effect)])

    def steps(self, _old: Any, new: int, effects: Effects) -> Described:
        for effect in effects:
            if isinstance(effect, f.AdvanceUpTo):
                return self._advanced(effect.track, new)
        place, field = self.reached(new)
        return self.told("move_miner", "", place, field=field)

    def _advanced(self, track: str, steps: int) -> Described:
        goal = self.state.catalog.tracks[track].goal
        field = min(goal, self.state.players[self.seat].discs[track] + steps)
        name = self.say.track(track)
        return self.told("advance", "", at("track", track, field), track=name, field=field)

    def reached(self, steps: int) -> tuple[str, str]:
        """Where the miner comes to: the place, and what it is called."""
        player, shift = self.state.players[self.seat], self.state.catalog.shift
        to = player.miner
        if to != shift.exit_index:
            to, _ = landing(self.state, self.seat, steps)
        return at("shift", to), self.say.shift_field(to)

    def amount(self, _old: Any, new: int, effects: Effects) -> Described:
        if any(isinstance(effect, f.ToolReturn) for effect in effects):
            return self._by(new, "return_tools", of_seat(self.seat, "tools"))
        return self._by(new, "change_water", of_seat(self.seat, "water"))

    def _by(self, count: int, verb: str, place: str) -> Described:
        return self.told(verb, "" if count else "none", place, count=count)

    def moves(self, _old: Any, new: tuple[HeadframeMove, ...], _effects: Effects) -> Described:
        move = new[-1]
        player = self.state.players[self.seat]
        stands = None if move.from_ == "pool" else player.headframe_in(move.from_)
        begin = at("headframe", stands) if stands else of_seat(self.seat, "headframes")
        return self.told(
            "move_headframe",
            "",
            begin,
            at("headframe", move.field),
            place=self.say(f"place.{move.from_}"),
            field=self.say.bonus_field(move.field),
            bonus=spoken(self.say, self.state.catalog.headframe_fields[move.field].effects),
        )

    def copy(self, old: Copy | None, new: Copy, _effects: Effects) -> Described:
        effects = self._copied_effects(new)
        if old and (old.card, old.mode) == (new.card, new.mode):
            part = self.part(old.params, new.params, effects)
            if part:
                return part
        bonus, card = spoken(self.say, effects), self.say.card(new.card)
        return self.told("copy", "", at("card", new.card), card=card, bonus=bonus)

    def _copied_effects(self, copy: Copy) -> Effects:
        catalog = self.state.catalog
        if copy.card == catalog.own_card.id:
            return catalog.own_card.effects
        return catalog.card_mode(copy.card, copy.mode).effects

    def house(self, _old: Any, new: House, _effects: Effects) -> Described:
        return self.told(
            "place_house",
            "",
            of_seat(self.seat, "row", new.row_field),
            at("site", new.site),
            row_field=self.say.row_field(new.row_field),
            site=self.say.site(new.site),
        )

    def place(self, _old: Any, new: str, _effects: Effects) -> Described:
        return self.told("place_gained", "", self._place(new), place=self.say.place(new))

    def _place(self, place: str) -> str:
        catalog = self.state.catalog
        if place in catalog.lorries:
            return of_seat(self.seat, "lorry", place)
        if place in catalog.coal_wagons:
            return of_seat(self.seat, "wagon", place)
        return of_seat(self.seat, "heap") if place == "heap" else at("oven", place)


TOUCHED: dict[type[f.Operation], str] = {
    f.Water: "water",
    f.WaterDown: "water",
    f.ToolTake: "tools",
    f.ToolReturn: "tools",
    f.Coin: "coin",
    f.WhiteStone: "white",
    f.GainCoke: "coke",
    f.MoveMiner: "miner",
    f.ErectHeadframe: "headframes",
    f.MoveHeadframe: "headframes",
    f.MoveHeadframes: "headframes",
}
"""What an option is about, among what belongs to the seat."""

PARTS: dict[str, Callable[[PartDescriber, Any, Any, Effects], Described]] = {
    "lorries": PartDescriber.lorries,
    "conversions": PartDescriber.conversions,
    "ovens": PartDescriber.ovens,
    "order": PartDescriber.order,
    "choice": PartDescriber.choice,
    "steps": PartDescriber.steps,
    "amount": PartDescriber.amount,
    "moves": PartDescriber.moves,
    "copy": PartDescriber.copy,
    "house": PartDescriber.house,
    "place": PartDescriber.place,
}
"""By the members of Params."""
