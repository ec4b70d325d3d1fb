"""The client that waits: every call of the API as a method."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import httpx
import msgspec

from schichtbuch_client import auditing, paging, playing
from schichtbuch_client import stream as streams
from schichtbuch_client.call import Call, part
from schichtbuch_client.calls import game, service, tournament, webhooks
from schichtbuch_client.exchange import (
    Answer,
    Ask,
    Effect,
    Hear,
    Listen,
    Pause,
    Request,
    Script,
    Steps,
    Story,
    Tell,
    Think,
)
from schichtbuch_client.retries import Retries
from schichtbuch_client.session import PREFIX, TIMEOUT, Session, checked

P = ParamSpec("P")
T = TypeVar("T")


class Connection:
    """A script's way to the service: requests, and one open stream at most."""

    def __init__(self, http: httpx.Client, sleep: Callable[[float], None]) -> None:
        self._http, self._sleep = http, sleep
        self._stream: httpx.Response | None = None
        self._chunks: Iterator[bytes] = iter(())

    def perform(self, effect: Effect) -> Any:
        match effect:
            case Ask(request):
                response = self._http.send(self._built(request))
                return Answer(response.status_code, response.headers, response.content)
            case Listen(request):
                return self._listen(request)
            case Hear():
                return next(self._chunks, b"")
            case Pause(seconds):
                return self._sleep(seconds)
            case Think(decide):
                return decide()

    def _listen(self, request: Request) -> Answer:
        self.close()
        self._stream = response = self._http.send(self._built(request), stream=True)
        self._chunks = response.iter_bytes()
        body = b"" if response.is_success else response.read()
        return Answer(response.status_code, response.headers, body)

    def _built(self, request: Request) -> httpx.Request:
        return self._http.build_request(
            request.method,
            request.path,
            params=dict(request.query),
            headers=dict(request.headers),
            content=request.body,
        )

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()


