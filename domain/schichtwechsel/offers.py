"""What is offered in words, and the places on the board and in the mines that it touches."""

from collections.abc import Callable, Iterator
from typing import Any

from domain.kernel.offers import Described, at, of_seat
from domain.schichtwechsel.actions import Action
from domain.schichtwechsel.actions.answer import DECLINABLE, Answer, as_params
from domain.schichtwechsel.actions.assign_bundle import AssignBundle
from domain.schichtwechsel.actions.choose_tile import ChooseTile
from domain.schichtwechsel.actions.end_turn import EndTurn, Pass
from domain.schichtwechsel.actions.exchange_spoil import ExchangeSpoil
from domain.schichtwechsel.actions.load_cubes import LoadCubes
from domain.schichtwechsel.actions.move_final_miner import MoveFinalMiner
from domain.schichtwechsel.actions.resolve_row_field import ResolveRowField, said
from domain.schichtwechsel.actions.sell_coke import SellCoke
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.actions.use_own_card import UseOwnCard
from domain.schichtwechsel.components import Item
from domain.schichtwechsel.effect_words import spoken
from domain.schichtwechsel.effects import Effects
from domain.schichtwechsel.params import DECLINE, NOTHING, Params
from domain.schichtwechsel.part_offers import PartDescriber

PLACES = {
    "bundle.<number>": "A bundle of cubes.",
    "bundle.<number>.<cube>": "A cube of that kind in a bundle: `coal` or `spoil`.",
    "tile.<tile>": "A selection tile on display.",
    "card.<card>": "An action card.",
    "oven.<oven>": "An oven of the coking plant.",
    "track.<track>": "A way: road, rail or canal.",
    "track.<track>.<field>": "A field of a way, where a disc would stand.",
    "shift.<field>": "A field of the miner's shift; 0 is before the gate.",
    "headframe.<field>": "A field for headframes.",
    "site.<site>": "A building site.",
    "seat.<seat>": "The whole mine of a seat.",
    "seat.<seat>.own_card": "The own action card.",
    "seat.<seat>.white": "White stones; `player` is the player stone, `coin` are the coins.",
    "seat.<seat>.player": "The player stone.",
    "seat.<seat>.coin": "Coins.",
    "seat.<seat>.lorry.<lorry>": "A lorry.",
    "seat.<seat>.wagon.<wagon>": "A coal wagon.",
    "seat.<seat>.heap": "The spoil heap.",
    "seat.<seat>.coke": "The coke wagons.",
    "seat.<seat>.row.<field>": "A field of the house row.",
    "seat.<seat>.water": "The water gauge.",
    "seat.<seat>.tools": "Tool markers.",
    "seat.<seat>.headframes": "The headframes on the own card and in the pool.",
    "seat.<seat>.miner": "The miner.",
}


