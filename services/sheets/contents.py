"""The sheets of an event: what each has on it."""

import io
import unicodedata
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, get_args
from urllib.parse import quote

import segno
from msgspec import UNSET, Struct

from domain.kernel.texts import fill, sentences
from domain.tournament.state import Round, State, TableNow
from domain.tournament.view import standings_view
from domain.tournament.words import Value
from replays.tournaments.aggregate import Tournament
from replays.tournaments.games import game_id
from replays.tournaments.report.interventions import interventions
from replays.tournaments.report.regulation import regulation_in_words
from replays.tournaments.report.words import Say
from services.sheets.model import Card, Grid, Part, Poster, Sheet, Words

SheetName: TypeAlias = Literal["pairings", "alphabetical", "slips", "poster", "standings", "record"]
SHEETS: tuple[SheetName, ...] = get_args(SheetName)
OF_A_ROUND: tuple[SheetName, ...] = ("pairings", "alphabetical", "slips")
SENTENCES = sentences(__package__, "sheets")


class Printing(Struct, frozen=True):
    """What sheets are made from."""

    tournament: Tournament
    say: Say
    origin: str
    """Where the pages are to which codes lead."""
    round: Round | None = None
    """Of the sheets that are about one."""

    @property
    def state(self) -> State:
        return self.tournament.state

    def told(self, key: str, **gaps: object) -> str:
        return fill(SENTENCES[self.say.language][key], gaps)


def sheet(name: SheetName, printing: Printing) -> Sheet:
    subtitle, parts = _sheets[name](printing)
    is_wide = name in ("standings", "record")
    return Sheet(printing.state.title, subtitle, printing.say.language, parts, is_wide)


def _round(printing: Printing) -> Round:
    assert printing.round is not None, "such a sheet is about a round"
    return printing.round


def _pairings(printing: Printing) -> tuple[str, list[Part]]:
    now, say = _round(printing), printing.say
    most = max((len(table.seats) for table in now.tables), default=0)
    rows = [
        [str(table.number), *map(say.numbered, table.seats), *[""] * (most - len(table.seats))]
        for table in now.tables
    ]
    heads = [printing.told("table"), *(printing.told("seat_n", seat=n + 1) for n in range(most))]
    parts: list[Part] = [Grid(heads, rows)]
    if now.byes:
        parts.append(Words(say("byes", names=", ".join(map(say.numbered, now.byes)))))
    return say("round", round=now.number), parts


def _alphabetical(printing: Printing) -> tuple[str, list[Part]]:
    now, say = _round(printing), printing.say
    found = [
        (say.numbered(number), str(table.number), str(seat))
        for table in now.tables
        for seat, number in enumerate(table.seats, 1)
    ]
    found += [(say.numbered(number), printing.told("bye"), "") for number in now.byes]
    rows = [list(row) for row in sorted(found, key=lambda row: (_plain(row[0]), row))]
    heads = [say("entrant"), printing.told("table"), say("seat")]
    return say("round", round=now.number), [Grid(heads, rows, columns=2)]


