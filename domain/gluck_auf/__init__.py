"""Glück Auf (Coal Baron), the board game of 2013, for 2 to 4 players."""

from domain.gluck_auf.actions import Action, Sent, decide
from domain.gluck_auf.board import draw
from domain.gluck_auf.catalog import CATALOG, CATALOGS, GluckAufCatalog
from domain.gluck_auf.choices import choices
from domain.gluck_auf.conservation import imbalance
from domain.gluck_auf.events import (
    DraftDisplayRevealed,
    Event,
    FactorySpaceFilled,
    GameFinished,
    OrderSpaceFilled,
    OrdersShuffled,
    StartingPlayerDrawn,
    TunnelTilesShuffled,
)
from domain.gluck_auf.fold import evolve
from domain.gluck_auf.glossary import GLOSSARY
from domain.gluck_auf.greedy import greedy, hint
from domain.gluck_auf.notable import notable
from domain.gluck_auf.offers import PLACES, Describer
from domain.gluck_auf.options import WORDS, option_kinds
from domain.gluck_auf.scored_now import scored_now
from domain.gluck_auf.scoring import final_standings, points, settle
from domain.gluck_auf.scorings import scorings
from domain.gluck_auf.seen import seen
from domain.gluck_auf.state import awaited, initial, period
from domain.gluck_auf.texts import REFUSALS, explain, tell, tell_imbalance
from domain.gluck_auf.view import view
from domain.kernel.decider import Decider, always

GLUCK_AUF = Decider(
    name="gluck-auf",
    catalog=CATALOG,
    catalogs=CATALOGS,
    read_catalog=GluckAufCatalog,
    actions=Action,
    sent=Sent,
    events=Event,
    dealt=frozenset({StartingPlayerDrawn, TunnelTilesShuffled, OrdersShuffled}),
    concluding=frozenset({GameFinished}),
    uncovering=dict.fromkeys((FactorySpaceFilled, OrderSpaceFilled, DraftDisplayRevealed), always),
    initial=initial,
    decide=decide,
    evolve=evolve,
    settle=settle,
    choices=choices,
    describe=Describer.describe,
    heading=Describer.heading,
    places=PLACES,
    seen=seen,
    view=view,
    tell=tell,
    scorings=scorings,
    scored_now=scored_now,
    notable=notable,
    draw=draw,
    points=points,
    standings=final_standings,
    awaited=awaited,
    period=period,
    imbalance=imbalance,
    tell_imbalance=tell_imbalance,
    refusals=REFUSALS,
    explain=explain,
    glossary=GLOSSARY,
    option_kinds=option_kinds,
    option_words=WORDS,
    hint=hint,
    explain_hint=Describer.explain_hint,
    bots={"greedy": greedy},
)
