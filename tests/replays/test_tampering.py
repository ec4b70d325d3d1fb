"""Whatever is done to a replay, `verify` names the right guarantee and never crashes."""

import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.actions import OptionValue
from domain.registry import GAMES
from replays.checkpoint import Signer
from replays.file import replay_of, signed_footer, write_replay
from replays.samples import samples
from replays.simulation import Plan, create
from tests.domain.kit.game import examples
from tests.replays.forging import (
    Entry,
    at_version,
    entries,
    forge,
    forge_with_our_key,
    rebuilt,
)
from tests.replays.games import SIGNER, broken, check, finished, record
from tests.replays.verdicts import judged

WHOLE = finished()
SAMPLES = dict(samples())
STRANGER = Signer("stranger", Ed25519PrivateKey.from_private_bytes(b"s" * 32))


def verdict(data: bytes, guarantee: str) -> tuple[str, int | None]:
    found = next(v for name, v in check(data).verdicts.items() if name == guarantee)
    return found.verdict, found.version


def find_event(parsed: list[Entry], tag: str) -> dict[str, Any]:
    return next(e for entry in parsed for e in entry.get("events", ()) if e["type"] == tag)


def find_version(data: bytes, tag: str) -> int:
    parsed = [json.loads(line) for line in entries(data)]
    return next(
        int(entry["v"])
        for entry in parsed
        if any(event["type"] == tag for event in entry.get("events", ()))
    )


def test_an_untouched_replay_holds_in_everything() -> None:
    report = check(WHOLE)
    assert judged(report) == {"holds"}
    assert report.ok


@given(st.integers(0, len(WHOLE) - 2), st.integers(1, 255))
def test_a_flipped_byte_anywhere_breaks_something(at: int, flip: int) -> None:
    flipped = bytearray(WHOLE)
    flipped[at] ^= flip
    assert broken(check(bytes(flipped)))


@pytest.mark.parametrize("version", [1, 2, 40])
def test_a_flipped_byte_in_a_line_breaks_the_chain_there(version: int) -> None:
    lines = WHOLE.splitlines()
    at = at_version(WHOLE, version)
    lines[at] = lines[at].replace(b'"at":"2020', b'"at":"2021')
    assert verdict(b"\n".join(lines), "chain") == ("broken", version)


def test_a_changed_last_line_breaks_the_signature() -> None:
    lines = WHOLE.splitlines()
    at = at_version(WHOLE, check(WHOLE).version)
    lines[at] = lines[at].replace(b'"at":"2020', b'"at":"2021')
    assert verdict(b"\n".join(lines), "signature")[0] == "broken"


def test_a_changed_seal_breaks_the_seals() -> None:
    lines = WHOLE.splitlines()
    at = at_version(WHOLE, 1) + 1
    assert lines[at].startswith(b'{"seal":1,')
    lines[at] = lines[at].replace(b'"salt":"', b'"salt":"0')
    assert broken(check(b"\n".join(lines))) == {"seals"}


def test_a_dropped_line_breaks_the_chain() -> None:
    lines = WHOLE.splitlines()
    del lines[at_version(WHOLE, 30)]
    assert verdict(b"\n".join(lines), "chain") == ("broken", 30)


def test_a_doubled_line_breaks_the_chain() -> None:
    lines = WHOLE.splitlines()
    at = at_version(WHOLE, 30)
    lines.insert(at, lines[at])
    assert verdict(b"\n".join(lines), "chain") == ("broken", 31)


def test_swapped_lines_break_the_chain() -> None:
    lines = WHOLE.splitlines()
    here, there = at_version(WHOLE, 30), at_version(WHOLE, 31)
    lines[here], lines[there] = lines[there], lines[here]
    assert verdict(b"\n".join(lines), "chain") == ("broken", 30)


def test_an_inserted_line_breaks_the_chain() -> None:
    lines = WHOLE.splitlines()
    at = at_version(WHOLE, 30)
    lines.insert(at, lines[at].replace(b'"v":30', b'"v":29'))
    assert verdict(b"\n".join(lines), "chain") == ("broken", 30)


@pytest.mark.parametrize("stray", [b"", b"null", b"[]", b"{}", b"\xff\xfe", b'{"note":"hello"}'])
def test_a_line_that_belongs_to_nothing_breaks_the_chain(stray: bytes) -> None:
    lines = entries(WHOLE)
    lines.insert(10, stray)
    assert "chain" in broken(check(rebuilt(WHOLE, lines)))


def test_the_end_cut_away_breaks_chain_and_signature() -> None:
    lines = entries(WHOLE)
    cut = lines[: at_version(WHOLE, 50) - 1]
    found = broken(check(rebuilt(WHOLE, cut)))
    assert {"chain", "signature"} <= found


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_a_cut_off_file_has_no_signature(part: float) -> None:
    assert verdict(WHOLE[: int(len(WHOLE) * part)], "signature")[0] == "broken"


