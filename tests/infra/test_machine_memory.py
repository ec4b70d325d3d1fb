"""How much memory there is: the machine's, or the container's if that is less."""

import os
from pathlib import Path

import pytest

from infra import machine_memory as module
from infra.machine_memory import machine_memory

OF_MACHINE = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


@pytest.mark.parametrize(
    ("told", "memory"),
    [("268435456\n", 2**28), ("max\n", OF_MACHINE), ("9223372036854771712", OF_MACHINE)],
)
def test_the_smaller_limit_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str, memory: int
) -> None:
    limit = tmp_path / "memory.max"
    limit.write_text(told)
    monkeypatch.setattr(module, "LIMITS", (limit, tmp_path / "not there"))
    assert machine_memory() == memory
