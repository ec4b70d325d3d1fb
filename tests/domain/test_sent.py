"""What must be sent with an action is demanded where it comes in, and nowhere else."""

from typing import Any

import msgspec
import pytest

from domain.kernel.sent import as_stored, demanding, with_twins
from domain.registry import GAMES

MISSING: list[tuple[str, str, dict[str, Any], str]] = [
    ("gluck-auf", "steps", {"type": "mine", "space_id": "mining-6"}, "$"),
    ("gluck-auf", "return_order", {"type": "choose_tunnel_tile", "keep": None}, "$"),
    ("gluck-auf", "return_order", {"type": "choose_order", "keep": None}, "$"),
    (
        "kartenspiel",
        "moves",
        {"type": "place_workers", "area": "mine-0-1", "payment": [], "action": {"type": "mine"}},
        "$.action",
    ),
    (
        "kartenspiel",
        "consignments",
        {"type": "play_innovation", "card": "x", "effect": {"type": "deliver"}},
        "$.effect",
    ),
    ("kartenspiel", "card", {"type": "choose_drawn_card", "track": 1}, "$"),
    ("schichtwechsel", "placements", {"type": "load_cubes"}, "$"),
]
EACH = pytest.mark.parametrize(
    ("game", "member", "action", "at"), MISSING, ids=[f"{g}-{a['type']}" for g, _, a, _ in MISSING]
)


@EACH
def test_a_missing_member_is_refused_when_sent_but_read_from_the_log(
    game: str, member: str, action: dict[str, Any], at: str
) -> None:
    body = msgspec.json.encode(action)
    with pytest.raises(msgspec.ValidationError, match=f"missing required field `{member}`") as no:
        msgspec.json.decode(body, type=GAMES[game].sent)
    assert at == "$" or f"at `{at}`" in str(no.value)
    assert msgspec.json.decode(body, type=GAMES[game].actions)


@EACH
def test_the_schema_says_so(game: str, member: str, action: dict[str, Any], at: str) -> None:
    schema = msgspec.json.schema(GAMES[game].sent)
    kind = action if at == "$" else action[at.removeprefix("$.")]
    [twin] = [
        part
        for name, part in schema["$defs"].items()
        if name.startswith("Sent") and kind["type"] in part["properties"]["type"]["enum"]
    ]
    assert member in twin["required"]


@EACH
def test_what_was_sent_is_stored_as_the_rules_know_it(
    game: str, member: str, action: dict[str, Any], at: str
) -> None:
    part = action if at == "$" else action[at.removeprefix("$.")]
    value = "a-card" if member == "card" else []
    whole = {**action, **({member: value} if part is action else {})}
    if part is not action:
        whole[at.removeprefix("$.")] = {**part, member: value}
    body = msgspec.json.encode(whole)
    sent = as_stored(msgspec.json.decode(body, type=GAMES[game].sent))
    stored = msgspec.json.decode(body, type=GAMES[game].actions)
    assert sent == stored
    assert type(sent) is type(stored)
    assert msgspec.json.encode(sent) == msgspec.json.encode(stored)


@pytest.mark.parametrize("game", GAMES)
def test_what_need_not_be_demanded_is_the_same_struct(game: str) -> None:
    kinds = [kind.__name__.removeprefix("Sent") for kind in GAMES[game].sent.__args__]
    assert kinds == [kind.__name__ for kind in GAMES[game].actions.__args__]


class Plain(msgspec.Struct, frozen=True, tag="plain", tag_field="type", forbid_unknown_fields=True):
    """A plain one."""

    first: int
    second: int = 2
    third: int = 3


def test_a_twin_demands_only_what_it_is_told_to() -> None:
    twin = with_twins(Plain | None, demanding(Plain, "second"))
    sent = msgspec.convert({"type": "plain", "first": 1, "second": 5}, twin)
    assert as_stored(sent) == Plain(1, 5)
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({"type": "plain", "first": 1, "second": 5, "fourth": 4}, twin)
    assert as_stored(None) is None
