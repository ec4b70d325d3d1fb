"""What the panel of a scoring must show: all that the API says of it."""

from typing import Any

from playwright.sync_api import Page

from tests.services.web.games import signed, written

Event = dict[str, Any]

READ = """() => {
  const panel = document.querySelector(".scoring");
  const texts = (root, path) =>
    [...root.querySelectorAll(path)].map((one) => one.textContent.trim());
  return {
    hidden: panel.hidden,
    tables: [...panel.querySelectorAll("table")].map((table) => ({
      players: texts(table, "thead th").slice(1),
      rows: [...table.querySelectorAll("tbody tr[data-element]")].map((row) => ({
        element: row.dataset.element,
        name: row.querySelector("th").firstChild.textContent,
        why: row.nextElementSibling?.matches(".because") ? row.nextElementSibling.textContent : "",
        cells: [...row.querySelectorAll("td")].map((cell) => ({
          counted: cell.querySelector(".counted")?.textContent ?? null,
          points: cell.querySelector("b")?.textContent ?? null,
          place: cell.dataset.placeWon ?? null, tied: cell.dataset.tied !== undefined,
          text: cell.textContent, lines: texts(cell, "li"),
        })),
      })),
      sums: texts(table, "tfoot td"),
    })),
    told: texts(panel, ".told li"),
    tie: panel.querySelector(".tie-break") !== null,
  };
}"""


def expect_panel(page: Page, game: str, scoring: dict[str, Any]) -> None:
    shown = page.evaluate(READ)
    assert not shown["hidden"]
    names = page.locator(".scores .who").all_text_contents()
    assert all(table["players"] == names for table in shown["tables"])
    CHECKS[game](shown, scoring["events"])


def _of(events: list[Event], *types: str) -> list[Event]:
    return [one for one in events if one["event"]["type"] in types]


def _sentences_of_the_rest(shown: dict[str, Any], events: list[Event], in_tables: set[str]) -> None:
    rest = [one["text"] for one in events if one["event"]["type"] not in in_tables]
    assert shown["told"] == rest


def _gluck_auf(shown: dict[str, Any], events: list[Event]) -> None:
    table = shown["tables"][0]
    elements = _of(events, "element_scored")
    assert [row["element"] for row in table["rows"]] == [
        one["event"]["element_id"] for one in elements
    ]
    for row, one in zip(table["rows"], elements, strict=True):
        _element(row, one)
    [total] = _of(events, "shift_scored")
    gained, totals = total["event"]["vp_gained"], total["event"]["vp_totals"]
    assert table["sums"] == [
        f"{signed(vp)} → {written(of)}" for vp, of in zip(gained, totals, strict=True)
    ]
    final = _of(events, "final_score_computed")
    assert len(shown["tables"]) == 1 + len(final)
    for one in final:
        _final(shown["tables"][1], one["event"]["players"])
    in_tables = {"element_scored", "shift_scored", "final_score_computed"}
    _sentences_of_the_rest(shown, events, {*in_tables, "delivered_orders_concealed"})


def _element(row: dict[str, Any], one: Event) -> None:
    event, text = one["event"], one["text"]
    assert text.startswith(row["name"])
    assert row["why"] == text.partition("; ")[2]
    for seat, cell in enumerate(row["cells"]):
        assert cell["counted"] == str(event["counts"][seat])
        places = {"1": "first", "2": "second"}
        won = next((rank for rank, place in places.items() if seat in event[place]), None)
        assert cell["place"] == won
        if won:
            place = places[won]
            assert cell["points"] == signed(event[f"{place}_vp"])
            assert cell["tied"] == (len(event[place]) > 1) == ("tied" in cell["text"])
            assert f"{won}." in cell["text"]


def _final(table: dict[str, Any], players: list[dict[str, Any]]) -> None:
    fields = ("money_vp", "cube_vp", "outstanding_vp", "balance_vp")
    counts = (("marks",), ("cubes",), ("outstanding",), ("light", "dark"))
    assert tuple(row["element"] for row in table["rows"]) == fields
    for row, field, counted in zip(table["rows"], fields, counts, strict=True):
        for cell, player in zip(row["cells"], players, strict=True):
            assert cell["points"] == signed(player[field])
            assert all(str(player[count]) in cell["counted"] for count in counted)
    assert table["sums"] == [written(player["total"]) for player in players]


CATEGORIES = ("lorries", "orders", "shares", "markers", "objectives")


def _kartenspiel(shown: dict[str, Any], events: list[Event]) -> None:
    final = [one["event"] for one in _of(events, "player_scored")]
    [interim] = _of(events, "shift_scoring_computed")
    scores = sorted(final or interim["event"]["scores"], key=lambda score: int(score["seat"]))
    [table] = shown["tables"]
    assert tuple(row["element"] for row in table["rows"]) == CATEGORIES
    for row in table["rows"]:
        for cell, score in zip(row["cells"], scores, strict=True):
            assert cell["points"] == signed(score[row["element"]])
            assert [line.rpartition(" → ")[2] for line in cell["lines"]] == [
                signed(vp) for _, vp in _reasons(score, row["element"])
            ]
            for line, (count, _) in zip(
                cell["lines"], _reasons(score, row["element"]), strict=True
            ):
                assert str(count) in line
    assert table["sums"] == [written(score["total"]) for score in scores]
    hidden = {"player_scored", "shift_scoring_computed", "workers_returned", "turn_started"}
    _sentences_of_the_rest(shown, events, hidden)


def _reasons(score: dict[str, Any], category: str) -> list[tuple[object, int]]:
    if category == "objectives":
        return [(line["count"], line["vp"]) for line in score.get("lines", ())]
    cards = [card for card in score.get("cards", ()) if card["category"] == category]
    return [(card["card"].partition("marker.")[2], card["vp"]) for card in cards]


def _schichtwechsel(shown: dict[str, Any], events: list[Event]) -> None:
    steps = _of(events, "round_scored", "final_step_scored")
    rows = [row for table in shown["tables"] for row in table["rows"]]
    assert len(rows) == len(steps)
    for row, one in zip(rows, steps, strict=True):
        event = one["event"]
        assert row["element"] == event.get("step", event.get("card"))
        assert one["text"].startswith(f"{row['name']}:")
        assert row["why"]
        for seat, cell in enumerate(row["cells"]):
            assert cell["counted"] == written(event["counts"][seat])
            assert cell["points"] == signed(event["points"][seat])
    if steps:
        sums = [sum(points) for points in zip(*(s["event"]["points"] for s in steps), strict=True)]
        assert shown["tables"][0]["sums"] == [signed(total) for total in sums]
    hidden = {"round_scored", "final_step_scored", "points_scored", "turn_started", "step_started"}
    _sentences_of_the_rest(shown, events, hidden)
    over = [one["event"]["ranking"] for one in _of(events, "game_finished")]
    tied = any(len({place["points"] for place in ranking}) < len(ranking) for ranking in over)
    assert shown["tie"] == tied


CHECKS = {"gluck-auf": _gluck_auf, "kartenspiel": _kartenspiel, "schichtwechsel": _schichtwechsel}
