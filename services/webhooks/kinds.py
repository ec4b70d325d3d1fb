"""What can be subscribed to. The order is the one in which messages of one entry are sent."""

from domain.tournament import events as facts
from domain.tournament.events import TournamentEvent

GAME_KINDS: dict[str, str] = {
    "game.created": "A game has begun; of a waiting room, when the last seat is taken.",
    "game.action": "An entry was written behind entry 1, whoever has written it.",
    "table.claim": "A player calls the arbiter.",
    "table.ruled": "An arbiter or the organizer has ruled.",
    "table.flag": "Somebody's time is over.",
    "game.scored": "A shift or round was settled.",
    "game.turn": "Other seats than before are to act.",
    "game.finished": "The game is over, by itself or by a ruling.",
}
TOURNAMENT_FACTS: dict[str, tuple[str, tuple[type[TournamentEvent], ...]]] = {
    "tournament.created": ("An event was announced.", (facts.TournamentCreated,)),
    "entrant.registered": ("Somebody takes part.", (facts.Registered,)),
    "entrant.changed": (
        "Somebody leaves, comes back, is replaced, or gets a penalty.",
        (facts.Withdrawn, facts.Returned, facts.Replaced, facts.NameErased, facts.PenaltyGiven),
    ),
    "registration.closed": ("The field is complete.", (facts.RegistrationClosed,)),
    "round.paired": ("A round has a pairing, which is not published yet.", (facts.RoundPaired,)),
    "round.published": ("Everybody may know who sits where.", (facts.RoundPublished,)),
    "round.started": ("The tables of a round begin.", (facts.RoundStarted,)),
    "table.opened": ("A table of the round has its game.", (facts.GameOpened,)),
    "result.read": ("The event has read how a table's game ended.", (facts.ResultRead,)),
    "result.corrected": ("A result was corrected by hand.", (facts.ResultCorrected,)),
    "round.closed": ("All results of a round count.", (facts.RoundClosed,)),
    "standings.settled": ("There are new standings.", (facts.StandingsSettled,)),
    "tournament.finished": ("The event is over.", (facts.TournamentFinished,)),
}
TEST = "webhook.test"
TOURNAMENT_KINDS = {kind: said for kind, (said, _) in TOURNAMENT_FACTS.items()}
KINDS: tuple[str, ...] = (*GAME_KINDS, *TOURNAMENT_KINDS)
PLACES = {kind: place for place, kind in enumerate(KINDS)}
