"""Examples for the documentation, played by the games themselves."""

from functools import cache
from typing import Any

import msgspec

from domain.kernel.actions import CreateGame, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.decider import AnyGame
from domain.kernel.seals import Seat
from domain.registry import GAMES
from domain.table.actions import Claim, Pause
from services.api.rulesets import rule_set


def new_games() -> dict[str, Any]:
    return {name: _new_game(name) for name in GAMES}


@cache
def first_actions() -> dict[str, Any]:
    """What the first player of a new game could do, for each game."""
    return {name: first_action(game) for name, game in GAMES.items()}


def actions() -> dict[str, Any]:
    """The same, and what a seat and an arbiter could do at any table."""
    pause = Pause("The lamp in the hall went out.")
    claim = Claim(about="17.3", text="That card was mine.")
    return {**first_actions(), "claim": claim, "ruling": pause}


def first_action(game: AnyGame) -> Any:
    state, seat = begun(game)
    return msgspec.to_builtins(game.choices(state, seat)[0].action)


def begun(game: AnyGame) -> tuple[Any, Seat]:
    """A new game, and the seat whose turn it is."""
    seats = tuple(SeatSetup(seat["name"]) for seat in _new_game(game.name)["seats"])
    action = CreateGame("example", game.name, seats)
    chance = CommittedChance(b"example")
    events = game.decide(game.initial(game.catalog), "service", action, chance)
    state = game.fold(events)
    [seat, *_] = game.awaited(state)
    return state, seat


def _new_game(name: str) -> dict[str, Any]:
    most = min(rule_set(name).player_counts)
    seats: list[dict[str, str]] = [{"name": player} for player in ("Anna", "Béla", "Clara")[:most]]
    seats[-1]["bot"] = "random"
    return {"game": name, "seats": seats}