@pytest.mark.parametrize("data", [b"", b"\n", b"\n\n\n", b"{}", b"null", b"[" * 100_000, b"\x00"])
def test_what_is_no_replay_breaks_the_chain_and_tells_nothing_else(data: bytes) -> None:
    report = check(data)
    assert broken(report) == {"chain"}
    assert report.version == 0


def test_ten_megabytes_of_noise_are_no_replay() -> None:
    noise = random.Random(1).randbytes(10_000_000)
    assert broken(check(noise)) == {"chain"}


def test_ten_megabytes_of_noise_behind_a_header_are_no_replay() -> None:
    noise = random.Random(2).randbytes(10_000_000)
    assert "chain" in broken(check(WHOLE.splitlines()[0] + b"\n" + noise))


def test_deeply_nested_json_does_not_crash() -> None:
    lines = WHOLE.splitlines()
    deep = b'{"v":1,"action":' + b"[" * 200_000
    assert "chain" in broken(check(b"\n".join([lines[0], deep, lines[-1]])))


def more_points(parsed: list[Entry]) -> None:
    scored = find_event(parsed, "element_scored")
    scored["first_vp"] += 1


def test_a_forged_scoring_with_a_fresh_chain_breaks_scoring_and_signature() -> None:
    forged = forge(WHOLE, more_points)
    assert broken(check(forged)) == {"scoring", "signature"}
    version = find_version(WHOLE, "element_scored")
    assert verdict(forged, "scoring") == ("broken", version)


def test_a_forged_scoring_signed_by_ourselves_still_breaks_scoring() -> None:
    forged = forge_with_our_key(WHOLE, more_points)
    assert broken(check(forged)) == {"scoring"}


def test_a_forged_scoring_signed_by_a_stranger_breaks_scoring() -> None:
    forged = forge(WHOLE, more_points, STRANGER)
    assert broken(check(forged)) == {"scoring"}
    assert verdict(forged, "signature")[0] == "cannot tell"


def another_winner(parsed: list[Entry]) -> None:
    over = find_event(parsed, "game_finished")
    over["winners"] = [(over["winners"][0] + 1) % 3]


def test_another_winner_breaks_the_result() -> None:
    assert broken(check(forge_with_our_key(WHOLE, another_winner))) == {"result"}


def more_money(parsed: list[Entry]) -> None:
    find_event(parsed, "marks_received")["amount"] += 1


def test_money_from_nowhere_breaks_the_rules() -> None:
    """And the final scoring, which counts the money again, if nobody mends that too."""
    forged = forge_with_our_key(WHOLE, more_money)
    assert verdict(forged, "rules") == ("broken", find_version(WHOLE, "marks_received"))


def another_cube(parsed: list[Entry]) -> None:
    loaded = find_event(parsed, "coal_loaded")
    loaded["color"] = "black" if loaded["color"] != "black" else "gray"


def test_a_cube_of_another_color_breaks_conservation() -> None:
    assert "conservation" in broken(check(forge_with_our_key(WHOLE, another_cube)))


def another_action(parsed: list[Entry]) -> None:
    entry = next(e for e in parsed if e.get("action", {}).get("type") == "draft_order")
    entry["action"]["order_id"] = "order-barrow-99"


def test_an_illegal_action_breaks_the_rules() -> None:
    forged = forge_with_our_key(WHOLE, another_action)
    assert broken(check(forged)) == {"rules"}
    assert verdict(forged, "rules") == ("broken", 2)


def somebody_else(parsed: list[Entry]) -> None:
    entry = next(e for e in parsed if e.get("action", {}).get("type") == "draft_order")
    entry["by"] = (entry["by"] + 1) % 3


def test_an_action_by_another_seat_breaks_the_rules() -> None:
    assert broken(check(forge_with_our_key(WHOLE, somebody_else))) == {"rules"}


def test_a_settlement_by_a_seat_breaks_the_scoring() -> None:
    def by_a_seat(parsed: list[Entry]) -> None:
        next(e for e in parsed if e.get("action", {}).get("type") == "settle")["by"] = 0

    assert broken(check(forge_with_our_key(WHOLE, by_a_seat))) == {"scoring"}


def another_secret(parsed: list[Entry]) -> None:
    seal = parsed[1]
    seal["data"]["secret"] = "ab" * 32


def test_a_different_secret_breaks_the_seals() -> None:
    lines = entries(WHOLE)
    seal = json.loads(lines[1])
    seal["data"]["secret"] = "ab" * 32
    lines[1] = json.dumps(seal, separators=(",", ":")).encode()
    assert broken(check(rebuilt(WHOLE, lines))) == {"seals"}


