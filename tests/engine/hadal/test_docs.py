"""The page about the game agrees with it."""

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from engine.hadal.about import ABOUT
from engine.hadal.cells.grid import GRID
from engine.hadal.cells.play_cell import TABLES
from engine.hadal.cells.policy_set import LADDER, POLICIES
from engine.hadal.cells.variants import CHANGES
from engine.hadal.game import HADAL
from engine.hadal.mission.files import mission_from_file
from engine.hadal.table.results import COLUMNS, COUNTERS, ENDS, OUTCOMES
from sim.experiment.experiment import read_experiment, resolve
from tests.support import ROOT

PAGE = (ROOT / "docs/reference/games/hadal.md").read_text(encoding="utf-8")


def rows_below(head: str) -> list[list[str]]:
    """The rows of the table that begins with this head."""
    rows = []
    for line in PAGE[PAGE.index(head) :].splitlines()[2:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def block(language: str, word: str) -> str:
    """The block of code in this language that has this word in it."""
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return next(each for each in blocks if word in each)


def names(rows: list[list[str]]) -> list[str]:
    return [name for row in rows for name in re.findall(r"`(\w+)`", row[0])]


def test_every_column_counter_and_outcome_is_told() -> None:
    assert sorted(names(rows_below("| column | meaning |"))) == sorted(column.name for column in COLUMNS)
    assert ", ".join(ENDS) in PAGE
    for each in (*COUNTERS, *OUTCOMES):
        assert f"`{each.name}`" in PAGE


def test_every_option_key_kind_and_policy_is_told() -> None:
    assert sorted(names(rows_below("| option | values | default |"))) == sorted(option.name for option in ABOUT.options)
    assert names(rows_below("| key | value | default |")) == list(GRID.model.model_fields)
    assert all(f"`{kind}`" in PAGE for kind in CHANGES.kinds)
    assert names(rows_below("| policy | extras | wants a test |")) == list(LADDER[1:])
    known = POLICIES.parameters_of(POLICIES.module("veteran"))
    assert sorted(names(rows_below("| parameter | values | default |"))) == sorted(known)


def test_the_patches_are_those_of_the_game() -> None:
    words = {"one each": "each", "one for the captain": "captain", "none": "none"}
    for agents, explores, refreshes, support in rows_below("| agents | free Explores"):
        [cell] = GRID.cells(GRID.resolve({"players": [int(agents)]}, "page"))
        options = cell.spec["options"]
        assert options["free_explores"] == words[explores]
        assert (options["free_refreshes"], f"up to {options['support']}") == (int(refreshes), support)


def test_the_mission_of_the_page_can_be_typed_in(tmp_path: Path) -> None:
    text = block("toml", "[group]")
    others = "".join(
        f"\n[receptacles.{name}]\nT = 1\nD = 3\nS = 2\nlevel = 8\n" for name in ("runner", "hauler", "steady")
    )
    path = tmp_path / "mine.toml"
    path.write_text(text + others, encoding="utf-8")
    mission = mission_from_file(path)
    assert (mission.goal, mission.standin, len(mission.cards)) == (20, False, 2)
    assert mission.warnings, "two locations are too few for 20 points"


def test_the_variants_of_the_page_can_be_played() -> None:
    cells = GRID.cells(GRID.resolve({**tomllib.loads(block("toml", "variants")), "players": [2]}, "page"))
    assert [cell.labels["variant"] for cell in cells] == [
        "usual",
        "free_refreshes=0",
        "support=1 reshuffle=round",
        "surplus=off",
    ]


@pytest.mark.full
def test_the_policy_of_the_page_plays(tmp_path: Path) -> None:
    path = tmp_path / "plain.py"
    path.write_text(block("python", "choose_action"), encoding="utf-8")
    name = HADAL.policies.admit(path)
    [cell] = GRID.cells(GRID.resolve({"policies": [name], "players": [3]}, "page"))
    rows = TABLES.play_batch(cell, 1, 0, 20).rows
    assert int(np.sum(rows["boost"] + rows["support"] + rows["explore"])) == 0
    assert int(np.sum(rows["tests"])) > 0


def test_the_experiment_of_the_page_answers_every_question() -> None:
    """Each contrast has both of its sides, on every mission, for every number of agents that it concerns."""
    experiment = resolve(*read_experiment(HADAL.presentation.answered_by, "hadal"))
    labels = [frozenset(cell.labels.items()) for cell in experiment.cells]
    for question in HADAL.presentation.questions:
        for contrast in question.contrasts:
            for mission in "ABC":
                first = {"mission": mission, "policy": "veteran", "players": 2, "shift": 0, "variant": "usual"}
                for side in (contrast.before, contrast.after):
                    assert frozenset({**first, **side}.items()) in labels, (contrast.title, mission)
