"""Files that a stranger could send: anything in a line, a right hash chain, a key of their own."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from replays.checkpoint import Checkpoint, Signer
from replays.samples import samples

SAMPLES = dict(samples())
GAMES = {
    "gluck-auf": "gluck_auf/two-players",
    "kartenspiel": "kartenspiel/two-players",
    "schichtwechsel": "schichtwechsel/last-miner-moves",
}
STRANGER = Signer("stranger", Ed25519PrivateKey.from_private_bytes(b"s" * 32))
FULL = 20 * 1024 * 1024

Json = dict[str, Any]


def dump(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def header_of(game: str, /, **fields: Any) -> Json:
    head: Json = json.loads(SAMPLES[GAMES[game]].splitlines()[0])
    return {**head, **fields}


def opening(game: str) -> tuple[Json, Json]:
    """Entry 1 of a real game, and its seal."""
    _, entry, seal, *_ = SAMPLES[GAMES[game]].splitlines()
    return json.loads(entry), json.loads(seal)


def entry(action: Any, events: Iterable[Any] = (), by: Any = "service", **fields: Any) -> Json:
    line = {"at": "2020-01-01T06:00:00Z", "by": by, "key": None, "action": action}
    return {**line, "events": list(events), "seals": [], **fields}


def chained(head: Json, lines: Iterable[Json | bytes], signer: Signer = STRANGER) -> bytes:
    """Versions, hashes and signature are right, whatever the lines say; bytes stay as they are."""
    parts, prev, version = [dump(head)], "0" * 64, 0
    fields: dict[int, bytes] = {}  # by identity: a line that is there 9,000 times is written once
    for line in [*lines]:
        if isinstance(line, dict) and "seal" not in line:
            version += 1
            if id(line) not in fields:
                fields[id(line)] = dump({"v": "?", **line, "prev": "!"})
            raw = fields[id(line)].replace(b'"?"', b"%d" % version, 1)
            raw = raw.replace(b'"prev":"!"', b'"prev":"%b"' % prev.encode(), 1)
            prev = hashlib.sha256(raw).hexdigest()
        else:
            raw = line if isinstance(line, bytes) else dump(line)
        parts.append(raw)
    note = signer.sign(Checkpoint(str(head["game"]), version, prev))
    parts.append(dump({"checkpoint": note, "key": str(signer.key)}))
    return b"\n".join(parts) + b"\n"


def begun(game: str, lines: Iterable[Json], **changes: Any) -> bytes:
    """A real beginning, and whatever follows it."""
    first, seal = opening(game)
    return chained(header_of(game), [{**first, **changes}, seal, *lines])


def blind(game: str, lines: Iterable[Json], **changes: Any) -> bytes:
    """The same with the seal closed, so that no draw can be computed again."""
    first, _ = opening(game)
    return chained(header_of(game), [{**first, **changes}, *lines])


def filling(piece: bytes, before: bytes = b"", upto: int = 2_000_000) -> bytes:
    return before + piece * ((upto - len(before)) // len(piece))


HEADER = dump(header_of("gluck-auf")) + b"\n"
SETTLE = {"type": "settle"}


def raw_files() -> Iterator[tuple[str, bytes]]:
    """Nothing of them is a game."""
    yield "nothing but newlines", b"\n" * FULL
    yield "a header and newlines", filling(b"\n", HEADER, FULL)
    yield "a header and seals", filling(b'{"seal":\n', HEADER)
    yield "seals without newlines", HEADER + b'{"seal":' * 160_000
    yield "entries that are none", filling(b'{"v":\n', HEADER)
    yield "an entry and seals", filling(b'{"seal":\n', HEADER + b'{"v":1}\n')
    yield "one long line", filling(b"x", HEADER, FULL)
    yield "one long entry", filling(b"x", HEADER + b'{"v":1')
    yield "a long header", filling(b"x", b'{"format":"')
    yield "footers", filling(b'{"checkpoint":"","key":""}\n', HEADER)
    yield "numbers", HEADER + filling(b'{"v":' + b"9" * 4000 + b"}\n")
    yield "lists in lists", HEADER + b'{"v":1,"events":' + b"[" * 60_000
    yield "objects in objects", HEADER + filling(b'{"a":', b'{"seal":', 60_000)
    yield "a deep header", b'{"format":' + b"[" * 1_000_000
    head = header_of("gluck-auf", catalog={"a": json.loads("[" * 900 + "]" * 900)})
    yield "a deep catalog", dump(head) + b"\n"
    yield "a wide catalog", dump(header_of("gluck-auf", catalog={"a": [[]] * 340_000})) + b"\n"
    yield "a long name", dump(header_of("gluck-auf", game="x" * 1_000_000)) + b"\n"


def long_games() -> Iterator[tuple[str, bytes]]:
    """Chains that are right and go on and on."""
    for game in GAMES:
        yield f"settled again: {game}", begun(game, [entry(SETTLE)] * 9_000)
        yield f"settled again, blind: {game}", blind(game, [entry(SETTLE)] * 9_000)
    yield "one entry too many", chained(header_of("gluck-auf"), [entry(SETTLE)] * 10_001)
    passed = [{"type": "player_passed", "seat": 0}] * 500
    yield "passing", blind("kartenspiel", [entry({"type": "pass"}, passed, 0)] * 60)
    turns = [{"type": "turn_started", "seat": 0}] * 500
    for game in ("kartenspiel", "schichtwechsel"):
        yield f"turns: {game}", blind(game, [entry({"type": "pass"}, turns, 0)] * 60)
    yield "questions", blind("schichtwechsel", _questions({"op": "points", "n": 1}, 900, 50))
    yield "endless water", blind("schichtwechsel", _questions({"op": "water", "delta": 99_999}))


def _questions(effect: Json, effects: int = 1, times: int = 20) -> list[Json]:
    """Decisions that nobody had to make, with effects of the stranger's own, and their answers."""
    asked = {
        "type": "decision_requested",
        "decision_id": 1,
        "seat": 0,
        "kind": "choose",
        "options": [],
        "then": [{"effect": effect, "cause": "x"}] * effects,
    }
    answer = entry({"type": "answer", "decision_id": 1, "answer": "A"}, [], 0)
    return [entry(SETTLE, [asked]), answer] * times