def test_a_different_secret_with_a_fresh_chain_breaks_the_deal() -> None:
    assert broken(check(forge(WHOLE, another_secret))) == {"deal", "signature"}
    assert broken(check(forge_with_our_key(WHOLE, another_secret))) == {"deal"}


def test_a_secret_that_is_none_breaks_the_deal() -> None:
    def nonsense(parsed: list[Entry]) -> None:
        parsed[1]["data"]["secret"] = "not hex"

    assert "deal" in broken(check(forge_with_our_key(WHOLE, nonsense)))


def test_a_secret_that_is_not_the_one_shown_before_breaks_the_deal() -> None:
    def shown(digest: str) -> Callable[[list[Entry]], None]:
        def change(parsed: list[Entry]) -> None:
            parsed[0]["action"]["commitment"] = digest

        return change

    [secret] = [e["data"]["secret"] for e in map(json.loads, entries(WHOLE)[1:2])]
    digest = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    assert not broken(check(forge_with_our_key(WHOLE, shown(digest))))
    report = check(forge_with_our_key(WHOLE, shown("0" * 64)))
    assert broken(report) == {"deal"}
    assert (report.verdicts["deal"].code, report.verdicts["deal"].version) == (
        "deal.other_secret",
        1,
    )


def stacked_deck(parsed: list[Entry]) -> None:
    order = parsed[1]["data"]["events"]
    shuffled = next(data for data in order.values() if data["order"][0].startswith("tile"))
    shuffled["order"][-1], shuffled["order"][-2] = shuffled["order"][-2], shuffled["order"][-1]


def test_a_stacked_deck_breaks_the_deal() -> None:
    assert "deal" in broken(check(forge_with_our_key(WHOLE, stacked_deck)))


def sealed_entry(parsed: list[Entry], tag: str) -> tuple[Entry, Entry, str]:
    """An entry with an event of this kind, its seal, and the event's index."""
    for at, entry in enumerate(parsed):
        tags = [event["type"] for event in entry.get("events", ())]
        if tag in tags and "seal" in parsed[at + 1]:
            return entry, parsed[at + 1], str(tags.index(tag))
    raise AssertionError(tag)


def test_a_seal_cannot_take_back_what_everybody_saw() -> None:
    """The line shows another amount than was paid; the seal, opened at the end, puts it right."""

    def take_back(parsed: list[Entry]) -> None:
        entry, seal, _ = sealed_entry(parsed, "workers_placed")
        at = [event["type"] for event in entry["events"]].index("workers_placed")
        placed = entry["events"][at]
        seal["data"].setdefault("events", {})[str(at)] = {"count": placed["count"]}
        placed["count"] += 1

    report = check(forge_with_our_key(WHOLE, take_back))
    assert "rules" in broken(report)
    assert "which was not hidden" in report.verdicts["rules"].reason


def test_a_seal_holds_what_is_hidden_for_its_reader_and_nothing_else() -> None:
    def left_out(parsed: list[Entry]) -> None:
        _, seal, at = sealed_entry(parsed, "orders_looked_at")
        del seal["data"]["events"][at]

    def told_to_a_seat(parsed: list[Entry]) -> None:
        _, seal, _ = sealed_entry(parsed, "orders_looked_at")
        seal["data"]["secret"] = parsed[1]["data"]["secret"]

    def sealed_for_nobody(parsed: list[Entry]) -> None:
        entry, seal, _ = sealed_entry(parsed, "orders_looked_at")
        seal["for"] = entry["seals"][0]["for"] = None

    for change in (left_out, told_to_a_seat, sealed_for_nobody):
        report = check(forge_with_our_key(WHOLE, change))
        assert "seals" in broken(report)
        assert report.verdicts["seals"].code == "seals.other_fields"


def test_a_seal_swapped_between_versions_breaks_the_seals() -> None:
    lines = entries(WHOLE)
    at = [i for i, line in enumerate(lines) if line.startswith(b'{"seal":')]
    lines[at[1]], lines[at[2]] = lines[at[2]], lines[at[1]]
    assert "seals" in broken(check(rebuilt(WHOLE, lines)))


