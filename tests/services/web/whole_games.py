"""Whole games through the page, by hand: `python -m tests.services.web.whole_games --help`.

Two browsers play each other, or one plays a bot; the traffic of each is searched for what its seat
may not know, again and again until the last move.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from infra.organizer_key import FILE_NAME
from tests.faults.service import Service
from tests.services.web.browser import Window, launched
from tests.services.web.hands import HANDS
from tests.services.web.players import (
    Player,
    Secrets,
    begun,
    expect_no_leak,
    take_turns,
)

GAMES = ("gluck-auf", "kartenspiel", "schichtwechsel")
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SEARCHED_EVERY = 10


def play(
    api: httpx.Client, new_window: Any, key: str, game: str, by: str, luck: int, most: int
) -> str:
    people = 2 if by == "pointer" else 1
    others = [{"name": "Bruno"}] if people == 2 else [{"name": "Bruno", "bot": "random"}]
    created = begun(api, game, *others)
    options: dict[str, Any] = PHONE if by == "finger" else {}
    players = [
        Player(new_window, created, seat, by=by, luck=luck + seat, **options)
        for seat in range(people)
    ]
    secrets, found = Secrets(api, created, key), [0]

    def search(made: int) -> None:
        running = api.get(f"/games/{created['id']}").json()["status"] != "finished"
        if made % SEARCHED_EVERY == 0 and running:
            found[0] += sum(map(len, expect_no_leak(players, secrets)))

    try:
        moves = take_turns(players, most, search)
    except BaseException:
        for one in players:
            one.page.screenshot(path=f"/tmp/{game}-{by}-{one.seat}.png")
        raise
    summary = api.get(f"/games/{created['id']}").json()
    return f"{moves} moves, {summary['version']} entries, {summary['status']}, {found[0]} secrets"


def _asking(service: Service) -> httpx.Client:
    """Minutes pass between two questions: no connection is kept so long."""
    once = httpx.Limits(max_keepalive_connections=0)
    return httpx.Client(base_url=f"{service.url}/api/v1", timeout=60, limits=once)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--by", choices=sorted(HANDS), action="append")
    parser.add_argument("--luck", type=int, default=1)
    parser.add_argument("--most", type=int, default=1000, help="moves")
    wish = parser.parse_args()
    service = Service(Path(tempfile.mkdtemp()) / "data", bot_pace="0.01")
    opened: list[Window] = []
    try:
        with launched() as browser, _asking(service) as api:

            def new_window(**options: Any) -> Window:
                opened.append(Window(browser, service.url, **options))
                return opened[-1]

            key = (service.data / FILE_NAME).read_text().strip()
            for game in wish.game or GAMES:
                for by in wish.by or sorted(HANDS):
                    began = time.monotonic()
                    said = play(api, new_window, key, game, by, wish.luck, wish.most)
                    faults = [fault for window in opened for fault in window.faults]
                    took = round(time.monotonic() - began)
                    sys.stdout.write(f"{game} by {by}: {said}, {took} s, faults: {faults}\n")
                    sys.stdout.flush()
                    for window in opened:
                        window.context.close()
                    opened.clear()
    finally:
        service.stop()


if __name__ == "__main__":
    main()
