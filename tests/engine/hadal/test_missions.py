"""Mission files: what they may contain, and the one line that says what is wrong with one."""

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.hadal.cells.grid import GRID
from engine.hadal.cells.variants import CHANGES
from engine.hadal.game import HADAL
from engine.hadal.mission.files import load_mission, mission_from_file
from engine.hadal.table.state import CLUE, CONFLICT, GROUP, TEST
from engine.hadal.words.assumptions import notes_of
from tests.support import ROOT
from tests.support.hadal.references import cell_of

SHIPPED = ROOT / "configs/hadal/missions"
TEXT = (SHIPPED / "A.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "counts"),
    [("A", (25, 5, 6, 1)), ("B", (9, 14, 4, 1)), ("C", (19, 4, 6, 1))],
)
def test_the_stand_ins_are_named_as_such(name: str, counts: tuple[int, ...]) -> None:
    mission = load_mission(name)
    cards = [card.kind for location in mission.cards for card in location]
    assert tuple(cards.count(kind) for kind in (TEST, CONFLICT, CLUE, GROUP)) == counts
    assert mission.standin
    assert "stand-in" in mission.name
    assert "Stand-in" in (SHIPPED / f"{name}.toml").read_text(encoding="utf-8").splitlines()[0]
    assert "stand-in" in notes_of([cell_of(name, "random", 2)])[0]
    assert mission.warnings == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("level = 8", "level = 9", "receptacles: expected levels that sum to 32, the Azrak of the game, got 9 + 8"),
        ('"S5 T3 D4 - -"', '"S5 Q4 D4 - -"', "locations.3: expected a test such as T4"),
        ('"S5 T3 D4 - -"', '"S5 T0"', "got 'T0'"),
        ('"S5 T3 D4 - -"', '"S5 T31"', "got 'T31'"),
        ('"S5 T3 D4 - -"', '""', "expected 1 to 10 cards, a word each, got 0"),
        ('"S5 T3 D4 - -"', "7", "expected the cards of a location in quotes"),
        ('tests = "T4 D4 S4"', 'tests = "T4 D4!"', "group.tests: expected tests such as T4"),
        ("fate = [-2, -1, 0, 0, 1, 2]", "fate = []", "fate: expected a list of 1 to 12 integers from -9 to 9"),
        ("goal = 20", "goal = 0", "goal: expected an integer from 1 to 999, got 0"),
        ("par = 2", "par = -1", "par: expected an integer from 0 to 999, got -1"),
        ("goal = 20", "gaol = 20", "gaol: unknown key: did you mean 'goal'?"),
        ("standin = true", 'standin = "yes"', "standin: expected true or false"),
        ("[receptacles.steady]", "[receptacles.Steady]", "expected an id"),
        ("life = 2\nlife_each = 1", "life = 0\nlife_each = 0", "group.life: expected life or life_each"),
        ('name = "Steady"\nT = 2', 'name = "Steady"', "receptacles.steady.T: missing field"),
        ('name = "Steady"', "seat = 1", "receptacles: expected seats from 1 to 4 that differ"),
    ],
)
def test_a_bad_file_is_one_line(tmp_path: Path, old: str, new: str, expected: str) -> None:
    path = tmp_path / "mine.toml"
    assert old in TEXT
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput) as error:
        mission_from_file(path)
    assert expected in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_three_receptacles_are_too_few(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "A"\nremove = ["steady"]\n', encoding="utf-8")
    with pytest.raises(BadInput, match="receptacles: expected 4 receptacles, got 3"):
        mission_from_file(path)


def test_a_file_can_extend_a_mission(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "A"\ngoal = 12\n[receptacles.runner]\nD = 4\n', encoding="utf-8")
    mission = mission_from_file(path)
    assert (mission.goal, mission.receptacles["runner"].D, mission.name) == (12, 4, "mine")
    assert HADAL.files.changes(path) == ["goal: 20 → 12", "Runner: D 3 → 4"]
    said = HADAL.files.check({"extends": "A", "goal": 12}, path)
    assert said is not None
    assert said.startswith("a stand-in mission of 10 locations and 50 cards, rules 1, ")


def test_a_goal_out_of_reach_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "A"\ngoal = 69\n', encoding="utf-8")
    said = HADAL.files.check({"extends": "A", "goal": 69}, path)
    assert said is not None
    assert said.endswith("warning: no play can reach the goal of 69 points: all cards together are worth 68")
    assert load_mission("A").most_points == 68
    cells = GRID.cells(GRID.resolve({"missions": [str(path)]}, "test"))
    assert any("no play can reach" in note for note in notes_of(cells))


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        ({"players": [5]}, "players.0: expected an integer from 1 to 4, got 5"),
        ({"shift": [10]}, "shift.0: expected an integer from -9 to 9, got 10"),
        ({"shift": [0, 0]}, "shift: expected each number only once, got 0 twice"),
        ({"missions": ["Z"]}, "unknown mission 'Z'"),
        ({"missions": ["A", "A"]}, "missions: expected names that differ"),
        ({"policies": ["veteran broken=maybe"]}, "parameter broken: expected emergency or lose, got 'maybe'"),
        ({"policies": ["veteran rho=2"]}, "parameter rho: expected a number from 0 to 1"),
        ({"options": {"reshuffle": "never"}}, 'options.reshuffle: expected "empty", "round" or "always"'),
        ({"options": {"party": "tinker+nobody"}}, "options.party: expected all, or some of tinker, runner"),
        ({"options": {"party": "tinker+runner"}, "players": [3]}, "options.party: expected at least 3 receptacles"),
        ({"options": {"azrak": 20}, "players": [3]}, "options.azrak: expected at least 24"),
        ({"options": {"lasers": 2}}, "unknown key"),
        ({"tables": ["veteran,random"]}, "unknown key"),
    ],
)
def test_a_bad_experiment_is_one_line(grid: dict[str, object], expected: str) -> None:
    with pytest.raises(BadInput) as error:
        GRID.resolve(grid, "mine.toml")
    assert expected in str(error.value)
    assert "\n" not in str(error.value)