def test_without_the_seals_of_a_finished_game_nothing_of_it_is_proven() -> None:
    lines = [line for line in entries(WHOLE) if not line.startswith(b'{"seal":')]
    report = check(rebuilt(WHOLE, lines))
    assert broken(report) == {"seals"}
    assert report.verdicts["seals"].code == "seals.missing"
    for guarantee in ("deal", "rules", "result"):
        assert verdict(rebuilt(WHOLE, lines), guarantee)[0] == "cannot tell"


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_each_seal_that_is_missing_from_a_finished_game_is_named(name: str) -> None:
    lines = entries(SAMPLES[name])
    seals = [at for at, line in enumerate(lines) if line.startswith(b'{"seal":')]
    for at in {seals[0], seals[len(seals) // 2], seals[-1]}:
        report = check(rebuilt(SAMPLES[name], [*lines[:at], *lines[at + 1 :]]))
        assert broken(report) == {"seals"}
        missing = json.loads(lines[at])["seal"]
        assert (report.verdicts["seals"].code, report.verdicts["seals"].version) == (
            "seals.missing",
            missing,
        )
        unsure = {guarantee for guarantee, v in report.verdicts.items() if v.verdict != "holds"}
        assert ("result" in unsure) == bool(unsure & {"deal", "rules", "scoring", "conservation"})


def test_the_result_cannot_be_told_if_the_rules_cannot() -> None:
    """A log on a catalog that nobody has here can be checked for its bytes, and for no more."""

    def another_catalog(parsed: list[Entry]) -> None:
        find_event(parsed, "game_created")["catalog"] = "ab" * 32

    report = check(forge_with_our_key(WHOLE, another_catalog))
    assert report.verdicts["rules"].code == "rules.no_catalog"
    assert report.verdicts["result"].verdict == "cannot tell"
    assert {report.verdicts[g].verdict for g in ("chain", "signature", "seals")} == {"holds"}


@pytest.mark.parametrize("field", ["game", "rules", "format"])
def test_a_header_of_another_game_is_broken(field: str) -> None:
    lines = WHOLE.splitlines()
    header = json.loads(lines[0])
    header[field] = "another"
    lines[0] = json.dumps(header, separators=(",", ":")).encode()
    assert broken(check(b"\n".join(lines)))


def test_two_games_glued_together_break_the_chain() -> None:
    other = finished(3, 2)
    glued = rebuilt(WHOLE, [*entries(WHOLE), *entries(other)])
    assert "chain" in broken(check(glued))


def test_a_signature_of_another_game_is_broken() -> None:
    other = finished(3, 2)
    lines = [*WHOLE.splitlines()[:-1], other.splitlines()[-1]]
    assert "signature" in broken(check(b"\n".join(lines)))


def test_a_signature_with_an_unknown_key_cannot_be_told() -> None:
    report = check(forge(WHOLE, lambda _: None, STRANGER))
    assert not broken(report)
    assert report.verdicts["signature"].verdict == "cannot tell"
    assert str(STRANGER.key) in report.verdicts["signature"].reason


@given(st.data())
@examples(0.6)
def test_no_forged_value_crashes_the_verifier(data: st.DataObject) -> None:
    """Any leaf of any entry replaced by nonsense, with a fresh chain and our own signature."""

    def change(parsed: list[Entry]) -> None:
        entry: Any = data.draw(st.sampled_from(parsed))
        while True:
            keys = list(entry) if isinstance(entry, dict) else range(len(entry))
            key = data.draw(st.sampled_from(keys))
            if isinstance(entry[key], dict | list) and entry[key]:
                entry = entry[key]
                continue
            nonsense: list[Any] = [
                None,
                -1,
                10**30,
                "?",
                "",
                [],
                {},
                True,
                1.5,
                "tile-gray-2-light-1",
            ]
            entry[key] = data.draw(st.sampled_from(nonsense))
            return

    check(forge_with_our_key(finished(2, 5), change))


def test_a_running_game_forged_by_the_key_holder_is_still_caught() -> None:
    running = replay_of(record(upto=60), None, SIGNER)
    assert "rules" in broken(check(forge_with_our_key(running, more_money)))


@pytest.mark.parametrize(
    ("game", "chosen", "event", "member"),
    [
        (
            "gluck-auf",
            {"starting_player_method": "assigned", "starting_player": 1},
            "starting_player_drawn",
            "player",
        ),
        ("kartenspiel", {"start_player": 1}, "start_player_chosen", "seat"),
        ("schichtwechsel", {"start_player": 1}, "start_player_determined", "seat"),
    ],
)
def test_another_start_player_than_the_table_chose_breaks_the_rules_not_the_deal(
    game: str, chosen: dict[str, OptionValue], event: str, member: str
) -> None:
    plan = Plan(game, 2, ("random",), 5, options=chosen)
    created = create(GAMES[game], plan, 0)
    footer = signed_footer(created.game_id, created.entries, SIGNER)
    begun = write_replay(
        created.game,
        created.game_id,
        created.catalog,
        created.entries,
        reader=None,
        open_all=True,
        footer=footer,
    )

    def another(parsed: list[Entry]) -> None:
        creation = next(line for line in parsed if line.get("v") == 1)
        [start] = [found for found in creation["events"] if found["type"] == event]
        start[member] = 0

    assert broken(check(begun)) == set()
    assert broken(check(forge_with_our_key(begun, another))) == {"rules"}
