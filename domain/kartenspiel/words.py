"""The speaker: players, stacks, areas and cards put into the words of one language (section 1)."""

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import asdict

from domain.kartenspiel.catalog import CATALOG, KartenspielCatalog
from domain.kartenspiel.components import JOKER
from domain.kartenspiel.deeds import Payment
from domain.kernel import telling
from domain.kernel.seals import UNKNOWN, Sealed
from domain.kernel.texts import sentences


class Speaker(telling.Speaker[KartenspielCatalog]):
    """Ids that the catalog lacks are said as they are."""

    built_in = CATALOG
    all_phrases = sentences(__package__, "phrases")

    def title(self) -> str:
        return self.called(self.catalog.title, "kartenspiel")

    def color(self, color: str) -> str:
        known = self.catalog.colors.get(color)
        return self.called(known.name if known else None, color)

    def crest(self, crest: str) -> str:
        return self.called(self.catalog.crests[crest].name, crest)

    def destination(self, destination: str) -> str:
        return self.called(self.catalog.destinations[destination].name, destination)

    def model(self, model: str) -> str:
        return self.called(self.catalog.models[model].name, model)

    def stack(self, stack: str) -> str:
        known = self.catalog.stacks.get(stack)
        if known is None:
            return stack
        name = self(f"stack.{known.deck}")
        if known.twin is None:
            return name
        first = self.catalog.stacks_of(known.deck)[0] == stack
        return self("stack.first" if first else "stack.second", stack=name)

    def kind(self, kind: str) -> str:
        """Several of a kind of component."""
        return self(f"kind.{kind}")

    def area(self, area: str) -> str:
        card = self.catalog.action_cards.get(area)
        return self.called(card.name, area) if card else self.stack(area)

    def payment(self, payment: Payment) -> str:
        return " + ".join(
            self("paid" if laid.card in self.catalog.workers else "paid.innovation", **asdict(laid))
            for laid in payment
        )

    def card(self, card: str) -> str:
        """What stands on the card."""
        catalog = self.catalog
        for cards, say in (
            (catalog.workers, self._worker),
            (catalog.lorries, self._lorry),
            (catalog.wagons, self._wagon),
            (catalog.engines, self._engine),
            (catalog.orders, self._order),
            (catalog.shares, self._share),
            (catalog.innovations, self._innovation),
            (catalog.objectives, self._objective),
        ):
            if card in cards:
                return say(card)
        return card

    def cards(self, cards: Iterable[str]) -> str:
        return "; ".join(map(self.card, cards)) or self("none")

    def shown(self, cards: Sealed[tuple[str, ...]]) -> str:
        """The cards, for a reader who may see them; else nothing."""
        if cards is UNSET or not cards:
            return ""
        known = [self.card(card) for card in cards if card != UNKNOWN]
        unknown = len(cards) - len(known)
        return ": " + "; ".join([*known, *([self("unknown", count=unknown)] if unknown else [])])

    def aim(self, objective: str) -> str:
        card = self.catalog.objectives[objective]
        target = None
        if card.target is not None:
            known = self.model if card.kind == "engine_model" else self.destination
            target = known(card.target)
        return self(f"aim.{card.kind}", **{**asdict(card), "target": target})

    def _worker(self, card: str) -> str:
        return self("worker", value=self.catalog.workers[card].value)

    def _lorry(self, card: str) -> str:
        lorry = self.catalog.lorries[card]
        kind = "lorry.single" if lorry.lorries == 1 else "lorry"
        return self(kind, crest=self.crest(lorry.crest), lorries=lorry.lorries, vp=lorry.vp)

    def _wagon(self, card: str) -> str:
        crest = self.catalog.wagons[card].crest
        return self("joker") if crest == JOKER else self("wagon", crest=self.crest(crest))

    def _engine(self, card: str) -> str:
        return self("engine", model=self.model(self.catalog.engines[card].model))

    def _order(self, card: str) -> str:
        order = self.catalog.orders[card]
        return self(
            "order",
            destination=self.destination(order.destination),
            min_lorries=order.min_lorries,
            vp=order.vp,
        )

    def _share(self, card: str) -> str:
        destination = self.catalog.shares[card].destination
        return self("share", destination=self.destination(destination))

    def _innovation(self, card: str) -> str:
        innovation = self.catalog.innovations[card]
        effect = self(f"effect.{innovation.effect or 'worker'}", **asdict(innovation))
        return self("innovation", effect=effect)

    def _objective(self, card: str) -> str:
        return self("objective", aim=self.aim(card))


Speaker.gap_words = {
    "seat": Speaker.player,
    "start_seat": Speaker.player,
    "card": Speaker.card,
    "wagon": Speaker.card,
    "engine": Speaker.card,
    "order": Speaker.card,
    "stack": Speaker.stack,
    "from_stack": Speaker.stack,
    "to_stack": Speaker.stack,
    "area": Speaker.area,
    "what": Speaker.kind,
}
