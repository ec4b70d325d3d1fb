"""Rounds: paired, repaired, pinned, by hand, published, started, opened [B6 to B8, C1, C6]."""

from msgspec import structs

from domain.tournament import actions as a
from domain.tournament.pairing.proposal import OrderProof, PricesProof, Terms
from tests.domain.tournament.moments import (
    COMMITMENT,
    CROSSED,
    TWO_TABLES,
    WON_IN_ORDER,
    asked,
    between,
    closed,
    duplicate,
    paired,
    published,
    started,
)
from tests.domain.tournament.paper_event import PaperEvent

THREE_TABLES = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))


def seats(event: PaperEvent) -> list[tuple[int, ...]]:
    return [table.seats for table in event.round.tables]


def terms(event: PaperEvent) -> Terms:
    found = event.round.terms
    assert found
    return found


def test_b6_rounds_count_through_all_stages() -> None:
    stages = [{"kind": "swiss", "rounds": 1}, {"kind": "final", "players": 4, "rounds": 1}]
    event = between(stages=stages)
    assert event.facts(a.PairRound())[0]["round"] == 2


def test_b6_a_round_is_paired_only_after_the_standings_of_the_one_before() -> None:
    event = started()
    assert event.refuses(a.PairRound()) == "round_open"
    assert event.refuses(a.CloseRound()) == "results_missing"
    for table in (1, 2):
        event.read(table, WON_IN_ORDER)
    assert event.refuses(a.PairRound()) == "round_open"
    event.act(a.CloseRound())
    assert event.refuses(a.PairRound()) == ""


def test_b6_standings_hold_everybody_registered_so_far_withdrawn_ones_too() -> None:
    event = between()
    event.act(a.Withdraw(1))
    event.register(reason="late")
    event.by_hand((2, 3, 5, 6), (4, 7, 8, 9))
    event.play(WON_IN_ORDER, WON_IN_ORDER)
    settled = event.settled()
    assert sorted(settled.order) == [*range(1, 10)] == sorted(settled.twelfths)
    assert settled.twelfths[1] == 60


def test_a10_a_pairing_is_computed_from_what_stands_before_it_in_the_log() -> None:
    """Round 1: 60, 36, 24, 12 at each table, in units of 12. 1, 5, 2, 6 together: 3·(4·4) = 48."""
    event = between()
    event.by_hand((1, 5, 2, 6), (3, 7, 4, 8))
    assert terms(event).spread == 3 * 4 * 2**2 + 3 * 4 * 1**2
    event.act(a.CorrectResult(1, (2, 1, 3, 4), "counted wrongly"))
    assert terms(event).spread == 60
    event.by_hand((1, 5, 2, 6), (3, 7, 4, 8))
    assert terms(event).spread == 60
    event.act(a.CorrectResult(1, (4, 1, 2, 3), "counted wrongly"))
    event.by_hand((1, 5, 2, 6), (3, 7, 4, 8))
    # 1 has 12, 2 has 60, 3 has 36, 4 has 24 now: 1, 5, 5, 3 and 3, 2, 2, 1 in units of 12.
    assert terms(event).spread == 3 * (16 + 16 + 4 + 0 + 4 + 4) + 3 * (1 + 1 + 4 + 0 + 1 + 1)


def test_a5_a_meeting_counts_whatever_became_of_the_game_but_only_in_the_final_pairing() -> None:
    event = closed()
    event.by_hand(*CROSSED)
    event.by_hand(*TWO_TABLES)
    event.start()
    event.read(1, (), ())
    event.act(a.CorrectResult(1, (1, 1, 1, 1), "a power cut"))
    event.read(2, WON_IN_ORDER)
    event.act(a.CloseRound())
    event.by_hand(*CROSSED)
    assert terms(event).rematches == 4
    event.by_hand(*TWO_TABLES)
    assert terms(event).rematches == 12


def test_a5_in_the_last_round_of_a_stage_each_rematch_counts_one_more() -> None:
    event = between(stages=[{"kind": "swiss", "rounds": 2}])
    event.by_hand(*TWO_TABLES)
    assert terms(event).rematches == 24


