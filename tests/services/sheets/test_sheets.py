"""Sheets as paper: what is drawn, with which letters, and that nothing is read as markup."""

import pytest
import typst

from replays.tournaments.report.words import Say
from services.sheets.contents import SHEETS, Printing, SheetName, sheet
from services.sheets.model import Grid, Sheet, Words
from services.sheets.page import page
from services.sheets.pdf import pdf, picture
from tests.replays.tournaments.test_bundle import played

NAMES = {1: "Ödön #panic(1) [", 2: "<b>*Győző*</b>", 3: "ágnes", 4: "Béla"}


def printed(name: SheetName) -> Sheet:
    tournament = played().tournament
    printing = Printing(
        tournament, Say("hu", NAMES), "http://example.org", tournament.state.rounds[0]
    )
    return sheet(name, printing)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_the_same_bytes_every_time_whatever_people_are_called(name: SheetName) -> None:
    found = printed(name)
    assert pdf(found) == pdf(found)
    assert "<b>*" not in page(found)


def test_names_stand_by_the_alphabet_without_regard_to_marks_and_capitals() -> None:
    [grid] = printed("alphabetical").parts
    assert isinstance(grid, Grid)
    named = [row[0] for row in grid.rows if not row[0][0].isdigit()]
    assert [name.split(" (")[0] for name in named] == [
        *("<b>*Győző*</b>", "ágnes", "Béla", "Ödön #panic(1) ["),
    ]


def test_the_record_has_standings_results_interventions_regulation_and_digests() -> None:
    parts = printed("record").parts
    said = [part.text for part in parts if isinstance(part, Words) and part.is_heading]
    say = Say("hu")
    assert said == [
        say(key) for key in ("standings", "rounds", "integrity", "regulation", "digests")
    ]
    cells = [cell for part in parts if isinstance(part, Grid) for row in part.rows for cell in row]
    assert played().tournament.last_hash in cells


@pytest.mark.parametrize("letter", "őűŐŰßé−„”")
def test_the_fonts_that_come_with_typst_have_our_letters(letter: str) -> None:
    """What a font lacks is drawn as the same empty box as a letter that nobody has."""

    def drawn(letter: str) -> bytes:
        return picture(Sheet("", "", "hu", [Words(letter)]))

    assert drawn(letter) not in {drawn("\U0010fffd"), drawn(" ")}


def test_only_fonts_that_come_with_typst_are_used() -> None:
    assert "Libertinus Serif" in typst.Fonts(include_system_fonts=False).families()
