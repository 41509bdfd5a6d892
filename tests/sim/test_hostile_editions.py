"""Texts and declarations that a stranger made up, with right checksums: nothing of them is run, nothing hangs or fills
the memory, and what is wrong is one line."""

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

import fatecast
from engine.game.registry import forget
from sim.compare.gate.baseline import write_baseline
from tests.support.command_line import Fatecast
from tests.support.own_file import SHORT, written
from tests.support.runs import checksum_of, forge_manifest

MARK = "__import__('pathlib').Path('sprung').touch()"
TEXT = written(SHORT)
TRAP = f"{MARK}\n{TEXT}"
CODE = [MARK, "{0.__class__}", "{{ 7 * 7 }}", "<script>alert(1)</script>", "'; import os #", "=1+1"]
Edit = Callable[[Any], Any]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run and a baseline of a game that leaves a mark when it is run; the game itself is not sent along."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("market.py").write_text(TRAP)
        fatecast.run(game="./market.py", players=2, games=20, out="run", executor="inline")
        fatecast.baseline_accept(game="./market.py", players=2, games=1024, workers=1)
        Path("sprung").unlink()
        Path("market.py").unlink()
    forget()
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = Path(shutil.copytree(made, tmp_path / "folder"))
    monkeypatch.chdir(found)
    monkeypatch.setattr("sim.report.build.draw_all", lambda *_: {})
    return found


def forge(run: Path, edit: Edit) -> None:
    """Changes what a run keeps, and makes its checksum right."""
    path = run / "edition.json"
    data = json.loads(path.read_bytes())
    path.write_text(json.dumps(edit(data) or data))
    forge_manifest(run, edition=checksum_of(path))


def put(*path: Any) -> Edit:
    """Sets a field; the last word is its new value."""
    *keys, last, value = path

    def edit(data: Any) -> None:
        for key in keys:
            data = data[key]
        data[last] = value

    return edit


def nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


def mean(**changes: object) -> Edit:
    """Declares an outcome, as its author could have."""
    told = {"name": "rolled", "meaning": "rolls", "column": "rolls", "unit": "rolls", "margin": 1.0}
    of_reader = {"name": "rolled", "meaning": "rolls", "column": "rolls", "margin": 1.0}

    def edit(data: Any) -> None:
        data["declares"]["outcomes"] = [{"is a": "Mean", **told, **changes}]
        data["outcomes"].insert(-1, of_reader)

    return edit