def test_a4_byes_and_short_tables_of_rounds_before_are_counted() -> None:
    event = closed(7)
    event.by_hand((1, 2, 3, 4), (5, 6, 7))
    assert terms(event).shorts == 3
    event.play(WON_IN_ORDER, (1, 2, 3))
    event.by_hand((1, 2, 5, 3), (4, 6, 7))
    assert terms(event).shorts == 1 + 3 + 3


def test_a7_a_first_round_by_seeds_has_a_spread_of_12_per_pair_in_a_band() -> None:
    event = PaperEvent()
    for seed in (1, 2, 3, 4, None, None, None, None):
        event.register(seed)
    event.close_registration()
    event.by_hand(*TWO_TABLES)
    assert terms(event).spread == 48
    event.by_hand((1, 3, 5, 7), (2, 4, 6, 8))
    assert terms(event).spread == 0


def test_b7_a_repair_keeps_every_table_that_is_not_touched() -> None:
    event = closed(12)
    event.by_hand(*THREE_TABLES)
    event.act(a.PublishRound())
    event.act(a.MarkAbsent(6, reason="did not come"))
    event.act(a.RepairRound("6 did not come"))
    event.act(event.proposal(), "service")
    assert [seats(event)[0], seats(event)[2]] == [THREE_TABLES[0], THREE_TABLES[2]]
    assert sorted(seats(event)[1]) == [5, 7, 8]
    now = event.round
    assert (now.pairing, now.status, now.bound, now.prices) == ("repaired", "published", {}, {})
    assert now.reason == "6 did not come"


def test_b7_who_comes_after_publication_fills_a_short_table() -> None:
    event = closed(11)
    event.by_hand(*THREE_TABLES[:2], (9, 10, 11))
    event.act(a.PublishRound())
    event.register(reason="came late")
    event.act(a.RepairRound("12 came"))
    event.act(event.proposal(), "service")
    assert seats(event)[:2] == [*THREE_TABLES[:2]]
    assert sorted(seats(event)[2]) == [9, 10, 11, 12]


def test_b7_the_last_pairing_before_the_first_game_counts_and_none_follows_it() -> None:
    event = published()
    event.by_hand(*CROSSED)
    assert event.round.status == "published"
    event.act(a.StartRound())
    for late in (a.PairByHand(TWO_TABLES, "so"), a.RepairRound("so")):
        assert event.refuses(late) == "round_begun"
    event.open_game(1)
    for late in (a.PairByHand(TWO_TABLES, "so"), a.RepairRound("so")):
        assert event.refuses(late) == "round_begun"
    assert seats(event) == [*CROSSED]


def test_b7_a_repair_is_answered_by_nothing_but_a_repair() -> None:
    event = published()
    event.act(a.RepairRound("so"))
    answer = structs.replace(event.proposal(), status="within")
    assert event.refuses(answer, "service") == "pairing.wrong_status"
    by_hand = structs.replace(event.proposal(), status="by_hand")
    assert event.refuses(by_hand, "service") == "pairing.wrong_status"
    assert event.refuses(structs.replace(event.proposal(), round=2), "service") == "round_not_asked"


def test_b7_nothing_is_repaired_before_it_is_paired() -> None:
    assert asked().refuses(a.RepairRound("so")) == "round_not_paired"
    assert closed().refuses(a.RepairRound("so")) == "no_round_open"


def test_b8_a_pinned_table_stands_as_it_was_pinned_with_its_reason() -> None:
    event = closed()
    event.act(a.PairRound(((8, 1, 6, 3),), "for the cameras"))
    found = event.facts(event.proposal(), "service")[0]
    assert found["pinned"] == [[8, 1, 6, 3]]
    assert [8, 1, 6, 3] in found["tables"]
    assert found["reason"] == "for the cameras"


def test_b8_whoever_pins_nothing_leaves_no_trace_of_it() -> None:
    event = asked()
    assert "pinned" not in event.facts(event.proposal(), "service")[0]


def test_b8_pins_that_cannot_stand_are_refused_before_the_worker_is_asked() -> None:
    event = closed(7)
    refused = {
        ((1, 2, 3), (4, 5, 6)): "pairing.wrong_pins",
        ((1, 2, 3, 4), (5, 6, 7, 4)): "pairing.wrong_pins",
        ((1, 2),): "pairing.wrong_pins",
        ((1, 2, 3, 9),): "pairing.entrant_not_present",
    }
    for pinned, code in refused.items():
        assert event.refuses(a.PairRound(pinned, "so")) == code
    assert event.refuses(a.PairRound(((1, 2, 3), (4, 5, 6, 7)), "so")) == ""


