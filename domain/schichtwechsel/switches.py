"""The rule switches: rulings that an organizer may set otherwise (catalog, `rule_switches`).

The catalog gives the values; a game's options may be set over them. Options that came later are no
switches of the catalog.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

Natural: TypeAlias = Annotated[int, Meta(ge=0)]
MOST = 999


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    bundle_assignment: Literal["sequential", "all_at_once"]
    house_removal: Literal["free", "left_to_right"]
    track_milestones: Literal["highest", "cumulative"]
    milestone_with_goal: bool
    round_card_progress: Literal["total", "this_round"]
    leader_ties_score: bool
    leader_min_position: Natural
    pass_requires_no_stones: bool
    heap_exchange_needs_action: bool
    null_action_allowed: bool
    own_card_uses_per_round: Natural
    miner_overrun_unit: Literal["movement", "field"]
    final_free_loading_up_to: Natural
    plant_own_oven_invariant: bool
    cube_supply_limited: bool
    token_supply_limited: bool


def as_switches(values: Mapping[str, Any]) -> Switches:
    """From the catalog's values or an event's strings; msgspec.ValidationError if one is wrong."""
    return msgspec.convert(dict(values), Switches, strict=False)


def switches_of(options: Mapping[str, str]) -> Switches:
    """Those among the options that `game_created` records."""
    return as_switches({n: v for n, v in options.items() if n in Switches.__struct_fields__})


def too_large(switches: Switches) -> str | None:
    """The first switch whose figure is beyond all use; a log that has one is still read."""
    figures = {name: getattr(switches, name) for name in switches.__struct_fields__}
    return next((n for n, f in figures.items() if isinstance(f, int) and f > MOST), None)


def as_options(switches: Switches) -> dict[str, str]:
    """The switches as the strings that `game_created` records."""
    return {name: _written(getattr(switches, name)) for name in switches.__struct_fields__}


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
