"""The greedy player: it does what brings most VP per worker, as far as it can see."""

from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.deeds import Deliver, Mine
from domain.kartenspiel.greedy.worth import Worth
from domain.kartenspiel.view import View
from domain.kernel.bots import Offer
from domain.kernel.chance import Chance
from domain.kernel.choices import Choice
from domain.kernel.hints import Hint
from domain.kernel.seals import Fact


def greedy(
    view: View, offer: Offer, _luck: Chance, _label: str, catalog: KartenspielCatalog
) -> Fact:
    return hint(view, offer, catalog).action


def hint(view: View, offer: Offer, catalog: KartenspielCatalog) -> Hint:
    """Equal choices are taken in the order offered, which is the catalog's."""
    player = GreedyPlayer(view, offer, catalog)
    considered = [player.considered(choice) for choice in player.sensible()]
    worth, best = max(considered, key=lambda found: found[0])
    return Hint(best, worth, len(considered))


class GreedyPlayer:
    def __init__(self, view: View, offer: Offer, catalog: KartenspielCatalog) -> None:
        self._worth, self._offer = Worth(view, catalog), offer

    def sensible(self) -> list[Choice[Fact]]:
        """Without the drafts for payments other than the cheapest."""
        return [
            choice
            for choice in self._offer(None)
            if not isinstance(choice.action, PlaceWorkers) or choice.action.payment
        ]

    def considered(self, choice: Choice[Fact]) -> tuple[float, Fact]:
        """What an offer is worth, and the offer with everything that it left to choose."""
        action = choice.action
        if isinstance(action, PlaceWorkers):
            gain, grown = self._grown(choice)
            workers = sum(laid.value for laid in action.payment)
            return self._worth.placement(action.area, gain) / workers, grown
        if isinstance(action, PlayInnovation):
            gain, grown = self._grown(choice)
            return self._worth.innovation(gain), grown
        if isinstance(action, ChooseDrawnCard) and isinstance(action.card, str):
            return self._worth.card(action.card, action.track), action
        return 0.0, action

    def _grown(self, choice: Choice[Fact]) -> tuple[float, Fact]:
        """Move by move or train by train, always the best next one, while it pays."""
        deed = self._deed(choice.action)
        if not isinstance(deed, Mine | Deliver):
            return self._worth.deed(choice.action), choice.action
        gain = 0.0
        while choice.open:
            offered = self._offer(choice.action)
            gains = [self._worth.step(self._deed(longer.action)) for longer in offered]
            best = max(range(len(offered)), key=gains.__getitem__)
            if choice.complete and gains[best] <= 0:
                break
            gain, choice = gain + gains[best], offered[best]
        return gain, choice.action

    def _deed(self, action: Fact) -> object:
        if isinstance(action, PlaceWorkers):
            return action.action
        return action.effect if isinstance(action, PlayInnovation) else None
