"""How long a receiver that takes nothing is tried again."""

from services.webhooks.delivering import LONGEST_PAUSE, pause_after

DAY = 24 * 3600.0
FIRST = 5.0


def test_pauses_grow_up_to_hours_and_the_last_try_is_after_a_day() -> None:
    at = 0.0
    pauses: list[float] = []
    while at < DAY:
        pauses.append(pause_after(len(pauses) + 1, FIRST, 0, DAY - at))
        at = sum(pauses)
    assert 15 <= len(pauses) <= 18
    assert abs(at - DAY) < 1e-6
    assert max(pauses) <= 1.25 * LONGEST_PAUSE
    doubled = [FIRST * 2**number for number in range(10)]
    for pause, whole in zip(pauses, doubled, strict=False):
        assert 0.75 * whole <= pause <= 1.25 * whole


def test_who_asks_for_patience_gets_it() -> None:
    assert pause_after(1, FIRST, 3600, DAY) == 3600
    assert pause_after(20, FIRST, 1, DAY) >= 0.75 * LONGEST_PAUSE
