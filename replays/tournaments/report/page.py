"""`report.html`: a whole event on one page that opens from disk, in every language.

It asks for nothing from anywhere, and the same event gives the same bytes. It shows what the bundle
says; what that proves is the verifier's to tell.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files

from msgspec import UNSET

from domain.kernel.texts import LANGUAGES, Language
from domain.tournament.state import Round, State, TableNow
from domain.tournament.view import StandingsView, standings_view
from domain.tournament.words import Value
from replays.entry import Entry, sha256
from replays.history import History
from replays.recorded_game import UnreadableReplay
from replays.tournaments.aggregate import Tournament
from replays.tournaments.findings import BUNDLE_GUARANTEES
from replays.tournaments.report.html import Html, described, joined, table, tag, text
from replays.tournaments.report.interventions import interventions
from replays.tournaments.report.regulation import regulation_in_words
from replays.tournaments.report.words import Say

SHOWN = ("published", "started", "closed")
"""Before that nobody knows that a pairing will stay."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
MOST_TOLD = 16 * 1024 * 1024
"""Bytes of replay files whose games are told; a page of more would open in no browser."""
SHOWN_IF_CHOSEN = "".join(
    f'#{one}:checked ~ main[lang="{one}"] {{ display: block; }}\n' for one in LANGUAGES
)
PARTS = ("standings", "rounds", "integrity", "games", "regulation", "check")


def report_of(
    tournament: Tournament,
    entries: Sequence[Entry],
    games: Mapping[str, bytes],
    key: str,
    names: Mapping[int, str],
) -> bytes:
    """`games` are replay files by id; whoever is not in `names` is called by number."""
    event = _Event(tournament, entries, games, key)
    spoken = [_spoken(event, Say(language, names)) for language in LANGUAGES]
    choices = [_choice(language) for language in LANGUAGES]
    title = text(tournament.state.title)
    page = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{text(POLICY)}">
