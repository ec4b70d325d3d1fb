"""Schichtwechsel in words: events and refusals in English, German and Hungarian (1, 21)."""

from domain.kernel.conservation import imbalance_teller
from domain.kernel.events import GameCreated
from domain.kernel.telling import Tellers, sentence
from domain.kernel.texts import sentences
from domain.schichtwechsel import events as e
from domain.schichtwechsel.params import Parts
from domain.schichtwechsel.refusals import REFUSALS, explain
from domain.schichtwechsel.words import Speaker

__all__ = ["REFUSALS", "explain", "tell", "tell_imbalance"]

tell = Tellers(Speaker)
tell_imbalance = imbalance_teller(Speaker, sentences(__package__, "imbalances"))


@tell.on(GameCreated)
def game_created(say: Speaker, event: GameCreated) -> str:
    switches = say.switches(event.options)
    rules = say("game_created.switches", switches="; ".join(switches)) if switches else ""
    names = ", ".join(say.seated(event))
    return sentence(say, event, count=event.count, players=names, rules=rules)


@tell.on(e.GameStarted)
def game_started(say: Speaker, event: e.GameStarted) -> str:
    fields = [say.cause(field) for field in event.covered_fields]
    covered = [*fields, *map(say.oven, event.covered_ovens)]
    return sentence(
        say,
        event,
        coal=event.bag.coal,
        spoil=event.bag.spoil,
        cards=len(event.cards),
        tiles=len(event.tiles),
        covered=", ".join(covered) or say("none"),
    )


@tell.on(e.StartPlayerDetermined)
def start_player_determined(say: Speaker, event: e.StartPlayerDetermined) -> str:
    return sentence(say, event, event.method)


@tell.on(e.RoundCardRevealed)
def round_card_revealed(say: Speaker, event: e.RoundCardRevealed) -> str:
    return sentence(say, event, effect=say(f"effect.{event.effect}") if event.effect else "")


@tell.on(e.StepStarted)
def step_started(say: Speaker, event: e.StepStarted) -> str:
    return sentence(say, event, event.step)


@tell.on(e.BundleDrawn)
def bundle_drawn(say: Speaker, event: e.BundleDrawn) -> str:
    return sentence(say, event, cubes=say.cubes(event.cubes))


@tell.on(e.CubesLoaded)
def cubes_loaded(say: Speaker, event: e.CubesLoaded) -> str:
    placed = [
        say("cubes_loaded.one", cube=say.cube(place.cube), lorry=say.lorry(place.lorry))
        for place in event.placements
        if place.lorry is not None
    ]
    unplaced = event.unplaced
    return sentence(
        say,
        event,
        "unplaced" if unplaced.coal or unplaced.spoil else "",
        placed=", ".join(placed) or say("none"),
        coal=unplaced.coal,
        spoil=unplaced.spoil,
    )


@tell.on(e.TileTaken)
def tile_taken(say: Speaker, event: e.TileTaken) -> str:
    return sentence(say, event, "returned" if event.returned else "")


@tell.on(e.WaterChanged)
def water_changed(say: Speaker, event: e.WaterChanged) -> str:
    return sentence(say, event, "up" if event.to > event.from_ else "down")


@tell.on(e.PointsScored)
def points_scored(say: Speaker, event: e.PointsScored) -> str:
    return sentence(say, event, "lost" if event.points < 0 else "", points=abs(event.points))


@tell.on(e.CubesGained)
def cubes_gained(say: Speaker, event: e.CubesGained) -> str:
    return sentence(say, event, to=say.place(event.to))


@tell.on(e.LorryRaised)
def lorry_raised(say: Speaker, event: e.LorryRaised) -> str:
    return sentence(say, event, event.cube, wagons=", ".join(map(say.wagon, event.wagons)))


@tell.on(e.CokeLoaded)
def coke_loaded(say: Speaker, event: e.CokeLoaded) -> str:
    ovens = ", ".join(map(say.oven, event.ovens))
    return sentence(say, event, count=len(event.ovens), ovens=ovens)


@tell.on(e.HeadframeMoved)
def headframe_moved(say: Speaker, event: e.HeadframeMoved) -> str:
    moves = [
        say(
            "headframe_moved.one",
            place=say(f"place.{move.from_}"),
            field=say.bonus_field(move.to),
        )
        for move in event.moves
    ]
    return sentence(say, event, moves="; ".join(moves))


@tell.on(e.MinerMoved)
def miner_moved(say: Speaker, event: e.MinerMoved) -> str:
    variant = "skipping" if event.skipped else ""
    return sentence(say, event, variant, field=say.shift_field(event.to), count=len(event.skipped))


@tell.on(e.StartMarkerTaken)
def start_marker_taken(say: Speaker, event: e.StartMarkerTaken) -> str:
    own = event.from_ == event.seat
    return sentence(say, event, "own" if own else "", other=say.player(event.from_))


@tell.on(e.DecisionRequested)
def decision_requested(say: Speaker, event: e.DecisionRequested) -> str:
    return sentence(say, event, event.kind, cause=say.cause(event.then[0].cause))


@tell.on(e.DecisionAnswered)
def decision_answered(say: Speaker, event: e.DecisionAnswered) -> str:
    return sentence(say, event, answer=answer(say, event.answer))


def answer(say: Speaker, said: str | int | Parts) -> str:
    if isinstance(said, int):
        return str(said)
    if isinstance(said, Parts):
        return _parts(say, said)
    if f"answer.{said}" in say.phrases:
        return say(f"answer.{said}")
    if said in say.catalog.tracks:
        return say.track(said)
    if said in say.phrases:
        return say(said)
    known = (*say.catalog.lorries, *say.catalog.coal_wagons, *say.catalog.grey_ovens)
    if said in known or said.startswith("oven"):
        return say.place(said)
    return say("answer.option", letter=said)


def _parts(say: Speaker, said: Parts) -> str:
    if said.row_field and said.site:
        site, row_field = say.site(said.site), say.row_field(said.row_field)
        return say("answer.house", row_field=row_field, site=site)
    if said.card:
        return say.card(said.card)
    words = [answer(say, word) for word in (said.choice, said.lorry, said.wagon) if word]
    return ", ".join(words) or say("answer.params")


@tell.on(e.RoundScored)
def round_scored(say: Speaker, event: e.RoundScored) -> str:
    return sentence(say, event, scores=say.scores(event.points, event.counts))


@tell.on(e.FinalStepScored)
def final_step_scored(say: Speaker, event: e.FinalStepScored) -> str:
    step = say.cause(event.step)
    scores = say.scores(event.points, event.counts)
    return sentence(say, event, step=step[:1].upper() + step[1:], scores=scores)


@tell.on(e.GameFinished)
def game_finished(say: Speaker, event: e.GameFinished) -> str:
    first = event.ranking[0]
    places = [place(say, at) for at in event.ranking]
    return sentence(
        say,
        event,
        winner=say.player(first.seat),
        points=first.points,
        places=", ".join(places),
    )


def place(say: Speaker, at: e.Ranked) -> str:
    return say("place", place=at.place, player=say.player(at.seat), points=at.points)
