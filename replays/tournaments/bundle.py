"""The bundle: one file of a whole event, the same bytes for the same event [A19, B9].

MANIFEST             a signed note over the digest, size and path of every other member
tournament.schicht   the event's log
regulation.json      the exact bytes whose digest stands in entry 1
games/<id>.schicht   every game that was opened
standings/<r>.json   and .csv, as they were settled last
rulings.md           everything that touched the event from outside its rules
keys                 who signed
report.html          to look at without a server
names.json           only if asked for
"""

import csv
import io
from collections.abc import Mapping, Sequence

import msgspec

from domain.tournament.standings import Standings
from domain.tournament.state import State
from domain.tournament.view import StandingsView, standings_view
from domain.tournament.words import Value
from replays.checkpoint import Signer
from replays.entry import Entry, sha256
from replays.tournaments.aggregate import Tournament
from replays.tournaments.file import write_tournament
from replays.tournaments.names import SealedName, sealed_name
from replays.tournaments.report.page import report_of
from replays.tournaments.zip_file import write_zip

SUFFIX = ".schichtbuch"
FORMAT = "schichtbuch-bundle/1"
MANIFEST = "MANIFEST"
LOG = "tournament.schicht"
REGULATION = "regulation.json"
KEYS = "keys"
NAMES = "names.json"
REPORT = "report.html"
RULINGS = "rulings.md"
GAMES = "games/"
STANDINGS = "standings/"


def write_bundle(
    tournament: Tournament,
    entries: Sequence[Entry],
    games: Mapping[str, bytes],
    signer: Signer,
    *,
    names: Mapping[int, bytes] | None = None,
    proof: str | None = None,
) -> bytes:
    """`games` are replay files by id; `names` the sealed names by number, if they are to be in;
    `proof` that the event's last entry stands in the transparency log."""
    state = tournament.state
    told = {number: _name(sealed) for number, sealed in (names or {}).items()}
    members = {
        LOG: write_tournament(
            state.tournament, entries, signer, open_all=tournament.over, proof=proof
        ),
        REGULATION: state.regulation_text.encode(),
        RULINGS: rulings(state).encode(),
        KEYS: f"{signer.key}\n".encode(),
        REPORT: report_of(tournament, entries, games, str(signer.key), told),
        **{f"{GAMES}{game}.schicht": data for game, data in games.items()},
    }
    if names is not None:
        members[NAMES] = names_member(names)
    for after in sorted(state.settled):
        members |= standings_members(tournament.standings(after), told)
    return signed_bundle(state.tournament, members, signer)


def signed_bundle(tournament_id: str, members: Mapping[str, bytes], signer: Signer) -> bytes:
    note = signer.sign_text(manifest_text(tournament_id, members))
    return write_zip({**members, MANIFEST: note.encode()}, MANIFEST)


def manifest_text(tournament_id: str, members: Mapping[str, bytes]) -> str:
    lines = [f"{FORMAT} {tournament_id}"]
    for path in sorted((path for path in members if path != MANIFEST), key=str.encode):
        lines.append(f"{sha256(members[path])}  {len(members[path])}  {path}")
    return "\n".join(lines) + "\n"


def standings_members(found: Standings, names: Mapping[int, str]) -> dict[str, bytes]:
    body = standings_view(found, names)
    return {
        f"{STANDINGS}{found.after}.json": msgspec.json.encode(body),
        f"{STANDINGS}{found.after}.csv": standings_csv(body).encode(),
    }


def standings_csv(body: StandingsView) -> str:
    words = list(body.rows[0].values) if body.rows else []
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(["place", "entrant", "name", *words, "separated_by"])
    for row in body.rows:
        figures = [_figure(value) for value in row.values.values()]
        name = _cell(row.name or "")
        writer.writerow([row.place, row.entrant, name, *figures, row.separated_by or ""])
    return target.getvalue()


def _figure(value: Value) -> str:
    figure = value.twelfths if value.value is msgspec.UNSET else value.value
    return " ".join(map(str, figure)) if isinstance(figure, tuple) else str(figure)


def _cell(name: str) -> str:
    """A spreadsheet takes what begins like this for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name


def rulings(state: State) -> str:
    """Integrity events, one per line; reasons are shown as they were given, in one line."""
    lines = [f"# {state.title}", "", f"Integrity events: {len(state.integrity)}", ""]
    for one in state.integrity:
        where = [
            f"{word} {number}"
            for word, number in (
                ("round", one.round),
                ("table", one.table),
                ("entrant", one.entrant),
            )
            if number is not None
        ]
        reason = " ".join(one.reason.split())
        lines.append(f"- entry {one.version}: {', '.join([one.kind, *where])}: {reason}")
    for penalty in state.penalties:
        reason = " ".join(penalty.reason.split())
        lines.append(f"- penalty: entrant {penalty.entrant}, {penalty.twelfths}/12: {reason}")
    return "\n".join(lines) + "\n"


def names_member(names: Mapping[int, bytes]) -> bytes:
    opened = {
        str(number): msgspec.json.decode(sealed, type=SealedName)
        for number, sealed in sorted(names.items())
    }
    return msgspec.json.encode(opened)


def read_names(member: bytes) -> dict[int, bytes]:
    """The sealed bytes by number."""
    opened = msgspec.json.decode(member, type=dict[int, SealedName])
    return {number: sealed_name(one.name, one.salt) for number, one in opened.items()}


def _name(sealed: bytes) -> str:
    return msgspec.json.decode(sealed, type=SealedName).name