def test_one_player_plays_the_game_of_two() -> None:
    one, two = (HADAL.simulate(cell_of("A", "veteran", players), 1, 0, 50).rows for players in (1, 2))
    assert (one == two).all()


def test_changes_by_path() -> None:
    grid = GRID.resolve({"policies": ["counter"], "players": [4]}, "test")
    changes = {"goal": 18, "group.life": 3, "receptacles.runner.D": 4, "locations.3": "i i", "policy.rho": 0.3}
    changed = CHANGES.changed(grid, {**changes, "options.support": 2}, "test")
    content = changed["missions"][0]["content"]
    assert (content["goal"], content["group"]["life"], content["locations"][2]) == (18, 3, "i i")
    assert changed["policies"][0]["parameters"]["rho"] == 0.3
    assert changed["options"]["support"] == 2
    for path in ("receptacles.nobody.D", "locations.11", "goals", "policy.nothing"):
        with pytest.raises(BadInput):
            CHANGES.changed(grid, {path: 1}, "test")


def test_what_a_search_may_change() -> None:
    fields = CHANGES.fields(GRID.resolve({"policies": ["counter"], "players": [4]}, "test"), "test")
    assert {"goal": 20, "par": 2, "group.life": 2, "receptacles.runner.D": 3}.items() <= fields.items()
    assert {"options.support": 1, "options.free_refreshes": 0, "policy.explore_at": 4}.items() <= fields.items()


def test_patches_and_receptacles_can_be_taken_away() -> None:
    pair = GRID.resolve({"players": [2]}, "test")
    assert [each.label for each in CHANGES.alterations(pair, "patches", "test")] == [
        "without free refreshes",
        "without free Explores",
        "without the surplus in the Vortex",
        "without the second support",
    ]
    assert [each.pieces for each in CHANGES.alterations(pair, "receptacles", "test")] == [
        ("tinker",),
        ("runner",),
        ("hauler",),
        ("steady",),
    ]
    four = GRID.resolve({"players": [4]}, "test")
    for kind in ("patches", "receptacles"):
        with pytest.raises(BadInput):
            CHANGES.alterations(four, kind, "test")
    for kind in ("options", "numbers"):
        for each in CHANGES.alterations(four, kind, "test"):
            CHANGES.changed(four, each.changes, "test")


def test_a_change_can_be_written_as_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tuned.toml"
    path.write_text(
        CHANGES.extension({"missions": ["A"]}, {"goal": 18, "locations.1": "i"}, ["found"], path), encoding="utf-8"
    )
    mission = mission_from_file(path)
    assert (mission.goal, mission.locations[0], len(mission.locations)) == (18, "i", 10)
    text = CHANGES.extension({"missions": ["A"]}, {"policy.rho": 0.3}, ["found"], path)
    assert 'game = "hadal"' in text
    assert "veteran rho=0.3" in text
