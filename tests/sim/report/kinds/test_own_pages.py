"""Pages of games of one's own: several decks beside each other, and games that a limit ends, whoever plays them."""

import re
from pathlib import Path

import pytest

import fatecast
from sim.report.shared.files import ReportFiles
from tests.support.card_game import BESIDE, CARDS, as_toml
from tests.support.undrawn import build_words

CLOCK = '''from fatecast.game import Game


def quick(view):
    """ends the game"""
    return False


def slow(view):
    """never ends it"""
    return True


class Clock(Game):
    players = 2
    turn_limit = 20
    policies = [quick, slow]

    def play(self, table):
        while True:
            table.turn(0)
            if not table.ask(0, {}):
                return table.win(table.luck.number("winner", 2))
'''


def text_of(files: ReportFiles) -> str:
    return files["report.md"].decode().replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture
def decks(tmp_path: Path) -> ReportFiles:
    (tmp_path / "reef").mkdir()
    (tmp_path / "reef/game.py").write_text(BESIDE)
    (tmp_path / "reef/cards.toml").write_text(as_toml(CARDS))
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "base"\nremove = ["whale"]\n[cards.kraken]\npower = 0\n[cards.shark]\npower = 5\n')
    grid = {"decks": ["base", str(mine)], "players": [2], "policies": ["high", "low"], "games": 600}
    out = tmp_path / "run"
    return build_words(fatecast.run(grid, game=tmp_path / "reef", out=out, executor="inline", progress=False).path)


def test_decks_are_shown_beside_each_other(decks: ReportFiles) -> None:
    page = decks["index.html"].decode()
    first = page[page.index('id="fates-answer"') :]
    answers = re.findall(r"<strong>(\w+): ", first[: first.index("</ul>")])
    assert answers == ["base", "mine"]
    table = first[first.index("<table") : first.index("</table>")]
    heads = re.findall(r"<th[^>]*>([a-z]+)</th>", table[: table.index("</thead>")])
    assert heads == ["card", "base", "mine"]
    rows = {row[0]: row[1:] for line in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL) if (row := _cells(line))}
    assert rows["whale"][1] == "–", "only the first deck has it"
    assert rows["shark"][0] == "–"
    assert _number(rows["Kraken"][0]) > 0 > _number(rows["Kraken"][1])


def _cells(line: str) -> list[str]:
    plain = re.sub(r"<small>.*?</small>", "", line)
    return [re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", plain, re.DOTALL)]


def _number(text: str) -> float:
    return float(text.replace("−", "-"))


@pytest.mark.parametrize(
    ("policies", "said"),
    [
        (["quick"], "Nothing else. All games end by their rules."),
        (["quick", "slow"], "of the games (slow) are ended by a limit."),
    ],
)
def test_games_that_a_limit_ends_are_told_whoever_plays_them(policies: list[str], said: str, tmp_path: Path) -> None:
    file = tmp_path / "clock.py"
    file.write_text(CLOCK)
    grid = {"policies": policies, "games": 100}
    done = fatecast.run(grid, game=file, out=tmp_path / "run", executor="inline", progress=False)
    text = text_of(build_words(done.path))
    assert said in text
    assert ("games end by their rules" in text) == (policies == ["quick"])
