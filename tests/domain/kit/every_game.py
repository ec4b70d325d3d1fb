"""The games that the kit knows: a new one is named here."""

import pytest

from tests.domain.gluck_auf.random_games import Setup as GluckAuf
from tests.domain.kartenspiel.random_games import Setup as Kartenspiel
from tests.domain.kit.setup import AnySetup
from tests.domain.schichtwechsel.random_games import Setup as Schichtwechsel

KINDS: tuple[type[AnySetup], ...] = (GluckAuf, Kartenspiel, Schichtwechsel)
SETUPS = {kind.decider.name: kind for kind in KINDS}

every_game = pytest.mark.parametrize("kind", SETUPS.values(), ids=SETUPS)
