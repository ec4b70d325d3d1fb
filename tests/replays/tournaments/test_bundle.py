"""A bundle of a real event, and what a dishonest organizer could do to one."""

import io
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import cache

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.kernel.chance import Lots
from domain.tournament.pairing.by_hand import recorded
from domain.tournament.pairing.proposal import Proposal
from domain.tournament.pairing.question import Question
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.pairing.small import best_of_few
from replays.checkpoint import Signer
from replays.entry import FIRST_PREV, Entry, sha256
from replays.tournaments.bundle import LOG, MANIFEST, manifest_text, signed_bundle, write_bundle
from replays.tournaments.file import read_tournament, write_tournament
from replays.tournaments.simulation import EventPlan, PlayByBots, Simulated, Simulation
from replays.tournaments.verify import BundleReport, verify_bundle, verify_event_log
from replays.tournaments.zip_file import EPOCH, read_zip
from tests.replays.verdicts import judged as said

SIGNER = Signer("test", Ed25519PrivateKey.from_private_bytes(bytes(32)))
PLAN = EventPlan(5, 2, 3, "kartenspiel", ("random",), trouble=False)
Members = dict[str, bytes]


def pair(question: Question, lots: Lots) -> Proposal:
    best = best_of_few(question, question.present, sizes_of(question).tables, lots)
    assert best is not None
    return recorded(question, *best, lots, "within")


@cache
def played() -> Simulated:
    return Simulation(PLAN, pair, PlayByBots(SIGNER)).run()


@cache
def bundle() -> bytes:
    made = played()
    return write_bundle(made.tournament, made.entries, made.games, SIGNER, names=made.names)


def judged(members: Members) -> BundleReport:
    """Whoever cheats holds the key, and signs everything anew."""
    return verify_bundle(signed_bundle(PLAN.tournament, members, SIGNER), [SIGNER.key])


def members() -> Members:
    found = read_zip(bundle())
    del found[MANIFEST]
    return found


def verdicts(report: BundleReport) -> dict[str, str]:
    return {name: verdict.verdict for name, verdict in report.verdicts.items()}


def broken(report: BundleReport) -> set[str]:
    return {name for name, verdict in verdicts(report).items() if verdict == "broken"}


def rewritten(change: Callable[[bytes], bytes]) -> Members:
    """The event's log with lines changed, chained and signed anew."""
    found = members()
    entries, prev = [], FIRST_PREV
    for entry in read_tournament(found[LOG]).entries:
        line = change(entry.line)
        old = msgspec.json.decode(line)["prev"]
        line = line.replace(old.encode(), prev.encode())
        entries.append(Entry(line, entry.seals))
        prev = sha256(line)
    found[LOG] = write_tournament(PLAN.tournament, entries, SIGNER, open_all=True)
    return found


def replaced(kind: str, old: bytes, new: bytes) -> Members:
    """In the first entry with such a fact."""
    done = False

    def change(line: bytes) -> bytes:
        nonlocal done
        if done or f'"events":[{{"type":"{kind}"'.encode() not in line:
            return line
        done = True
        assert old in line
        return line.replace(old, new)

    found = rewritten(change)
    assert done
    return found


def test_every_verdict_of_an_honest_event_holds() -> None:
    report = verify_bundle(bundle(), [SIGNER.key])
    assert said(report) == {"holds"}, report
    assert (report.rounds, report.games, report.is_over) == (2, 4, True)
    assert list(report.verdicts) == [
        *("manifest", "chain", "signature", "regulation", "pairing"),
        *("games", "results", "standings", "completeness", "duplicate"),
        "log",
    ]


