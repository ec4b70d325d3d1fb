"""The programs in the client's README run as they stand there."""

import os
import re
import subprocess
import sys
from pathlib import Path

from schichtbuch_client import AuditedFile, Client, Game, Tournament
from tests.services.api.house import LiveApi

PLACES = {
    "Client(url, key=None)": Client,
    "client.game(id, token=None)": Game,
    "client.audited_file(id)": AuditedFile,
    "client.tournament(id, key=None)": Tournament,
}
CLIENT = Path(__file__).parents[3] / "clients" / "python"
README = (CLIENT / "README.md").read_text("utf-8")
BOT, TICKER = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
MOST_LINES = 20


def run(program: str, *args: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", program, *args],
        env={**os.environ, "PYTHONPATH": str(CLIENT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_bot_plays_a_whole_game_and_the_ticker_tells_it(api: LiveApi) -> None:
    assert len([line for line in BOT.splitlines() if line.strip()]) <= MOST_LINES
    told = run(BOT, api.url)
    assert re.search(r"^1\. (Ada|Robot): \d+$", told, re.MULTILINE)
    [newest] = api.http.get("/games?limit=1&status=finished&player=Ada").json()["games"]
    ticker = run(TICKER, api.url, newest["id"])
    assert ticker.splitlines()[0].startswith("1.1 ")
    assert len(ticker.splitlines()) > newest["version"]


def test_every_method_is_named() -> None:
    rows = dict(re.findall(r"^\| `(.*?)` \| (.*) \|$", README, re.MULTILINE))
    assert rows.keys() == PLACES.keys()
    for place, kind in PLACES.items():
        methods = {name for name in dir(kind) if not name.startswith("_")}
        aside = {"run", "told", "session", "close", "audited_file"}
        named = set(re.findall(r"`([a-z_]+)`", rows[place]))
        assert methods - aside == named - aside, place
