"""What is offered in words, and the places on the table and before the players that it touches."""

from msgspec import UNSET

from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.play_innovation import DECK, PlayInnovation
from domain.kartenspiel.actions.turns import Pass
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.deeds import (
    AnyMove,
    Consignment,
    Deed,
    Deliver,
    LoadStored,
    Mine,
    Payment,
    StoreFront,
    TakeEngine,
    TakeLorryFrom,
    TakeWagon,
    TakeWagonFrom,
    Wild,
    kind_of,
)
from domain.kartenspiel.state import State
from domain.kartenspiel.words import Speaker
from domain.kernel import offers
from domain.kernel.offers import Described, at, described, of_seat

PLACES = {
    "area.<area>": "A worker area, like `area.lorry-left` or `area.deliver`.",
    "stack.<stack>": "The open card on a stack, where something else than its area takes it.",
    "card.<card>": "Any card that can be seen: in hand, drawn, in a row, in storage, on a track.",
    "seat.<seat>.track.<track>": "A track of a player board.",
    "seat.<seat>.storage": "The storage, as a place for a lorry card.",
}


class Describer(offers.Describer[State, Speaker]):
    speaker = Speaker

    def offered(self, action: Action) -> Described:
        if isinstance(action, PlaceWorkers):
            return self._placement(action)
        if isinstance(action, PlayInnovation):
            return self._innovation(action)
        if isinstance(action, ChooseDrawnCard):
            return self._drawn(action)
        return self.told("pass" if isinstance(action, Pass) else "end_turn")

    def _placement(self, action: PlaceWorkers) -> Described:
        draft = self.draft
        if not isinstance(draft, PlaceWorkers):
            return self._begun(action)
        if len(action.payment) > len(draft.payment):
            return self._paid(action)
        return self._grown(action.action) or self._begun(action)

    def _begun(self, action: PlaceWorkers) -> Described:
        deed = self._deed(action.action, action.area)
        payment = self._payment(action.area, action.payment)
        text = self.say("choice.placement", deed=deed.text, payment=payment)
        return described(text, deed.verb, at("area", action.area), *deed.touches)

    def _payment(self, area: str, payment: Payment) -> str:
        required = self.state.required(area)
        if not payment:
            return self.say("choice.payment.open", workers=required)
        return self.say("choice.payment", workers=required, paid=self.say.payment(payment))

    def _paid(self, action: PlaceWorkers) -> Described:
        laid = action.payment[-1]
        return self.told(
            "pay",
            "worker" if laid.card in self.state.catalog.workers else "innovation",
            at("card", laid.card),
            value=laid.value,
            total=sum(paid.value for paid in action.payment),
            workers=self.state.required(action.area),
        )

    def _deed(self, deed: Deed, area: str = "") -> Described:
        """What the workers or an innovation begin with."""
        kind = kind_of(deed)
        if isinstance(deed, Mine | Deliver):
            return self.told(kind, "", area=self.say.area(area))
        if isinstance(deed, Wild):
            return self.told(kind, "", at("stack", deed.stack), stack=self.say.stack(deed.stack))
        stack = self._stack_of(deed, area)
        top = self.state.stacks[stack][0]
        touches = () if area else (at("stack", stack),)
        if isinstance(deed, TakeWagon | TakeWagonFrom | TakeEngine):
            track = of_seat(self.seat, "track", deed.track)
            return self.told(kind, "", *touches, track, card=self.say.card(top), track=deed.track)
        return self.told(kind, "", *touches, card=self.say.card(top))

    def _stack_of(self, deed: Deed, area: str) -> str:
        if area:
            return area
        if isinstance(deed, TakeLorryFrom | TakeWagonFrom):
            return deed.stack
        return self.state.catalog.stacks_of(DECK[kind_of(deed)])[0]

    def _grown(self, deed: Deed) -> Described | None:
        if isinstance(deed, Mine) and deed.moves:
            return self._move(deed)
        if isinstance(deed, Deliver) and deed.consignments:
            return self._consignment(deed.consignments[-1])
        return None

    def _move(self, deed: Mine) -> Described:
        move = deed.moves[-1]
        lorry = self._moved_lorry(deed, move)
        card, place = self.say.card(lorry), at("card", lorry)
        if isinstance(move, StoreFront):
            return self.told("store", "", place, of_seat(self.seat, "storage"), card=card)
        wagon = self.say.card(move.wagon)
        where = "storage" if isinstance(move, LoadStored) else "row"
        track = self._track_of(move.wagon)
        places = place, at("card", move.wagon)
        return self.told("load", where, *places, card=card, wagon=wagon, track=track)

    def _moved_lorry(self, deed: Mine, move: AnyMove) -> str:
        """The front card is meant where none is named: the first that no earlier move took."""
        if move.lorry is not None:
            return move.lorry
        taken = sum(not isinstance(earlier, LoadStored) for earlier in deed.moves[:-1])
        return self.state.players[self.seat].mining_row[taken]

    def _track_of(self, wagon: str) -> int:
        tracks = self.state.players[self.seat].tracks.items()
        return next((n for n, held in tracks if wagon in [w.card for w in held.wagons]), 0)

    def _consignment(self, sent: Consignment) -> Described:
        places = of_seat(self.seat, "track", sent.track), at("card", sent.order)
        return self.told("dispatch", "", *places, track=sent.track, card=self.say.card(sent.order))

    def _innovation(self, action: PlayInnovation) -> Described:
        if isinstance(self.draft, PlayInnovation):
            grown = self._grown(action.effect)
            if grown:
                return grown
        verb, place, card = "play_innovation", at("card", action.card), self.say.card(action.card)
        if isinstance(action.effect, Mine | Deliver):
            return self.told(verb, "begun", place, card=card)
        deed = self._deed(action.effect)
        return self.told(verb, "", place, *deed.touches, card=card, deed=deed.text)

    def _drawn(self, action: ChooseDrawnCard) -> Described:
        card = "" if action.card is UNSET else action.card
        verb, place, said = "choose_drawn_card", at("card", card), self.say.card(card)
        if action.track is None:
            return self.told(verb, "", place, card=said)
        track = of_seat(self.seat, "track", action.track)
        return self.told(verb, "track", place, track, card=said, track=action.track)