def test_a19_the_same_event_gives_the_same_bytes_stored_in_order_without_times() -> None:
    again = Simulation(PLAN, pair, PlayByBots(SIGNER)).run()
    assert (
        write_bundle(again.tournament, again.entries, again.games, SIGNER, names=again.names)
        == bundle()
    )
    with zipfile.ZipFile(io.BytesIO(bundle())) as archive:
        infos = archive.infolist()
    paths = [info.filename for info in infos]
    assert paths == [MANIFEST, *sorted(paths[1:], key=str.encode)]
    assert {info.date_time for info in infos} == {EPOCH}
    assert {info.external_attr >> 16 & 0o777 for info in infos} == {0o644}
    assert {info.compress_type for info in infos} == {zipfile.ZIP_STORED}
    assert not any(info.extra for info in infos)


def test_b9_the_manifest_names_digest_size_and_path_of_every_other_member() -> None:
    found = members()
    lines = read_zip(bundle())[MANIFEST].decode().partition("\n\n")[0].split("\n")
    assert lines[0] == f"schichtbuch-bundle/1 {PLAN.tournament}"
    assert lines[1:] == [
        f"{sha256(found[path])}  {len(found[path])}  {path}" for path in sorted(found)
    ]
    assert manifest_text(PLAN.tournament, found) == "\n".join(lines) + "\n"


def test_b1_the_header_and_the_authors_of_an_event_log() -> None:
    first, *rest = members()[LOG].splitlines()
    assert msgspec.json.decode(first) == {
        "format": "schichtbuch-replay/1",
        "game": PLAN.tournament,
        "rules": "tournament",
    }
    authors = {msgspec.json.decode(line).get("by") for line in rest if line.startswith(b'{"v"')}
    assert authors == {"organizer", "service"}


def test_b2_entry_1_names_the_regulation_by_its_digest_and_seals_the_secret() -> None:
    lines = members()[LOG].splitlines()
    first, seal = msgspec.json.decode(lines[1]), msgspec.json.decode(lines[2])
    created = first["events"][0]
    assert created["type"] == "tournament_created"
    assert created["regulation"] == sha256(members()["regulation.json"])
    assert first["seals"] == [{"for": None, "sha256": sha256(lines[2])}]
    assert len(seal["data"]["secret"]) == 64


def test_b3_a_game_names_its_event_round_table_and_regulation() -> None:
    for game, data in played().games.items():
        created = msgspec.json.decode(data.splitlines()[1])["events"][0]
        belongs = created["tournament"]
        assert belongs["id"] == PLAN.tournament
        assert game.endswith(f"-r{belongs['round']}-t{belongs['table']}")
        assert belongs["regulation"] == sha256(members()["regulation.json"])


def test_a_changed_member_breaks_the_manifest_and_is_named() -> None:
    found = read_zip(bundle())
    found["regulation.json"] += b" "
    note = found.pop(MANIFEST)
    from replays.tournaments.zip_file import write_zip

    report = verify_bundle(write_zip({**found, MANIFEST: note}, MANIFEST), [SIGNER.key])
    assert report.verdicts["manifest"].where == "regulation.json"
    assert "regulation" in broken(report)


def test_a16_a_changed_result_is_named_by_results() -> None:
    found = played().tournament.state.rounds[0].tables[0].result
    assert found is not None
    old = f'"points":{msgspec.json.encode(found.points).decode()}'.encode()
    new = old.replace(str(found.points[0]).encode(), str(found.points[0] + 1).encode(), 1)
    report = judged(replaced("result_read", old, new))
    assert "results" in broken(report)
    assert "round 1, table 1" in report.verdicts["results"].where
    assert not broken(report) & {"manifest", "chain", "signature", "games"}


def test_a_swapped_game_is_named() -> None:
    found = members()
    one, other = sorted(path for path in found if path.startswith("games/"))[:2]
    found[one], found[other] = found[other], found[one]
    report = judged(found)
    assert {"regulation", "completeness", "results"} <= broken(report)
    assert one in report.verdicts["completeness"].where


