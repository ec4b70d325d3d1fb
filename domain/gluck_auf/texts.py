"""Glück Auf in words: events and refusals in English, German and Hungarian (sections 1, 16.4)."""

from collections.abc import Sequence

from msgspec.structs import asdict

from domain.gluck_auf import events as e
from domain.gluck_auf.refusals import REFUSALS, explain
from domain.gluck_auf.words import Speaker
from domain.kernel.conservation import imbalance_teller
from domain.kernel.events import GameCreated
from domain.kernel.seals import UNKNOWN
from domain.kernel.telling import Tellers, sentence
from domain.kernel.texts import sentences, signed

__all__ = ["REFUSALS", "explain", "tell", "tell_imbalance"]

tell = Tellers(Speaker)
tell_imbalance = imbalance_teller(Speaker, sentences(__package__, "imbalances"))


@tell.on(GameCreated)
def game_created(say: Speaker, event: GameCreated) -> str:
    edition = say("edition", edition=say.edition(event.edition))
    rules = [edition, *say.house_rules(event.edition, event.options)]
    return sentence(
        say,
        event,
        count=event.count,
        players=", ".join(say.seated(event)),
        edition="; ".join(rules),
    )


@tell.on(e.SpacesLocked)
def spaces_locked(say: Speaker, event: e.SpacesLocked) -> str:
    spaces = "; ".join(map(say.space, event.space_ids))
    return sentence(say, event, "" if spaces else "none", spaces=spaces)


@tell.on(e.StartingPlayerDrawn)
def starting_player_drawn(say: Speaker, event: e.StartingPlayerDrawn) -> str:
    return sentence(say, event, "assigned" if event.method == "assigned" else "")


@tell.on(e.PlayersEquipped)
def players_equipped(say: Speaker, event: e.PlayersEquipped) -> str:
    """Players who get the same are named together."""
    alike: dict[tuple[int, int, int], list[int]] = {}
    for seat, share in enumerate(event.players):
        alike.setdefault((share.workers, share.marks, len(share.lorries)), []).append(seat)
    shares = [
        say(
            "players_equipped.share",
            players=say.players(seats),
            workers=workers,
            marks=marks,
            cubes=cubes,
        )
        for (workers, marks, cubes), seats in alike.items()
    ]
    return sentence(say, event, shares="; ".join(shares), supply=say.cubes(event.coal_supply))


@tell.on(e.DraftDisplayRevealed)
def draft_display_revealed(say: Speaker, event: e.DraftDisplayRevealed) -> str:
    return sentence(
        say,
        event,
        count=len(event.order_ids),
        orders=say.orders(event.order_ids),
        player=say.player(event.first_player),
    )


@tell.on(e.FactorySpaceFilled)
def factory_space_filled(say: Speaker, event: e.FactorySpaceFilled) -> str:
    return sentence(say, event, "unknown" if event.tile_id == UNKNOWN else "")


@tell.on(e.OrderSpaceFilled)
def order_space_filled(say: Speaker, event: e.OrderSpaceFilled) -> str:
    return sentence(say, event, "unknown" if event.order_id == UNKNOWN else "")


@tell.on(e.WorkersPlaced)
def workers_placed(say: Speaker, event: e.WorkersPlaced) -> str:
    if event.displaced_player is None:
        return sentence(say, event)
    own = event.displaced_player == event.player
    return sentence(say, event, "ousting_own" if own else "ousting")


@tell.on(e.MarksReceived)
def marks_received(say: Speaker, event: e.MarksReceived) -> str:
    return sentence(say, event, "bank" if event.reason == "bank" else "")


@tell.on(e.TunnelTileAcquired)
def tunnel_tile_acquired(say: Speaker, event: e.TunnelTileAcquired) -> str:
    variant = "shortage" if any(event.substituted) else ""
    return sentence(say, event, variant, cubes=", ".join(map(say.cube, event.cubes)))


@tell.on(e.TunnelTilesLookedAt)
def tunnel_tiles_looked_at(say: Speaker, event: e.TunnelTilesLookedAt) -> str:
    return sentence(say, event, shown=say.shown(event.tile_ids, say.tile))


@tell.on(e.OrdersLookedAt)
def orders_looked_at(say: Speaker, event: e.OrdersLookedAt) -> str:
    return sentence(say, event, shown=say.shown(event.order_ids, say.order))


@tell.on(e.TunnelTilesReturned)
def tunnel_tiles_returned(say: Speaker, event: e.TunnelTilesReturned) -> str:
    return sentence(say, event, event.to or "none", shown=say.shown(event.tile_ids, say.tile))


@tell.on(e.OrdersReturned)
def orders_returned(say: Speaker, event: e.OrdersReturned) -> str:
    return sentence(say, event, event.to or "none", shown=say.shown(event.order_ids, say.order))


@tell.on(e.OrderTaken)
def order_taken(say: Speaker, event: e.OrderTaken) -> str:
    space = say.catalog.spaces.get(event.source)
    return sentence(say, event, "kept" if space and space.kind == "new_order_draw" else "")


