"""Schichtwechsel as text: the board and every mine, drawn from a view."""

from domain.kernel.catalog import Catalog
from domain.kernel.head import ranked
from domain.kernel.layout import (
    both_ends,
    clip,
    columns,
    flowing,
    within,
)
from domain.kernel.texts import Language, Row, Span
from domain.schichtwechsel.drawing import NAME_WIDTH, Pen
from domain.schichtwechsel.mine_drawing import draw_player
from domain.schichtwechsel.view import PlayerView, View

BLANK: Row = []


def draw(view: View, language: Language, catalog: Catalog | None = None) -> list[Row]:
    pen = Pen(view, language, catalog)
    rows = [*_header(pen, view), *_result(pen, view), BLANK]
    if view.players:
        rows += [*_stock(pen, view), *_tracks(pen, view), *_shift(pen, view)]
        rows += [*_plant(pen, view), *_headframes(pen, view), *_sites(pen, view)]
        rows += [BLANK, *_cards(pen, view)]
    for player in view.players:
        rows += [BLANK, *draw_player(pen, view, player)]
    legend: list[Row] = [[Span(pen(key), "dim")] for key in ("legend", "legend.cost")]
    return within([*rows, BLANK, *legend])


def _header(pen: Pen, view: View) -> list[Row]:
    title = Span(pen("title"), "heading")
    now = pen("board.round", round=view.period, rounds=view.periods)
    when = Span(now if view.period else pen("board.setup"), "heading")
    rows: list[Row] = [both_ends([title], [when])]
    phase = _phase(pen, view)
    marker: Row = []
    if view.period:
        marker = [Span(pen("board.marker") + ": "), pen.name(view.marker_seat)]
    rows.append(both_ends([phase], marker))
    if view.round_card:
        rows.append([Span(f"{pen('board.card')}: {pen.card(view.round_card)}")])
    switches = pen.switches(view.options) if view.options else []
    if switches:
        rows += flowing(pen("board.switches"), ([Span(text, "dim")] for text in switches))
    return rows


def _phase(pen: Pen, view: View) -> Span:
    """What the game waits for; a seat that is awaited sees it stand out."""
    if view.decisions:
        decision = view.decisions[-1]
        text = pen(
            f"decision_requested.{decision.kind}",
            player=pen.player(decision.seat),
            cause=pen.cause(decision.cause),
        )
        return Span(clip(text, 70), _awaited(view, decision.seat))
    if view.active is None:
        known = f"phase.{view.phase}"
        return Span(
            pen(known if view.phase in ("lobby", "scoring", "finished") else "phase.between")
        )
    phase = f"phase.{view.phase}"
    if view.phase == "I" and any(bundle.seat is None for bundle in view.bundles):
        phase = "phase.I.assign"
    elif view.phase == "action" and view.action_done:
        phase = "phase.action.done"
    text = pen(phase, player=clip(pen.player(view.active), NAME_WIDTH))
    return Span(text, _awaited(view, view.active))


def _awaited(view: View, seat: int) -> str:
    return "alert" if view.seat == seat else f"seat{seat}"


def _result(pen: Pen, view: View) -> list[Row]:
    places = [
        [Span("  " + _place(pen, player), f"seat{player.seat}")] for player in ranked(view.players)
    ]
    return [BLANK, [Span(pen("board.result"), "heading")], *places] if places else []


def _place(pen: Pen, player: PlayerView) -> str:
    return pen("place", place=player.place, player=pen.player(player.seat), points=player.points)


def _stock(pen: Pen, view: View) -> list[Row]:
    rows = [
        *flowing(pen("board.bag"), _counts(pen, view.bag)),
        *flowing(pen("board.supply"), _counts(pen, view.supply)),
    ]
    waiting = [bundle for bundle in view.bundles if not bundle.loaded]
    if waiting:
        cells = []
        for bundle in waiting:
            owner = [Span(" "), pen.name(bundle.seat)] if bundle.seat is not None else []
            cells.append([Span(f"{bundle.no}: {pen.cubes(bundle.cubes)}"), *owner])
        rows += flowing(pen("board.bundles"), cells)
    tiles = ([Span(pen.tile(tile))] for tile in view.tiles_on_display)
    return [*rows, *flowing(pen("board.display"), tiles)]


def _counts(pen: Pen, counts: dict[str, int]) -> list[Row]:
    return [[Span(f"{pen(cube)} {count}")] for cube, count in counts.items()]


def _tracks(pen: Pen, view: View) -> list[Row]:
    rows: list[Row] = []
    for name, track in pen.catalog.tracks.items():
        cells: list[Row] = [
            [pen.name(player.seat), Span(f" {player.discs.get(name, 0)}")]
            for player in view.players
        ]
        goal = pen("board.goal", goal=track.goal)
        rows += flowing(pen.track(name), [[Span(goal, "dim")], *cells])
    return rows


def _shift(pen: Pen, view: View) -> list[Row]:
    cells: list[Row] = []
    for player in view.players:
        field = clip(pen.shift_field(player.miner), 24)
        cells.append([pen.name(player.seat), Span(f" {player.miner} {field}")])
    return flowing(pen("board.shift"), cells)


def _plant(pen: Pen, view: View) -> list[Row]:
    cells: list[Row] = []
    for oven, owner in view.ovens.items():
        if oven in pen.catalog.grey_ovens:
            content = Span(pen("board.free"), "dim") if owner is None else pen.name(owner)
            cells.append([Span(pen.oven(oven) + " "), content])
        elif owner is not None:
            cells.append([Span(pen.oven(oven) + " "), Span("●", f"seat{owner}")])
    return flowing(pen("board.plant"), cells)


def _headframes(pen: Pen, view: View) -> list[Row]:
    taken: list[Row] = [
        [Span(pen.bonus_field(field) + " "), pen.name(owner)]
        for field, owner in view.headframe_fields.items()
        if owner is not None
    ]
    return flowing(pen("board.headframes"), taken or [[Span(pen("board.free"), "dim")]])


def _sites(pen: Pen, view: View) -> list[Row]:
    cells: list[Row] = []
    for site, owners in view.sites.items():
        slots = pen.catalog.sites[site].slots[len(view.players)]
        room = f" {len(owners)}/{slots if slots is not None else '∞'}"
        houses = [Span(" "), *pen.owners(owners)] if owners else []
        cells.append([Span(pen.site(site)), Span(room, "dim"), *houses])
    return flowing(pen("board.sites"), cells)


def _cards(pen: Pen, view: View) -> list[Row]:
    """Every card in the game with its cost and who has used it in this round."""
    cells: list[Row] = []
    for card in view.cards:
        printed = pen.catalog.cards[card]
        users = [payment.seat for payment in view.card_payments.get(card, ())]
        used_up = printed.uses_per_round is not None and len(users) >= printed.uses_per_round
        cost = "/".join(pen(f"letter.{item}") for item in printed.cost)
        border = " ∞" if printed.uses_per_round is None else ""
        label = Span(f"{clip(pen.card(card), 34)} {cost}{border} ", "dim" if used_up else "")
        cells.append([label, *pen.owners(users)])
    title: Row = [Span(pen("board.cards"), "heading")]
    return [title, *columns(cells, 2)]
