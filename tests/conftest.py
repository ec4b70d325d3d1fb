"""How Hypothesis works here, and in which order tests run.

The examples are the same on every run; `pytest --hypothesis-profile=thorough` looks ten times as
long, and elsewhere each time; `soak` twenty times longer still, for one file at a time.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

LONG_FIRST = (
    "tests/faults",
    "tests/test_readme.py",
    "tests/services/web",
    "tests/services",
    "tests/replays",
)
"""What waits for processes and browsers; the short files of the rules fill up the end."""

os.environ.setdefault("SCHICHTBUCH_BOT_PACE", "0")
"""For the processes that tests start: nobody watches their bots."""

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

settings.register_profile(
    "steady", max_examples=100, derandomize=True, deadline=None, suppress_health_check=QUIET
)
settings.register_profile(
    "thorough", max_examples=1000, deadline=None, suppress_health_check=QUIET, print_blob=True
)
settings.register_profile("soak", settings.get_profile("thorough"), max_examples=20_000)
settings.load_profile("steady")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        return [*(item.nodeid.startswith(part) for part in LONG_FIRST), True].index(True)

    items.sort(key=place)
