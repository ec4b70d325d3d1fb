"""What the options of a game can be: every rule switch, and who begins."""

from typing import Any, Literal, get_args, get_origin

from domain.kernel.option_words import OptionWords
from domain.kernel.options import OptionKind, boolean, choice, integer
from domain.schichtwechsel.catalog import SchichtwechselCatalog
from domain.schichtwechsel.switches import MOST, Switches

START_PLAYER, RANDOM = "start_player", "random"
WORDS = OptionWords(__package__)

MEANING = {
    "bundle_assignment": "Whether bundles are drawn and assigned one by one or all at once.",
    "house_removal": "Which house of the row may be taken next.",
    "track_milestones": "Whether the highest milestone of a track scores, or all that were passed.",
    "milestone_with_goal": "Whether milestones score beside the goal of the same track.",
    "round_card_progress": "What round cards count of a track: all steps, or those of the round.",
    "leader_ties_score": "Whether all score who lead a track together.",
    "leader_min_position": "The least step from which one can lead a track.",
    "pass_requires_no_stones": "Whether only those may pass who have no stones left.",
    "heap_exchange_needs_action": "Whether an exchange of spoil takes an action in the same turn.",
    "null_action_allowed": "Whether an action may be used that does nothing.",
    "own_card_uses_per_round": "How often one's own card may be used per round.",
    "miner_overrun_unit": "Whether walking beyond the exit counts per movement or per field.",
    "final_free_loading_up_to": "How many coke are loaded for nothing in the final scoring.",
    "plant_own_oven_invariant": "Whether one's own oven must hold coke as long as others do.",
    "cube_supply_limited": "Whether cubes can run out.",
    "token_supply_limited": "Whether coins, stones, tools and points can run out.",
}


def option_kinds(
    catalog: SchichtwechselCatalog, players: int | None = None
) -> dict[str, OptionKind]:
    """Every rule switch of the catalog, and what came later."""
    switches = {name: _kind(name) for name in Switches.__struct_fields__}
    seats = range(players or max(catalog.player_counts))
    start = choice("The seat that begins, or `random`.", RANDOM, *seats, default=RANDOM)
    return {**switches, START_PLAYER: start}


def _kind(name: str) -> OptionKind:
    switch: Any = Switches.__annotations__[name]
    if switch is bool:
        return boolean(MEANING[name])
    if get_origin(switch) is Literal:
        return choice(MEANING[name], *get_args(switch))
    return integer(MEANING[name], 0, MOST)
