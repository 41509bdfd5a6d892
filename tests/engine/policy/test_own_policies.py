"""Policies from outside: two functions and a docstring, code that only its user can admit, the same games
everywhere."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadInput, BrokenRule
from engine.game.cell import Cell
from engine.kernel.compiled import INTERPRETED
from engine.policy.compilable import plays_plainly
from engine.policy.outside import digest_of
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.cells.policy_set import HOOKS, POLICIES
from engine.shipwreck.game import SHIPWRECK
from tests.support import ROOT
from tests.support.shipwreck import cells
from tests.support.shipwreck.own_files import HEAD, PLAY, admit, example, forget, simple, uncompilable, write


@pytest.fixture(autouse=True)
def _nothing_admitted() -> Iterator[None]:
    forget()
    yield
    forget()


def python(script: str, *paths: Path, **env: str) -> str:
    """Runs a script in another process, in which no file was named."""
    search = os.pathsep.join(map(str, (ROOT, *paths)))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, "PYTHONPATH": search, **env},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# What a file needs.


def test_the_example_of_the_how_to_is_a_policy(tmp_path: Path) -> None:
    name = admit(tmp_path, "careful", example())
    cell = cells.make("base", f"{name} courage=3")
    assert cell.labels["policy"] == "careful courage=3"
    assert cell.spec["policy"] == {
        "name": "careful",
        "code": digest_of(example()),
        "parameters": {"courage": 3, "slip": 0.0, "reveal_last_copy": 0},
    }
    rows = SHIPWRECK.simulate(cell, 1, 0, 200).rows
    assert rows["predictions"].sum() > 50
    assert (rows["stated"] <= 10_000 * rows["predictions"].astype(int)).all()


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("x", "", r"x\.py: expected a function choose_play\(view, mind, dice, first, second, moves\)"),
        ("x", PLAY.format(body=""), r"x\.py: expected a function predict\(view, mind, dice\)"),
        ("x", HEAD + PLAY.format(body="") + "def predict(view): return 0", r"predict: expected the arguments \(view, "),
        ("x", simple("x") + "begin_game = 3\n", "begin_game: expected a function"),
        ("x", simple("x") + "def f(:\n", r"x\.py: cannot be loaded: SyntaxError: .* \(line \d+\)"),
        ("x", "1 / 0\n", r"x\.py: cannot be loaded: ZeroDivisionError: division by zero \(line 1\)"),
        ("x", "import neighbour\n", "ModuleNotFoundError: No module named 'neighbour'"),
        ("x", "raise SystemExit(0)\n", "cannot be loaded: SystemExit"),
        ("x", simple("x") + "PARAMETERS = {'a': 1}\n", "PARAMETERS: expected a dictionary of Parameter"),
        (
            "x",
            "from engine.shipwreck.policies.base import roll\n" + simple("x"),
            r"ModuleNotFoundError: No module named 'engine.shipwreck.policies.base' \(line 1\); "
            "a policy imports from engine.shipwreck.for_policies",
        ),
        ("x", simple("x") + "class Memory: pass\n", "Memory: expected a class derived from shipwreck's Memory"),
        ("mute", simple("mute"), "the name mute belongs to a policy that is installed"),
        ("family", simple("family"), "the name family belongs to a policy that is installed"),
        ("not-a-name", simple("x"), "expected a name of letters, digits and _"),
    ],
)
def test_a_file_that_is_no_policy_is_one_line(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint) as error:
        admit(tmp_path, name, text)
    assert "\n" not in str(error.value)
    assert POLICIES.outside.admitted_names() == []


def test_what_is_no_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "latin.py").write_bytes(b"\xff\xfe")
    for path, complaint in (
        (tmp_path / "none.py", "none.py: cannot be read"),
        (tmp_path / "x.toml", "expected a policy file, which ends in .py"),
        (tmp_path / "latin.py", "expected UTF-8"),
    ):
        with pytest.raises(BadInput, match=complaint):
            SHIPWRECK.policies.admit(path)


def test_two_files_of_one_name_cannot_be_told_apart(tmp_path: Path) -> None:
    admit(tmp_path, "twin", simple("twin"))
    (tmp_path / "b").mkdir()
    with pytest.raises(BadInput, match="another policy file of this name"):
        admit(tmp_path / "b", "twin", simple("twin") + "# other\n")


# Who admits it.


def test_no_experiment_can_name_a_file(tmp_path: Path) -> None:
    path = write(tmp_path, "marker", f"open({str(tmp_path / 'was-here')!r}, 'w').close()\n" + simple("marker"))
    for policy in (str(path), "./marker.py", {"name": str(path), "parameters": {}}, {"name": "../marker.py"}):
        for grid in ({"policies": [policy]}, {"tables": [{"seats": [policy, "mute"]}]}):
            with pytest.raises(BadInput, match="a policy file is code, and loaded only if the command line names it"):
                SHIPWRECK.resolve(grid, "experiment.toml")
    assert not (tmp_path / "was-here").exists()


def test_a_run_can_be_read_without_the_file_but_not_played(tmp_path: Path) -> None:
    name = admit(tmp_path, "careful", example())
    grid = SHIPWRECK.resolve({"policies": [f"{name} courage=4"], "players": [3], "doom": [0]}, "test")
    assert SHIPWRECK.resolve(grid, "again") == grid
    key = SHIPWRECK.cells(grid)[0].key
    forget()
    assert SHIPWRECK.resolve(grid, "manifest") == grid
    cell = SHIPWRECK.cells(grid)[0]
    assert (cell.key, cell.name) == (key, "base/careful courage=4/players3/doom0")
    assert len(SHIPWRECK.pieces.names(cell)) == 20
    with pytest.raises(BadInput, match=r"careful is code of your own \(sha256 .{8}\).* add --policy PATH/careful.py"):
        SHIPWRECK.prepare([cell], print)
    admit(tmp_path, "careful", example() + "# changed\n")
    with pytest.raises(BadInput, match="policy careful: not the file it was made with"):
        SHIPWRECK.prepare([cell], print)


def test_a_game_id_needs_the_file_and_says_so(tmp_path: Path) -> None:
    cell = cells.make("base", admit(tmp_path, "careful", example()) + " courage=5")
    word = SHIPWRECK.game_id(cell, 3, 17)
    assert f":careful@{digest_of(example())[:8]},courage=5:" in word
    assert SHIPWRECK.find_game(word)[0].key == cell.key
    forget()
    with pytest.raises(BadInput, match=r"careful is code of your own .* name its file too: --policy PATH/careful.py"):
        SHIPWRECK.find_game(word)
    admit(tmp_path, "careful", example() + "# changed\n")
    with pytest.raises(BadInput, match="and another version is here"):
        SHIPWRECK.find_game(word)


# Where it goes.


def test_the_text_must_be_what_its_hash_says(tmp_path: Path) -> None:
    cell = cells.make("base", admit(tmp_path, "careful", example()) + " courage=6")
    [digest] = cell.code
    forged = Cell(cell.labels, cell.spec, {digest: example() + "# forged\n"})
    forget()
    with pytest.raises(AssertionError, match="not what its hash says"):
        SHIPWRECK.simulate(forged, 1, 0, 1)


@pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with")
def test_what_cannot_be_compiled_plays_the_same_games(tmp_path: Path) -> None:
    compiled = cells.make("base", admit(tmp_path, "careful", example()))
    plain = cells.make("base", admit(tmp_path, "careless", uncompilable(example())))
    assert not plays_plainly(HOOKS, TABLES.deciding_policy(compiled))
    assert plays_plainly(HOOKS, TABLES.deciding_policy(plain))
    said: list[str] = []
    SHIPWRECK.prepare([plain], said.append)
    assert said[0].startswith("careless: plays as plain Python, slower, with the same results (predict: ")
    one, other = (SHIPWRECK.simulate(cell, 1, 0, 12) for cell in (compiled, plain))
    assert (one.rows == other.rows).all()
    assert (one.pieces == other.pieces).all()
    assert SHIPWRECK.replay(compiled, 1, 3).lines == SHIPWRECK.replay(plain, 1, 3).lines
    provenance = SHIPWRECK.provenance(SHIPWRECK.resolve({"policies": ["careful", "careless"]}, "test"))["policies"]
    assert {name: entry["plays"] for name, entry in provenance.items()} == {
        "careful": "compiled",
        "careless": "plain Python",
    }


# What goes wrong in a game.


def test_a_broken_game_is_told_up_to_where_it_broke(tmp_path: Path) -> None:
    """As plain Python; the tests of the command line cover errors of compiled policies."""
    body = "    memo = dict()\n    memo['a'] = memo\n    if view.table.turn == 3:\n        return {answer}\n"
    for answer, sentence in (
        ("59", "choose_play named a move that is not legal"),
        ("1 // 0", r"breaks\.py, line 7: ZeroDivisionError: integer division or modulo by zero"),
        ("'low'", r"breaks\.py: TypeError: "),
    ):
        cell = cells.make("base", admit(tmp_path, "breaks", simple("breaks", body.format(answer=answer))))
        with pytest.raises(BrokenRule, match=rf"^base/breaks/players3/doom2: game 5, turn 3: {sentence}"):
            SHIPWRECK.simulate(cell, 1, 5, 9)
        told = SHIPWRECK.replay(cell, 1, 5)
        assert told.events[-1]["event"] == "broken"
        assert told.events[-1]["turn"] == 3
        assert [line for turn, line in told.lines if turn == 2]
        assert "Broken off: base/breaks/players3/doom2: game 5, turn 3: " in told.lines[-1][1]
        forget()


# Machine code.

HOOK = """
from engine.kernel.records import new
from engine.shipwreck.cells.policy_set import HOOKS, POLICIES
from engine.shipwreck.table.state import Book, Dice, Table, View
{admit}
resolved = POLICIES.resolve("mine", {{}}, "test")
policy = POLICIES.module("mine", resolved["code"])