def greedy_events() -> Iterator[tuple[str, bytes]]:
    """Single events that would need memory or time without limit."""
    first, _ = opening("kartenspiel")
    prepared = next(e for e in first["events"] if e["type"] == "stacks_prepared")
    for number in (99_999, 10**9, 10**30, 10**4000, 1e9, -1, -(10**9)):
        sizes = {f"stack {at}": number for at in range(1_000)}
        events = [*first["events"][:2], {**prepared, "sizes": sizes}]
        yield f"stacks of {number}"[:40], blind("kartenspiel", [], events=events)
        first_of_gluck_auf, _ = opening("gluck-auf")
        back = {"type": "tunnel_tiles_returned", "player": 0, "count": number, "to": "top"}
        shuffled = {"type": "tunnel_tiles_shuffled", "count": number}
        start = first_of_gluck_auf["events"][:3]
        yield f"tiles: {number}"[:40], blind("gluck-auf", [], events=[*start, shuffled])
        yield f"returned: {number}"[:40], blind("gluck-auf", [], events=[*start, *[back] * 300])
        refilled = {"type": "bag_refilled", "coal": number, "spoil": number}
        draw = [entry(SETTLE, [refilled, {"type": "step_started", "step": "scoring"}])]
        yield f"bags of {number}"[:40], begun("schichtwechsel", draw * 1_000)
    names = ["x"] * 15_000
    for game in GAMES:
        first, _ = opening(game)
        created = {**first["events"][0], "players": names}
        yield f"players: {game}", blind(game, [], events=[created])
        yield f"names: {game}", blind(game, [], events=[{**created, "seats": 2}])
        again = [entry(SETTLE, [{**first["events"][0], "players": names}])]
        yield f"created again: {game}", blind(game, again * 40)
    locked = {"type": "spaces_locked", "space_ids": ["x"] * 15_000}
    yield "locked", blind("gluck-auf", [entry(SETTLE, [locked])] * 40)
    gone = {"type": "components_removed", "workers": ["x"] * 15_000, "markers": [], "actions": []}
    yield "removed", blind("kartenspiel", [entry(SETTLE, [gone])] * 40)
    yield "laid out", blind("schichtwechsel", *_laid_out())


def _laid_out() -> tuple[list[Json]]:
    first, _ = opening("schichtwechsel")
    started = next(e for e in first["events"] if e["type"] == "game_started")
    sites = [*started["sites"], *(f"s{at}" for at in range(7_000))]
    return ([entry(SETTLE, [{**started, "sites": sites}])] * 40,)


def seal_tricks() -> Iterator[tuple[str, bytes]]:
    """Seals that are promised, and say the same thing very often."""
    for name, data in (
        ("one event under many names", {"events": {"0" * (n + 1): {} for n in range(300)}}),
        ("events that are not there", {"events": {str(10**n): {} for n in range(300)}}),
        ("digits of others", {"events": {"٣": {}}}),
        ("an index without end", {"events": {"9" * 50_000: {}}}),
        ("a long secret", {"secret": "ab" * 30_000}),
        ("fields without end", {"action": {f"f{n}": n for n in range(5_000)}}),
        ("a deep field", {"action": {"a": json.loads("[" * 25 + "]" * 25)}}),
    ):
        yield name, _sealed(data)


def _sealed(data: Any) -> bytes:
    first, _ = opening("gluck-auf")
    seal = {"seal": 1, "for": None, "salt": "", "data": data}
    note = {"for": None, "sha256": hashlib.sha256(dump(seal)).hexdigest()}
    many = {**first, "seals": [note] * 16}
    return chained(header_of("gluck-auf"), [many, *[seal] * 16])


def footers() -> Iterator[tuple[str, bytes]]:
    """Signed by somebody, whatever it is."""
    whole = SAMPLES[GAMES["gluck-auf"]]
    body = whole[: whole.rindex(b"\n", 0, -1) + 1]
    key = str(STRANGER.key)
    text = f"schichtbuch/x\n{'9' * 5_000}\nab\n"
    signed = STRANGER.sign(Checkpoint("x", 1, "ab")).partition("\n\n")[2]
    for name, note in (
        ("many signatures", "schichtbuch/x\n1\nab\n\n" + signed * 500),
        ("not base64", "schichtbuch/x\n1\nab\n\n— stranger é\n"),
        ("no signature", "\n\n— stranger \n"),
        ("short", "a\n\n— stranger AAAAAA==\n"),
        ("a large version", _signed(text)),
        ("other digits", _signed("schichtbuch/x\n٣\nab\n")),
        ("many lines", _signed("\n" * 30_000)),
    ):
        yield name, body + dump({"checkpoint": note, "key": key}) + b"\n"
    long_name = Signer("n" * 50_000, STRANGER.private)
    yield "a long name", chained(header_of("gluck-auf"), opening("gluck-auf"), long_name)


def _signed(text: str) -> str:
    import base64

    signature = STRANGER.key.key_id + STRANGER.private.sign(text.encode())
    return f"{text}\n— {STRANGER.name} {base64.b64encode(signature).decode()}\n"
