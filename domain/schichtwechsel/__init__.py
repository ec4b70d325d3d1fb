"""Schichtwechsel (Shift Change), the board game of 2021, for 2 to 4 players."""

from domain.kernel.decider import Decider, always
from domain.schichtwechsel.actions import Action, Sent, decide
from domain.schichtwechsel.board import draw
from domain.schichtwechsel.catalog import CATALOG, CATALOGS, SchichtwechselCatalog
from domain.schichtwechsel.choices import choices
from domain.schichtwechsel.conservation import imbalance
from domain.schichtwechsel.events import (
    BundleDrawn,
    Event,
    GameFinished,
    RoundCardRevealed,
    StartPlayerDetermined,
)
from domain.schichtwechsel.fold import evolve
from domain.schichtwechsel.glossary import GLOSSARY
from domain.schichtwechsel.greedy import greedy, hint
from domain.schichtwechsel.notable import notable
from domain.schichtwechsel.offers import PLACES, Describer
from domain.schichtwechsel.options import WORDS, option_kinds
from domain.schichtwechsel.scored_now import scored_now
from domain.schichtwechsel.scoring import final_standings, points, settle
from domain.schichtwechsel.scorings import scorings
from domain.schichtwechsel.seen import seen
from domain.schichtwechsel.state import awaited, initial, period
from domain.schichtwechsel.texts import REFUSALS, explain, tell, tell_imbalance
from domain.schichtwechsel.versions import NEWEST
from domain.schichtwechsel.view import view

SCHICHTWECHSEL = Decider(
    name="schichtwechsel",
    catalog=CATALOG,
    catalogs=CATALOGS,
    read_catalog=SchichtwechselCatalog,
    newest_rules=NEWEST,
    actions=Action,
    sent=Sent,
    events=Event,
    dealt=frozenset({StartPlayerDetermined, RoundCardRevealed, BundleDrawn}),
    concluding=frozenset({GameFinished}),
    uncovering=dict.fromkeys((RoundCardRevealed, BundleDrawn), always),
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
