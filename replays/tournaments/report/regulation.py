"""The regulation of an event in words, line by line."""

from collections.abc import Callable

from domain.registry import GAMES
from domain.tournament.regulation import Regulation, Stage
from domain.tournament.words import shown
from replays.tournaments.report.words import Say

Lines = list[tuple[str, str]]


def regulation_in_words(rules: Regulation, say: Say) -> Lines:
    """A heading and what the regulation says about it."""
    parts: tuple[Callable[[Regulation, Say], Lines], ...] = (_game, _tables, _standings, _course)
    return [line for part in parts for line in part(rules, say)]


def _game(rules: Regulation, say: Say) -> Lines:
    lines = [(say("rule.game"), say(f"game.{rules.game}"))]
    if rules.edition:
        lines.append((say("rule.edition"), rules.edition))
    if rules.options:
        words = GAMES[rules.game].option_words
        told = [
            words.told(name, str(value).lower(), say.language)
            for name, value in sorted(rules.options.items())
        ]
        lines.append((say("rule.options"), "; ".join(told)))
    return [*lines, (say("rule.clock"), _clock(rules, say))]


def _clock(rules: Regulation, say: Say) -> str:
    clock = rules.clock
    if clock is None:
        return say("clock.none")
    told = [say(f"clock.{clock.kind}", seconds=clock.seconds)]
    if clock.increment:
        told.append(say("clock.increment", seconds=clock.increment))
    return " ".join([*told, say(f"clock.{clock.on_flag}")])


def _tables(rules: Regulation, say: Say) -> Lines:
    size = say("tables.size", size=rules.tables.size)
    short = rules.tables.short
    rest = say("tables.bye") if short is None else say("tables.short", short=short)
    stages = [
        say("stage.numbered", number=number, stage=_stage(stage, say))
        for number, stage in enumerate(rules.stages, 1)
    ]
    return [
        (say("rule.tables"), f"{size} {rest}"),
        (say("rule.stages"), " ".join(stages)),
        (say("rule.seats"), say(f"seats.{rules.seats}")),
        (say("rule.deals"), say(f"deals.{rules.deals}")),
    ]


def _stage(stage: Stage, say: Say) -> str:
    told = [say(f"stage.{stage.kind}")]
    if stage.rounds:
        told.append(say("stage.rounds", rounds=stage.rounds))
    if stage.players:
        told.append(say("stage.players", players=stage.players))
    if stage.advance:
        told.append(say("stage.advance", advance=stage.advance))
    if not stage.carry:
        told.append(say("stage.afresh"))
    return ", ".join(told) + "."


def _standings(rules: Regulation, say: Say) -> Lines:
    scoring = rules.scoring
    told = [say(f"scoring.{scoring.kind}")]
    if scoring.kind == "rank":
        for size in rules.tables.sizes:
            points = ", ".join(map(shown, scoring.points[str(size)]))
            told.append(say("scoring.points", size=size, points=points))
    told.append(say("scoring.bye", bye=shown(scoring.bye), absent=shown(scoring.absent)))
    words = ", ".join(say(f"word.{word}") for word in rules.ranking)
    return [(say("rule.scoring"), " ".join(told)), (say("rule.ranking"), words)]


def _course(rules: Regulation, say: Say) -> Lines:
    lines = [(say("rule.standings"), say(f"standings.{rules.standings}"))]
    if rules.round_minutes:
        minutes = say("rule.minutes.said", minutes=rules.round_minutes)
        lines.append((say("rule.minutes"), minutes))
    return [*lines, (say("rule.capacity"), str(rules.capacity))]
