"""How games begin: what is wished for, and the tokens that are answered."""

from msgspec import Struct, field

from schichtbuch_client.models.json import Json


class Clock(Struct, frozen=True, omit_defaults=True):
    kind: str
    """`game`: so much time per seat for the whole game; `move`: so much for each decision."""
    seconds: int
    """How much that is."""
    on_flag: str
    """When time is over: `stand_in` (a bot plays on), `out` (the same, and the seat ranks
    behind all who stayed), `arbiter` (the game pauses until the arbiter rules)."""
    increment: int = 0
    """Seconds that a seat gets back when its turn is over; for `game` only."""


class SeatWish(Struct, frozen=True, omit_defaults=True):
    name: str | None = None
    """What the player is called; kept in NFC, without blanks around it. Only an open seat has
    none. Refused are characters that cannot be seen or that control something, and more than 4
    combining marks in a row; a joiner is taken where a script or an emoji needs it."""
    bot: str | None = None
    """Who plays the seat, if it is no person: a name of `bots` in `GET /rules`."""
    salt: str | None = None
    """The player's own part in the chance of every deal: printable characters, kept as they
    are."""
    open: bool = False
    """Whoever has the invitation takes the seat, with a name and a salt of their own; until all
    such seats are taken the game is a waiting room."""


class NewGame(Struct, frozen=True, omit_defaults=True):
    game: str
    """A name of `GET /rules`."""
    seats: list[SeatWish]
    """In clockwise order."""
    edition: str | None = None
    """Of the rules; `null`: the default one."""
    options: Json = field(default_factory=dict)
    """What is to differ from the edition: see `options` in `GET /rules/{game}`."""
    catalog: Json | None = None
    """A corrected catalog of the organizer's own; it travels inside the replay."""
    rules: str | None = None
    """A version of the rules, like `gluck-auf/1`; none: the newest."""
    clock: Clock | None = None
    """How much time the players have; none: as much as they like."""
    hints: bool = False
    """Whether players may ask what a bot would do."""


class SeatToken(Struct, frozen=True):
    seat: int
    """Counted from 0, clockwise."""
    name: str
    """Of the player."""
    token: str | None
    """Shown once. Whoever has it acts for the seat; a seat that a bot holds has none, nor has
    one that is open."""
    invite: str | None = None
    """Of a waiting room only: shown once, of an open seat; whoever has it may take the seat."""


class GameBegun(Struct, frozen=True):
    id: str
    """Of the new game."""
    version: int
    """1: its log has one entry; or 0, if it is a waiting room."""
    commitment: str
    """SHA-256 of the sealed secret from which every deal of this game comes; of a waiting room,
    of the secret itself."""
    seats: list[SeatToken]
    """In clockwise order."""
    key: str
    """The creator's key, shown once: it makes tokens of this game anew."""
    links: dict[str, str]
    """Where everything of this game is."""
    status: str | None = None
    """If there were open seats: `waiting` until all of them are taken."""
    expires: str | None = None
    """When a waiting room is gone, unless somebody takes a seat before."""


class SeatTaken(Struct, frozen=True):
    seat: int
    """Counted from 0, clockwise."""
    name: str
    """Of the player, as it is kept."""
    token: str
    """Shown once. Whoever has it acts for the seat."""
    status: str
    """`running`: this was the last open seat, and the game has begun."""
    version: int
    """How many entries the game's log has."""
    links: dict[str, str]
    """Where everything of this game is."""


class NextSeat(Struct, frozen=True):
    seat: int
    """In the new game, counted from 0, clockwise."""
    name: str
    """Of whoever sits, or shall sit, there."""
    sits: bool
    """Whether this one wants the rematch, too; bots always do."""


class Rematch(Struct, frozen=True):
    id: str
    """Of the new game."""
    status: str
    """`running` once everybody has asked for it."""
    seat: int | None
    """The caller's in the new game; `null` for the creator."""
    token: str | None
    """The caller's in the new game, the same whenever it is asked for; `null` for the creator,
    and if it was made anew since."""
    key: str | None
    """The creator's key of the new game, for the creator of the old one only."""
    seats: list[NextSeat]
    """In clockwise order."""
    links: dict[str, str]
    """Where everything of the new game is."""


class Taker(Struct, frozen=True, omit_defaults=True):
    name: str
    """What the player is called; see `POST /games`."""
    salt: str | None = None
    """The player's own part in the chance of every deal: best made by the player's machine."""


class Again(Struct, frozen=True, omit_defaults=True):
    salt: str | None = None
    """The player's own part in the chance of the new game."""