<meta name="color-scheme" content="light dark">
<title>{title} · Schichtbuch</title>
<style>{_file("report.css")}{SHOWN_IF_CHOSEN}</style>
</head>
<body>
{joined(*choices)}
{joined(*spoken)}
<script>{_file("report.js")}</script>
</body>
</html>
"""
    return page.encode()


class _Event:
    """What is told once per language."""

    def __init__(
        self,
        tournament: Tournament,
        entries: Sequence[Entry],
        games: Mapping[str, bytes],
        key: str,
    ) -> None:
        self.tournament, self.games, self.key = tournament, games, key
        self.state: State = tournament.state
        self.head = sha256(entries[-1].line)
        self.histories = _histories(games)


def _histories(games: Mapping[str, bytes]) -> dict[str, History | None]:
    """In turn, as far as there is room; None if a game cannot be told."""
    found: dict[str, History | None] = {}
    left = MOST_TOLD
    for game, data in games.items():
        left -= len(data)
        found[game] = _history(data) if left >= 0 else None
    return found


def _history(data: bytes) -> History | None:
    try:
        return History(data)
    except UnreadableReplay:
        return None


@cache
def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _choice(language: Language) -> Html:
    """A language is chosen without a script; the script only guesses which."""
    checked = {"checked": ""} if language == "en" else {}
    box = tag("input", type="radio", name="language", id=language, **checked)
    label = tag("label", Say(language)("language"), for_=language, lang=language)
    return joined(Html(box.removesuffix("</input>")), label)


def _spoken(event: _Event, say: Say) -> Html:
    state = event.state
    lead = say(
        "lead",
        game=say(f"game.{state.rules.game}"),
        entrants=len(state.entrants),
        rounds=state.closed_rounds,
    )
    is_over = state.is_finished
    moment = say("over") if is_over else say("not_over", version=state.version)
    links = [tag("a", say(part), href=f"#{say.language}-{part}") for part in PARTS]
    makers = (_standings, _rounds, _integrity, _games, _regulation, _check)
    sections = [
        tag("section", tag("h2", say(part)), make(event, say), id=f"{say.language}-{part}")
        for part, make in zip(PARTS, makers, strict=True)
    ]
    head = tag("header", tag("h1", state.title), tag("p", f"{lead} {moment}"))
    contents = tag("nav", joined(*links, between=" · "), aria_label=say("contents"))
    return tag("main", head, contents, *sections, lang=say.language)


def _standings(event: _Event, say: Say) -> Html:
    settled = sorted(event.state.settled)
    if not settled:
        return tag("p", say("standings.none"))
    *earlier, last = [_settled(event, say, after) for after in settled]
    found = [tag("p", say("standings.twelfths")), last]
    if earlier:
        opened = tag("summary", say("standings.earlier"))
        found.append(tag("details", opened, *reversed(earlier)))
    return joined(*found)


def _settled(event: _Event, say: Say, after: int) -> Html:
    body: StandingsView = standings_view(event.tournament.standings(after))
    words = event.state.rules.ranking
    heads = [say("place"), say("entrant"), *(say(f"word.{word}") for word in words)]
    rows: list[list[object]] = [
        [
            row.place,
            say.numbered(row.entrant),
            *(_value(row.values[word], say) for word in words),
            say(f"word.{row.separated_by}") if row.separated_by else "",
        ]
        for row in body.rows
    ]
    caption = say("standings.after", round=after)
    return table([*heads, say("separated_by")], rows, caption)


def _value(value: Value, say: Say) -> Html:
    """Short at first; it opens with what it is exactly, and how it came about."""
    figure = value.shown if value.value is UNSET else value.value
    told = " ".join(map(str, figure)) if isinstance(figure, tuple) else str(figure)
    exact = told.replace("-", "−")
    short = _short(told).replace(".", say("decimal_point")) if value.shown is UNSET else exact
    parts = [] if short == exact else [exact]
    parts += [] if value.arithmetic is UNSET else [value.arithmetic]
    if not parts:
        return text(exact)
    return tag("details", tag("summary", short), *(tag("small", part) for part in parts))


def _short(told: str) -> str:
    """A fraction of long numbers says less at a glance than its first digits."""
    if "/" not in told:
        return told.replace("-", "−")
    return f"{float(Fraction(told)):.3f}".rstrip("0").rstrip(".").replace("-", "−")


def _rounds(event: _Event, say: Say) -> Html:
    shown_rounds = [one for one in event.state.rounds if one.status in SHOWN]
    if not shown_rounds:
        return tag("p", say("standings.none"))
    return joined(*(_round(one, say) for one in shown_rounds))


def _round(one: Round, say: Say) -> Html:
    # Results of a round that is still played are nobody's business: deals may be duplicate.
    tables = [_table(seated, say, is_closed=not one.is_open) for seated in one.tables]
    found = [tag("h3", say("round", round=one.number)), tag("div", *tables, class_="tables")]
    if one.byes:
        found.append(tag("p", say("byes", names=", ".join(map(say.numbered, one.byes)))))
    return tag("article", *found, _pairing(one, say))


def _table(seated: TableNow, say: Say, *, is_closed: bool) -> Html:
    result = seated.result if is_closed else None
    heads = [say("seat"), say("entrant"), say("place"), say("points_of_game")]
    rows: list[list[object]] = []
    for seat, number in enumerate(seated.seats):
        told: list[object] = [result.places[seat], result.points[seat]] if result else ["", ""]
        rows.append([seat + 1, say.numbered(number), *told])
    notes: list[object] = [] if result else [tag("p", say("no_result"))]
    if result and result.is_typed:
        notes.append(tag("p", say("typed")))
    if result and seated.game:
        link = tag("a", seated.game, href=f"#{say.language}-{seated.game}")
        notes.append(tag("p", link))
    caption = say("table", table=seated.number)
    return tag("div", table(list(heads), rows, caption), *notes)


def _pairing(one: Round, say: Say) -> Html:
    said = [say(f"pairing.{one.pairing}")] if one.pairing else []
    if one.reason:
        said.append(say("reason", reason=one.reason))
    found: list[object] = [tag("p", " ".join(said))]
    if one.terms:
        terms = one.terms
        rows: list[list[object]] = [
            [say(f"term.{term}"), getattr(terms, term), one.bound.get(term, "")]
            for term in terms.__struct_fields__
        ]
        found.append(table([say("term"), say("value"), say("bound")], rows))
    return joined(*found)


def _integrity(event: _Event, say: Say) -> Html:
    told = interventions(event.state, say)
    if not told:
        return tag("p", say("integrity.none"))
    return tag("ul", *(tag("li", one) for one in told))


def _games(event: _Event, say: Say) -> Html:
    if not event.games:
        return tag("p", say("games.none"))
    told = [_game(event, game, say) for game in event.games]
    return joined(tag("p", tag("code", say("games.board"))), *told)


def _game(event: _Event, game: str, say: Say) -> Html:
    """Sentence by sentence; the script shows one after the other."""
    history = event.histories[game]
    inner = tag("p", say("games.untold")) if history is None else _steps(history, say)
    return tag(
        "details",
        tag("summary", game),
        inner,
        class_="game",
        id=f"{say.language}-{game}",
        data_before=say("step.before"),
        data_after=say("step.after"),
    )


def _steps(history: History, say: Say) -> Html:
    entries: dict[int, list[str]] = {}
    for moment, _, said in history.told(say.language):
        entries.setdefault(moment.version, []).append(said)
    steps = (tag("li", " ".join(said), value=version) for version, said in entries.items())
    return tag("ol", *steps)


def _regulation(event: _Event, say: Say) -> Html:
    return described([*regulation_in_words(event.state.rules, say)])


def _check(event: _Event, say: Say) -> Html:
    state = event.state
    command = f"schichtbuch verify {state.tournament}.schichtbuch"
    verdicts = described([(tag("code", one), say(f"verdict.{one}")) for one in BUNDLE_GUARANTEES])
    digests = [
        (say("digest.regulation"), state.regulation_sha256),
        (say("digest.commitment"), event.tournament.commitment),
        (say("digest.head", version=state.version), event.head),
        (say("digest.key"), event.key),
    ]
    files_told: list[list[object]] = [
        [game, tag("code", sha256(data))] for game, data in event.games.items()
    ]
    return joined(
        tag("p", say("check.how")),
        tag("pre", command),
        tag("p", say("check.each")),
        verdicts,
        tag("h3", say("digests")),
        described([(name, tag("code", digest)) for name, digest in digests]),
        *([table([say("digest.game"), say("digest.file")], files_told)] if files_told else []),
    )
