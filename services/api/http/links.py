"""Where things are: the paths of the API, as answers link to them."""

PREFIX = "/api/v1"
PARTS = (
    "actions",
    "choices",
    "state",
    "log",
    "frames",
    "stream",
    "scorings",
    "catalog",
    "replay",
    "audit",
)


def rule_link(game: str, section: str) -> str:
    """Where the rules document says so; of `13, R-05` the ruling."""
    return f"{PREFIX}/rules/{game}/text#{section.rpartition(', ')[2]}"


def game_links(game_id: str, game: str) -> dict[str, str]:
    here = f"{PREFIX}/games/{game_id}"
    parts = {part: f"{here}/{part}" for part in PARTS}
    return {"self": here, **parts, "rules": f"{PREFIX}/rules/{game}"}