def test_b8_a_repair_keeps_a_pinned_table_until_it_is_broken() -> None:
    event = closed()
    event.act(a.PairRound(((8, 1, 6, 3),), "for the cameras"))
    event.act(event.proposal(), "service")
    event.act(a.MarkAbsent(2))
    assert event.facts(a.RepairRound("2 left"))[0]["pinned"] == [[8, 1, 6, 3]]
    assert event.facts(event.proposal(), "service")[0]["pinned"] == [[8, 1, 6, 3]]
    event.act(a.MarkAbsent(8))
    event.act(a.RepairRound("8 left, too"))
    assert "pinned" not in event.facts(event.proposal(), "service")[0]


def test_b8_by_hand_nothing_is_pinned() -> None:
    event = closed()
    event.act(a.PairRound(((8, 1, 6, 3),), "for the cameras"))
    assert "pinned" not in event.facts(a.PairByHand(TWO_TABLES, "so"))[0]


def test_c6_when_there_is_no_legal_pairing_only_pairing_by_hand_goes_on() -> None:
    event = asked()
    event.act(a.ReportFailure(1, ("pairing.forbidden_pair",)), "service")
    assert (event.state.phase, event.round.because) == ("failed", ("pairing.forbidden_pair",))
    assert event.refuses(a.PairRound()) == "round_open"
    assert event.refuses(a.PublishRound()) == "round_not_paired"
    assert event.refuses(a.StartRound()) == "round_not_published"
    event.by_hand(*TWO_TABLES)
    assert (event.state.phase, event.round.because) == ("paired", ())


def test_c6_by_hand_a_second_bye_may_be_given_but_nobody_left_out() -> None:
    event = closed(9, tables={"size": 4})
    event.by_hand(*TWO_TABLES)
    event.play(WON_IN_ORDER, WON_IN_ORDER)
    event.by_hand(*CROSSED)
    assert event.round.byes == (9,)
    assert event.refuses(a.PairByHand(CROSSED[:1], "so")) == "pairing.wrong_sizes"
    assert event.refuses(a.PairByHand(CROSSED, "so", byes=())) == "pairing.entrant_missing"


def test_c6_by_hand_goes_on_while_a_pairing_is_sought_and_the_answer_comes_too_late() -> None:
    event = asked()
    answer = event.proposal()
    event.by_hand(*TWO_TABLES)
    assert event.refuses(answer, "service") == "round_not_asked"


def test_a3_without_shorts_too_few_for_a_table_all_have_the_bye() -> None:
    event = closed(3, tables={"size": 4})
    assert event.facts(a.PairByHand((), "so"))[0]["byes"] == [1, 2, 3]
    event.play()
    assert event.settled().twelfths == {1: 48, 2: 48, 3: 48}


def test_a13_by_hand_too_tables_stand_by_their_points_and_byes_ascend() -> None:
    event = between()
    event.act(a.Withdraw(1))
    event.by_hand((2, 3, 4), (8, 7, 6, 5))
    assert seats(event) == [(8, 7, 6, 5), (2, 3, 4)]


def test_b3_a_game_is_opened_once_per_table_and_never_twice() -> None:
    event = published()
    opening = a.OpenGame(1, 1, "one", COMMITMENT)
    assert event.refuses(opening, "service") == "round_not_begun"
    event.act(a.StartRound())
    event.act(opening, "service")
    assert event.refuses(structs.replace(opening, game="two"), "service") == "table_has_game"
    assert event.refuses(structs.replace(opening, table=2), "service") == "game_opened"


def test_c1_a_void_table_is_opened_again_or_gets_a_typed_result() -> None:
    event = started()
    event.read(1, (), ())
    event.read(2, WON_IN_ORDER)
    table = event.round.tables[0]
    assert (table.is_void, table.result) == (True, None)
    assert event.refuses(a.CloseRound()) == "results_missing"
    typed = a.CorrectResult(1, (1, 2, 2, 4), "the fuse blew")
    assert event.refuses(typed) == ""
    event.open_game(1, "again")
    assert (table.opened, table.game) == (["game-1-1", "again"], "again")
    event.read(1, (4, 3, 2, 1), version=50)
    event.act(a.CloseRound())
    assert event.settled().twelfths[4] == 60


