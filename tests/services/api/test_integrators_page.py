"""What docs/integrators.md shows and lists is what the service answers."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.table.refusals import AT_THE_DOOR
from replays.history import History
from replays.samples import samples
from services.api.http.limited_protocol import SAID
from services.api.http.problems import CODES
from services.api.seats import SENTENCES
from services.api.watched_files import REASONS
from tests.services.api.house import House
from tests.services.api.importing import imported
from tests.services.api.test_schema import root

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "integrators.md").read_text("utf-8")
SAMPLES = dict(samples())
RAISED = re.compile(r'problem\(\s*([0-9]{3}),\s*"([a-z_]+)"')
LEFT_OUT = "…"


def blocks() -> list[str]:
    return re.findall(r"```(?:json|console)\n(.*?)```", PAGE, re.DOTALL)


def shown(beginning: str) -> Any:
    """The JSON of the block that begins so, with nothing where something is left out."""
    [block] = [block for block in blocks() if block.startswith(beginning)]
    text = block[re.search(r"^\{", block, re.MULTILINE).start() :]  # type: ignore[union-attr]  # all have one
    return json.loads(re.sub(r",?\s*…(?=\s*[\]}])", "", text))


def agree(example: Any, real: Any) -> bool:
    """Whether all that the example shows is so; what it leaves out can be anything."""
    if isinstance(example, dict):
        return isinstance(real, dict) and all(
            name in real and agree(value, real[name]) for name, value in example.items()
        )
    if isinstance(example, list):
        return len(example) == len(real) and all(map(agree, example, real))
    if isinstance(example, str) and LEFT_OUT in example:
        return isinstance(real, str) and real.startswith(example.partition(LEFT_OUT)[0])
    return bool(example == real)


def listed_codes() -> set[tuple[int, str]]:
    rows = re.findall(r"^\| ([0-9, ]+) \| (.*) \|$", PAGE, re.MULTILINE)
    named = {
        int(status): set(re.findall(r"`([a-z]+_[a-z_]+)`", codes))
        for statuses, codes in rows
        for status in statuses.split(", ")
    }
    return {(status, code) for status, codes in named.items() for code in codes}


def raised_codes() -> set[tuple[int, str]]:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "services").rglob("*.py"))
    raised = {(int(status), code) for status, code in RAISED.findall(sources)}
    by_names = {(422, name.partition(".")[0]) for name in SENTENCES["en"]}
    by_protocol = {(status, said[0]) for status, said in SAID.items()}
    at_the_door = {(403, code) for code in AT_THE_DOOR}
    of_files = {(status, code) for code, (status, _) in REASONS.items()}
    return raised | by_names | by_protocol | at_the_door | of_files | set(CODES.items())


def test_every_problem_code_is_listed_and_every_listed_one_exists() -> None:
    raised, listed = raised_codes(), listed_codes()
    assert raised - listed == set()
    assert {code for _, code in listed} <= {code for _, code in raised}


def test_examples_speak_of_properties_that_there_are(http: httpx.Client) -> None:
    document = http.get(f"{root(http)}/schema/openapi.json").json()
    known: set[str] = set()
    waiting: list[Any] = [document]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            known |= part.get("properties", {}).keys() if "properties" in part else set()
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    options = http.get("/rules/kartenspiel").json()["options"]
    known |= {"self", *options, *options["colors"]["values"], *options["start_player"]["names"]}
    known |= set(options["start_player"]["value_names"])
    used = {name for block in blocks() for name in re.findall(r'"([a-z_]+)":', block)}
    assert used - known == set()


@pytest.mark.parametrize(
    ("sample", "where", "beginning"),
    [
        ("gluck_auf/won-by-marks-left", "/games/{id}", "$ curl -s 'localhost:8000/api/v1/games?"),
        ("gluck_auf/two-players", "/games/{id}/frames?from=9&to=9", '{"version": 91'),
    ],
)
def test_examples_of_samples_are_what_is_answered(
    house: House, http: httpx.Client, sample: str, where: str, beginning: str
) -> None:
    imported(house, SAMPLES[sample])
    answer = http.get(where.format(id=History(SAMPLES[sample]).game_id)).json()
    example = shown(beginning)
    [example] = example.get("games", [example])
    assert agree(example, answer)


def test_the_options_are_what_is_answered(http: httpx.Client) -> None:
    example = shown("$ curl -s localhost:8000/api/v1/rules/kartenspiel")
    options = http.get("/rules/kartenspiel").json()["options"]
    assert example.keys() == options.keys()
    assert all(example[name].keys() == option.keys() for name, option in options.items())
    assert agree(example, options)


def test_a_game_is_created_as_shown(http: httpx.Client) -> None:
    [block] = [block for block in blocks() if "$(uuidgen)" in block]
    [wish] = re.findall(r"-d '(\{.*?\})'", block)
    begun = http.post("/games", json=json.loads(wish)).json()
    assert shown("$ curl -s localhost:8000/api/v1/games -H").keys() == begun.keys()
    key = {"Authorization": f"Bearer {begun['key']}"}
    renewed = http.post(f"/games/{begun['id']}/seats/0/token", headers=key).json()
    assert shown("$ curl -s -X POST").keys() == renewed.keys()
