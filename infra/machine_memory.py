"""How much memory this machine, or the container we run in, has."""

import os
from pathlib import Path

CGROUP = Path("/sys/fs/cgroup")
LIMITS = (CGROUP / "memory.max", CGROUP / "memory" / "memory.limit_in_bytes")
"""Of the second and the first version of control groups."""


def machine_memory() -> int:
    """Bytes."""
    of_machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min([of_machine, *_of_container()])


def _of_container() -> list[int]:
    told = [path.read_text().strip() for path in LIMITS if path.exists()]
    return [int(limit) for limit in told if limit.isdecimal()]
