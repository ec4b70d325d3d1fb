"""What the greedy player has before it, looked up once per move."""

from collections.abc import Iterable, Mapping

from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.components import JOKER, ObjectiveKind, OrderCard, ShareCard
from domain.kartenspiel.player_board import Wagon
from domain.kartenspiel.view import View


class Holdings:
    def __init__(self, view: View, catalog: KartenspielCatalog) -> None:
        assert view.seat is not None, "a bot has a seat"
        self.catalog = catalog
        self.me = view.players[view.seat]
        self.orders = self.me.hand.orders if self.me.hand else ()
        self.delivered = self.me.delivered or ()
        self.track_of = {w.card: n for n, t in self.me.tracks.items() for w in t.wagons}
        self.unloaded = [*self.me.mining_row, *self.me.storage]
        tracks = self.me.tracks.values()
        self.empty = [w.card for track in tracks for w in track.wagons if w.lorry is None]
        self.homeless = [
            card for card in self.unloaded if not any(self.fits(card, w) for w in self.empty)
        ]

    def blocking(self) -> str | None:
        """The front card of the mining row, if no wagon takes it."""
        front = self.me.mining_row[0] if self.me.mining_row else None
        return front if front in self.homeless else None

    def fits(self, card: str, wagon: str) -> bool:
        crest = self.catalog.wagons[wagon].crest
        return self.would_fit(card, crest, self.track_of[wagon])

    def would_fit(self, card: str, wagon_crest: str, track: int | None) -> bool:
        """On the track, or if there is none yet, on some track."""
        crest = self.catalog.lorries[card].crest
        if wagon_crest not in (crest, JOKER):
            return False
        return track is None or crest in self.catalog.tracks[track].crests

    def wagons_on(self, track: int) -> list[Wagon]:
        return self.me.tracks[track].wagons

    def loads_on(self, track: int) -> list[str]:
        return [wagon.lorry for wagon in self.wagons_on(track) if wagon.lorry is not None]

    def lorries_on(self, track: int) -> int:
        return sum(self.catalog.lorries[card].lorries for card in self.loads_on(track))

    def with_engine(self) -> list[int]:
        return [number for number, track in self.me.tracks.items() if track.engine]

    def without_engine(self) -> list[int]:
        return [number for number, track in self.me.tracks.items() if not track.engine]

    def models(self) -> list[str]:
        engines = [track.engine for track in self.me.tracks.values() if track.engine]
        return [self.catalog.engines[card].model for card in engines]

    def delivered_models(self) -> list[str]:
        return [self.catalog.engines[train.engine].model for train in self.delivered]

    def aims_at(self, kind: ObjectiveKind, target: str) -> float:
        """What the own objectives of a kind promise for one more of the target."""
        aims = [self.catalog.objectives[card] for card in self.me.objectives]
        return sum(aim.vp / aim.per for aim in aims if (aim.kind, aim.target) == (kind, target))

    def engine_bonus(self, track: int) -> float:
        engine = self.me.tracks[track].engine
        if engine is None:
            return 0.0
        return self.aims_at("engine_model", self.catalog.engines[engine].model)

    def shares_of(self, destination: str) -> int:
        return _count(self.me.shares, destination, self.catalog.shares)

    def fulfilled(self, destination: str) -> int:
        return _count([train.order for train in self.delivered], destination, self.catalog.orders)

    def held(self, destination: str) -> int:
        return _count(self.orders, destination, self.catalog.orders)

    def printed_lorries(self, destination: str) -> int:
        orders = [self.catalog.orders[train.order] for train in self.delivered]
        return sum(order.min_lorries for order in orders if order.destination == destination)

    def order_bonus(self, destination: str) -> float:
        """What a fulfilled order brings beside its own VP: a share and objectives."""
        bonus = self.aims_at("fulfilled_orders", destination)
        bonus += self.aims_at("order_lorries", destination) / 2
        waiting = [s for s in self.me.shares if self.catalog.shares[s].destination == destination]
        if len(waiting) > self.fulfilled(destination):
            bonus += self.catalog.shares[waiting[0]].vp
            bonus += self.aims_at("assigned_shares", destination)
        return bonus


def _count(
    cards: Iterable[str], destination: str, known: Mapping[str, OrderCard | ShareCard]
) -> int:
    return sum(known[card].destination == destination for card in cards)