def test_c1_a_game_of_a_void_table_gives_no_result_any_more() -> None:
    event = started()
    event.read(1, (), ())
    event.open_game(1, "again")
    old = a.ReadResult(1, 1, "game-1-1", 200, "e" * 64, (9, 8, 7, 6), (1, 2, 3, 4))
    assert event.refuses(old, "service") == "game_unknown"


def test_c1_after_a_round_is_closed_no_table_becomes_void() -> None:
    event = between()
    void = a.ReadResult(1, 1, "game-1-1", 200, "e" * 64, (), ())
    assert event.refuses(void, "service") == "round_over"


def test_c9_the_deal_is_fixed_for_every_size_before_the_round_and_all_tables_play_it() -> None:
    event = duplicate()
    event.act(a.MarkAbsent(8))
    event.by_hand((1, 2, 3, 4), (5, 6, 7))
    event.act(a.CommitDeal(1, 4, COMMITMENT), "service")
    assert event.refuses(a.StartRound()) == "deal_not_committed"
    assert event.refuses(a.CommitDeal(1, 4, COMMITMENT), "service") == "deal_not_wanted"
    event.act(a.CommitDeal(1, 3, "d" * 64), "service")
    event.act(a.StartRound())
    assert event.refuses(a.OpenGame(1, 2, "game", COMMITMENT), "service") == "deal_differs"
    assert event.refuses(a.OpenGame(1, 2, "game", "d" * 64), "service") == ""


def test_c9_a_new_pairing_needs_its_deals_anew_and_fresh_deals_need_none() -> None:
    event = duplicate()
    event.act(a.CommitDeal(1, 4, COMMITMENT), "service")
    event.by_hand(*CROSSED)
    assert event.refuses(a.StartRound()) == "deal_not_committed"
    assert paired().refuses(a.CommitDeal(1, 4, COMMITMENT), "service") == "deal_not_wanted"


def test_a11_proof_and_prices_are_told_as_they_are_checked() -> None:
    event = asked()
    answer = structs.replace(event.proposal(), bound={"rematches": 0, "shorts": 0, "spread": 0})
    found = event.facts(structs.replace(answer, status="optimal"), "service")[0]
    assert found["bound"] == {"rematches": 0, "shorts": 0, "spread": 0}
    assert (found["proof"], found["prices"], found["status"]) == ([], {}, "optimal")


def test_b11_a12_one_table_of_forced_rematches_is_optimal_by_the_prices_of_all_present() -> None:
    """Four who have met once: 6 pairs at 1 each. Points 5, 3, 2, 1 in units of 12: 3·35 = 105."""
    event = closed(4)
    event.round_by_hand((1, 2, 3, 4))
    event.act(a.PairRound())
    prices = {1: 6, 2: 0, 3: 0, 4: 0}
    proof = PricesProof(term="rematches", scale=1, prices=prices)
    proven = structs.replace(
        event.proposal(),
        bound={"rematches": 6, "shorts": 0, "spread": 105},
        proof=(proof, OrderProof()),
        status="optimal",
    )
    missing = structs.replace(proof, prices={1: 6, 2: 0, 3: 0})
    answer = structs.replace(proven, proof=(missing, OrderProof()))
    assert event.refuses(answer, "service") == "pairing.proof_malformed"
    by_prices = structs.replace(
        proven, bound={"rematches": 6}, proof=(proof,), prices=prices, status="within"
    )
    assert event.refuses(structs.replace(by_prices, prices={}), "service") == "pairing.wrong_prices"
    assert event.refuses(structs.replace(by_prices, status="optimal"), "service") == (
        "pairing.wrong_status"
    )
    assert event.refuses(by_prices, "service") == ""
    found = event.facts(proven, "service")[0]
    assert found["proof"][0]["prices"] == {"1": 6, "2": 0, "3": 0, "4": 0}
    assert found["proof"][1] == {"kind": "order", "term": "spread"}
    assert (found["prices"], found["status"]) == ({}, "optimal")
