"""A pit for each test, with as many workers as it wants."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.worker.pit import Pit


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    opened = Pit(tmp_path)
    yield opened
    opened.close()