@tell.on(e.CageMoved)
def cage_moved(say: Speaker, event: e.CageMoved) -> str:
    way = "down" if event.to_level > event.from_level else "up"
    return sentence(say, event, way, level=say.level(event.to_level))


@tell.on(e.CoalPlaced)
def coal_placed(say: Speaker, event: e.CoalPlaced) -> str:
    return sentence(
        say, event, event.spot_state_after, source=say(event.source), number=event.spot + 1
    )


@tell.on(e.OrderDelivered)
def order_delivered(say: Speaker, event: e.OrderDelivered) -> str:
    return sentence(say, event, cubes=say.cubes(event.cubes_returned) or say("none"))


@tell.on(e.TurnEnded)
def turn_ended(say: Speaker, event: e.TurnEnded) -> str:
    if event.next_player is None:
        return sentence(say, event, "nobody")
    if event.skipped:
        return sentence(say, event, "skipping", skipped=say.players(event.skipped))
    return sentence(say, event)


@tell.on(e.DeliveredOrdersRevealed)
def delivered_orders_revealed(say: Speaker, event: e.DeliveredOrdersRevealed) -> str:
    revealed = [
        f"{say.player(seat)}: {say.orders(orders) or say('none')}"
        for seat, orders in enumerate(event.order_ids)
    ]
    return sentence(say, event, revealed="; ".join(revealed))


@tell.on(e.ElementScored)
def element_scored(say: Speaker, event: e.ElementScored) -> str:
    return sentence(
        say,
        event,
        element=say.element(event.element_id),
        counts=say.per_player(event.counts),
        places="; ".join(places(say, event)),
    )


def places(say: Speaker, event: e.ElementScored) -> list[str]:
    """Who scores, and why somebody does not (section 9)."""
    seats = len(event.counts)
    two_places = say.catalog.setups[seats].second_place_scored
    said = [_place(say, "first", event.first, event.first_vp)]
    if event.first and not two_places:
        said.append(say("second.player_count", count=seats))
    elif len(event.first) > 1:
        said.append(say("second.after_tie"))
    elif event.first:
        said.append(_place(say, "second", event.second, event.second_vp))
    left_out = _left_out(event, two_places)
    return [*said, say("left_out", players=say.players(left_out))] if left_out else said


def _place(say: Speaker, place: str, seats: Sequence[int], vp: int) -> str:
    if not seats:
        return say(f"{place}.nobody")
    kind = "one" if len(seats) == 1 else "tie"
    return say(f"{place}.{kind}", players=say.players(seats), vp=vp)


def _left_out(event: e.ElementScored, two_places: bool) -> list[int]:
    """Whoever has enough for a place and yet none was not eligible."""
    scoring = (*event.first, *event.second)
    enough = 1
    if event.second or len(event.first) > 1 or (event.first and not two_places):
        enough = event.counts[scoring[-1]]
    return [
        seat for seat, count in enumerate(event.counts) if count >= enough and seat not in scoring
    ]


@tell.on(e.ShiftScored)
def shift_scored(say: Speaker, event: e.ShiftScored) -> str:
    gains = [
        say("shift_scored.gain", player=say.player(seat), gained=signed(gained), total=total)
        for seat, (gained, total) in enumerate(zip(event.vp_gained, event.vp_totals, strict=True))
    ]
    return sentence(say, event, gains="; ".join(gains))


@tell.on(e.StartingPlayerChosen)
def starting_player_chosen(say: Speaker, event: e.StartingPlayerChosen) -> str:
    alone = "stays" if event.new == event.old else "new"
    return sentence(
        say,
        event,
        "tie" if event.tied else alone,
        counts=say.per_player(event.factory_workers),
        player=say.player(event.new),
        old=say.player(event.old),
        tied=say.players(event.tied) if event.tied else "",
    )


@tell.on(e.WorkersReturned)
def workers_returned(say: Speaker, event: e.WorkersReturned) -> str:
    return sentence(say, event, counts=say.per_player(event.counts))


@tell.on(e.FinalScoreComputed)
def final_score_computed(say: Speaker, event: e.FinalScoreComputed) -> str:
    clauses = [_final_score(say, seat, score) for seat, score in enumerate(event.players)]
    return sentence(say, event, clauses="; ".join(clauses))


def _final_score(say: Speaker, seat: int, score: e.FinalScore) -> str:
    changes = ("money_vp", "cube_vp", "outstanding_vp", "balance_vp")
    gaps = asdict(score) | {change: signed(getattr(score, change)) for change in changes}
    return say("final_score_computed.clause", player=say.player(seat), **gaps)


@tell.on(e.GameFinished)
def game_finished(say: Speaker, event: e.GameFinished) -> str:
    return sentence(
        say,
        event,
        "one" if len(event.winners) == 1 else "shared",
        winners=say.players(event.winners),
        vp=event.ranking[0].vp,
        places="; ".join(place(say, at) for at in event.ranking),
    )


def place(say: Speaker, at: e.Place) -> str:
    return say("place", **{**asdict(at), "player": say.player(at.player)})
