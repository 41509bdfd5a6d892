"""Layout files, experiments and their mistakes: one line, which names the file, the field and what was expected."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadInput
from engine.oracle.cells.grid import GRID
from engine.oracle.cells.variants import CHANGES
from engine.oracle.game import ORACLE
from engine.oracle.layout.files import layout_from_file, load_layout
from engine.oracle.layout.layout import most_worth
from engine.oracle.table.results import MOST_WORTH
from tests.support import ROOT
from tests.support.oracle.cells import make, tiny


def mistake(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        layout_from_file(path)
    line = str(caught.value)
    assert line.startswith(str(path))
    assert "\n" not in line.split(" (and ")[0]
    return line.removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('extends = "A"\nmap = ["RRG", "RR"]', "map: expected rows of one length, got 3 cells in row 1 and 2 in row 2"),
        (
            'extends = "A"\nmap = ["RQ", "RR"]',
            "map.0: expected letters of RGBY, or . for a cell without a colour",
        ),
        ('extends = "A"\nmap = ["RRR", "RRR"]', "map: expected an even number of cells a row"),
        ('extends = "A"\nmap = ["RR"]', "map: expected a list of 2 to 12 rows"),
        ('extends = "A"\ncross_arm = 4', "cross_arm: expected at most 3, so that the cross fits"),
        ('extends = "A"\nstrip = -1', "strip: expected an integer from 0 to 128, got -1"),
        ('extends = "A"\nboxes = 99', "boxes: expected an integer from 0 to 12, got 99"),
        ('extends = "A"\nupper = ["Q4"]', "upper.0: expected -, x, market, cleanse, or amulet:"),
        ('extends = "A"\nupper = ["amulet:RR"]', "upper.0: expected"),
        ('extends = "A"\nstripe = 3', "stripe: unknown key: did you mean 'strip'?"),
        ("strip = 3", "map: missing field"),
        ('extends = "nowhere"', "extends: unknown layout 'nowhere'"),
    ],
)
def test_mistakes_in_a_layout(tmp_path: Path, text: str, line: str) -> None:
    assert mistake(tmp_path, text).startswith(line)


@pytest.mark.parametrize(
    ("grid", "line"),
    [
        ({"layouts": []}, "layouts: expected a list of layout names"),
        ({"players": [5]}, "players.0: expected an integer from 1 to 4, got 5"),
        ({"rogues": [9]}, "rogues.0: expected an integer from 0 to 8, got 9"),
        ({"rogues": [4, 4]}, "rogues: expected each number only once, got 4 twice"),
        ({"policies": ["nobody"]}, "policies"),
        ({"options": {"clump": 1.0}}, "options.clump: expected a number from 0 to 0.95"),
        ({"options": {"closed": ["nothing"]}}, "options.closed: unknown action or ability 'nothing'"),
        ({"options": {"marks": [0]}}, "options.marks"),
        ({"options": {"marks": "4,4,9"}}, "options.marks: expected each hour only once, got 4 twice"),
        ({"options": {"marks": [6, 14]}}, "options.marks: expected hours of a day of 12 hours, got 14"),
        ({"variants": ["usual", "hours=8 marks=4,9"]}, "variants: 'hours=8 marks=4,9': marks: expected hours"),
        ({"options": {"change_spaces": "two"}}, 'options.change_spaces: expected "one" or "three"'),
        ({"options": {"no_repeat": 2}}, "options.no_repeat: expected on or off"),
        ({"players": [4], "options": {"draw": 2, "marks": "1,2,3,4,5,6"}}, "options.marks: 4 players draw 60"),
        ({"tables": ["random,greedy"]}, "tables: only the Oracle decides"),
        ({"variants": ["usual", "clump=2"]}, "variants: 'clump=2': clump: expected a number from 0 to 0.95"),
        ({"variants": ["usual", "rain=2"]}, "variants: 'rain=2': expected usual, or OPTION=VALUE"),
        ({"variants": ["usual", "days=2 for greedy"]}, "variants: 'days=2 for greedy': expected policies of this"),
        ({"variants": ["usual", "marks=1,2,3,4,5,6,7,8,9,10,11,12 draw=2"], "players": [4]}, "variants: 'marks="),
    ],
)
def test_mistakes_in_an_experiment(grid: dict[str, Any], line: str) -> None:
    with pytest.raises(BadInput) as caught:
        GRID.resolve(grid, "here")
    assert str(caught.value).removeprefix("here: ").startswith(line)


def test_a_layout_extends_another(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    path.write_text('extends = "A"\nstrip = 8\n')
    layout = layout_from_file(path)
    assert (layout.name, layout.strip, layout.map, layout.standin) == ("short", 8, load_layout("A").map, True)
    assert ORACLE.files.changes(path) == ["strip 32 → 8"]
    assert str(ORACLE.files.check({"strip": 8}, path)).startswith("a stand-in layout of 6 × 6 cells, strip 8")
    assert layout.digest != load_layout("A").digest


def test_the_title_says_that_it_is_a_stand_in() -> None:
    assert load_layout("A").title == "stand-in layout A"
    assert ORACLE.presentation.content_title(make("B").spec) == "stand-in layout B"
    assert ORACLE.notes([make("A"), make("B")])[0].startswith("A and B: the layouts are stand-ins; ")
    assert ORACLE.notes([make("C")])[0].startswith("C: the layout is a stand-in; ")
    assert not any("stand-in" in note for note in ORACLE.notes([make(tiny())]))
    assert not any(note.endswith(".") for note in ORACLE.notes([make("A"), make(tiny(par=900))]))


def test_a_par_out_of_reach_is_a_warning() -> None:
    notes = ORACLE.notes([make(tiny(par=500))])
    assert any(note.startswith("warning: layout tiny: no play can reach the par of 500") for note in notes)
    assert not any("warning" in note for note in ORACLE.notes([make("A"), make("B"), make("C")]))


def test_no_layout_is_worth_more_than_the_limit_of_the_column(tmp_path: Path) -> None:
    """The largest layout that a file may hold comes within two of it."""
    boxes = ['"tablet:RG"'] * 32
    largest = tmp_path / "largest.toml"
    largest.write_text(
        f"""name = "largest"