class Place:
    """Something in the API that can be asked: it runs the scripts."""

    def __init__(
        self, session: Session, http: httpx.Client, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.session, self._http, self._sleep = session, http, sleep

    def run(self, script: Script[T]) -> T:
        steps = Steps(script)
        for _ in self._through(steps):
            pass
        return steps.result

    def told(self, story: Story[T]) -> Iterator[T]:
        return self._through(Steps(story))

    def _through(self, steps: Steps[Any]) -> Generator[Any, None, None]:
        with closing(steps), closing(Connection(self._http, self._sleep)) as connection:
            effect = steps.begin()
            while effect is not None:
                if isinstance(effect, Tell):
                    yield effect.value
                    effect = steps.answer(None)
                    continue
                try:
                    answer = connection.perform(effect)
                except httpx.TransportError as error:
                    effect = steps.fail(error)
                else:
                    effect = steps.answer(answer)

    def _within(self, path: str, token: str | None) -> tuple[Session, httpx.Client, Any]:
        session = msgspec.structs.replace(
            self.session, here=f"{PREFIX}{path}", token=token or self.session.token
        )
        return session, self._http, self._sleep


class Runs(Generic[P, T]):
    """A method that runs a script."""

    def __init__(self, script: Callable[Concatenate[Session, P], Script[T]]) -> None:
        self._script, self.__doc__ = script, script.__doc__

    def __get__(self, place: Place, owner: type[Place]) -> Callable[P, T]:
        def run(*args: P.args, **kwargs: P.kwargs) -> T:
            return place.run(self._script(place.session, *args, **kwargs))

        return run


class Tells(Generic[P, T]):
    """A method that iterates over what a story tells."""

    def __init__(self, story: Callable[Concatenate[Session, P], Story[T]]) -> None:
        self._story, self.__doc__ = story, story.__doc__

    def __get__(self, place: Place, owner: type[Place]) -> Callable[P, Iterator[T]]:
        def tell(*args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
            return place.told(self._story(place.session, *args, **kwargs))

        return tell


def asks(describe: Callable[P, Call[T]]) -> Runs[P, T]:
    """A method that makes one call."""

    def script(session: Session, /, *args: P.args, **kwargs: P.kwargs) -> Script[T]:
        return session.ask(describe(*args, **kwargs))

    script.__doc__ = describe.__doc__
    return Runs(script)


class Watched(Place):
    """What can be watched alike: a game, or an uploaded file."""

    state = asks(game.state)
    frames = Tells(paging.frames)
    scored_now = Tells(paging.scored_now)
    scorings = asks(game.scorings)
    catalog = asks(game.catalog)
    picture = asks(game.picture)
    picture_png = asks(game.picture_png)


class Game(Watched):
    """One game, as whoever has the token may see it and act in it."""

    summary = asks(game.summary)
    act = asks(game.act)
    act_all = asks(game.act_all)
    choices = asks(game.choices)
    extend = asks(game.extend)
    explain = asks(game.explain)
    every_action = Tells(playing.every_action)
    hint = asks(game.hint)
    play = Runs(playing.play)
    stream = Tells(streams.entries)
    watch = Tells(streams.frames)
    log = asks(game.log)
    entries = Runs(paging.log_entries)
    proof = asks(game.proof)
    replay = asks(game.replay)
    audit = Runs(auditing.audit)
    versus = asks(game.game_versus)
    take_seat = asks(game.take_seat)
    renew_token = asks(game.renew_token)
    rematch = asks(game.rematch)
    erase_names = asks(game.erase_names)


class AuditedFile(Watched):
    """A replay file that was uploaded, by the id of its audit."""

    audit = Runs(auditing.file_audit)
    summary = asks(game.file_summary)
    versus = asks(game.versus)


class Tournament(Place):
    """One event, as whoever has the key or token may see it and act in it."""

    summary = asks(tournament.summary)
    act = asks(tournament.act)
    act_all = asks(tournament.act_all)
    state = asks(tournament.state)
    round_of = asks(tournament.round_of)
    standings = asks(tournament.standings)
    boards = asks(tournament.boards)
    why = asks(tournament.why)
    what_if = asks(tournament.what_if)
    open_table_again = asks(tournament.open_table_again)
    entrant = asks(tournament.entrant)
    own_entrant = asks(tournament.own_entrant)
    renew_entrant_token = asks(tournament.renew_entrant_token)
    erase_entrant_name = asks(tournament.erase_entrant_name)
    create_key = asks(tournament.create_key)
    list_keys = asks(tournament.list_keys)
    revoke_key = asks(tournament.revoke_key)
    stream = Tells(streams.tournament_entries)
    audit = Runs(auditing.tournament_audit)
    sheet = asks(tournament.sheet)
    log = asks(tournament.log)
    entries = Runs(paging.event_entries)
    proof = asks(tournament.proof)
    replay = asks(tournament.replay)
    bundle = asks(tournament.bundle)


class Client(Place):
    """The service. With a key (the organizer's, an arbiter's) everything is asked with it."""

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        language: str = "en",
        retries: Retries | None = None,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        http = httpx.Client(base_url=checked(url), timeout=TIMEOUT, transport=transport)
        session = Session(token=key, language=language, retries=retries or Retries())
        super().__init__(session, http, sleep)

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def game(self, game_id: str, token: str | None = None) -> Game:
        """One game; with the token of a seat, as that seat."""
        return Game(*self._within(f"/games/{part(game_id)}", token))

    def audited_file(self, audit_id: str) -> AuditedFile:
        return AuditedFile(*self._within(f"/audits/{part(audit_id)}", None))

    def tournament(self, tournament_id: str, key: str | None = None) -> Tournament:
        return Tournament(*self._within(f"/tournaments/{part(tournament_id)}", key))

    create_game = asks(service.create_game)
    games = Tells(paging.games)
    page_of_games = asks(service.page_of_games)
    upload_replay = asks(service.upload_replay)
    audit_file = Runs(auditing.audit_file)
    create_arbiter = asks(service.create_arbiter)
    list_arbiters = asks(service.list_arbiters)
    revoke_arbiter = asks(service.revoke_arbiter)
    attention = asks(service.attention)
    list_rules = asks(service.list_rules)
    rules = asks(service.rules)
    table_rules = asks(service.table_rules)
    rules_text = asks(service.rules_text)
    catalog = asks(service.catalog)
    list_schemas = asks(service.list_schemas)
    schema = asks(service.schema)
    keys = asks(service.keys)
    create_tournament = asks(service.create_tournament)
    tournaments = Tells(paging.tournaments)
    page_of_tournaments = asks(service.page_of_tournaments)
    create_webhook = asks(webhooks.create_webhook)
    list_webhooks = asks(webhooks.list_webhooks)
    webhook = asks(webhooks.webhook)
    change_webhook = asks(webhooks.change_webhook)
    delete_webhook = asks(webhooks.delete_webhook)
    rotate_webhook_secret = asks(webhooks.rotate_webhook_secret)
    deliveries = asks(webhooks.deliveries)
    redeliver = asks(webhooks.redeliver)
    test_webhook = asks(webhooks.test_webhook)
