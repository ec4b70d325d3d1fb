"""Names and salts at the door: normalised, or refused with a code and a sentence."""

import httpx
import pytest

from domain.kernel.texts import LANGUAGES
from tests.services.api.table import Json, bearer


def create(http: httpx.Client, seat: Json, language: str = "en") -> httpx.Response:
    wish = {"game": "gluck-auf", "seats": [{"name": "Anna"}, seat]}
    return http.post("/games", json=wish, headers={"Accept-Language": language})


def test_a_name_is_kept_composed_and_without_blanks(http: httpx.Client) -> None:
    answer = create(http, {"name": "  Be\u0301la "})
    assert answer.status_code == 201
    assert answer.json()["seats"][1]["name"] == "Béla"
    game = http.get(f"/games/{answer.json()['id']}").json()
    assert game["seats"][1]["name"] == "Béla"


def test_two_of_the_same_name_may_sit_at_one_table(http: httpx.Client) -> None:
    assert create(http, {"name": "Anna"}).status_code == 201


@pytest.mark.parametrize(
    ("seat", "code", "reason"),
    [
        ({"name": ""}, "name_invalid", "blank"),
        ({"name": " \u3164"}, "name_invalid", "blank"),
        ({"name": "\u202eevil"}, "name_invalid", "character"),
        ({"name": "a\nb"}, "name_invalid", "character"),
        ({"name": "a\x9b"}, "name_invalid", "character"),
        ({"name": "x" * 41}, "name_invalid", "too_long"),
        ({"name": "\u0301" * 100_000}, "name_invalid", "too_long"),
        ({"name": "Z" + "\u0301" * 20}, "name_invalid", "marks"),
        ({"name": "Béla", "salt": "x" * 129}, "salt_invalid", "too_long"),
        ({"name": "Béla", "salt": "a\x00"}, "salt_invalid", "character"),
    ],
)
def test_what_is_not_fit_is_refused_in_the_callers_language(
    http: httpx.Client, seat: Json, code: str, reason: str
) -> None:
    details = set()
    for language in LANGUAGES:
        answer = create(http, seat, language)
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, code)
        assert (problem["facts"]["seat"], problem["facts"]["reason"]) == (1, reason)
        assert problem["path"] == f"$.seats[1].{code.removesuffix('_invalid')}"
        assert answer.headers["Content-Language"] == language
        details.add(problem["detail"])
    assert len(details) == len(LANGUAGES)
    assert not any("{" in said for said in details)


def test_a_salt_is_in_the_log_as_it_was_typed(http: httpx.Client) -> None:
    begun = create(http, {"name": "Béla", "salt": "Glu\u0308ck 🎲"}).json()
    answer = http.get(f"/games/{begun['id']}/log", headers=bearer(begun["seats"][1]["token"]))
    assert "Glu\u0308ck 🎲" in answer.text
