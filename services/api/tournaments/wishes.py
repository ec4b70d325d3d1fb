"""Actions in a tournament as they are sent: with names, which never enter the log."""

import secrets
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec import Struct

from domain.bots import bots_for
from domain.kernel.actions import Salt
from domain.kernel.errors import InvalidSetup
from domain.kernel.texts import Language
from domain.registry import GAMES
from domain.tournament.actions import (
    TOURNAMENT_ACTIONS,
    ChangeRegulation,
    CreateTournament,
    Register,
    Replace,
    TournamentAction,
)
from domain.tournament.regulation import Regulation
from replays.entry import sha256
from replays.tournaments.names import sealed_name
from services.api.arbiter_names import check_title, club_name, entrant_name, entrant_salt
from services.api.http.bodies import MOST_ACTIONS, decode, encodable
from services.api.http.problems import problem
from services.tournaments import Wish

KEPT = [kind for kind in TOURNAMENT_ACTIONS if kind not in (CreateTournament, Register, Replace)]


class RegisterSent(Struct, tag_field="type", tag="register", forbid_unknown_fields=True):
    name: str
    """Of the entrant; it stands beside the log and can be erased."""
    seed: int | None = None
    """1 is the strongest."""
    salt: Salt | None = None
    """The entrant's own part in the chance of the event."""
    club: str | None = None
    bot: str | None = None
    """Which bot plays for the entrant; none: a person."""
    reason: str = ""
    """Needed once registration is closed."""


class ReplaceSent(Struct, tag_field="type", tag="replace", forbid_unknown_fields=True):
    entrant: int
    name: str
    """Of whoever plays on under the number."""
    reason: str
    bot: str | None = None


Sent: Any = reduce(or_, KEPT, RegisterSent | ReplaceSent)
_one, _several = msgspec.json.Decoder(Sent), msgspec.json.Decoder(list[Sent])


def read_wishes(body: bytes, rules: Regulation, language: Language) -> tuple[list[Wish], bool]:
    """What is wished, and whether it was sent as a list."""
    as_list = body.lstrip()[:1] == b"["
    if not as_list:
        return [_wish(decode(_one, body), rules, "$", language)], False
    sent = decode(_several, body)
    if not 1 <= len(sent) <= MOST_ACTIONS:
        raise problem(422, "invalid_body", f"A list holds 1 to {MOST_ACTIONS} actions.", path="$")
    wishes = [_wish(one, rules, f"$[{at}]", language) for at, one in enumerate(sent)]
    return wishes, True


def _wish(sent: Any, rules: Regulation, path: str, language: Language) -> Wish:
    if not isinstance(sent, RegisterSent | ReplaceSent):
        encodable(sent)
        if isinstance(sent, ChangeRegulation):
            check_title(sent.regulation, f"{path}.regulation", language)
        action: TournamentAction = sent
        return Wish(action)
    encodable(sent)
    _check_bot(sent.bot, rules)
    kept = sealed_name(entrant_name(sent.name, f"{path}.name", language), secrets.token_hex(16))
    digest = sha256(kept)
    if isinstance(sent, ReplaceSent):
        return Wish(Replace(sent.entrant, sent.reason, digest), kept, sent.bot or "")
    salt = None if sent.salt is None else entrant_salt(sent.salt, f"{path}.salt", language)
    club = None if sent.club is None else club_name(sent.club, f"{path}.club", language)
    action = Register(digest, sent.seed, salt, club, sent.reason)
    return Wish(action, kept, sent.bot or "")


def _check_bot(bot: str | None, rules: Regulation) -> None:
    bots = bots_for(GAMES[rules.game])
    if bot is not None and bot not in bots:
        raise InvalidSetup(f"there is no bot {bot!r}; there are: {', '.join(bots)}")