def _plain(name: str) -> str:
    """Letters without their marks, so that Ágnes stands among the others with A."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(one for one in letters if not unicodedata.combining(one))


def _slips(printing: Printing) -> tuple[str, list[Part]]:
    now, say = _round(printing), printing.say
    cards: list[Part] = [_slip(printing, now, table) for table in now.tables]
    return say("round", round=now.number), cards


def _slip(printing: Printing, now: Round, table: TableNow) -> Card:
    say, state = printing.say, printing.state
    game = table.game or game_id(state.tournament, now.number, table.number)
    address = f"{printing.origin}/games/{quote(game, safe='')}"
    heads = [say("seat"), say("entrant"), say("word.points"), say("place"), printing.told("sign")]
    rows = [
        [str(seat), say.numbered(number), "", "", ""] for seat, number in enumerate(table.seats, 1)
    ]
    title, subtitle = say("table", table=table.number), say("round", round=now.number)
    return Card(title, subtitle, heads, rows, _code(address), address)


def _poster(printing: Printing) -> tuple[str, list[Part]]:
    address = f"{printing.origin}/tournaments/{quote(printing.state.tournament, safe='')}"
    game = printing.say(f"game.{printing.state.rules.game}")
    return game, [Poster(printing.told("poster"), _code(address), address)]


def _code(address: str) -> str:
    drawn = io.BytesIO()
    segno.make(address, micro=False, error="m").save(
        drawn, kind="svg", border=2, light="#fff", xmldecl=False
    )
    return drawn.getvalue().decode()


def _standings(printing: Printing) -> tuple[str, list[Part]]:
    settled = sorted(printing.state.settled)
    if not settled:
        return "", [Words(printing.say("standings.none"))]
    return printing.say("standings.after", round=settled[-1]), [_settled(printing, settled[-1])]


def _settled(printing: Printing, after: int) -> Grid:
    say, words = printing.say, printing.state.rules.ranking
    body = standings_view(printing.tournament.standings(after))
    rows = [
        [str(row.place), say.numbered(row.entrant), *(_figure(row.values[word]) for word in words)]
        for row in body.rows
    ]
    return Grid([say("place"), say("entrant"), *(say(f"word.{word}") for word in words)], rows)


def _figure(value: Value) -> str:
    figure = value.shown if value.value is UNSET else value.value
    told = " ".join(map(str, figure)) if isinstance(figure, tuple) else str(figure)
    return told.replace("-", "−")


def _record(printing: Printing) -> tuple[str, list[Part]]:
    """Everything that was settled, to be signed and kept."""
    say, state = printing.say, printing.state
    subtitle, standings = _standings(printing)
    parts: list[Part] = [Words(say("standings"), is_heading=True), *standings]
    parts.append(Words(say("rounds"), is_heading=True))
    parts += [_results(printing, one) for one in state.rounds if not one.is_open]
    parts.append(Words(say("integrity"), is_heading=True))
    touched = interventions(state, say) or [say("integrity.none")]
    parts += [Words(one) for one in touched]
    parts.append(Words(say("regulation"), is_heading=True))
    parts.append(_pairs(regulation_in_words(state.rules, say)))
    parts.append(Words(say("digests"), is_heading=True))
    parts.append(_pairs(_digests(printing)))
    return subtitle, parts


def _results(printing: Printing, one: Round) -> Grid:
    say = printing.say
    rows = [
        [str(table.number), say.numbered(number), *_result(table, seat)]
        for table in one.tables
        for seat, number in enumerate(table.seats)
    ]
    rows += [["", say.numbered(number), printing.told("bye"), ""] for number in one.byes]
    heads = [printing.told("table"), say("entrant"), say("place"), say("points_of_game")]
    return Grid(heads, rows, say("round", round=one.number))


def _result(table: TableNow, seat: int) -> list[str]:
    if table.result is None:
        return ["", ""]
    points = str(table.result.points[seat]).replace("-", "−")
    return [str(table.result.places[seat]), points]


def _digests(printing: Printing) -> Sequence[tuple[str, str]]:
    say, tournament = printing.say, printing.tournament
    return [
        (say("digest.regulation"), tournament.state.regulation_sha256),
        (say("digest.commitment"), tournament.commitment),
        (say("digest.head", version=tournament.version), tournament.last_hash),
    ]


def _pairs(pairs: Sequence[tuple[str, str]]) -> Grid:
    return Grid([], [list(pair) for pair in pairs])


_sheets: dict[SheetName, Callable[[Printing], tuple[str, list[Part]]]] = {
    "pairings": _pairings,
    "alphabetical": _alphabetical,
    "slips": _slips,
    "poster": _poster,
    "standings": _standings,
    "record": _record,
}
