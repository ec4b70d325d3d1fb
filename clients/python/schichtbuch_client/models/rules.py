"""What there is to know of the rules without playing."""

from msgspec import Struct

from schichtbuch_client.models.json import Json


class GameRules(Struct, frozen=True):
    game: str
    """Its name, as `POST /games` takes it."""
    player_counts: list[int]
    """How many can play."""
    editions: list[str]
    """Of the rules."""
    bots: list[str]
    """Those that can play it."""
    links: dict[str, str]
    """Where its rules, its catalog and its rules document are."""


class AllRules(Struct, frozen=True):
    games: list[GameRules]
    """All games that can be played here."""
    table: dict[str, str]
    """Where the rules of the table are, which hold around any game."""


class Option(Struct, frozen=True):
    """What an option can be, and what holds if it is not set."""

    type: str
    """`choice`: one of `values`; `integer`: from `minimum` to `maximum`; `list`: one of `values`
    per seat, each another, as a text with commas between them."""
    description: str
    """What it changes."""
    default: str | int | bool | None
    """`null` if nothing holds, because another option has to ask for it first."""
    names: dict[str, str]
    """What it is called, by language."""
    value_names: dict[str, dict[str, str]]
    """What each value is called, by the value as text and then by language; none for numbers."""
    values: list[str | int | bool] | None = None
    """All that it can be, or that a list can be made of; `null` for whole numbers."""
    minimum: int | None = None
    """The least that a whole number can be."""
    maximum: int | None = None
    """The most that it can be."""


class RefusalCode(Struct, frozen=True):
    section: str
    """Of the rules document."""
    sentences: dict[str, str]
    """By language; names in braces are the `facts`."""


class RuleSet(Struct, frozen=True):
    game: str
    """Its name, as `POST /games` takes it."""
    player_counts: list[int]
    """How many can play."""
    editions: list[str]
    """Of the rules."""
    default_edition: str
    """What is played if none is asked for."""
    options: dict[str, Option]
    """By name, as `POST /games` takes them, with the defaults of the default edition."""
    bots: list[str]
    """Those that can play it."""
    catalog: str
    """The digest of the built-in catalog."""
    catalogs: list[str]
    """The digests of all that were ever built in, oldest first; games stay with theirs."""
    rules: list[str]
    """The versions of the rules, oldest first; new games get the last unless they name
    another."""
    refusals: dict[str, RefusalCode]
    """Everything that a rule can forbid, by its code."""
    schemas: Json
    """JSON Schemas of actions as they are sent, of events and view."""
    places: dict[str, str]
    """The names of places on the board that choices touch, each with what it is; `<…>` is an id
    or a number of the view."""
    options_of_editions: dict[str, dict[str, str | int | bool]]
    """By edition: what holds there if an option is not set; lists depend on who plays."""


class TableRules(Struct, frozen=True):
    refusals: dict[str, RefusalCode]
    """Everything that the rules of the table can forbid, by its code."""
    schemas: Json
    """JSON Schemas of actions as they are sent, and of events."""
    links: dict[str, str]
    """Where this and the rules document are."""


class ListedSchema(Struct, frozen=True):
    id: str
    """Its `$id`, which is where it is."""
    rules: str
    """Of which game, or of the `table`."""
    kind: str
    """`actions` as they are sent, `events` as the log has them, or the `view`."""
    type: str | None
    """The `type` that it describes; None for the view, and for all of a kind together."""


class AllSchemas(Struct, frozen=True):
    version: str
    """Of the release that wrote them down."""
    schemas: list[ListedSchema]
    """All there are."""
