"""What the options of a game can be (section 13)."""

from domain.gluck_auf.catalog import GluckAufCatalog
from domain.kernel.options import OptionKind, choice

STARTING_PLAYER = "starting_player"
MEANING = {
    "second_place_points": "The victory points for second places.",
    "scoring_eligibility": "Who takes part in the scoring of an element.",
    "storage_rule": "When a cube may be put into storage.",
    "substitution_rule": "Whether the two cubes that stand for another come with one action.",
    "shortage_rule": "Whether a lorry may stay empty while there are cubes of another color.",
    "delivered_visibility": "Who sees delivered orders.",
    "starting_player_method": "How the starting player of the first shift is found.",
}


def option_kinds(catalog: GluckAufCatalog) -> dict[str, OptionKind]:
    kinds = {
        name: choice(MEANING.get(name, "A house rule."), *values)
        for name, values in catalog.editions.options.items()
    }
    seats = range(max(catalog.constants.player_counts))
    said = "The seat that begins; only, and always, with `starting_player_method` `assigned`."
    return {**kinds, STARTING_PLAYER: choice(said, *seats)}
