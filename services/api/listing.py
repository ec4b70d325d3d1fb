"""Games as a list shows them: what is kept beside their logs, so that no log has to be folded."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from domain.kernel.texts import Language, sentences
from infra.game_log import UnknownGame
from infra.games_index import Search, plain_name
from infra.listed_games import Look
from replays.aggregate import DamagedLog
from services.api.backend import Backend
from services.api.kept_summaries import ORDER, Kept, Overall, overall
from services.api.rooms import room_summary
from services.api.summaries import Summary, summary
from services.rooms import GameWaiting

SAMPLE_TITLES = sentences("replays.samples", "titles")


class Listed(Summary, kw_only=True):
    """A game at a glance, with what a list draws of it."""

    title: str | None
    """What the game shows, in the caller's language, if it is one of the samples."""
    course: list[list[int]]
    """The seats' points after each shift or round that was settled; the last one is now."""
    verdict: Overall | None
    """Of its audit: `broken` if anything is; none as long as nobody has audited it."""


class Games(Struct):
    games: list[Listed]
    """Newest first, if not asked for otherwise. A page can be short, or empty, although there is a
    next one."""
    cursor: str | None
    """For the next page, if there is one."""


async def listed(
    backend: Backend,
    game_ids: Sequence[str],
    language: Language,
    player: str | None = None,
    words: str | None = None,
) -> list[Listed]:
    """The index may be late: whether somebody plays is for the game itself to say.

    Games whose deal is still played at other tables are left out: points and audits tell of it.
    """
    found = []
    known_once = list(dict.fromkeys(game_ids))  # a room that has just begun may be on two shelves
    looks = await backend.resources.listed.look(known_once)
    for game_id, look in zip(known_once, looks, strict=True):
        if await backend.embargo.holds(game_id):
            continue
        known = await _summary(backend, game_id, look)
        if known and all(_plays(known, name) for name in (player, words) if name is not None):
            found.append(as_listed(known, look, language))
    return found


async def with_titled(
    backend: Backend, found: list[Listed], search: Search, words: str, language: Language
) -> list[Listed]:
    """Before them those with such a title that fit, too."""
    titled = await listed(backend, titled_with(words), language)
    fitting = [game for game in titled if _fits(game, search)]
    first = {game.id for game in fitting}
    return [*fitting, *(game for game in found if game.id not in first)]


def _fits(game: Listed, search: Search) -> bool:
    in_status = search.status in (None, game.status)
    return in_status and search.game in (None, game.game) and search.fits(f"{game.created}/")


async def _summary(backend: Backend, game_id: str, look: Look) -> Summary | None:
    """Kept once it is over; what goes on is folded already by whoever plays it here.

    One damaged log must not hide the games beside it.
    """
    kept = _read(look)
    if kept:
        return kept
    try:
        made = await summary(backend, game_id)
    except GameWaiting as waiting:
        return room_summary(waiting.room)
    except (DamagedLog, UnknownGame):
        return None
    if made.status == "finished":
        written = msgspec.json.encode(Kept(made.version, made))
        await backend.resources.listed.keep_summary(game_id, made.version, written)
    return made


def _read(look: Look) -> Summary | None:
    """None also if another release has kept it, with other fields."""
    try:
        kept = msgspec.json.decode(look.summary, type=Kept) if look.summary else None
    except msgspec.DecodeError:
        return None
    return kept.summary if kept and kept.version == look.version else None


def as_listed(game: Summary, look: Look, language: Language) -> Listed:
    settled = [
        msgspec.json.decode(points, type=list[int])
        for period, points in sorted(look.points.items())
        # Of a shift that was taken back, and not played again.
        if period < game.period
    ]
    return Listed(
        **asdict(game),
        title=SAMPLE_TITLES[language].get(game.id),
        course=[*settled, game.scores],
        verdict=overall(look.audit) if look.audit else _read_verdict(look.verdict),
    )


def _read_verdict(verdict: str) -> Overall | None:
    return next((one for one in ORDER if one == verdict), None)


def _plays(game: Summary, player: str) -> bool:
    return plain_name(player) in {plain_name(seat.name) for seat in game.seats}


def titled_with(words: str) -> list[str]:
    """The samples whose title has all these words, in whichever language."""
    wanted = plain_name(words).split()
    found = (
        game_id
        for titles in SAMPLE_TITLES.values()
        for game_id, title in titles.items()
        if all(word in plain_name(title) for word in wanted)
    )
    return list(dict.fromkeys(found))
