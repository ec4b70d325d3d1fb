"""A corrected catalog works; one that does not fit is refused with the entry at fault."""

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any, get_args

import msgspec
import pytest

from domain.kernel.errors import InvalidSetup
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions.choose_tile import ChooseTile
from domain.schichtwechsel.actions.end_turn import Pass
from domain.schichtwechsel.actions.exchange_spoil import ExchangeSpoil
from domain.schichtwechsel.actions.sell_coke import SellCoke
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.catalog import CATALOG, SchichtwechselCatalog
from domain.schichtwechsel.conservation import EVERYTHING
from domain.schichtwechsel.events import DecisionKind, FinalStepScored
from domain.schichtwechsel.params import Conversion, HeadframeMove, Hoist, Params, Parts, Said
from replays.file import replay_of
from replays.history import History
from replays.simulation import Plan, simulate
from tests.domain.kit.game import Game
from tests.domain.schichtwechsel.random_games import Setup
from tests.domain.schichtwechsel.situations import BIG_WAGON, A, B, Situation, all_of
from tests.domain.schichtwechsel.situations import ONE as LORRY
from tests.replays.games import SIGNER, broken, check
from tests.replays.verdicts import judged

Content = dict[str, Any]
Change = Callable[[Content], None]


def corrected(*changes: Change) -> SchichtwechselCatalog:
    content = deepcopy(CATALOG.named)
    for change in changes:
        change(content)
    return SchichtwechselCatalog(msgspec.json.encode(content))


def item(content: Content, block: str, name: str) -> Content:
    found = [entry for entry in content[block]["items"] if entry["id"] == name]
    assert len(found) == 1, name
    entry: Content = found[0]
    return entry


def a_dozen_corrections(content: Content) -> None:
    content["catalog_version"] = "1.0.1"
    item(content, "action_cards", "lorry_small")["cost"] = ["player", "white"]
    item(content, "action_cards", "coke_small")["effects"] = [
        {"op": "process_wagons", "up_to": 2},
        {"op": "points", "n": 3},
    ]
    item(content, "action_cards", "track_medium_canal")["uses_per_round"] = 2
    item(content, "action_cards", "miner_first")["copy_protected"] = False
    item(content, "tracks", "road")["goal"] = 14
    item(content, "tracks", "rail")["barriers"][0]["between"] = [0, 1]
    item(content, "tracks", "canal")["barriers"][0]["benefit"] = "return_tool"
    item(content, "building_sites", "site_two")["scoring"]["points"] = 3
    item(content, "selection_tiles", "tile_deputy")["upper"] = [{"op": "coin", "n": 2}]
    content["tableau"]["lorries"]["items"][0]["capacity"] = 3
    content["tableau"]["water_gauge"] |= {"top": 8, "start": 5, "white_stone_level": 6}
    content["tableau"]["water_gauge"]["on_reach_top"][0]["n"] = 2
    content["tableau"]["sold_coke"]["columns"][0]["points"] = 5
    content["tableau"]["heap"]["exchanges"][2]["effects"] = [{"op": "white_stone", "n": 1}]
    content["shift"]["fields"][2]["effects"] = [{"op": "raise_lorries", "up_to": 1}]
    content["shift"]["exit_points"] = {"first": 9, "later": 6}
    content["rule_switches"]["track_milestones"]["value"] = "cumulative"


CORRECTED = corrected(a_dozen_corrections)


def test_corrections_are_played() -> None:
    game = Situation(catalog=CORRECTED).lorry(A, LORRY, "coal", 3)
    assert game.of(A).water == 5
    hoist = Params(lorries=(Hoist(LORRY, (BIG_WAGON, BIG_WAGON, "wagon_1")),))
    game.refuses("payment_mismatch", A, UseCard("lorry_small", ("white",), params=hoist))
    game.does(A, UseCard("lorry_small", ("white", "player"), params=hoist))
    assert (game.of(A).white, game.of(A).player_stone, game.of(A).water) == (2, 0, 6)

    game.turn_of(B).does(B, UseCard("track_medium_canal", ("white",)))
    game.turn_of(B).does(B, UseCard("track_medium_canal", ("white",)))
    assert game.asked == "return_tools"
    game.answers(0)
    game.turn_of(B).refuses("card_already_used", B, UseCard("track_medium_canal", ("white",)))


