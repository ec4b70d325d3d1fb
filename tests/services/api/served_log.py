"""The transparency log as it is served, and that it has every leaf it should have, each once."""

from collections.abc import Iterator
from typing import Any

import httpx

from replays.leaves import Kind, leaves_of
from replays.tlog.frontier import Frontier
from replays.tlog.leaf import Leaf
from replays.tlog.merkle import leaf_hash
from replays.tlog.note import Note
from replays.tlog.tiles import ENTRIES, read_bundle, tiles_of
from replays.tlog.tree_head import TreeHead
from tests.waiting import eventually

KINDS: tuple[tuple[Kind, str], ...] = (("game", "games"), ("tournament", "tournaments"))


class ServedLog:
    def __init__(self, url: str) -> None:
        self.url = url

    def check(self) -> None:
        """What is still to be added may take a moment; what was lost or doubled stays so."""
        eventually(lambda: len(list(self.wanted())) == self.head().size, 60)
        head = self.head()
        entries = list(self.entries(head.size))
        assert sorted(map(Leaf.parse, entries)) == sorted(self.wanted())
        tree = Frontier()
        for entry in entries:
            tree.add(leaf_hash(entry))
        assert tree.root() == head.root

    def wanted(self) -> Iterator[Leaf]:
        """By the logs of all games and events."""
        for kind, listed in KINDS:
            for name in self._names(listed):
                lines = self._get(f"/api/v1/{listed}/{name}/log").content.splitlines()
                yield from leaves_of(kind, name, 1, lines)

    def head(self) -> TreeHead:
        """The one that is signed."""
        return TreeHead.parse(Note.parse(self._get("/tlog/checkpoint").text).text)

    def entries(self, size: int) -> Iterator[bytes]:
        """As they are served."""
        for tile in tiles_of(size):
            if tile.level == ENTRIES:
                answer = self._get(f"/tlog/{tile.path()}")
                assert answer.status_code == 200
                yield from read_bundle(tile, answer.content)

    def leaves_of(self, stream: str) -> list[Leaf]:
        """Those of one game or event that are signed."""
        leaves = map(Leaf.parse, self.entries(self.head().size))
        return [leaf for leaf in leaves if leaf.stream == stream]

    def _get(self, path: str, **query: Any) -> httpx.Response:
        return httpx.get(f"{self.url}{path}", timeout=30, params=query)

    def _names(self, listed: str) -> Iterator[str]:
        query: dict[str, Any] = {"limit": 100}
        while True:
            page = self._get(f"/api/v1/{listed}", **query).json()
            yield from (one["id"] for one in page[listed])
            if page["cursor"] is None:
                return
            query["cursor"] = page["cursor"]
