"""Das große Kartenspiel in words: events and refusals in English, German and Hungarian."""

from msgspec import UNSET
from msgspec.structs import asdict

from domain.kartenspiel import events as e
from domain.kartenspiel.refusals import REFUSALS, explain
from domain.kartenspiel.words import Speaker
from domain.kernel.conservation import imbalance_teller
from domain.kernel.events import GameCreated
from domain.kernel.telling import Tellers, sentence
from domain.kernel.texts import sentences

__all__ = ["REFUSALS", "explain", "tell", "tell_imbalance"]

tell = Tellers(Speaker)
tell_imbalance = imbalance_teller(Speaker, sentences(__package__, "imbalances"))


@tell.on(GameCreated)
def game_created(say: Speaker, event: GameCreated) -> str:
    colors = event.options.get("colors", "").split(",")
    players = [
        say("game_created.player", player=player, color=say.color(color))
        for player, color in zip(say.seated(event), colors, strict=False)
    ]
    title = say.title()
    return sentence(say, event, title=title, count=event.count, players=", ".join(players))


@tell.on(e.ComponentsRemoved)
def components_removed(say: Speaker, event: e.ComponentsRemoved) -> str:
    cards = {card.id: area for area, card in say.catalog.action_cards.items()}
    actions = [say.area(cards.get(action, action)) for action in event.actions]
    return sentence(
        say,
        event,
        workers=len(event.workers),
        markers=len(event.markers),
        actions=", ".join(actions) or say("none"),
    )


@tell.on(e.StacksPrepared)
def stacks_prepared(say: Speaker, event: e.StacksPrepared) -> str:
    tops = [
        say(
            "stacks_prepared.top",
            stack=say.stack(stack),
            size=event.sizes[stack],
            card=say.card(top),
        )
        for stack, top in event.tops.items()
    ]
    return sentence(say, event, tops="; ".join(tops))


@tell.on(e.StartPlayerChosen)
def start_player_chosen(say: Speaker, event: e.StartPlayerChosen) -> str:
    return sentence(say, event, event.method)


@tell.on(e.WorkersPlaced)
def workers_placed(say: Speaker, event: e.WorkersPlaced) -> str:
    return sentence(say, event, paid=say.payment(event.payment))


@tell.on(e.OrderTaken)
def order_taken(say: Speaker, event: e.OrderTaken) -> str:
    return sentence(say, event, "hidden" if event.card is UNSET else "")


@tell.on(e.InnovationTaken)
def innovation_taken(say: Speaker, event: e.InnovationTaken) -> str:
    return sentence(say, event, "hidden" if event.card is UNSET else "")


@tell.on(e.LorryLoaded)
def lorry_loaded(say: Speaker, event: e.LorryLoaded) -> str:
    return sentence(say, event, event.origin)


@tell.on(e.TrainDispatched)
def train_dispatched(say: Speaker, event: e.TrainDispatched) -> str:
    return sentence(say, event, wagons=len(event.wagons))


@tell.on(e.WildCardsDrawn)
def wild_cards_drawn(say: Speaker, event: e.WildCardsDrawn) -> str:
    return sentence(say, event, shown=say.shown(event.cards))


@tell.on(e.WildCardsReturned)
def wild_cards_returned(say: Speaker, event: e.WildCardsReturned) -> str:
    return sentence(say, event, "" if event.count else "none", shown=say.shown(event.cards))


@tell.on(e.StackSplit)
def stack_split(say: Speaker, event: e.StackSplit) -> str:
    name = say.stack(event.to_stack)
    begins = name[:1].upper() + name[1:]
    return sentence(say, event, to_stack=begins, moved=dict(event.sizes)[event.to_stack])


@tell.on(e.PlayerPassed)
def player_passed(say: Speaker, event: e.PlayerPassed) -> str:
    return sentence(say, event, event.reason)


@tell.on(e.ShiftMarkerAwarded)
def shift_marker_awarded(say: Speaker, event: e.ShiftMarkerAwarded) -> str:
    return sentence(say, event, event.reason, area=say.area(say.catalog.marker_area))


@tell.on(e.ShiftScoringComputed)
def shift_scoring_computed(say: Speaker, event: e.ShiftScoringComputed) -> str:
    standings = [
        say("standing", player=say.player(score.seat), total=score.total) for score in event.scores
    ]
    return sentence(say, event, standings=", ".join(standings))


@tell.on(e.WorkersReturned)
def workers_returned(say: Speaker, event: e.WorkersReturned) -> str:
    counts = [f"{say.player(seat)} {len(cards)}" for seat, cards in event.returned.items()]
    return sentence(say, event, counts=", ".join(counts), boxed=len(event.boxed))


@tell.on(e.SharesAssigned)
def shares_assigned(say: Speaker, event: e.SharesAssigned) -> str:
    pairs = [
        say("shares_assigned.pair", share=say.card(pair.share), order=say.card(pair.order))
        for pair in event.pairs
    ]
    return sentence(
        say,
        event,
        pairs="; ".join(pairs) or say("none"),
        unassigned=say.cards(event.unassigned),
    )


@tell.on(e.PlayerScored)
def player_scored(say: Speaker, event: e.PlayerScored) -> str:
    lines = [
        say("player_scored.line", aim=say.aim(line.objective), count=line.count, vp=line.vp)
        for line in event.lines
    ]
    told = say("player_scored.lines", lines="; ".join(lines)) if lines else ""
    return sentence(say, event, lines=told)


@tell.on(e.WinnerDeclared)
def winner_declared(say: Speaker, event: e.WinnerDeclared) -> str:
    return sentence(
        say,
        event,
        "one" if len(event.winners) == 1 else "shared",
        winners=say.players(event.winners),
        total=event.ranking[0].total,
        places="; ".join(place(say, at) for at in event.ranking),
    )


def place(say: Speaker, at: e.Place) -> str:
    phrase = "place" if at.highest_marker is None else "place.marker"
    return say(phrase, **{**asdict(at), "player": say.player(at.seat)})
