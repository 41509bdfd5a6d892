"""The pages about the game agree with it."""

import re
import tomllib
from pathlib import Path

import pytest

from engine.euphoria.about import ABOUT
from engine.euphoria.cells.policy_set import POLICIES
from engine.euphoria.deck.effects import PLAIN, parse_effect
from engine.euphoria.deck.files import deck_from_file, load_deck
from engine.euphoria.game import EUPHORIA
from engine.euphoria.table.results import COLUMNS, ENDS
from engine.policy.naming import shown_number
from tests.support import ROOT
from tests.support.euphoria.cells import make

PAGE = (ROOT / "docs/reference/games/euphoria.md").read_text(encoding="utf-8")
HOW_TO = (ROOT / "docs/how-to/type-in-artifacts.md").read_text(encoding="utf-8")


def rows_below(page: str, head: str) -> list[list[str]]:
    """The rows of a table that begins with this head, as words."""
    lines = page[page.index(head) :].splitlines()[2:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_every_column_is_told() -> None:
    told = [name for row in rows_below(PAGE, "| column | meaning |") for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(told) == sorted(column.name for column in COLUMNS)
    assert ", ".join(ENDS) in PAGE


def test_every_option_is_told() -> None:
    told = [re.findall(r"`(\w+)`", row[0])[0] for row in rows_below(PAGE, "| option | values | default |")]
    assert told == [option.name for option in ABOUT.options]


def test_the_counts_are_those_of_the_box() -> None:
    deck = load_deck("box")
    followers, lasers = rows_below(PAGE, "| players | 4 | 5 | 6 | 7 | 8 |")
    assert [int(word) for word in followers[1:]] == list(deck.followers.values())
    assert [int(word) for word in lasers[1:]] == list(deck.lasers.values())


def test_the_parameters_are_told_as_they_are() -> None:
    for name, *words in rows_below(PAGE, "| policy | `ready` | `theta`"):
        policy = name.strip("`")
        known = POLICIES.parameters_of(POLICIES.module(policy))
        defaults = [shown_number(each.word(each.default)) for each in known.values()]
        assert [word.strip("`") for word in words[: len(defaults)]] == defaults


@pytest.mark.full
def test_the_policy_of_the_page_plays(tmp_path: Path) -> None:
    [source] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "shy.py"
    path.write_text(source)
    EUPHORIA.policies.admit(path)
    rows = EUPHORIA.simulate(make("none", "shy", 4, turn_cap=20), 1, 0, 5).rows
    assert (rows["interrogations"] == 20).all()


def test_the_deck_of_the_how_to_can_be_read(tmp_path: Path) -> None:
    [text] = re.findall(r"```toml\n(.*?)```", HOW_TO, re.DOTALL)
    assert tomllib.loads(text)["artifact"][0]["when"] == "aimed"
    path = tmp_path / "real.toml"
    path.write_text(text)
    assert deck_from_file(path).size == 2


def test_every_effect_is_told() -> None:
    told = [
        word for row in rows_below(HOW_TO, "| effect | what it does |") for word in re.findall(r"`([^`]+)`", row[0])
    ]
    assert {word for word in PLAIN if word not in told} == set()
    assert all(parse_effect(word) for word in told)


@pytest.mark.parametrize("deck", ["none", "surrogate", "no-barter", "wide"])
def test_the_page_names_every_deck(deck: str) -> None:
    assert f"`{deck}`" in PAGE