class Describer(PartDescriber):
    def offered(self, action: Action) -> Described:
        return OFFERED[type(action)](self, action)

    def assign_bundle(self, action: AssignBundle) -> Described:
        [bundle] = [bundle for bundle in self.state.bundles if bundle.no == action.bundle_no]
        return self.told(
            "assign_bundle",
            "",
            at("bundle", action.bundle_no),
            of_seat(action.to_seat),
            number=action.bundle_no,
            cubes=self.say.cubes(bundle.cubes),
            player=self.say.player(action.to_seat),
        )

    def load_cubes(self, action: LoadCubes) -> Described:
        bundle = self._own_bundle()
        if not action.placements:
            return self.told("load_cubes", "begun", at("bundle", bundle))
        placed = action.placements[-1]
        cube, place = self.say.cube(placed.cube), at("bundle", bundle, placed.cube)
        if placed.lorry is None:
            return self.told("load_cubes", "none", place, cube=cube)
        lorry = of_seat(self.seat, "lorry", placed.lorry)
        return self.told("load_cubes", "", place, lorry, cube=cube, lorry=self.lorry(placed.lorry))

    def _own_bundle(self) -> int:
        numbers = (bundle.no for bundle in self.state.bundles if bundle.seat == self.seat)
        return next(numbers, 0)

    def choose_tile(self, action: ChooseTile) -> Described:
        tile = self.state.catalog.tiles[action.tile]
        name, bonus = self.say.tile(tile.id), spoken(self.say, tile.upper)
        return self.told("choose_tile", "", at("tile", tile.id), tile=name, bonus=bonus)

    def sell_coke(self, action: SellCoke) -> Described:
        if not action.sell:
            return self.told("sell_coke", "none")
        return self.told("sell_coke", "", of_seat(self.seat, "coke"))

    def resolve_row_field(self, action: ResolveRowField) -> Described:
        effects = self.state.catalog.row[action.field].effects
        if isinstance(self.draft, ResolveRowField):
            part = self.part(said(self.draft), said(action), effects)
            return part or self.told("leave", "")
        place, field = of_seat(self.seat, "row", action.field), self.say.row_field(action.field)
        bonus, touches = self._bonus(effects, action.choice)
        return self.told("resolve_row_field", "", place, *touches, field=field, bonus=bonus)

    def _bonus(self, effects: Effects, choice: str | None) -> tuple[str, tuple[str, ...]]:
        """What the effects do, or the option of them that is chosen at once."""
        if choice is None:
            return spoken(self.say, effects), ()
        chosen = self.part(NOTHING, Params(choice=choice), effects)
        option = self.option(effects, choice) or effects
        return spoken(self.say, option), chosen.touches if chosen else ()

    def exchange_spoil(self, action: ExchangeSpoil) -> Described:
        exchange = self.state.catalog.exchanges[action.exchange]
        if isinstance(self.draft, ExchangeSpoil):
            part = self.part(NOTHING, Params(choice=action.choice), exchange.effects)
            return part or self.told("leave", "")
        heap = of_seat(self.seat, "heap")
        bonus, touches = self._bonus(exchange.effects, action.choice)
        return self.told("exchange_spoil", "", heap, *touches, spoil=exchange.spoil, bonus=bonus)

    def use_card(self, action: UseCard) -> Described:
        effects = self.state.catalog.card_mode(action.card, action.mode).effects
        if isinstance(self.draft, UseCard):
            part = self.part(self.draft.params, action.params, effects)
            if part:
                return part
        return self.told(
            "use_card",
            "",
            at("card", action.card),
            *self._paid(action.payment),
            card=self.say.card(action.card),
            payment=self.say.payment(action.payment),
            bonus=spoken(self.say, effects),
        )

    def use_own_card(self, action: UseOwnCard) -> Described:
        effects = self.state.catalog.own_card.effects
        if isinstance(self.draft, UseOwnCard) and action.rail_steps:
            part = self.part(NOTHING, Params(steps=action.rail_steps), effects)
            if part:
                return part
        return self.told(
            "use_own_card",
            "",
            of_seat(self.seat, "own_card"),
            *self._paid(action.payment),
            payment=self.say.payment(action.payment),
            bonus=spoken(self.say, effects),
        )

    def _paid(self, payment: tuple[Item, ...]) -> Iterator[str]:
        return (of_seat(self.seat, item) for item in dict.fromkeys(payment))

    def move_final_miner(self, action: MoveFinalMiner) -> Described:
        place, field = self.reached(action.steps)
        if not action.return_tools:
            return self.told("move_final_miner", "", place, field=field)
        tools = of_seat(self.seat, "tools")
        return self.told(
            "move_final_miner", "tools", place, tools, field=field, count=action.return_tools
        )

    def end_turn(self, _action: EndTurn) -> Described:
        return self.told("end_turn", "")

    def passed(self, _action: Pass) -> Described:
        return self.told("pass", "")

    def answer(self, action: Answer) -> Described:
        decision = self.state.decisions[-1]
        if action.answer == DECLINE and decision.kind in DECLINABLE:
            return self.told("leave", "")
        asking: Effects = tuple(planned.effect for planned in decision.then[:1])
        before = NOTHING
        if isinstance(self.draft, Answer) and self.draft.answer != DECLINE:
            before = as_params(self.state, decision, self.draft.answer)
        after = as_params(self.state, decision, action.answer)
        return self.part(before, after, asking) or self.told("leave", "")


OFFERED: dict[type[Action], Callable[[Describer, Any], Described]] = {
    AssignBundle: Describer.assign_bundle,
    LoadCubes: Describer.load_cubes,
    ChooseTile: Describer.choose_tile,
    SellCoke: Describer.sell_coke,
    ResolveRowField: Describer.resolve_row_field,
    UseCard: Describer.use_card,
    UseOwnCard: Describer.use_own_card,
    ExchangeSpoil: Describer.exchange_spoil,
    MoveFinalMiner: Describer.move_final_miner,
    EndTurn: Describer.end_turn,
    Pass: Describer.passed,
    Answer: Describer.answer,
}