NAMELESS = {"is a": "Column", "name": ""}
REFUSED: dict[str, Edit] = {
    "a list": lambda data: [data],
    "nothing in it": lambda data: {"schema": 1},
    "another schema": put("schema", 2),
    "another name": put("name", "elsewhere"),
    "a name that is a path": put("name", "../market"),
    "another text": put("text", MARK),
    "a text of numbers": put("text", [1, 2]),
    "half a character": put("text", "\ud800"),
    "a hash that is none": put("sha256", "../../etc"),
    "deep": put("declares", "title", nested(500)),
    "wide": put("declares", "axes", {"wide": list(range(200_000))}),
    "a long title": put("declares", "title", "x" * 1_001),
    "an escape": put("declares", "title", "\x1b[2J"),
    "an escape in a policy": put("policies", 0, "says", "\x1b[2J"),
    "an escape in a column": put("declares", "columns", {"rolls": {**NAMELESS, "dtype": "<u2", "meaning": "\x1b[2J"}}),
    "written backwards": put("declares", "title", "a\u202eb"),
    "a title of numbers": put("declares", "title", {"is a": "x"}),
    "an unknown setting": put("declares", "__class__", "int"),
    "a method": put("declares", "play", MARK),
    "another class": put("declares", "columns", {"rolls": {"is a": "Path", "name": "sprung"}}),
    "an object of NumPy": put("declares", "columns", {"rolls": {**NAMELESS, "dtype": "O", "meaning": "x"}}),
    "a column more": put("declares", "columns", {"rolls": "rolls", "more": "more"}),
    "a column less": put("declares", "columns", {}),
    "a kind": put("declares", "kind", "production"),
    "a million players": put("declares", "players", [2, 1_000_000]),
    "a huge number": put("declares", "turn_limit", 10**400),
    "no number": put("declares", "parameters", {"goal": float("nan")}),
    "a parameter of words": put("declares", "parameters", {"goal": {"is a": "Parameter", "default": "100"}}),
    "a policy without arguments": put("policies", 0, "arguments", []),
    "a policy by no name": put("policies", 0, "name", "os.system"),
    "a policy by a keyword": put("policies", 0, "arguments", [{"name": "view"}, {"name": "in out"}]),
    "arguments twice": put("policies", 0, "arguments", [{"name": "view"}, {"name": "view"}]),
    "what is prepared by code": put("policies", 0, "arguments", 1, "default", {"is a": "Prepared", "function": MARK}),
    "other policies": put("policies", []),
    "cells of other rules": put("codes", {"hold": "0" * 64}),
    "a scale of nothing": mean(scale=0),
    "a margin of nothing": mean(margin="1"),
    "an unknown column": mean(column="gold"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_game_declares_is_one_line(typed: Fatecast, folder: Path, name: str) -> None:
    """By one verb or the other, by turns."""
    forge(folder / "run", REFUSED[name])
    is_odd = [*REFUSED].index(name) % 2
    done = typed(*(["find", "run"] if is_odd else ["report", "run", "--out", "page"]))
    assert done.returncode in (2, 6), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.rstrip("\n").isprintable()
    assert not (folder / "sprung").exists()
    assert not (folder / "page").exists()


@pytest.mark.parametrize("edit", [mean(values=[1, 2]), mean(bounds=[9, 1]), mean(offset=-(10**9)), mean(scale=1e-300)])
def test_what_fits_no_games_ends_in_no_traceback(typed: Fatecast, folder: Path, edit: Edit) -> None:
    forge(folder / "run", edit)
    for words in (["find", "run"], ["report", "run", "--out", "page"], ["verify", "run", "--sample", 0]):
        done = typed(*words)
        assert done.returncode in (0, 2, 6), (words, done.stderr)
        assert "unexpected" not in done.stderr


@pytest.mark.sampled(2)
@pytest.mark.parametrize("first", range(len(CODE)))
def test_code_in_every_text_stays_a_text(typed: Fatecast, folder: Path, first: int) -> None:
    """Each text of a declaration, where it does not decide what there is, is another of them."""
    code = cycle([*CODE[first:], *CODE[:first]])

    def edit(data: Any) -> None:
        told = data["declares"]
        told["title"], told["scored"] = next(code), next(code)
        told["columns"]["rolls"] = next(code)
        told["endings"] = [next(code)]
        told["parameters"]["goal"]["meaning"] = next(code)
        data["policies"][0]["says"] = next(code)
        data["columns"][-1]["meaning"], data["outcomes"][0]["meaning"] = next(code), next(code)

    forge(folder / "run", edit)
    for words in (["find", "run", "--limit", 1], ["report", "run", "--out", "page"], ["verify", "run", "--sample", 0]):
        done = typed(*words)
        assert done.returncode in (0, 6), (words, done.stderr)
        assert "Traceback" not in done.stderr
    page = (folder / "page" / "index.html").read_text()
    assert "<script>alert" not in page
    assert "class &#39;" not in page
    assert not (folder / "sprung").exists()


EVERY_VERB: list[list[object]] = [
    ["report", "run"],
    ["report", "run", "run", "--out", "two"],
    ["find", "run"],
    ["verify", "run"],
    ["verify", "run", "--sample", 0],
    ["replay", "run", 0, 3],
    ["replay", "market:rules1@12345678:hold:players2:seed1:game3"],
    ["resume", "run"],
    ["compare", "run", "run"],
    ["compare", "run", "hold", "--games", 10],
    ["compare", "@last", "@now"],
    ["run", "run/experiment.json", "--out", "again"],
    ["run", "--set", "game=market", "--out", "again"],
    ["try", "options.goal=50", "--on", "run/experiment.json"],
    ["sweep", "--set", "options.goal=50,60", "--on", "run/experiment.json", "--out", "swept"],
    ["ablate", "--on", "run/experiment.json", "--out", "ablated"],
    ["plan", "run/experiment.json"],
    ["check", "run/experiment.json"],
    ["gate"],
    ["gate", "--stored-code"],
    ["baseline", "accept", "configs/market/baselines/default.json"],
]


@pytest.mark.parametrize("words", EVERY_VERB, ids=lambda words: " ".join(map(str, words)))
def test_a_run_that_calls_itself_market_stays_data(typed: Fatecast, folder: Path, words: list[object]) -> None:
    """Although there is a ./market.py, which is not named either."""
    for name in ("market.py", "market/game.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(TRAP)
    done = typed(*words)
    assert done.returncode in (0, 2, 5), done.stderr
    assert "Traceback" not in done.stderr
    assert not (folder / "sprung").exists()


@pytest.mark.parametrize(
    "words", [["verify", "run"], ["replay", "run", 0, 3], ["resume", "run"], ["compare", "run", "run"]]
)
def test_a_named_game_never_lets_in_the_text_of_a_stranger(typed: Fatecast, folder: Path, words: list[object]) -> None:
    """My own market has other rules; only theirs leaves a mark."""
    (folder / "market.py").write_text(TEXT.replace("face == 1", "face == 2"))
    for more in ((), ("--stored-code",)):
        done = typed(*words, "--game", "./market.py", *more)
        assert done.returncode == (0 if more else 5), done.stderr
        assert (folder / "sprung").exists() == bool(more)


def test_a_baseline_of_a_stranger_runs_only_if_said(typed: Fatecast, folder: Path) -> None:
    (folder / "market.py").write_text(TEXT.replace("face == 1", "face == 2"))
    flags = ("--game", "./market.py", "--games", 1024, "--executor", "inline")
    assert typed("gate", *flags).returncode == 5
    path = folder / "configs" / "market" / "baselines" / "default.json"
    data = json.loads(path.read_bytes())
    for edit in (put("text", MARK), put("sha256", 1), put("policies", "all"), put("name", "pig")):
        forged = json.loads(path.read_bytes())
        edit(forged["edition"])
        write_baseline(path, {key: value for key, value in forged.items() if key != "checksum"})
        for words in (("gate", *flags), ("compare", "@last", "@now", *flags)):
            done = typed(*words, "--stored-code")
            assert done.returncode in (2, 6), (words, done.stderr)
            assert done.stderr.count("\n") == 1, done.stderr
        write_baseline(path, {key: value for key, value in data.items() if key != "checksum"})
    assert not (folder / "sprung").exists()
    assert typed("gate", *flags, "--stored-code").returncode in (0, 3, 4)
    assert (folder / "sprung").exists()


def test_a_text_of_another_game_takes_no_name_that_is_taken(typed: Fatecast, folder: Path) -> None:
    """A run that calls itself pig is read as Pig, whatever it keeps."""
    run = folder / "run"
    forge(run, put("name", "pig"))
    manifest = json.loads((run / "manifest.json").read_bytes())
    experiment = {**manifest["experiment"], "game": "pig"}
    forge_manifest(run, game={**manifest["game"], "name": "pig"}, experiment=experiment)
    for words in (["replay", "run", 0, 3, "--stored-code"], ["verify", "run", "--stored-code"], ["find", "run"]):
        done = typed(*words)
        assert done.returncode in (2, 5, 6), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
    assert not (folder / "sprung").exists()


def test_the_hash_is_that_of_the_text(folder: Path) -> None:
    kept = json.loads((folder / "run" / "edition.json").read_bytes())
    assert kept["text"] == TRAP
    assert kept["sha256"] == sha256(TRAP.encode()).hexdigest()


@pytest.mark.parametrize(
    "name", [["market"], {"a": 1}, "x; touch sprung", "cmd:touch sprung", "openspiel:kuhn", "./market.py"]
)
def test_a_name_that_is_none_is_one_line(typed: Fatecast, folder: Path, name: object) -> None:
    run = folder / "run"
    manifest = json.loads((run / "manifest.json").read_bytes())
    forge_manifest(run, experiment={**manifest["experiment"], "game": name})
    for words in (
        ["find", "run"],
        ["replay", "run", 0, 3],
        ["replay", "run", 0, 3, "--stored-code"],
        ["verify", "run"],
    ):
        done = typed(*words)
        assert done.returncode in (2, 6), (words, done.stderr)
        assert done.stderr.count("\n") == 1, done.stderr
    assert not (folder / "sprung").exists()
