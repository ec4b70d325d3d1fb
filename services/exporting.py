"""Games between the log and replay files.

A game that came from a file keeps the signature that it came with: what is served of it says no
more about its origin than the file did.
"""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Struct

from domain.kernel.actions import Settle
from domain.kernel.seals import Seat
from infra.game_log import GameSetup, Imported, VersionTaken
from infra.secret_file import write_private
from infra.signing_key import load_or_create
from infra.signing_key import trusted as trusted_here
from replays.aggregate import Aggregate
from replays.checkpoint import Signer, VerifierKey
from replays.entry import Entry
from replays.file import Header, read_replay, signed_footer, write_replay
from replays.findings import GUARANTEES, Guarantee
from replays.position import Recall, take_back_targets
from replays.verify import Report, verify
from services.backup import Tokens, tokens_path, written_tokens
from services.errands import settled_points
from services.transparency.proofs import comes_from_elsewhere

if TYPE_CHECKING:
    from services.bootstrap import Resources

NEEDED: dict[bool, tuple[Guarantee, ...]] = {
    True: tuple(one for one in GUARANTEES if one != "log"),
    False: ("chain", "signature", "seals", "deal", "rules", "conservation", "clock", "rulings"),
}
"""What must hold of a game that is over, and of one that goes on."""
NAMES_ERASED = "seals.withheld"
"""The names of the players are the one thing that a game can do without."""


class NotImportable(Exception):
    """The file is no sound game, or the game is there already with another log."""


class Importable(Struct, frozen=True):
    """A file that may become a game here."""

    header: Header
    entries: list[Entry]
    came: Imported
    is_over: bool


async def replay_file(
    resources: "Resources",
    game_id: str,
    version: int | None = None,
    reader: Seat | None = None,
    *,
    all_seals: bool = False,
) -> bytes:
    """The replay as a reader may have it, up to a version or to the end; or with every seal."""
    entries = await resources.log.read(game_id, 1, version)
    setup = await resources.log.setup(game_id)
    signer = load_or_create(resources.settings.data)
    aggregate = await asyncio.to_thread(_folded, game_id, entries, setup)
    proof = await resources.proofs.of_finished(game_id, entries, setup) if aggregate.over else None
    return await asyncio.to_thread(
        write_replay,
        aggregate.game,
        game_id,
        aggregate.catalog,
        entries,
        reader=reader,
        open_all=aggregate.over or all_seals,
        footer=footer_of(game_id, entries, setup, signer, proof),
    )


def _folded(game_id: str, entries: Sequence[Entry], setup: GameSetup) -> Aggregate:
    aggregate = Aggregate.begin(game_id, entries[0], setup.catalog)
    aggregate.follow_all(entries[1:])
    return aggregate


async def write_backup(resources: "Resources", game_id: str, path: Path) -> None:
    """All that a restore needs: the replay with every seal open, and the tokens beside it."""
    data = await replay_file(resources, game_id, all_seals=True)
    tokens = Tokens.of(game_id, await resources.log.setup(game_id))
    write_private(tokens_path(path), written_tokens(tokens))
    write_private(path, data)


def footer_of(
    game_id: str,
    entries: Sequence[Entry],
    setup: GameSetup,
    signer: Signer,
    proof: str | None = None,
) -> bytes:
    """Our signature, but never in the place of another: not over what came with it and no more,
    and over no more either if whoever signed it is not trusted.
    """
    if setup.imported and comes_from_elsewhere(setup, len(entries)):
        return setup.imported.footer.encode()
    return signed_footer(game_id, entries, signer, proof)