def test_a_forged_pairing_is_named_by_pairing() -> None:
    """Two people change their tables; the terms stay as they were."""
    tables = [table.seats for table in played().tournament.state.rounds[1].tables]
    forged = [list(table) for table in tables]
    forged[0][0], forged[1][0] = forged[1][0], forged[0][0]

    def change(line: bytes) -> bytes:
        if b'"type":"round_paired","round":2' not in line:
            return line
        return line.replace(
            b'"tables":' + msgspec.json.encode(tables), b'"tables":' + msgspec.json.encode(forged)
        )

    report = judged(rewritten(change))
    assert "pairing" in broken(report)
    assert "entry" in report.verdicts["pairing"].where


def test_b10_a_wrong_standing_is_named_in_the_log_and_beside_it() -> None:
    found = members()
    body = msgspec.json.decode(found["standings/2.json"])
    body["rows"][0], body["rows"][1] = body["rows"][1], body["rows"][0]
    found["standings/2.json"] = msgspec.json.encode(body)
    report = judged(found)
    assert broken(report) == {"standings"}
    assert report.verdicts["standings"].where == "standings/2.json"

    order = played().tournament.state.settled[1].order
    wrong = (order[1], order[0], *order[2:])
    encoded = (b'"order":' + msgspec.json.encode(one) for one in (order, wrong))
    old, new = encoded
    report = judged(replaced("round_closed", old, new))
    assert "standings" in broken(report)


def test_b12_a_missing_and_a_strange_game_are_named_by_completeness() -> None:
    found = members()
    path = next(path for path in found if path.startswith("games/"))
    data = found.pop(path)
    report = judged(found)
    assert broken(report) == {"completeness"}
    assert report.verdicts["completeness"].where == path
    found["games/stranger.schicht"] = data
    assert "completeness" in broken(judged(found))


def test_c9_other_deals_than_announced_are_named_by_duplicate() -> None:
    plan = msgspec.structs.replace(PLAN, entrants=6, rounds=1, size=3, deals="duplicate")
    made = Simulation(plan, pair, PlayByBots(SIGNER)).run()
    data = write_bundle(made.tournament, made.entries, made.games, SIGNER)
    assert said(verify_bundle(data, [SIGNER.key])) == {"holds"}
    tables = made.tournament.state.rounds[0].tables
    assert len({table.commitment for table in tables}) == 1 < len(tables)


def test_an_event_that_goes_on_is_told_apart_from_a_broken_one() -> None:
    made = played()
    entries = made.entries[:-1]
    data = write_tournament(PLAN.tournament, entries, SIGNER, open_all=False)
    report = verify_event_log(data, [SIGNER.key])
    assert not broken(report)
    assert verdicts(report)["pairing"] == verdicts(report)["standings"] == "cannot tell"


def test_an_unknown_key_is_doubted_and_another_key_in_a_game_is_broken() -> None:
    assert verdicts(verify_bundle(bundle()))["signature"] == "cannot tell"
    other = Signer("test", Ed25519PrivateKey.from_private_bytes(bytes(31) + b"1"))
    made = played()
    data = write_bundle(made.tournament, made.entries, made.games, other)
    assert "signature" in broken(verify_bundle(data, [SIGNER.key, other.key]))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04 nonsense",
        bundle()[: len(bundle()) // 2],
        signed_bundle("x", {"keys": b"\xff", LOG: b"{}"}, SIGNER),
        signed_bundle("x", {LOG: b'{"format":"schichtbuch-replay/1","game":"x"}'}, SIGNER),
    ],
    ids=["empty", "nonsense", "half", "no log", "no keys"],
)
def test_a_stranger_s_file_gives_verdicts_and_no_error(data: bytes) -> None:
    report = verify_bundle(data, [SIGNER.key])
    assert not report.ok


def test_compressed_members_are_not_read_at_all() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, b"0" * 50_000_000)
    report = verify_bundle(target.getvalue(), [SIGNER.key])
    assert report.verdicts["manifest"].code == "bundle.compressed"


def test_verifying_needs_no_solver() -> None:
    script = (
        "import sys; sys.modules['highspy'] = None; sys.modules['numpy'] = None;"
        "import replays.tournaments.verify, services.cli.bundles;"
        "assert not [m for m in sys.modules if m.startswith('services.pairing')]"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
