"""What may be played next is found with little work, however full a table is."""

import random
from functools import partial

import msgspec
import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.deeds import Mine
from domain.kernel.chance import SealedChance
from domain.kernel.errors import InvalidSetup
from domain.schichtwechsel import SCHICHTWECHSEL
from services.bench.worst_states import DRAFTS, SEAT, Position, all_positions
from tests.domain.counting import calls
from tests.domain.kartenspiel.boards import board, payable_only
from tests.domain.kartenspiel.conceivable import MINING
from tests.domain.kartenspiel.situations import RED
from tests.domain.mutations import Place, changed
from tests.domain.schichtwechsel.situations import A
from tests.domain.schichtwechsel.situations import Situation as TableOfSchichtwechsel

MOST_CALLS = 20_000
"""Some five milliseconds; the fullest table of Glück Auf takes half of them."""

every_position = pytest.mark.parametrize(
    "table", list(all_positions()), ids=lambda table: f"{table.game.name}-{table.name}"
)


@every_position
def test_the_fullest_tables_take_few_calls(table: Position) -> None:
    calls(table.drafts, DRAFTS * MOST_CALLS)
    for draft in table.drafts():
        calls(partial(table.ask, draft), MOST_CALLS)


@every_position
def test_what_is_offered_there_is_what_the_rules_accept(table: Position) -> None:
    for draft in table.drafts()[:10]:
        for choice in table.ask(draft):
            assert choice.complete or choice.open
            if choice.complete:
                assert table.game.decide(table.state, SEAT, choice.action, SealedChance())
            else:
                assert table.ask(choice.action)


@pytest.mark.parametrize("payable", ["nothing", "deliver", "mine-2-3"])
@pytest.mark.parametrize(
    ("row", "storage", "wagons"), [(3, 3, 4), (3, 4, 5), (4, 5, 6), (10, 15, 20)]
)
def test_a_mining_innovation_takes_few_calls_however_much_there_is_to_move(
    row: int, storage: int, wagons: int, payable: str
) -> None:
    """It took seconds with four, four and five of them, and minutes with one more of each."""
    luck = random.Random(row)
    game = board(luck, row=row, storage=storage, wagons=wagons, engines=3, innovations=(MINING,))
    payable_only(game.orders(RED, "order.barracks.7"), [payable])
    begun = PlayInnovation(MINING, Mine())
    for draft in (None, begun):
        calls(partial(KARTENSPIEL.choices, game.state, RED, draft), MOST_CALLS)
    for choice in KARTENSPIEL.choices(game.state, RED, begun)[:10]:
        calls(partial(KARTENSPIEL.choices, game.state, RED, choice.action), MOST_CALLS)


def test_an_own_catalog_cannot_make_more_to_look_at_than_anybody_waits_for() -> None:
    """Five lorries can be hoisted in thousands of ways, and none of them helps to load coke."""
    card = [{"op": "raise_lorries", "up_to": 5}, {"op": "load_coke", "up_to": 1}]
    place: Place = ("action_cards", "items", 0, "effects")
    content = changed(SCHICHTWECHSEL.catalog.named, place, card)
    catalog = SCHICHTWECHSEL.read_catalog(msgspec.json.encode(content))
    game = TableOfSchichtwechsel(catalog=catalog).full_lorries(A)
    with pytest.raises(InvalidSetup, match="more than 5,000 ways"):
        calls(partial(SCHICHTWECHSEL.choices, game.state, A), 100 * MOST_CALLS)
