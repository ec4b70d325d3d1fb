"""How every game begins: the action that creates it, and the event it causes."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from domain.kernel.actions import CreateGame, OptionValue, SeatSetup
from domain.kernel.catalog import Catalog
from domain.kernel.clock import Clock
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import GameCreated
from domain.kernel.in_tournament import InTournament


def creation(
    game_id: str,
    game: str,
    rules: str,
    seats: Sequence[SeatSetup],
    edition: str | None = None,
    options: dict[str, OptionValue] | None = None,
    clock: Clock | None = None,
    *,
    hints: bool = False,
    commitment: str | UnsetType = UNSET,
    tournament: InTournament | UnsetType = UNSET,
) -> CreateGame:
    """The action for these seats. Their names stand apart, where they can be sealed."""
    names = tuple(seat.name for seat in seats if seat.name is not UNSET)
    if len(names) < len(seats):
        raise InvalidSetup("every seat needs a name")
    return CreateGame(
        game_id,
        game,
        tuple(msgspec.structs.replace(seat, name=UNSET) for seat in seats),
        edition,
        options or {},
        rules,
        names,
        clock or UNSET,
        commitment,
        hints or UNSET,
        tournament,
    )


def created(
    action: CreateGame, edition: str, options: dict[str, str], catalog: Catalog
) -> GameCreated:
    in_seats = [seat.name for seat in action.seats if seat.name is not UNSET]
    return GameCreated(
        game=action.game,
        players=tuple(in_seats) if in_seats else action.names,
        edition=edition,
        options=options,
        catalog=catalog.digest,
        rules=action.rules,
        seats=UNSET if in_seats else len(action.seats),
        tournament=action.tournament,
    )


def names_in(created: GameCreated) -> tuple[str, ...]:
    """By seat; empty if they were erased."""
    return () if isinstance(created.players, UnsetType) else created.players