answer = policy.predict(View(new(Book), new(Table)), new(HOOKS.part_of(policy, "Memory")), new(Dice))
print(answer, sum(policy.predict.dispatcher.whole.stats.cache_hits.values()))
"""
HELPED = HEAD + PLAY.format(body="") + "def helper():\n    return {number}\n\ndef predict(view, mind, dice):\n"
HELPED += "    return helper()\n"


@pytest.mark.full
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_changed_file_never_runs_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    script = HOOK.format(admit=f"from pathlib import Path\nPOLICIES.outside.admit(Path({str(path)!r}))")
    answers = []
    for number in (1, 2, 1):
        path.write_text(HELPED.format(name="mine", number=number))
        answers.append(python(script, FATECAST_CACHE=str(tmp_path / "cache")).split())
    assert answers == [["1", "0"], ["2", "0"], ["1", "1"]], "answer, and whether it was kept"


# Packages.


def offer(folder: Path) -> Path:
    """An installed package with a policy of two files."""
    info = folder / "somebody-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[fatecast.policies]\nmine = somebody.policy\n")
    package = folder / "somebody"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "helpers.py").write_text("def number(): return 0\n")
    predict = "def predict(view, mind, dice):\n    return number()\n"
    (package / "policy.py").write_text("from somebody.helpers import number\n" + simple("mine", predict=predict))
    return package


@pytest.mark.full
def test_a_package_offers_a_policy_by_name(tmp_path: Path) -> None:
    package = offer(tmp_path)
    (package / "__init__.py").write_text(f"open({str(tmp_path / 'was-here')!r}, 'w').close()\n")
    listing = """
from engine.shipwreck.game import SHIPWRECK
print([row for row in SHIPWRECK.policies.sheets()[0].rows if row[0] == "mine"])
"""
    assert "'mine', 'package', 'somebody 1.0" in python(listing, tmp_path)
    assert not (tmp_path / "was-here").exists(), "a list runs nobody's code"
    playing = """
from engine.shipwreck.game import SHIPWRECK
grid = SHIPWRECK.resolve({"policies": ["mine"], "players": [3], "doom": [0]}, "experiment.toml")
cell = SHIPWRECK.cells(grid)[0]
print(cell.name, len(grid["policies"][0]["code"]), SHIPWRECK.simulate(cell, 1, 0, 3).rows["turns"].min() > 0)
again = SHIPWRECK.find_game(SHIPWRECK.game_id(cell, 1, 2))[0]
print(again.key == cell.key)
"""
    assert python(playing, tmp_path, NUMBA_DISABLE_JIT="1").split() == [
        "base/mine/players3/doom0",
        "64",
        "True",
        "True",
    ]
