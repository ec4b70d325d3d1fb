"""What an entry of a tournament's log is worth telling. All of that log is public."""

from collections.abc import Collection

import msgspec

from replays.entry import Entry
from replays.tournaments.aggregate import Tournament
from replays.tournaments.entry import read_line
from services.api.http.links import PREFIX
from services.webhooks.bodies import TournamentMessage, TournamentNews
from services.webhooks.game_messages import LARGEST, Message
from services.webhooks.kinds import TOURNAMENT_FACTS
from services.webhooks.message_ids import MessageId, Stream


def tournament_messages(
    stream: Stream, past: Tournament, entry: Entry, wanted: Collection[str]
) -> list[Message]:
    """In the order in which they are sent; the tournament is as it is after the entry."""
    line = read_line(entry.line)
    found: list[Message] = []
    for kind, (_, facts) in TOURNAMENT_FACTS.items():
        told = [fact for fact in line.events if isinstance(fact, facts)]
        if told and kind in wanted:
            written = msgspec.json.encode(told)
            short = msgspec.to_builtins(told, str_keys=True) if len(written) <= LARGEST else None
            body = TournamentMessage(kind, line.at, _news(past, short))
            found.append(Message(MessageId(stream, past.version, kind), msgspec.json.encode(body)))
    return found


def _news(past: Tournament, facts: list[object] | None) -> TournamentNews:
    here, state = f"{PREFIX}/tournaments/{past.tournament_id}", past.state
    return TournamentNews(
        tournament=past.tournament_id,
        title=state.rules.title,
        version=past.version,
        phase=state.phase,
        round=state.round_now.number if state.round_now else None,
        facts=facts,
        links={"self": here, "entry": f"{here}/log?from={past.version}&to={past.version}"},
    )
