"""The same people once more: each finds the way by the token of the game that is over."""

from typing import Any

import httpx

from tests.services.api.house import House
from tests.services.api.table import Table, bearer


def again(table: Table, token: dict[str, str], **body: Any) -> httpx.Response:
    return table.http.post(table.path("/rematch"), headers=token, json=body)


def test_everybody_who_wants_a_rematch_sits_one_seat_further(
    house: House, http: httpx.Client, finished: Table
) -> None:
    first = again(finished, finished.tokens[0], salt="mine")
    assert first.status_code == 201, first.text
    anna = first.json()
    assert (anna["status"], anna["seat"], anna["key"]) == ("waiting", 1, None)
    assert anna["seats"] == [
        {"seat": 0, "name": "Béla", "sits": False},
        {"seat": 1, "name": "Anna", "sits": True},
    ]
    assert finished.summary()["rematch"] == anna["id"]
    assert again(finished, finished.tokens[0]).json() == anna, "asked twice, it is the same"
    keeper = again(finished, bearer(finished.begun["key"])).json()
    assert (keeper["id"], keeper["seat"], keeper["token"]) == (anna["id"], None, None)
    assert keeper["key"]
    other = house.open_api().http
    bela = again(finished.through(other), finished.tokens[1], salt="yours").json()
    assert (bela["id"], bela["status"], bela["seat"]) == (anna["id"], "running", 0)
    assert bela["token"] != anna["token"]
    assert again(finished, finished.tokens[0]).json()["token"] == anna["token"]
    summary = http.get(f"/games/{anna['id']}").json()
    assert [seat["name"] for seat in summary["seats"]] == ["Béla", "Anna"]
    for seat, token in enumerate((bela["token"], anna["token"])):
        view = http.get(f"/games/{anna['id']}/state", headers=bearer(token)).json()
        assert view["seat"] == seat
    line = http.get(f"/games/{anna['id']}/log").json()
    assert [seat["salt"] for seat in line["action"]["seats"]] == ["yours", "mine"]
    renewed = http.post(f"/games/{anna['id']}/seats/1/token", headers=bearer(keeper["key"]))
    assert renewed.status_code == 201
    assert again(finished, finished.tokens[0]).json()["token"] is None, "it was made anew"


def test_who_may_and_when(house: House, http: httpx.Client, finished: Table) -> None:
    def code(answer: httpx.Response) -> tuple[int, str]:
        return answer.status_code, answer.json()["code"]

    assert code(again(finished, {})) == (401, "token_needed")
    assert code(again(finished, bearer("nothing"))) == (401, "token_unknown")
    running = Table.open(http)
    assert code(again(running, running.tokens[0])) == (422, "game_not_over")
    assert code(again(running, house.organizer)) == (422, "game_not_over")
    unfit = again(finished, finished.tokens[0], salt="\n")
    assert code(unfit) == (422, "salt_invalid")
