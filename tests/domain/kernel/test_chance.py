"""The committed chance: recomputed from its description, fair, and silent without its secret."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator

import pytest

from domain.kernel.chance import CommittedChance, SealedChance
from domain.kernel.errors import ChanceUnknown

SECRET = bytes(range(32))
SALTS = ["Glück", None, 'a "quoted" salt', "\0\t\x1f\x7f \u2028 \\/ 😀"]


def described_numbers(secret: bytes, salts: list[str | None], label: str) -> Iterator[int]:
    """The generator as the module's docstring tells it, written a second time."""
    array = json.dumps(salts, ensure_ascii=False, separators=(",", ":")).encode()
    key = hmac.new(secret, array, hashlib.sha256).digest()
    i = 0
    while True:
        block = hmac.new(key, f"{label}#{i}".encode(), hashlib.sha256).hexdigest()
        for at in range(0, 64, 16):
            yield int(block[at : at + 16], 16)
        i += 1


def described_below(numbers: Iterator[int], n: int) -> int:
    while True:
        x = next(numbers)
        if x < 2**64 - (2**64 % n):
            return x % n


def described_shuffle(secret: bytes, salts: list[str | None], label: str, n: int) -> list[int]:
    """Fisher and Yates, from the last place down."""
    numbers, deck = described_numbers(secret, salts, label), list(range(n))
    for last in range(n - 1, 0, -1):
        other = described_below(numbers, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


@pytest.mark.parametrize("salts", [[], [None, None], SALTS])
@pytest.mark.parametrize("label", ["tunnel tiles", "orders", "größe"])
@pytest.mark.parametrize("count", [0, 1, 2, 5, 48, 200])
def test_a_shuffle_is_the_one_described(salts: list[str | None], label: str, count: int) -> None:
    expected = described_shuffle(SECRET, salts, label, count)
    assert CommittedChance(SECRET, salts).shuffled(label, range(count)) == expected


@pytest.mark.parametrize("count", [1, 2, 3, 4, 100])
def test_a_pick_is_the_one_described(count: int) -> None:
    first = described_below(described_numbers(SECRET, SALTS, "starting player"), count)
    items = [f"item {n}" for n in range(count)]
    assert CommittedChance(SECRET, SALTS).pick("starting player", items) == f"item {first}"


def test_a_known_secret_gives_the_known_deal_for_ever() -> None:
    """Replays of years ago are checked against it: these lists must never change."""
    chance = CommittedChance(SECRET, ["a", None])
    assert chance.shuffled("tunnel tiles", "ABCDEFGH") == list("BECFHGDA")
    assert [chance.pick(f"draw {n}", range(10)) for n in range(8)] == [0, 0, 7, 4, 3, 2, 7, 3]


def test_a_number_that_would_favor_the_low_ones_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """2^64 - 1 is the one number too many for three equal parts; the next one counts."""
    block = (2**64 - 1).to_bytes(8, "big") + (5).to_bytes(8, "big") + bytes(16)
    monkeypatch.setattr("domain.kernel.chance.hmac.digest", lambda *_: block)
    chance = CommittedChance(SECRET)
    assert chance.pick("three", range(3)) == 5 % 3
    assert chance.pick("two", range(2)) == (2**64 - 1) % 2


# The value that chi-square exceeds once in a thousand fair samples, by degrees of freedom.
ONE_IN_A_THOUSAND = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46, 23: 49.73}


def chi_square(found: Counter[object], values: int) -> float:
    expected = found.total() / values
    hits = [*found.values(), *[0] * (values - len(found))]
    return sum((count - expected) ** 2 / expected for count in hits)


@pytest.mark.parametrize("values", range(2, 8))
def test_picks_are_fair(values: int) -> None:
    chance = CommittedChance(SECRET)
    found = Counter[object](chance.pick(f"pick {n}", range(values)) for n in range(3000))
    assert chi_square(found, values) < ONE_IN_A_THOUSAND[values - 1]


@pytest.mark.parametrize(("cards", "orders"), [(3, 6), (4, 24)])
def test_all_orders_of_a_shuffle_are_alike(cards: int, orders: int) -> None:
    chance = CommittedChance(SECRET)
    deals = [tuple(chance.shuffled(f"deal {n}", range(cards))) for n in range(4000)]
    found = Counter[object](deals)
    assert len(found) == orders
    assert chi_square(found, orders) < ONE_IN_A_THOUSAND[orders - 1]


def test_the_same_secret_salts_and_label_give_the_same() -> None:
    one, other = CommittedChance(SECRET, SALTS), CommittedChance(SECRET, tuple(SALTS))
    assert one.shuffled("orders", range(44)) == other.shuffled("orders", range(44))
    assert one.shuffled("orders", range(44)) == one.shuffled("orders", range(44))
    assert one.pick("lot", range(1000)) == other.pick("lot", range(1000))
    assert one.salt("seal") == other.salt("seal")


@pytest.mark.parametrize(
    ("secret", "salts", "label"),
    [
        (bytes(32), SALTS, "orders"),
        (SECRET, ["Glück", None, "another"], "orders"),
        (SECRET, [None, "Glück", 'a "quoted" salt'], "orders"),
        (SECRET, SALTS[:2], "orders"),
        (SECRET, [], "orders"),
        (SECRET, SALTS, "tunnel tiles"),
        (SECRET, SALTS, "orders#0"),
    ],
)
def test_another_secret_salt_or_label_gives_another_deal(
    secret: bytes, salts: list[str | None], label: str
) -> None:
    deal = CommittedChance(SECRET, SALTS).shuffled("orders", range(44))
    assert CommittedChance(secret, salts).shuffled(label, range(44)) != deal


def test_no_salt_and_an_empty_salt_differ() -> None:
    deals = [
        CommittedChance(SECRET, [salt]).shuffled("x", range(44)) for salt in (None, "", "null")
    ]
    assert deals[0] != deals[1]
    assert deals[0] != deals[2]


def test_a_shuffle_keeps_every_card_and_leaves_the_given_ones_alone() -> None:
    cards = list("kohle")
    assert sorted(CommittedChance(SECRET).shuffled("cards", cards)) == sorted("kohle")
    assert cards == list("kohle")


def test_salts_are_128_bits_and_all_different() -> None:
    chance = CommittedChance(SECRET)
    salts = {chance.salt(f"seal {n}") for n in range(100)}
    assert len(salts) == 100
    assert {len(bytes.fromhex(salt)) for salt in salts} == {16}
    assert CommittedChance(bytes(32)).salt("seal 0") not in salts


def test_a_sealed_chance_deals_nothing() -> None:
    with pytest.raises(ChanceUnknown, match="orders"):
        SealedChance().shuffled("orders", range(44))
    with pytest.raises(ChanceUnknown, match="lot"):
        SealedChance().pick("lot", range(4))