def test_an_operation_may_stand_anywhere() -> None:
    """Hoisting on a shift field: no card was used that could have said what to hoist."""
    game = Situation(catalog=CORRECTED).lorry(A, LORRY, "coal", 3).miner(A, 2)
    game.does(A, UseCard("miner_first", ("white",)))
    assert (game.asked, game.options) == ("raise_lorries", (LORRY,))
    offered = [choice.action for choice in SCHICHTWECHSEL.choices(game.state, A)]
    assert len(offered) == 2
    hoist = Params(lorries=(Hoist(LORRY, (BIG_WAGON, BIG_WAGON, "wagon_1")),))
    game.answers(Parts(params=hoist))
    assert game.of(A).lorries[LORRY].count == 0
    declined = Situation(catalog=CORRECTED).lorry(A, LORRY, "coal", 3).miner(A, 2)
    declined.does(A, UseCard("miner_first", ("white",)))
    declined.answers("decline")
    assert declined.of(A).lorries[LORRY].count == 3


FOLLOW_UPS: list[tuple[str, Content, Said]] = [
    (
        "choose",
        {"op": "choose", "options": [[{"op": "points", "n": 1}], [{"op": "coin", "n": 1}]]},
        "coin",
    ),
    ("advance_steps", {"op": "advance_up_to", "track": "rail", "up_to": 1}, 1),
    (
        "raise_lorries",
        {"op": "raise_lorries", "up_to": 1},
        Parts(params=Params(lorries=(Hoist(LORRY, (BIG_WAGON,)),))),
    ),
    (
        "process_wagons",
        {"op": "process_wagons", "up_to": 1},
        Parts(params=Params(conversions=(Conversion("wagon_1", "oven_grey_3"),))),
    ),
    (
        "load_coke",
        {"op": "load_coke", "up_to": 1},
        Parts(params=Params(ovens=("oven_grey_4",))),
    ),
    (
        "move_headframes",
        {"op": "move_headframe", "areas": ["top"]},
        Parts(params=Params(moves=(HeadframeMove("pool", "headframe_top_4"),))),
    ),
]
"""Operations of cards, put where no card is used: they ask."""


@pytest.mark.parametrize(("kind", "effect", "said"), FOLLOW_UPS, ids=[k for k, *_ in FOLLOW_UPS])
def test_what_no_card_could_say_is_asked(kind: str, effect: Content, said: Said) -> None:
    catalog = corrected(lambda c: c["shift"]["fields"][2].update(effects=[effect]))
    game = Situation(catalog=catalog).miner(A, 2).lorry(A, LORRY, "coal", 1)
    game.wagon(A, "wagon_1", 1).coke(A, "oven_grey_4").headframes(A, pool=1)
    game.does(A, UseCard("miner_first", ("white",)))
    assert game.asked == kind
    offered = [choice.action for choice in SCHICHTWECHSEL.choices(game.state, A)]
    assert len(offered) >= 2
    before = deepcopy(game.state)
    events = game.answers(said)
    assert len(events) > 2
    assert game.state != before
    assert game.state.active == B


def test_follow_ups_are_every_kind_that_a_catalog_can_add() -> None:
    assert [kind for kind, *_ in FOLLOW_UPS] == list(get_args(DecisionKind)[8:])


def test_corrected_figures_are_scored() -> None:
    game = Situation(catalog=CORRECTED).house(A, "row_1", "site_two").coke(A, sold=2)
    game.disc(A, "road", 10).disc(B, "road", 14).all_passed(5)
    events = game.settles()
    steps = {step.step: step.points for step in all_of(events, FinalStepScored)}
    assert steps["final_site_two"][A] == 3
    assert steps["final_sold_coke"][A] == 5
    assert steps["final_road"] == (1 + 2 + 3, 8, 0, 0)


def test_corrected_rewards() -> None:
    game = Situation(catalog=CORRECTED).step("II", B, 1)
    game.does(B, ChooseTile("tile_deputy"))
    assert game.of(B).coins == 3
    game = Situation(catalog=CORRECTED).purse(A).heap(A, 6)
    game.does(A, ExchangeSpoil("exchange_6"))
    assert game.of(A).white == 1
    game.refuses("must_act", A, Pass())
    game = Situation(catalog=CORRECTED).water(A, 7).lorry(A, LORRY, "coal", 3)
    hoist = Params(lorries=(Hoist(LORRY, (BIG_WAGON, BIG_WAGON, "wagon_1")),))
    game.does(A, UseCard("lorry_small", ("white", "player"), params=hoist))
    assert (game.of(A).tools, game.of(A).water) == (8, 5)


def test_a_corrected_number_of_sales() -> None:
    catalog = corrected(lambda c: c["tableau"]["sale"].update(per_round=2))
    game = Situation(catalog=catalog).coke(A, wagons=4).step("V", A, 2)
    game.does(A, SellCoke(sell=True))
    assert game.state.active == A
    game.does(A, SellCoke(sell=True))
    assert (game.of(A).sold, game.state.active) == (4, A)
    assert game.state.phase == "action"


