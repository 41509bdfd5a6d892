"""What stands in the rooms beside the workbench is what their commands print, digit by digit; and a page that was
written to be sent is verified, until somebody changes a digit of it. (Their routes alone: `tests/sim/studio`.)"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sim.start.new_game import write_new_game
from tests.support.studio_pages import Bench, opened
from tests.support.studio_rooms import few_games, too_wide

pytestmark = pytest.mark.full


def table_in(text: str) -> list[list[str]]:
    """The rows of the tables of a terminal."""
    return [[cell.strip() for cell in line.split("│")[1:-1]] for line in text.splitlines() if line.startswith("│")]


def texts(bench: Bench, selector: str) -> list[str]:
    return [str(each).strip() for each in bench.page.locator(selector).all_text_contents()]


def words(text: str) -> str:
    """The text, however a terminal wraps it."""
    return " ".join(text.split())


def test_side_by_side_and_the_page_to_send(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, "--game", "pig") as bench:
        bench.room("Side by side")
        page = bench.page
        for name, text in (("before", "hold at=12"), ("after", "hold at=25"), ("games", "60"), ("seed", "3")):
            page.fill(f"[name={name}]", text)
        page.get_by_role("button", name="Compare").click()
        page.wait_for_selector("#after:not([hidden])")
        command = bench.command
        assert command == "fatecast compare 'hold at=12' 'hold at=25' --game pig --games 60 --seed 3"
        printed = bench.typed(command)
        rows = [
            texts(bench, f"#cells tbody tr:nth-child({at}) td")
            for at in range(1, page.locator("#cells tbody tr").count() + 1)
        ]
        assert rows
        assert table_in(printed)[-len(rows) :] == rows
        sentences = texts(bench, "#told span")
        assert sentences
        for sentence in sentences:
            assert words(sentence) in words(printed)
        page.fill("[name=share]", "mine")
        page.get_by_role("button", name="Share").click()
        page.wait_for_selector("#shared pre")
        check, written = texts(bench, "#shared pre")
        assert check == "fatecast verify reports/shared/mine.html --game pig"
        assert written == f"{command} --page reports/shared/mine.html"
        bench.typed(check)
        file = tmp_path / "reports/shared/mine.html"
        text = file.read_text()
        digit = next(re.finditer(r"(?<=[-+>(])\d+\.\d", text)).end() - 1
        file.write_text(f"{text[:digit]}{(int(text[digit]) + 1) % 10}{text[digit + 1 :]}")
        bench.typed(check, fails_with=6)


def test_which_piece_hurts_most(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path) as bench:
        page = bench.page
        page.fill("[name=policy]", "novice")
        bench.players(3)
        page.fill("[name='axis:doom']", "0")
        page.keyboard.press("Tab")
        bench.ready()
        page.click("#ask-matters")
        page.wait_for_selector("#matters-more:not([hidden])", state="attached")
        page.wait_for_selector("#matters-clock:text-is('')", state="attached")
        told, command = bench.text("#matters-told"), str(page.locator("#matters-command").text_content())
        [games] = re.findall(r" --players 3 --doom 0 --games (\d+) --seed 1$", command)
        assert f"{int(games):,} games in each cell" in told
        rows = {row[0]: row for row in table_in(bench.typed(f"{command} --out again"))}
        shown = dict(
            zip(
                page.locator("article.piece:has(.effect:not([hidden]))").evaluate_all(
                    "all => all.map(each => each.dataset.piece)"
                ),
                texts(bench, "article.piece .effect:not([hidden]) span"),
                strict=True,
            )
        )
        assert [f"without {piece}" for piece in shown] == [*rows][::-1]
        for piece, text in shown.items():
            [change] = re.findall(r"[+-]\d+\.\d+", text)
            assert change in rows[f"without {piece}"], (piece, text)
        for change in re.findall(r"[+-]\d+\.\d+", told):
            assert any(change in row for row in rows.values())


def test_games_that_are_found_and_one_of_them_again(chromium: Any, tmp_path: Path) -> None:
    few_games(tmp_path)
    with opened(chromium, tmp_path) as bench:
        bench.room("Games")
        page = bench.page
        page.select_option("[name=won]", "false")
        page.fill("[name=min]", "turns=2")
        page.get_by_role("button", name="Find").click()
        page.wait_for_selector("#found li")
        lines = bench.typed(bench.command).splitlines()
        assert "--lost --min turns=2 --limit 10" in bench.command
        found = [re.fullmatch(r"Show (.*) (\S+)", each) for each in texts(bench, "#found li")]
        assert [f"fatecast replay {each[2]}   # {each[1]}" for each in found if each] == lines[:-1]
        assert bench.text("#told") == lines[-1]
        page.locator("#found button").first.click()
        page.wait_for_selector("#replay:not([hidden]) #lines li")
        page.click("#last")
        command = str(page.locator("#replay-command").text_content())
        printed = [line.strip() for line in bench.typed(command).splitlines() if line.strip()]
        assert texts(bench, "#lines li") == printed
        title = bench.text("#title")
        [(seed, index)] = re.findall(r":seed(\d+):game(\d+)", command)
        assert title.endswith(f", seed {seed}, game {index}")


def test_the_figures_of_a_card_stand_on_its_card(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path) as bench:
        page, card = bench.page, bench.page.locator("article[data-piece=the-deep]")
        bench.find("The Deep")
        card.get_by_text("Before any game").click()
        card.locator(".sheet pre").wait_for()
        printed = json.loads(bench.typed(f"{card.locator('.sheet pre').text_content()} --json"))
        captions = card.locator(".sheet caption").all_text_contents()
        titles = [panel["title"] for panel in printed["panels"]]
        assert [caption.partition(" (")[0] for caption in captions[: len(titles)]] == titles
        assert captions[len(titles) :] == [table["title"] for table in printed["tables"]]
        cells = card.locator(".sheet table.figure").first.locator("td").all_text_contents()
        assert cells == [f"{value:.0%}" for line in printed["panels"][0]["values"] for value in line]
        for table, shown in zip(printed["tables"], range(len(titles), len(captions)), strict=True):
            rows = card.locator(".sheet table").nth(shown).locator("tbody tr")
            texts_of = [rows.nth(at).locator("th, td").all_text_contents() for at in range(rows.count())]
            assert texts_of == [[*row.values()] for row in table["rows"]]
        assert card.bounding_box()["width"] > 500, "figures have room"
        assert card.get_by_text("5 or less").count() == 1, "what the card says is not said again"
        bench.players(3)
        assert card.locator(".sheet pre").is_visible(), "what is open stays open"
        assert too_wide(page) == []


def test_a_game_that_says_no_more_offers_nothing(chromium: Any, tmp_path: Path) -> None:
    write_new_game(tmp_path / "smugglers", "cards")
    with opened(chromium, tmp_path, "--game", "./smugglers") as bench:
        assert bench.page.locator("article.piece").count() > 1
        assert bench.page.locator(".piece details").count() == 0
