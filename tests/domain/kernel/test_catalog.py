"""A catalog is known by the digest of what it says, not of how it is laid out."""

import copy
import hashlib

import pytest

from domain.kernel.catalog import Catalog, digest_of
from domain.kernel.errors import InvalidSetup

TIGHT = b'{"cards":[{"id":"a","vp":3},{"id":"b","vp":5}],"name":"Gl\xc3\xbcck"}'
LOOSE = b"""
{
  "name": "Gl\\u00fcck",
  "cards": [
    {"vp": 3, "id": "a"},
    {"vp": 5, "id": "b"}
  ]
}
"""


def test_the_digest_does_not_depend_on_the_layout() -> None:
    assert Catalog(LOOSE).digest == Catalog(TIGHT).digest


def test_the_digest_is_that_of_compact_json_with_sorted_keys() -> None:
    assert Catalog(LOOSE).digest == hashlib.sha256(TIGHT).hexdigest()
    assert digest_of({"b": 1, "a": [2]}) == hashlib.sha256(b'{"a":[2],"b":1}').hexdigest()


@pytest.mark.parametrize(
    "changed",
    [
        TIGHT.replace(b"5", b"6"),
        TIGHT.replace(b'"b"', b'"c"'),
        TIGHT.replace(
            b'{"id":"a","vp":3},{"id":"b","vp":5}', b'{"id":"b","vp":5},{"id":"a","vp":3}'
        ),
    ],
)
def test_another_figure_name_or_order_has_another_digest(changed: bytes) -> None:
    assert changed != TIGHT
    assert Catalog(changed).digest != Catalog(TIGHT).digest


@pytest.mark.parametrize("raw", [b"", b"{", b"cards: 44", b'{"name": "Gl\xfcck"}'])
def test_what_is_not_json_is_said_to_be_none(raw: bytes) -> None:
    with pytest.raises(InvalidSetup, match="not JSON"):
        Catalog(raw)


def test_a_copied_state_shares_its_catalog() -> None:
    catalog = Catalog(TIGHT)
    assert copy.deepcopy([catalog]) == [catalog]
    assert copy.deepcopy(catalog) is catalog