def test_the_corrected_catalog_travels_and_verifies() -> None:
    for players, bots in ((2, ("random",)), (3, ("greedy", "random")), (4, ("random",))):
        plan = Plan("schichtwechsel", players, bots, 5, catalog=CORRECTED.digest)
        record = simulate(SCHICHTWECHSEL, plan, 0, CORRECTED)
        data = replay_of(record, None, SIGNER)
        report = check(data)
        assert judged(report) == {"holds"}
        history = History(data)
        assert history.catalog.digest == CORRECTED.digest != CATALOG.digest
        assert not broken(report)


def test_a_catalog_without_our_own_block_works() -> None:
    """The catalog of the rules document does not know `preparation`."""
    catalog = corrected(lambda c: c.pop("preparation"))
    assert catalog.preparation == CATALOG.preparation
    assert catalog.digest != CATALOG.digest


EFFECTS: list[list[Content]] = [
    [{"op": "raise_lorries", "up_to": 2}],
    [{"op": "process_wagons", "up_to": 2}],
    [{"op": "load_coke", "up_to": 2}],
    [{"op": "move_headframes", "top": True, "left": True}],
    [{"op": "move_headframe", "areas": ["top", "left"]}],
    [{"op": "copy_card", "sizes": ["small"]}],
    [{"op": "advance_up_to", "track": "rail", "up_to": 2}],
    [{"op": "choose", "options": [[{"op": "raise_lorries", "up_to": 1}], [{"op": "place_house"}]]}],
    [{"op": "tile_lower_bonus"}],
    [{"op": "move_miner", "use_field": True}],
    [{"op": "place_house"}],
    [{"op": "erect_headframe"}],
    [{"op": "gain_cube", "cube": "coal", "to": "lorry", "n": 3, "if_blocked": "tool"}],
    [{"op": "gain_coke", "to": "oven", "n": 2}],
    [{"op": "water_down", "up_to": 3}],
    [{"op": "water", "delta": -2, "optional": True}],
    [{"op": "water", "delta": 7}],
    [{"op": "tool_return", "up_to": 3}],
    [{"op": "take_start_marker"}],
    [{"op": "advance", "track": "canal", "n": 3}],
]


def strange(chance: random.Random) -> Content:
    """Effects where nobody has ever printed them."""
    content: Content = deepcopy(CATALOG.named)

    def put(entry: Content, key: str, share: float, count: int = 1) -> None:
        if chance.random() < share:
            entry[key] = [part for _ in range(count) for part in chance.choice(EFFECTS)]

    for card in content["action_cards"]["items"]:
        if not card.get("modes"):
            put(card, "effects", 0.15, 2)
    for block, share in (("barrier_benefits", 0.4), ("selection_tiles", 0)):
        for entry in content[block]["items"]:
            put(entry, "effects", share)
    for tile in content["selection_tiles"]["items"]:
        put(tile, "upper", 0.3)
    for field in content["shift"]["fields"][:-1]:
        put(field, "effects", 0.5)
    for field in content["tableau"]["house_row"]["fields"]:
        put(field, "effects", 0.3)
    for oven in content["coking_plant"]["grey_ovens"]:
        put(oven, "on_place", 0.2)
    put(content["own_card"], "effects", 0.3, 2)
    put(content["headframes"]["on_erect"], "first", 0.3)
    return content


@pytest.mark.parametrize("seed", range(24))
def test_strange_catalogs_have_no_dead_ends(seed: int) -> None:
    chance = random.Random(seed)
    try:
        catalog = SchichtwechselCatalog(msgspec.json.encode(strange(chance)))
    except InvalidSetup as error:
        assert "leads back to itself" in str(error)  # noqa: PT017  # half of them are endless
        return
    game = Game(Setup(chance.randint(2, 4), secret=seed))
    game.state = SCHICHTWECHSEL.initial(catalog)
    game.log.clear()
    created = SCHICHTWECHSEL.decide(game.state, "service", game.setup.create(), game.chance)
    game.happen("service", created)
    while game.state.phase != "finished":
        if game.state.phase == "scoring":
            game.settle()
        else:
            game.does(game.picked_action(chance.choice))
        for check_ in EVERYTHING:
            assert check_(game.state) is None


def _card(card: str, **changes: object) -> Change:
    return lambda content: item(content, "action_cards", card).update(changes)


def _endless_copy(content: Content) -> None:
    """A medium card that copies medium cards, itself included."""
    card = item(content, "action_cards", "lorry_medium")
    card["effects"] = [{"op": "copy_card", "sizes": ["medium"]}]


