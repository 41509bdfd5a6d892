"""The directions of imports: which room may import which. A room that is not named here has no place in the house."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

MOST_ENTRIES, MOST_LINES = 14, 400
VERBS = "sim/verbs"

SIM = (
    "cli",
    "api",
    "studio",
    "verbs",
    "start",
    "watch",
    "folder",
    "share",
    "training",
    "search",
    "compare.gate",
    "report",
    "report.side_by_side",
    "report.dossier",
    "report.returns",
    "report.competitive",
    "report.cooperative",
    "report.production",
    "report.shared",
    "ladder",
    "compare",
    "inspect",
    "display",
    "play",
    "sheets",
    "runs",
)
KINDS = ("cooperative", "competitive", "production", "returns")
LOWEST_OF_SIM = ("experiment", "statistics", "text")
ENGINE = (
    "language",
    "errors",
    "confined",
    "configs",
    "kernel",
    "game",
    "rows",
    "content",
    "policy",
    "players",
    "outside",
)
"""The rooms of the engine that are no games."""
OF_ENGINE = {
    "engine.language",
    "engine.game",
    "engine.rows",
    "engine.configs",
    "engine.confined",
    "engine.errors",
    "engine.content",
}

ALLOWED: dict[str, set[str]] = {
    "engine.language": set(),
    "engine.errors": {"engine.language"},
    "engine.confined": {"engine.errors"},
    "engine.configs": {"engine.language", "engine.errors", "engine.confined"},
    "engine.kernel": {"engine.language", "engine.configs", "engine.errors"},
    "engine.game": {"engine.kernel", "engine.configs", "engine.language", "engine.errors"},
    "engine.rows": {"engine.game", "engine.kernel"},
    "engine.content": {"engine.game", "engine.kernel", "engine.configs", "engine.language", "engine.errors"},
    "engine.policy": {
        "engine.content",
        "engine.game",
        "engine.kernel",
        "engine.configs",
        "engine.confined",
        "engine.language",
        "engine.errors",
    },
}
ALLOWED["engine.policy.compiled_game"] = {"engine.policy", *ALLOWED["engine.policy"]}
ALLOWED["engine.players"] = {"engine.policy.compiled_game", *ALLOWED["engine.policy.compiled_game"]}
"""For every room, the rooms that its modules may import; itself aside."""

OF_A_GAME = (
    "about",
    "table",
    "deck|layout|mission|weights",
    "rules",
    "cells",
    "minds|words",
    "policies|for_policies|optional_parts|game",
)
"""The floors of a game, from the ground upwards: a room may import those on the floors below its own, and its
neighbours on the top floor."""
_SHARED = {"engine.players", *ALLOWED["engine.players"]}
GAMES = sorted(path.parent.name for path in (ROOT / "engine").glob("*/game.py"))

for _game in GAMES:
    _below: set[str] = set()
    for _floor in OF_A_GAME:
        _rooms = {f"engine.{_game}.{room}" for room in _floor.split("|")}
        _neighbours = _rooms if _floor == OF_A_GAME[-1] else set()
        for _room in _rooms:
            ALLOWED[_room] = {*_below, *_neighbours, *_SHARED}
        _below |= _rooms
    ALLOWED[f"engine.{_game}"] = set()

ALLOWED["engine.outside"] = _SHARED
ALLOWED["engine.pig.game"] = {"fatecast.game"}
"""A game of one file is written as everybody writes one."""
_below = {f"sim.{room}" for room in LOWEST_OF_SIM} | {"sim.errors"}
ALLOWED["sim.errors"] = {"engine.language", "engine.errors", "engine.game"}
ALLOWED["sim.text"] = {"engine.language", "engine.errors", "engine.configs"}
ALLOWED["sim.statistics"] = {"sim.errors", *OF_ENGINE}
ALLOWED["sim.experiment"] = {"sim.statistics", "sim.text", "sim.errors", *OF_ENGINE}
for _name in reversed(SIM):
    ALLOWED[f"sim.{_name}"] = {*_below, *OF_ENGINE, "engine.kernel"}
    _below.add(f"sim.{_name}")
for _kind in KINDS:
    ALLOWED[f"sim.report.{_kind}"] -= {f"sim.report.{other}" for other in KINDS}
ALLOWED["sim.report.returns"].add("sim.report.competitive")
"""A kind of page knows no other; where seats get points, they are seats of a competitive game, too."""
ALLOWED["sim.training"] |= {"engine.players", "engine.policy"}
"""Who trains players knows what a player is."""
ALLOWED["sim"] = {"sim.api", "sim.verbs"}
ALLOWED["sim.__main__"] = {"sim.cli"}
ALLOWED["engine"] = set()
ALLOWED["fatecast.game"] = {"engine.outside", *ALLOWED["engine.outside"]}
ALLOWED["fatecast.compiled_game"] = _SHARED
_public = {f"sim.{name}" for name in (*SIM, *LOWEST_OF_SIM, "errors")}
ALLOWED["fatecast"] = {"sim", "engine.errors", "engine.game", *_public}


def modules() -> Iterator[tuple[str, Path]]:
    for top in ("engine", "sim", "fatecast"):
        for path in sorted((ROOT / top).rglob("*.py")):
            dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            yield dotted.removesuffix(".__init__"), path


def room_of(module: str) -> str:
    """The smallest room in the table that a module belongs to."""
    while module and module not in ALLOWED:
        module = module.rpartition(".")[0]
    return module


IMPORT = re.compile(
    r"^[ \t]*(?:from [\w.]+ import (?:\([^)]*\)|[\w, ]+)|import [\w., ]+?)(?=[ \t]*(?:#.*)?$)", re.MULTILINE
)
TEXT = re.compile(r'"""[\s\S]*?"""')


def imports_of(source: str, known: set[str]) -> Iterator[tuple[int, str]]:
    """Line and module of every import of our own code. Only the statements are parsed, wherever they stand."""
    code = TEXT.sub(lambda text: "\n" * text[0].count("\n"), source)
    for found in IMPORT.finditer(code):
        [node] = ast.parse(found[0].strip()).body
        line = code.count("\n", 0, found.start()) + 1
        if isinstance(node, ast.Import):
            yield from ((line, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield line, inner if inner in known else node.module


def wrong_imports(module: str, imports: Iterable[tuple[int, str]]) -> Iterator[str]:
    room = room_of(module)
    for line, imported in imports:
        if imported.partition(".")[0] in ("engine", "sim", "fatecast", "tests"):
            other = room_of(imported)
            if other != room and other not in ALLOWED.get(room, set()):
                yield f"{module}, line {line}: {room} must not import {imported}"


KNOWN = dict(modules())


@pytest.fixture(scope="module")
def imports() -> dict[str, list[tuple[int, str]]]:
    """Those of every module."""
    return {module: [*imports_of(path.read_text(encoding="utf-8"), set(KNOWN))] for module, path in KNOWN.items()}


def test_every_import_points_down(imports: dict[str, list[tuple[int, str]]]) -> None:
    assert [module for module in KNOWN if not room_of(module)] == []
    assert [told for module, found in imports.items() for told in wrong_imports(module, found)] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine.kernel.rng", "from engine.game.cell import Cell"),
        ("engine.policy.hooks", "from engine.shipwreck.rules import turn"),
        ("engine.shipwreck.rules.turn", "def f():\n    from engine.shipwreck.cells.grid import Grid"),
        ("sim.runs.store", "import sim.play.runner"),
        ("sim.report.build", "from engine.shipwreck.game import GAME"),
        ("sim.compare.pairs", "from sim.compare.gate.gate import judge"),
        ("sim.report.production.kind", "from sim.report.cooperative.views import main_table"),
        ("sim.report.shared.files", "from sim.report.build import build"),
        ("engine.game.cell", "from tests.support import ROOT"),
    ],
)
def test_an_arrow_back_up_is_seen(module: str, source: str) -> None:
    assert len(list(wrong_imports(module, imports_of(source, set(KNOWN))))) == 1


def test_no_circle(imports: dict[str, list[tuple[int, str]]]) -> None:
    """Between modules, imports inside of functions included."""
    arrows = {module: {imported for _, imported in found if imported in KNOWN} for module, found in imports.items()}
    while free := [module for module, others in arrows.items() if not others - {module}]:
        for module in free:
            del arrows[module]
        for others in arrows.values():
            others.difference_update(free)
    assert sorted(arrows) == []


def test_every_file_of_the_verbs_is_a_verb() -> None:
    """That room has as many entries as there are verbs: what they share stands in a room of its own."""
    files = [path for path in (ROOT / VERBS).glob("*.py") if path.name != "__init__.py"]
    declaring = [
        path for path in files if re.search(r"^VERB\b.* = Verb\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert files == declaring


def test_no_room_is_crowded_and_no_module_long() -> None:
    folders = {path.parent for path in KNOWN.values()}
    entries = {
        folder: [
            each for each in folder.iterdir() if each.suffix == ".py" or (each.is_dir() and each.name != "__pycache__")
        ]
        for folder in folders
    }
    del entries[ROOT / VERBS]  # one file a verb, and nothing else
    rooms = {each.name for each in entries.pop(ROOT / "sim") if each.is_dir()}  # planned as a whole, in the table above
    assert rooms == {name.partition(".")[0] for name in (*SIM, *LOWEST_OF_SIM)}
    assert {each.stem for each in entries.pop(ROOT / "engine")} == {"__init__", *ENGINE, *GAMES}
    assert [str(folder) for folder, inside in entries.items() if len(inside) > MOST_ENTRIES] == []
    assert [name for name, path in KNOWN.items() if len(path.read_text().splitlines()) > MOST_LINES] == []


def test_every_room_says_what_it_is_for() -> None:
    rooms = [path for path in KNOWN.values() if path.name == "__init__.py"]
    assert [str(path) for path in rooms if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))] == []


def test_no_test_imports_another_test() -> None:
    wrong = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if ".test_" not in text:
            continue  # quicker than to parse it
        found = [module for _, module in imports_of(text, set())]
        wrong += [f"{path.name}: {module}" for module in found if module.startswith("tests.") and ".test_" in module]
    assert wrong == []
