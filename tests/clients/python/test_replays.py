"""Replay files checked by the client alone, beside what the whole verifier says of them."""

import sys

import pytest

from replays.samples import sample_keys, samples
from replays.verify import verify
from schichtbuch_client import Client, Replay, SeatWish, check_replay
from tests.clients.python.games import PEOPLE, first_move, token_of
from tests.replays.mutations import mutant
from tests.waiting import eventually

SAMPLES = dict(samples())
KEYS = sample_keys()
TRUSTED = [str(key) for key in KEYS]
MUTANTS = 120


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_holds(name: str) -> None:
    checks = check_replay(SAMPLES[name], TRUSTED)
    assert checks.ok
    assert (checks.chain.verdict, checks.signature.verdict) == ("holds", "holds")
    assert Replay.read(SAMPLES[name]).entries[0].action["type"] == "create_game"


def test_the_client_says_what_the_verifier_says_of_damaged_files() -> None:
    compared = 0
    for seed in range(MUTANTS):
        data = mutant(seed)
        found = verify(data, KEYS).verdicts
        try:
            checks = check_replay(data, TRUSTED)
        except ValueError:
            assert found["chain"].code.startswith("file."), seed
            continue
        if found["chain"].code.startswith("file.") and checks.chain.code != found["chain"].code:
            continue  # beyond a limit of the verifier, which reads what strangers send
        for mine, whole in ((checks.chain, found["chain"]), (checks.signature, found["signature"])):
            assert mine.verdict == whole.verdict, seed
            if mine.verdict == "broken":
                assert (mine.version, mine.code) == (whole.version, whole.code), seed
        if checks.seals.verdict == "broken":
            assert found["seals"].verdict == "broken", seed
        compared += 1
    assert compared > MUTANTS / 2


def test_a_key_that_is_not_trusted_and_a_game_that_goes_on_cannot_be_told(client: Client) -> None:
    begun = client.create_game("gluck-auf", PEOPLE)
    seat, action = first_move(client, begun)
    client.game(begun.id, token_of(begun, seat)).act(action)
    data = client.game(begun.id).replay()
    assert check_replay(data).signature.code == "signature.unknown_key"
    checks = check_replay(data, [key.key for key in client.keys().keys])
    assert (checks.chain.verdict, checks.signature.verdict) == ("holds", "holds")
    assert checks.seals.code == "seals.closed"
    forged = data.replace(b'"by":' + str(seat).encode(), b'"by":' + str(1 - seat).encode())
    assert check_replay(forged).signature.code == "signature.other_log"


def test_a_finished_game_holds_with_its_proof_in_the_footer(client: Client) -> None:
    bots = [SeatWish("Ada", bot="greedy"), SeatWish("Robot", bot="random")]
    game = client.game(client.create_game("gluck-auf", bots).id)
    for _ in game.stream():
        pass
    eventually(lambda: b'"proof":' in game.replay().splitlines()[-1], 60)
    data, trusted = game.replay(), [key.key for key in client.keys().keys]
    checks = check_replay(data, trusted)
    verdicts = (checks.chain.verdict, checks.signature.verdict, checks.seals.verdict)
    assert verdicts == ("holds", "holds", "holds")
    footer = Replay.read(data).footer
    assert footer
    assert footer.proof == game.proof().decode()
    older = data.replace(b"schichtbuch-replay/2", b"schichtbuch-replay/1", 1)
    assert check_replay(older, trusted).chain.code == "file.stray_line"


def test_without_the_extra_a_signature_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    [data, *_] = SAMPLES.values()
    checks = check_replay(data, TRUSTED)
    assert checks.signature.code == "signature.unchecked"
    assert checks.chain.verdict == "holds"


def test_an_audit_is_waited_for(client: Client) -> None:
    data = SAMPLES["gluck_auf/two-players"]
    report = client.audit_file(data, lang="de")
    assert report.verdicts["rules"].verdict == "holds"
    pending = client.upload_replay(data)
    file = client.audited_file(pending.id)
    assert file.audit(lang="de") == report
    assert file.summary().version == report.version == len(Replay.read(data).lines)
    assert file.versus() is None
    assert next(file.frames()).at == "1.1"
    begun = client.create_game("gluck-auf", PEOPLE)
    assert client.game(begun.id).audit().verdicts["chain"].verdict == "holds"
