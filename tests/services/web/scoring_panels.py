"""What the panel of a scoring must show: all that the API says of it."""

from typing import Any

from playwright.sync_api import Page

from tests.services.web.games import signed, written

READ = """() => {
  const panel = document.querySelector(".scoring");
  const texts = (root, path) =>
    [...root.querySelectorAll(path)].map((one) => one.textContent.trim());
  return {
    hidden: panel.hidden,
    tables: [...panel.querySelectorAll("table")].map((table) => ({
      title: table.closest(".scroll").previousElementSibling.textContent,
      players: texts(table, "thead th").slice(1),
      rows: [...table.querySelectorAll("tbody tr[data-element]")].map((row) => ({
        element: row.dataset.element,
        name: row.querySelector("th").firstChild.textContent,
        why: row.nextElementSibling?.matches(".because") ? row.nextElementSibling.textContent : "",
        cells: [...row.querySelectorAll("td")].map((cell) => ({
          counted: cell.querySelector(".counted")?.textContent ?? null,
          points: cell.querySelector("b")?.textContent ?? null,
          place: cell.dataset.placeWon ?? null, tied: cell.dataset.tied !== undefined,
        })),
        lines: Object.fromEntries([...table.querySelectorAll(
          `.reasons[data-of="${row.dataset.element}"] .lines`,
        )].map((list) => [list.dataset.seat, texts(list, "li")])),
      })),
      sums: texts(table, "tfoot td"),
    })),
    told: texts(panel, ".told li"),
    tie: panel.querySelector(".tie-break")?.textContent ?? "",
  };
}"""


def expect_panel(page: Page, scoring: dict[str, Any]) -> None:
    shown = page.evaluate(READ)
    assert not shown["hidden"]
    names = page.locator(".scores .who").all_text_contents()
    assert all(table["players"] == names for table in shown["tables"])
    assert [table["title"] for table in shown["tables"]] == [
        table["title"] for table in scoring["tables"]
    ]
    for table, data in zip(shown["tables"], scoring["tables"], strict=True):
        _table(table, data)
    assert shown["told"] == [scoring["events"][note - 1]["text"] for note in scoring["notes"]]
    assert shown["tie"] == scoring["tie_break"]


def _table(table: dict[str, Any], data: dict[str, Any]) -> None:
    for row, element in zip(table["rows"], data["elements"], strict=True):
        assert (row["element"], row["name"]) == (element["element"], element["name"])
        assert row["why"] == element["why"]
        for seat, cell in enumerate(row["cells"]):
            _cell(cell, element, seat)
        assert row["lines"] == _lines(element)
    sums = [signed(points) for points in data["points"]]
    if data["totals"]:
        totals = map(written, data["totals"])
        sums = [f"{points} → {total}" for points, total in zip(sums, totals, strict=True)]
    assert table["sums"] == sums


def _cell(cell: dict[str, Any], element: dict[str, Any], seat: int) -> None:
    counts, places, points = element["counts"], element["places"], element["points"][seat]
    assert cell["counted"] == (written(counts[seat]) if counts else None)
    place = places[seat] if places else None
    assert cell["place"] == (str(place) if place else None)
    assert cell["points"] == (None if places and not place else signed(points))
    assert cell["tied"] == bool(place and places.count(place) > 1)


def _lines(element: dict[str, Any]) -> dict[str, list[str]]:
    """By seat, of those who have some."""
    found: dict[str, list[str]] = {}
    for reason in element["reasons"]:
        found.setdefault(str(reason["seat"]), []).append(_line(reason))
    return found


def _line(reason: dict[str, Any]) -> str:
    counted = "" if reason["count"] is None else f": {written(reason['count'])}"
    return f"{reason['name']}{counted} → {signed(reason['points'])}"
