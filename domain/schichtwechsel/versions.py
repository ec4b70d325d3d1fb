"""The versions of Schichtwechsel's rules, and what came with which number.

1. The rules as they were first recorded. An answer that fits nothing is taken where a tile's bonus
   or the use of lorries, wagons, ovens or headframes is asked: the same is then asked again. What
   an answer says beside the point is ignored. With `token_supply_limited` the box limits the
   points of effects, but not those of round and final scoring.
2. An answer says what was asked, and nothing else (21.3; else `option_impossible`, 21.7): `lorry`
   names a lorry, `wagon` a wagon, and a place that takes nothing is refused. So is what is said
   of a row field where nothing can be chosen, or a second choice beside the first. With
   `token_supply_limited` the box limits all points alike, in turn order: if there are too few
   chips, a player gets what is left (R-01, and the meaning of the switch in the catalog).
"""

NEWEST = 2


def answers_are_exact(rules: int) -> bool:
    return rules >= 2


def chips_limit_scoring(rules: int) -> bool:
    return rules >= 2
