"""Log lines, as a process of its own writes them."""

import json
import os
import pty
import subprocess
import sys
from typing import Any

import pytest

from infra.log_lines import HIDDEN, configure_logging, hide_secrets
from infra.settings import BadSetting, Settings

PREPARED = """
import logging, structlog
from infra.log_lines import configure_logging
configure_logging()
log = structlog.get_logger()
"""


def lines_of(script: str, **environment: str) -> list[Any]:
    run = subprocess.run(
        [sys.executable, "-c", PREPARED + script],
        env={**os.environ, **environment},
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert run.stdout == b""
    return [json.loads(line) for line in run.stderr.splitlines()]


def on_a_terminal(script: str) -> str:
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", 0) as screen:
        subprocess.run([sys.executable, "-c", PREPARED + script], stderr=theirs, timeout=60)
        os.close(theirs)
        return screen.read(65536).decode()


def test_elsewhere_than_on_a_terminal_a_line_is_json() -> None:
    [line] = lines_of("log.info('appended', game='g1', version=3)")
    assert (line["event"], line["level"]) == ("appended", "info")
    assert (line["game"], line["version"]) == ("g1", 3)
    assert line["timestamp"].endswith("Z")


def test_on_a_terminal_a_line_is_readable_and_coloured() -> None:
    shown = on_a_terminal("log.info('appended', game='g1', token='t0ken')")
    assert "appended" in shown
    assert "\x1b[" in shown
    assert "t0ken" not in shown


def test_standard_logging_looks_the_same() -> None:
    [line] = lines_of("logging.getLogger('uvicorn.error').warning('%d streams open', 3)")
    assert (line["event"], line["level"]) == ("3 streams open", "warning")
    assert line["logger"] == "uvicorn.error"


def test_rq_adds_no_lines_of_its_own() -> None:
    script = "from rq.logutils import setup_loghandlers; setup_loghandlers('INFO')\n"
    [line] = lines_of(script + "logging.getLogger('rq.worker').info('listening')")
    assert line["event"] == "listening"


def test_the_level_can_be_set() -> None:
    script = "log.info('a'); log.error('b'); logging.info('c'); logging.error('d')"
    assert [line["event"] for line in lines_of(script, SCHICHTBUCH_LOG_LEVEL="error")] == ["b", "d"]


def test_an_unknown_level_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHICHTBUCH_LOG_LEVEL", "loud")
    with pytest.raises(BadSetting, match="SCHICHTBUCH_LOG_LEVEL"):
        configure_logging()


@pytest.mark.parametrize(
    "name", ["token", "secret", "Authorization", "organizer_key", "organizer-key", "salt", "seals"]
)
def test_secrets_are_hidden_by_name_however_deep(name: str) -> None:
    event = {"event": "x", name: "s", "request": {"headers": [{name: "s", "host": "h"}]}}
    assert hide_secrets(None, "info", event) == {
        "event": "x",
        name: HIDDEN,
        "request": {"headers": [{name: HIDDEN, "host": "h"}]},
    }


def test_secrets_in_our_own_structs_are_hidden_too() -> None:
    settings = Settings.from_environment({"SCHICHTBUCH_ORGANIZER_KEY": "glueckauf"})
    assert "glueckauf" not in str(hide_secrets(None, "info", {"settings": settings}))


def test_a_traceback_shows_no_local_variables() -> None:
    script = """
def sign(key):
    raise ValueError("cannot sign")
try:
    sign("s" + "3cret")
except ValueError:
    log.exception("failed")
    logging.exception("failed, too")
"""
    for line in lines_of(script):
        assert "ValueError: cannot sign" in line["exception"]
    assert "s3cret" not in str(lines_of(script)) + on_a_terminal(script)


def test_what_json_cannot_hold_is_written_somehow() -> None:
    half, odd = lines_of("log.info('half', text='\\ud800'); log.info('odd', thing=object())")
    assert half["text"] == "\ud800"
    assert odd["thing"].startswith("<object object")


REQUEST = """
import asyncio
from infra.log_lines import request_lines
async def said():
    request_lines()("GET", {path!r}, {status}, 1.5)
asyncio.run(said())
"""


def test_who_hangs_up_is_named_and_a_path_is_not_written_out_for_ever() -> None:
    [line] = lines_of(REQUEST.format(path="/" + "x" * 5000, status=499))
    assert (line["event"], line["level"]) == ("the caller hung up", "info")
    assert len(line["path"]) == 300


def test_a_path_writes_nothing_of_its_own_on_the_terminal() -> None:
    shown = on_a_terminal(REQUEST.format(path="/\x1b]0;owned\x07\x9b2J\u202eü", status=404))
    assert r"/\x1b]0;owned\x07\x9b2J\u202eü" in shown
