"""What lies before a player, drawn: hand, mining row, tracks, open cards, delivered trains.

A lorry card is the first letters of its crest's name, as many as tell all crests apart, and its
number of lorries, so that the board can be read without colors.
"""

from collections.abc import Iterable

from domain.kartenspiel.components import JOKER
from domain.kartenspiel.layout import paragraph
from domain.kartenspiel.player_board import Train, Wagon
from domain.kartenspiel.view import PlayerView, View
from domain.kartenspiel.words import Speaker
from domain.kernel.catalog import Catalog
from domain.kernel.layout import both_ends, clip
from domain.kernel.names import shown
from domain.kernel.texts import Language, Row, Span

NAME_WIDTH = 20
LABEL = 18


class Pen(Speaker):
    def __init__(self, view: View, language: Language, catalog: Catalog | None) -> None:
        super().__init__(language, [shown(player.name) for player in view.players], catalog)
        self.letters = _telling_apart([self.crest(crest) for crest in self.catalog.crests])

    def name(self, seat: int) -> str:
        return clip(self.player(seat), NAME_WIDTH)

    def initials(self, crest: str) -> str:
        return "*" if crest == JOKER else self.crest(crest)[: self.letters].capitalize()

    def lorry(self, card: str) -> str:
        lorry = self.catalog.lorries[card]
        return f"{self.initials(lorry.crest)}{lorry.lorries}"

    def lorries(self, cards: Iterable[str]) -> str:
        return " ".join(map(self.lorry, cards)) or "–"

    def wagon(self, wagon: Wagon) -> str:
        crest = self.initials(self.catalog.wagons[wagon.card].crest)
        return f"[{crest}:{self.lorry(wagon.lorry)}]" if wagon.lorry else f"[{crest}]"

    def train(self, train: Train) -> str:
        loads = self.lorries(train.lorry_cards())
        return f"{self.card(train.order)}, {self.card(train.engine)}, {loads}"


def draw_player(pen: Pen, view: View, player: PlayerView) -> list[Row]:
    counts = player.in_hand
    in_hand = pen(
        "board.counts",
        workers=counts.workers,
        orders=counts.orders,
        innovations=counts.innovations,
    )
    rows: list[Row] = [_title(pen, view, player), [Span("  " + in_hand, "dim")]]
    if player.hand:
        hand = (*player.hand.workers, *player.hand.orders, *player.hand.innovations)
        rows += _line(pen, "board.hand", pen.cards(hand))
    rows += _line(pen, "board.row", pen.lorries(player.mining_row))
    rows += _line(pen, "board.storage", pen.lorries(player.storage))
    for number, track in player.tracks.items():
        crests = ", ".join(map(pen.crest, pen.catalog.tracks[number].crests))
        engine = pen.card(track.engine) if track.engine else pen("board.no_engine")
        wagons = " ".join(map(pen.wagon, track.wagons)) or "–"
        label = pen("board.track", track=number)
        rows += paragraph(label, f"({crests}) {wagons} · {engine}", 2, LABEL)
    rows += _line(pen, "board.shares", pen.cards(player.shares))
    rows += _line(pen, "board.objectives", pen.cards(player.objectives))
    return [*rows, *_delivered(pen, player)]


def _title(pen: Pen, view: View, player: PlayerView) -> Row:
    marks = []
    if player.seat in view.awaited:
        marks.append(pen("board.turn"))
    if player.passed:
        marks.append(pen("board.passed"))
    if player.markers:
        marks.append(f"{pen('board.markers')}: {' '.join(map(str, player.markers))}")
    name = Span(f"{pen.name(player.seat)} ({pen.color(player.color)})", f"seat{player.seat}")
    points = Span(pen("board.vp", vp=player.points), "heading")
    return both_ends([name, Span("".join(f" · {mark}" for mark in marks))], [points])


def _line(pen: Pen, phrase: str, text: str) -> list[Row]:
    return paragraph(pen(phrase), text, 2, LABEL)


def _delivered(pen: Pen, player: PlayerView) -> list[Row]:
    if player.delivered is None:
        return _line(pen, "board.delivered", pen("board.face_down", count=player.trains))
    trains = _line(pen, "board.delivered", pen("board.trains", count=player.trains))
    return trains + [row for t in player.delivered for row in paragraph("", pen.train(t), 2, LABEL)]


def _telling_apart(names: list[str]) -> int:
    """How many letters it takes until no two names begin alike."""
    longest = max(map(len, names))
    lengths = range(1, longest + 1)
    return next((n for n in lengths if len({name[:n] for name in names}) == len(names)), longest)
