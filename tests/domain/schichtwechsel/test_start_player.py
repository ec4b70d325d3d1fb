"""Who begins: the lot (R-02), or whom the table chose before the game."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from domain.kernel.actions import OptionValue
from domain.kernel.chance import CommittedChance
from domain.kernel.events import GameCreated
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.events import Event, StartPlayerDetermined
from replays.file import replay_of
from replays.simulation import Plan, simulate
from tests.domain.schichtwechsel.situations import CHANCE, created, only
from tests.replays.forging import Entry, forge_with_our_key
from tests.replays.games import SIGNER, broken, check
from tests.replays.verdicts import judged

SECRET = b"a fixed secret for situations    "


class Listening(CommittedChance):
    """Remembers what was drawn."""

    def __init__(self) -> None:
        super().__init__(SECRET)
        self.labels: list[str] = []

    def shuffled(self, label: str, items: Sequence[Any]) -> list[Any]:
        self.labels.append(label)
        return super().shuffled(label, items)

    def pick(self, label: str, items: Sequence[Any]) -> Any:
        self.labels.append(label)
        return super().pick(label, items)


def drawn(options: dict[str, OptionValue]) -> list[str]:
    chance = Listening()
    created(3, options, chance=chance)
    return chance.labels


def after_the_start(events: list[Event]) -> list[Event]:
    """What chance decides besides: it must not depend on who was chosen."""
    return [event for event in events if type(event) in SCHICHTWECHSEL.dealt][1:]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_may_choose_the_start_player(seat: int) -> None:
    events = created(3, {"start_player": seat})
    assert only(events, StartPlayerDetermined) == StartPlayerDetermined(seat, "table")
    state = SCHICHTWECHSEL.fold(events)
    assert (state.start_seat, state.marker_seat, state.active) == (seat, seat, seat)


@pytest.mark.rulebook("schichtwechsel", "R-02")
@pytest.mark.parametrize("options", [{}, {"start_player": "random"}])
def test_else_the_lot_decides(options: dict[str, OptionValue]) -> None:
    lot = StartPlayerDetermined(CHANCE.pick("start player", range(3)))
    assert only(created(3, options), StartPlayerDetermined) == lot


def test_whoever_was_chosen_is_not_drawn() -> None:
    assert "start player" in drawn({})
    assert drawn({"start_player": 2}) == [label for label in drawn({}) if label != "start player"]
    assert after_the_start(created(3, {"start_player": 2})) == after_the_start(created(3))


def test_the_start_player_is_written_only_if_it_was_set() -> None:
    """Games from before there was that option are decided again to the same bytes."""
    events = created(3)
    assert "start_player" not in only(events, GameCreated).options
    lot = only(events, StartPlayerDetermined)
    written = b'{"type":"start_player_determined","seat":%d}' % lot.seat
    assert msgspec.json.encode(lot) == written
    assert msgspec.json.decode(written, type=StartPlayerDetermined) == lot
    chosen = created(3, {"start_player": 1})
    assert only(chosen, GameCreated).options["start_player"] == "1"
    assert b'"method":"table"' in msgspec.json.encode(only(chosen, StartPlayerDetermined))
    asked = created(3, {"start_player": "random"})
    assert only(asked, GameCreated).options["start_player"] == "random"


def test_the_switches_are_what_they_were() -> None:
    chosen: dict[str, OptionValue] = {"start_player": 1, "house_removal": "left_to_right"}
    state, other = SCHICHTWECHSEL.fold(created(3, chosen)), SCHICHTWECHSEL.fold(created(3))
    assert state.switches == msgspec.structs.replace(other.switches, house_removal="left_to_right")
    story = SCHICHTWECHSEL.tell(created(3, chosen)[0], "en")
    assert "Houses leave their row: from left to right" in story
    assert "tart player" not in story


def determined(parsed: list[Entry]) -> Entry:
    events: list[Entry] = parsed[0]["events"]
    return next(event for event in events if event["type"] == "start_player_determined")


def other_start(parsed: list[Entry]) -> None:
    determined(parsed)["seat"] = (determined(parsed)["seat"] + 1) % 3


def as_if_by_lot(parsed: list[Entry]) -> None:
    del determined(parsed)["method"]


def as_if_chosen(parsed: list[Entry]) -> None:
    determined(parsed)["method"] = "table"


def played(options: dict[str, OptionValue]) -> bytes:
    plan = Plan("schichtwechsel", 3, ("random",), 4, options=options)
    return replay_of(simulate(SCHICHTWECHSEL, plan, 0), None, SIGNER)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_deal_of_a_game_with_a_chosen_start_player_holds(seat: int) -> None:
    """Whomever the lot would have chosen."""
    report = check(played({"start_player": seat}))
    assert judged(report) == {"holds"}


@pytest.mark.parametrize("change", [other_start, as_if_by_lot])
def test_a_chosen_start_player_cannot_be_changed_after(change: Callable[..., None]) -> None:
    assert broken(check(forge_with_our_key(played({"start_player": 1}), change)))


def test_a_lot_cannot_be_called_a_choice_after() -> None:
    assert "deal" in broken(check(forge_with_our_key(played({}), as_if_chosen)))