def importable(
    data: bytes, trusted: Collection[VerifierKey], *, foreign: bool = False
) -> Importable:
    """NotImportable unless all that can be proven of the game is, and its signer is trusted.

    Whoever signed a `foreign` game need not be: it is marked as somebody else's.
    """
    report, replay = verify(data, trusted), read_replay(data)
    broken = [name for name, found in report.verdicts.items() if found.verdict == "broken"]
    if broken or replay.header is None or replay.footer is None:
        raise NotImportable(f"broken: {', '.join(broken)}")
    is_over = report.is_over
    is_trusted = report.verdicts["signature"].verdict == "holds"
    unproven = [
        name
        for name in NEEDED[is_over]
        if report.verdicts[name].verdict != "holds" and report.verdicts[name].code != NAMES_ERASED
    ]
    if unproven == ["signature"] and foreign and is_over:
        unproven = []
    if unproven:
        raise NotImportable(_why_not(report, unproven, replay.footer.key, is_over=is_over))
    footer = replay.footer_line.decode()
    came = Imported(len(replay.entries), footer, replay.footer.key, is_trusted)
    return Importable(replay.header, replay.entries, came, is_over)


def _why_not(report: Report, unproven: Sequence[Guarantee], key: str, *, is_over: bool) -> str:
    if "seals" in unproven and not is_over:
        return (
            "the game is not over and its seals are closed:"
            " only a backup of `schichtbuch export --with-tokens` can be played on"
        )
    if list(unproven) == ["signature"]:
        foreign = ", or take it as somebody else's with --foreign" if is_over else ""
        return f"its key is not trusted here; trust it with --trust {key}{foreign}"
    reasons = (f"{name} ({report.verdicts[name].reason})" for name in unproven)
    return f"it cannot be told whether this holds: {', '.join(reasons)}"


async def import_replay(
    resources: "Resources",
    data: bytes,
    trusted: Collection[VerifierKey] = (),
    *,
    foreign: bool = False,
) -> bool:
    """A file becomes a log, byte for byte; False if it is there already."""
    known = [*trusted_here(resources.settings.data), *trusted]
    return await import_game(resources, importable(data, known, foreign=foreign))


async def import_game(
    resources: "Resources", game: Importable, tokens: Tokens | None = None
) -> bool:
    """With tokens those who hold them play on; without, nobody has a seat of it yet."""
    own, game_id = game.header.catalog, game.header.game
    held = tokens or Tokens(game_id, {})
    catalog = b"" if own is UNSET else msgspec.json.encode(own)
    setup = GameSetup(held.seats, catalog, held.creator, held.request, game.came)
    try:
        await resources.log.restore(game_id, game.entries, setup)
        is_new = True
    except VersionTaken:
        is_new = await _go_on(resources, game)
    if is_new:
        await resources.listed.note_points(game_id, points_in(game))
    aggregate = await resources.games.current(game_id)
    await resources.errands.ensure_enqueued(aggregate)
    await resources.errands.note_leaves(game_id, aggregate.version)
    return is_new


def points_in(game: Importable) -> dict[int, bytes]:
    """After each shift or round that the log settles."""
    catalog = b"" if game.header.catalog is UNSET else msgspec.json.encode(game.header.catalog)
    past = Aggregate.before(game.header.game, game.entries[0], catalog)
    past.recall = Recall(take_back_targets(game.entries).values())
    points: dict[int, bytes] = {}
    for entry in game.entries:
        if isinstance(past.follow(entry).action, Settle):
            points |= settled_points(past)
    return points


async def _go_on(resources: "Resources", game: Importable) -> bool:
    """The game is here: what the file has beyond it is added, if its signer is trusted."""
    game_id = game.header.game
    here = [entry.line for entry in await resources.log.read(game_id)]
    in_file = [entry.line for entry in game.entries]
    both = min(len(here), len(in_file))
    if here[:both] != in_file[:both]:
        raise NotImportable(f"there is another game {game_id}")
    if len(here) >= len(in_file):
        return False
    if not game.came.trusted:
        raise NotImportable(f"there is a game {game_id}, and a key that is not trusted goes on")
    with suppress(VersionTaken):
        await resources.log.append_all(game_id, len(here), game.entries[len(here) :])
    return True