map = [{", ".join(['"RRRRRRRRRRRR"'] * 12)}]
cross_arm = 6
upper = [{", ".join(boxes)}]
lower = [{", ".join(boxes)}]
strip = 128
boxes = 12
par = 1
"""
    )
    most = most_worth(layout_from_file(largest), 20, 20, 10)
    assert MOST_WORTH - 2 <= most <= MOST_WORTH


def test_variants_are_played_with_the_first_players_and_rogues() -> None:
    grid = {"players": [2, 4], "rogues": [4, 6], "policies": ["planner", "greedy"]}
    found = GRID.resolve({**grid, "variants": ["usual", "closed=predict,stars days=2 for greedy"]}, "x")
    cells = GRID.cells(found)
    assert GRID.resolve(found, "x") == found
    assert [cell.labels["variant"] for cell in cells] == ["usual"] * 8 + ["closed=predict,stars days=2"]
    assert (cells[-1].labels["policy"], cells[-1].labels["players"], cells[-1].labels["rogues"]) == ("greedy", 2, 4)
    assert (cells[-1].spec["options"]["closed"], cells[-1].spec["options"]["days"]) == (["stars", "predict"], 2)
    assert "variant" not in GRID.cells(GRID.resolve(grid, "x"))[0].labels


def test_the_questions_ask_about_what_their_experiment_plays() -> None:
    played = {
        (str(cell.labels["policy"]), str(cell.labels["variant"]), cell.labels["players"], cell.labels["rogues"])
        for cell in GRID.cells(GRID.resolve(read_grid("questions"), "x"))
    }
    for question in ORACLE.presentation.questions:
        assert set(question.outcomes) <= {outcome.name for outcome in ORACLE.outcomes}
        for contrast in question.contrasts:
            for side in (contrast.before, contrast.after):
                labels = {"policy": "planner", "variant": "usual", "players": 1, "rogues": 4, **side}
                if labels["rogues"] in (4, 6):
                    assert tuple(labels[key] for key in ("policy", "variant", "players", "rogues")) in played


def read_grid(name: str) -> dict[str, Any]:
    data = tomllib.loads((ROOT / f"configs/oracle/experiments/{name}.toml").read_text(encoding="utf-8"))
    return {key: value for key, value in data.items() if key not in ("game", "games", "seed")}


def test_changes_by_path() -> None:
    grid = GRID.resolve({"layouts": ["A", "B"]}, "x")
    changed = CHANGES.changed(grid, {"strip": 5, "options.no_repeat": "off", "policy.mu": 0.5}, "x")
    assert [each["content"]["strip"] for each in changed["layouts"]] == [5, 5]
    assert changed["options"]["no_repeat"] is False
    assert changed["policies"][0]["parameters"]["mu"] == 0.5
    with pytest.raises(BadInput, match=r"options\., or with one of map"):
        CHANGES.changed(grid, {"strips": 5}, "x")
    assert "strip" not in CHANGES.fields(grid, "test")
    assert CHANGES.fields(GRID.resolve({}, "x"), "test")["strip"] == 32


def test_kinds_of_change() -> None:
    grid = GRID.resolve({"options": {"closed": ["stars"]}}, "x")
    labels = {kind: [each.label for each in CHANGES.alterations(grid, kind, "x")] for kind in ORACLE.content.kinds}
    assert "without predict" in labels["actions"]
    assert "without stars" not in labels["actions"]
    assert len(labels["abilities"]) == 4
    taking = {kind: [each.takes_a_choice for each in CHANGES.alterations(grid, kind, "x")] for kind in labels}
    assert all(taking["actions"])
    assert all(taking["abilities"])
    assert not any(taking["habits"])
    assert sum(taking["options"]) == 1, "two actions at once"
    for kind in ORACLE.content.kinds:
        for each in CHANGES.alterations(grid, kind, "x"):
            CHANGES.changed(grid, each.changes, "x")


def test_a_change_becomes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "found.toml"
    path.write_text(CHANGES.extension({"layouts": ["B"]}, {"strip": 30}, ["why"], path))
    assert load_layout(str(path)).strip == 30
    text = CHANGES.extension({"layouts": ["B"]}, {"options.hours": 8}, ["why"], tmp_path / "other.toml")
    assert 'layouts = ["B"]' in text
    assert "hours = 8" in text


def test_words_stand_for_parts() -> None:
    assert ORACLE.part("A") == {"layouts": ["A"]}
    assert ORACLE.part("planner eta=4") == {"policies": ["planner eta=4"]}
    assert ORACLE.part("nothing") is None


def test_a_game_id_names_a_game() -> None:
    cell = make("C", "planner eta=4.0", 3, 6, closed=["stars", "warden"], clump=0.25, marks=[3, 9], no_repeat=False)
    text = ORACLE.game_id(cell, 7, 19)
    found, seed, index = ORACLE.find_game(text)
    assert (found.spec, seed, index) == (cell.spec, 7, 19)
    with pytest.raises(BadInput, match="another version of layout"):
        ORACLE.find_game(_other_hash(text))


def _other_hash(text: str) -> str:
    head, _, rest = text.partition("@")
    return f"{head}@00000000{rest[8:]}"


def test_the_sheets() -> None:
    sheet = ORACLE.pieces.sheet("A")
    assert sheet.title.startswith("stand-in layout A: 6 × 6 cells")
    assert len(sheet.rows) == 12
    with pytest.raises(BadInput, match="unknown action or ability"):
        ORACLE.pieces.piece_sheet("cook", "A", print)
    assert ORACLE.files.schema()["properties"]["strip"]["maximum"] == 128
