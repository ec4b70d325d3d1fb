"""Every reason of the verifier is a code with facts, told in every language."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import replays
from domain.kernel.texts import LANGUAGES
from replays.file import replay_of
from replays.findings import Verdict
from replays.reasons import SENTENCES
from replays.verify import Report
from tests.replays.forging import at_version, entries, forge_with_our_key, rebuilt
from tests.replays.games import SIGNER, check, finished, record
from tests.replays.test_tampering import STRANGER, another_cube, another_secret, more_points

WHOLE = finished()


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("code", SENTENCES["en"])
def test_every_language_says_it_in_its_own_words(code: str) -> None:
    assert len({SENTENCES[language][code] for language in LANGUAGES}) == len(LANGUAGES)


def test_every_code_that_is_used_is_in_the_table_and_the_other_way_round() -> None:
    folder = Path(replays.__file__).parent
    modules = (path for path in folder.glob("*.py") if path.name != "reasons.py")
    source = "".join(path.read_text() for path in modules)
    topics = "|".join({code.partition(".")[0] for code in SENTENCES["en"]})
    assert set(re.findall(rf'"((?:{topics})\.[a-z_]+)"', source)) == set(SENTENCES["en"])


def damaged() -> Iterator[bytes]:
    lines = entries(WHOLE)
    first = lines[0]
    yield b"no replay"
    yield WHOLE.replace(b"schichtbuch-replay/1", b"another", 1)
    yield WHOLE + b"more\n"
    yield rebuilt(WHOLE, [*lines[:10], b"null", *lines[10:]])
    yield rebuilt(WHOLE, [])
    yield rebuilt(WHOLE, [b'{"v":1,', *lines[1:]])
    yield rebuilt(WHOLE, [first.replace(b'"prev":"00', b'"prev":"11'), *lines[1:]])
    yield rebuilt(WHOLE, [line for line in lines if not line.startswith(b'{"v":30,')])
    yield rebuilt(WHOLE, lines[: at_version(WHOLE, 50) - 1])
    yield WHOLE.replace(b'"at":"2020', b'"at":"2021', 1)
    yield b"\n".join(WHOLE.splitlines()[:-1])
    yield replay_of(record(upto=60), None, SIGNER)
    yield replay_of(record(upto=60), None, STRANGER)
    yield from (
        forge_with_our_key(WHOLE, change) for change in (another_cube, another_secret, more_points)
    )


def reasons(report: Report) -> list[Verdict]:
    return [verdict for verdict in report.verdicts.values() if verdict.verdict != "holds"]


def test_whatever_is_wrong_is_said_by_a_code() -> None:
    found = [verdict for data in damaged() for verdict in reasons(check(data))]
    assert {code for code in SENTENCES["en"] if code.startswith("chain.")} <= {
        v.code for v in found
    }
    for verdict in found:
        assert verdict.reason == verdict.told("en").reason
        assert len({verdict.told(language).reason for language in LANGUAGES}) == len(LANGUAGES)


def test_what_holds_needs_no_reason() -> None:
    verdicts = [found for name, found in check(WHOLE).verdicts.items() if name != "log"]
    assert {(verdict.reason, verdict.code) for verdict in verdicts} == {("", "")}


def test_what_does_not_add_up_is_told_in_the_language_of_the_rest() -> None:
    found = check(forge_with_our_key(WHOLE, another_cube)).verdicts["conservation"]
    assert (found.code, found.facts["problem"]) == ("conservation.unbalanced", "gluck-auf/cubes")
    assert re.search(r"after event \d+: \w+: \d+ cubes instead of \d+", found.reason)
    assert re.search(r"nicht: \w+: \d+ Kohlewürfel statt \d+$", found.told("de").reason)
    assert re.search(r"\w+: \d+ szénkocka helyett \d+$", found.told("hu").reason)


def test_an_older_report_says_it_as_it_did() -> None:
    facts: dict[str, str | int] = {"event": 3, "problem": "9 gray cubes instead of 16"}
    older = Verdict("broken", 7, "", "conservation.unbalanced", facts)
    assert older.told("de").reason.endswith("stimmt der Bestand nicht: 9 gray cubes instead of 16")
