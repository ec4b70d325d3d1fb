"""The keys of a game in Redis.

All of them share the hash tag `{<game id>}`, so a cluster keeps them in one slot.
"""


def log_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:log"


def names_key(game_id: str) -> str:
    """The seal for everybody: kept apart, because an entry of a stream cannot be edited."""
    return f"schichtbuch:{{{game_id}}}:names"


def setup_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:founding"


def archived_key(game_id: str) -> str:
    """The mark of a game that has moved to the archive: then it has no log here."""
    return f"schichtbuch:{{{game_id}}}:archived"


def room_key(game_id: str) -> str:
    """Where the players wait for each other before there is a log."""
    return f"schichtbuch:{{{game_id}}}:room"
