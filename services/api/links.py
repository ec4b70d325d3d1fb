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


def game_links(game_id: str, game: str) -> dict[str, str]:
    here = f"{PREFIX}/games/{game_id}"
    parts = {part: f"{here}/{part}" for part in PARTS}
    return {"self": here, **parts, "rules": f"{PREFIX}/rules/{game}"}
