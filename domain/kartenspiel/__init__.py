"""Glück Auf: Das große Kartenspiel (Coal Baron: The Great Card Game), 2016, for 2 to 4 players."""

from domain.kartenspiel.actions import Action, Sent, decide
from domain.kartenspiel.board import draw
from domain.kartenspiel.catalog import CATALOG, CATALOGS, KartenspielCatalog
from domain.kartenspiel.choices import choices
from domain.kartenspiel.conservation import imbalance
from domain.kartenspiel.events import Event, StacksPrepared, StartPlayerChosen, WinnerDeclared
from domain.kartenspiel.fold import evolve
from domain.kartenspiel.glossary import GLOSSARY
from domain.kartenspiel.greedy import greedy, hint
from domain.kartenspiel.notable import notable
from domain.kartenspiel.offers import PLACES, Describer
from domain.kartenspiel.options import WORDS, option_kinds
from domain.kartenspiel.scored_now import scored_now
from domain.kartenspiel.scoring import final_standings, points, settle
from domain.kartenspiel.scorings import scorings
from domain.kartenspiel.seen import seen
from domain.kartenspiel.state import awaited, initial, period
from domain.kartenspiel.texts import REFUSALS, explain, tell, tell_imbalance
from domain.kartenspiel.uncovering import UNCOVERING
from domain.kartenspiel.view import view
from domain.kernel.decider import Decider

KARTENSPIEL = Decider(
    name="kartenspiel",
    catalog=CATALOG,
    catalogs=CATALOGS,
    read_catalog=KartenspielCatalog,
    actions=Action,
    sent=Sent,
    events=Event,
    dealt=frozenset({StacksPrepared, StartPlayerChosen}),
    concluding=frozenset({WinnerDeclared}),
    uncovering=UNCOVERING,
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
