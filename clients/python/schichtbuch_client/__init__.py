"""A client of Schichtbuch, the game record of three mining games: play, watch, rule, check."""

from schichtbuch_client.asynchronous import (
    AsyncAuditedFile,
    AsyncClient,
    AsyncGame,
    AsyncTournament,
)
from schichtbuch_client.blocking import AuditedFile, Client, Game, Tournament
from schichtbuch_client.models.messages import read_message
from schichtbuch_client.models.opening import Clock, SeatWish
from schichtbuch_client.models.regulation import Regulation, Scoring, Stage, Tables
from schichtbuch_client.models.turns import OfferedChoice
from schichtbuch_client.models.webhooks import EveryGame, OneGame, OneSeat, OneTournament
from schichtbuch_client.patches import patched, shown
from schichtbuch_client.playing import AsyncStrategy, Strategy, Turn
from schichtbuch_client.problems import (
    AccessDenied,
    AuditFailed,
    NotFound,
    ProblemError,
    RuleViolation,
    SchichtbuchError,
    StaleVersion,
    Unreachable,
    Unreadable,
)
from schichtbuch_client.replay import Check, Checks, Replay, check_replay
from schichtbuch_client.retries import Retries

__all__ = [
    "AccessDenied",
    "AsyncAuditedFile",
    "AsyncClient",
    "AsyncGame",
    "AsyncStrategy",
    "AsyncTournament",
    "AuditFailed",
    "AuditedFile",
    "Check",
    "Checks",
    "Client",
    "Clock",
    "EveryGame",
    "Game",
    "NotFound",
    "OfferedChoice",
    "OneGame",
    "OneSeat",
    "OneTournament",
    "ProblemError",
    "Regulation",
    "Replay",
    "Retries",
    "RuleViolation",
    "SchichtbuchError",
    "Scoring",
    "SeatWish",
    "Stage",
    "StaleVersion",
    "Strategy",
    "Tables",
    "Tournament",
    "Turn",
    "Unreachable",
    "Unreadable",
    "check_replay",
    "patched",
    "read_message",
    "shown",
]