WRONG: list[tuple[str, Change]] = [
    ("action card lorry_large .*'fly'", _card("lorry_large", effects=[{"op": "fly"}])),
    ("action card lorry_large .*up_to", _card("lorry_large", effects=[{"op": "raise_lorries"}])),
    ("action card coke_small .*'gold'", _card("coke_small", cost=["gold"])),
    ("action card coke_small .*'huge'", _card("coke_small", size="huge")),
    ("action card coke_small .*unknown field `extra`", _card(
        "coke_small", effects=[{"op": "points", "n": 1, "extra": 2}],
    )),
    ("action card track_medium_canal moves along an unknown track: sky", _card(
        "track_medium_canal", effects=[{"op": "advance", "track": "sky", "n": 1}],
    )),
    ("action card lorry_small has badge '3\\+', but player counts 2, 3, 4", _card(
        "lorry_small", badge="3+",
    )),
    ("action card lorry_medium leads back to itself", _endless_copy),
    ("action card water_dual has modes", _card("water_dual", copy_modes=["blue"])),
    ("action card coke_large has no name in en", _card("coke_large", name={"de": "b", "hu": "c"})),
    ("action card lorry_large stands in the catalog twice", lambda c: c["action_cards"][
        "items"
    ].append(c["action_cards"]["items"][0])),
    ("action_cards_general is 22, but there are 21", lambda c: c["action_cards"]["items"].pop()),
    ("general_action_cards is 20, but 21", lambda c: c["setup"]["by_player_count"]["4"].update(
        general_action_cards=20,
    )),
    ("unknown rule switch: gravity", lambda c: c["rule_switches"].update(
        gravity={"value": True},
    )),
    ("rule switch of the catalog is wrong.*'never'", lambda c: c["rule_switches"][
        "house_removal"
    ].update(value="never")),
    ("rule switch of the catalog is wrong.*bundle_assignment", lambda c: c["rule_switches"].pop(
        "bundle_assignment",
    )),
    ("barrier road_barrier_1 has an unknown benefit: gold", lambda c: c["tracks"]["items"][0][
        "barriers"
    ][0].update(benefit="gold")),
    ("barrier road_barrier_1 stands between fields 2 and 4", lambda c: c["tracks"]["items"][0][
        "barriers"
    ][0].update(between=[2, 4])),
    ("round card round_2 scores an unknown track: sky", lambda c: c["round_cards"]["items"][1][
        "scoring"
    ].update(track="sky")),
    ("round card round_4 .*'party'", lambda c: c["round_cards"]["items"][3].update(
        on_reveal={"kind": "party"},
    )),
    ("selection tile tile_deputy .*'perhaps'", lambda c: item(
        c, "selection_tiles", "tile_deputy",
    )["upper"][0].update(if_blocked="perhaps")),
    ("lorry lorry_1 .*capacity", lambda c: c["tableau"]["lorries"]["items"][0].update(capacity=0)),
    ("houses is 4, but there are 5", lambda c: c["components"]["per_colour"].update(houses=4)),
    ("water starts at 9", lambda c: c["tableau"]["water_gauge"].update(start=9)),
    ("on_reach_top cannot ask a player, as place_house may", lambda c: c["tableau"][
        "water_gauge"
    ]["on_reach_top"].append({"op": "place_house"})),
    ("shift fields are not numbered", lambda c: c["shift"]["fields"][4].update(index=4)),
    ("building site site_four .*'chess'", lambda c: item(
        c, "building_sites", "site_four",
    ).update(scoring={"kind": "chess"})),
    ("unknown block, or one twice: final_dance", lambda c: c["final_scoring"]["order"].append(
        {"id": "final_dance"},
    )),
    ("setup for 3 players: shift_moon cannot be covered", lambda c: c["setup"][
        "by_player_count"
    ]["3"].update(covered_shift_fields=["shift_moon"])),
    ("there is no setup for 2 players", lambda c: c["setup"]["by_player_count"].pop("2")),
    ("does not fit Schichtwechsel.*tracks", lambda c: c.pop("tracks")),
    ("the id road stands for two things", lambda c: item(
        c, "building_sites", "site_two",
    ).update(id="road")),
    ("action card number 1 of the catalog has no id", lambda c: c["action_cards"]["items"][0].pop(
        "id",
    )),
]  # fmt: skip


@pytest.mark.parametrize(("message", "change"), WRONG, ids=[message for message, _ in WRONG])
def test_a_wrong_catalog_is_refused_with_its_fault(message: str, change: Change) -> None:
    with pytest.raises(InvalidSetup, match=message):
        corrected(change)


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(InvalidSetup, match="not JSON"):
        SchichtwechselCatalog(b"{")


def test_every_block_says_where_it_comes_from() -> None:
    for name, block in CATALOG.content.items():
        if isinstance(block, dict) and name not in ("sources", "tableau"):
            assert "source" in block, name
    for name, block in CATALOG.content["tableau"].items():
        assert "source" in block, name
