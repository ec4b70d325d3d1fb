"""Playing with the client: whole games, drafts, refusals, waiting rooms, the table."""

import asyncio
import random
from contextlib import suppress
from itertools import islice

import pytest

from domain.registry import GAMES
from schichtbuch_client import (
    AccessDenied,
    AsyncClient,
    AsyncGame,
    Client,
    Clock,
    NotFound,
    OfferedChoice,
    ProblemError,
    RuleViolation,
    SeatWish,
    StaleVersion,
    Turn,
)
from schichtbuch_client.models.table import (
    AnswerClaim,
    AskTakeBack,
    Claim,
    HandOver,
    Pause,
    Resume,
)
from tests.clients.python.games import AGAINST_A_BOT, PEOPLE, by_chance, first_move, token_of
from tests.services.api.house import LiveApi


# The third one is played by the example of the README, and by the coroutines below.
@pytest.mark.parametrize("game", [game for game in GAMES if game != "gluck-auf"])
def test_a_strategy_that_knows_no_rule_plays_every_game_to_its_end(
    client: Client, game: str
) -> None:
    begun = client.create_game(game, AGAINST_A_BOT)
    end = client.game(begun.id).play(token_of(begun), by_chance(7))
    assert end.status == "finished"
    assert sorted(place or 0 for place in (seat.place for seat in end.seats))[0] == 1
    acted = [entry for entry in client.game(begun.id).entries() if entry.by == 0]
    assert acted
    assert all(entry.key for entry in acted)


def test_two_coroutines_play_against_each_other_while_a_third_watches(api: LiveApi) -> None:
    luck = random.Random(3)

    async def thinks(turn: Turn) -> OfferedChoice:
        await asyncio.sleep(0)
        return luck.choice(turn)

    async def heard(game: AsyncGame) -> list[int]:
        return [entry.v async for entry in game.stream()]

    async def played() -> None:
        async with AsyncClient(api.url) as client:
            begun = await client.create_game("gluck-auf", PEOPLE)
            game = client.game(begun.id)
            first, second = (game.play(token_of(begun, seat), thinks) for seat in (0, 1))
            one, other, versions = await asyncio.gather(first, second, heard(game))
        assert one.status == other.status == "finished"
        assert versions == list(range(1, one.version + 1))

    asyncio.run(played())


class Enough(Exception):
    """The test has seen what it wanted."""


def test_a_draft_that_may_be_played_as_it_stands_is_offered_so(client: Client) -> None:
    luck = random.Random(5)
    whole: list[OfferedChoice] = []

    def picks(turn: Turn) -> OfferedChoice:
        whole.extend(choice for choice in turn if choice.action == turn.draft)
        if whole:
            raise Enough
        return luck.choice([choice for choice in turn if choice.open] or turn)

    with suppress(Enough):
        for _ in range(10):  # the deal decides whether a game comes to one
            begun = client.create_game("schichtwechsel", AGAINST_A_BOT)
            client.game(begun.id).play(token_of(begun), picks)
    [choice] = whole
    assert choice.complete
    assert not choice.open


def test_every_action_that_is_told_may_be_played(client: Client) -> None:
    begun = client.create_game("kartenspiel", PEOPLE)
    seat = client.game(begun.id).summary().turn
    game = client.game(begun.id, token_of(begun, seat or 0))
    told = list(islice(game.every_action(), 40))
    assert len(told) > len([c for c in game.choices().choices if c.complete])
    assert all(game.explain(action).refusal is None for action in told[::8])


def test_what_a_rule_forbids_says_which_and_in_whose_language(api: LiveApi) -> None:
    with Client(api.url, language="de") as client:
        begun = client.create_game("gluck-auf", PEOPLE)
        seat, action = first_move(client, begun)
        with pytest.raises(RuleViolation) as refused:
            client.game(begun.id, token_of(begun, 1 - seat)).act(action)
    assert refused.value.code == "not_your_turn"
    assert refused.value.facts == {"turn": seat}
    assert refused.value.status == 422
    assert refused.value.problem.section == "4"
    assert "nicht" in str(refused.value)


def test_other_refusals_have_kinds_of_their_own(client: Client) -> None:
    begun = client.create_game("gluck-auf", PEOPLE)
    seat, action = first_move(client, begun)
    with pytest.raises(NotFound, match="game_unknown"):
        client.game("nowhere").summary()
    with pytest.raises(AccessDenied, match="token_unknown"):
        client.game(begun.id, "wrong").choices()
    with pytest.raises(StaleVersion) as stale:
        client.game(begun.id, token_of(begun, seat)).act(action, at=begun.version + 5)
    assert stale.value.current == begun.version
    with pytest.raises(ProblemError) as invalid:
        client.create_game("gluck-auf", [SeatWish("An\u202ena"), SeatWish("Béla")])
    assert invalid.value.code == "name_invalid"
    assert invalid.value.facts["reason"] == "character"


def test_a_list_is_played_whole_or_not_at_all(client: Client) -> None:
    begun = client.create_game("gluck-auf", PEOPLE)
    seat, action = first_move(client, begun)
    game = client.game(begun.id, token_of(begun, seat))
    with pytest.raises(RuleViolation):
        game.act_all([action, action])
    assert game.summary().version == begun.version
    [entry] = game.act_all([action], key="mine")
    assert (entry.v, entry.key) == (begun.version + 1, "mine")


def test_an_open_seat_is_taken_and_a_rematch_asked_for(client: Client) -> None:
    seats = [SeatWish("Anna"), SeatWish(open=True)]
    begun = client.create_game("gluck-auf", seats, clock=Clock("move", 600, "stand_in"))
    assert begun.status == "waiting"
    invite = begun.seats[1].invite
    taken = client.game(begun.id, invite).take_seat(1, "Béla", salt="7d1c")
    assert (taken.status, taken.name) == ("running", "Béla")
    renewed = client.game(begun.id, begun.key).renew_token(0)
    with pytest.raises(AccessDenied):
        client.game(begun.id, token_of(begun)).choices()
    summary = client.game(begun.id, renewed.token).summary()
    assert summary.clock is not None
    assert summary.clock.left_ms == [600_000, 600_000]


def test_what_happens_around_the_board(client: Client, organizer: Client) -> None:
    begun = client.create_game("gluck-auf", PEOPLE)
    seat, action = first_move(client, begun)
    played = client.game(begun.id, token_of(begun, seat))
    played.act(action)
    claim = played.act(Claim(about="2", text="Not mine."))
    asked = played.act(AskTakeBack(to=1))
    assert [event["type"] for event in asked.events] == ["table_take_back_asked"]

    made = organizer.create_arbiter("Ria")
    assert made.id in {arbiter.id for arbiter in organizer.list_arbiters().arbiters}
    rules = client.game(begun.id, made.key)
    paused = rules.act(Pause("The lamp went out."))
    assert (paused.by, paused.name) == ("arbiter", "Ria")
    waiting = organizer.attention()
    assert claim.v in {each.claim for each in waiting.claims if each.game_id == begun.id}
    rules.act(AnswerClaim(claim.v, upheld=False, reason="It was.", sections=["4"]))
    rules.act(Resume("The light is back."))
    handed = rules.act(HandOver(seat, "Cili", "Anna had to go."))
    assert handed.token
    assert client.game(begun.id, handed.token).summary().table.seats[seat].name == "Cili"
    organizer.revoke_arbiter(made.id)
    with pytest.raises(AccessDenied):
        rules.act(Pause("Once more."))
