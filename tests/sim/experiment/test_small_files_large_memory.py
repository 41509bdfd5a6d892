"""Small files and flags that would fill the memory are refused in one line, before they are read out."""

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.configs import DEEPEST, parse_toml, read_bounded
from engine.errors import BadInput
from sim.cli.parsing import settings
from sim.experiment.cell_selectors import cells_named
from sim.experiment.experiment import read_data, resolve
from sim.experiment.value_ranges import read_settings
from sim.experiment.values import numbers, value_of
from sim.play.options import PlayOptions
from sim.play.outcome_cache import SeededCell, outcome_cache
from tests.support import ROOT

ROOM = 1 << 31
"""Bytes of address space for a child: the command line itself needs half of it."""

DEEP = {
    "key": "a." * 40_000 + "a = 1",
    "heading": "[" + "a." * 40_000 + "a]",
    "quoted key": "'a' . " * 10_000 + "a = 1",
    "inline table": "x = {" + "a." * 40_000 + "a = 1}",
    "after a text": 's = """\n"""\n' + "a." * 40_000 + "a = 1",
    "lists": "x = " + "[" * 500 + "]" * 500,
    "tables": "x = " + "{a = " * 500 + "1" + "}" * 500,
}


def in_little_memory(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The command line, which is ended if it takes too much."""
    return subprocess.run(
        [sys.executable, "-m", "fatecast", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM)),
    )


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_toml_is_refused_before_it_is_parsed(text: str) -> None:
    with pytest.raises(ValueError, match=f"expected at most {DEEPEST} tables inside each other"):
        parse_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        f'a = "{"a." * 99}"',
        f"# {'a.' * 99}\na = 1",
        f"a = '''{'b.' * 99}'''",
        'a = """\n"' + "x.y." * 99 + '\\"""""',
        ".".join("a" * DEEPEST) + " = 1",
        "\n".join(f"[a{at}.b]\nc.d = [[1.5], [2]]\ne = {{ f = {{ g = 1 }} }}" for at in range(99)),
    ],
)
def test_many_dots_are_not_deep(text: str) -> None:
    assert parse_toml(text)


NEVER_CLOSED = {
    "basic": "[a]\n" + '\\"""[.' * 5000,
    "several lines": 'a = """' + '\\"""a.' * 5000,
    "literal": "a = '''" + "''a.b." * 5000,
}


@pytest.mark.parametrize("text", NEVER_CLOSED.values(), ids=NEVER_CLOSED)
def test_a_text_that_is_never_closed_is_refused_at_once(text: str) -> None:
    """Its end was looked for from every quotation mark inside: minutes for 30 kB."""
    began = time.process_time()
    with pytest.raises(ValueError, match=r"never closed|Unterminated|Expected"):
        parse_toml(text)
    assert time.process_time() - began < 2


def test_a_long_number_in_sixteens_is_refused() -> None:
    """Python reads it, and cannot write it in tens."""
    with pytest.raises(ValueError, match="numbers of at most 1,000 digits"):
        parse_toml("games = 0x" + "f" * 20_000)
    assert parse_toml("a = 0x" + "f" * 16)


@pytest.mark.parametrize("verb", ["check", "run"])
def test_a_deep_file_takes_no_memory(tmp_path: Path, verb: str) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(DEEP["key"])
    done = in_little_memory(verb, path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"fatecast: {path}: not valid TOML: expected at most 32 tables inside each other\n"


def test_a_deep_flag_takes_no_memory() -> None:
    assert isinstance(value_of("{" + "a." * 40_000 + "a = 1}"), str)
    assert isinstance(value_of("9" * 10_000), str)
    with pytest.raises(BadInput, match="--set: expected at most 32 tables inside each other"):
        settings("--set", ["a." * 40_000 + "a=1"])


@pytest.mark.parametrize("flag", ["0-99999999999", "1,2,-5,3-9999999", f"0-{'9' * 4000}"])
def test_a_range_is_bounded_before_it_is_listed(flag: str) -> None:
    with pytest.raises(BadInput, match=r"^--players: .*: expected at most 65,535 numbers"):
        numbers("--players", flag)


def test_ranges_that_people_type() -> None:
    assert numbers("--players", "2-5") == [2, 3, 4, 5]
    assert numbers("--players", "2,4,-1") == [2, 4, -1]


def test_a_huge_range_of_players_takes_no_memory() -> None:
    done = in_little_memory("run", "--players", "0-99999999999")
    assert done.returncode == 2
    assert done.stderr == "fatecast: --players: 0-99999999999: expected at most 65,535 numbers\n"


def test_a_huge_range_in_an_intent_or_a_goal_is_never_listed() -> None:
    cells = [{"players": number} for number in range(2, 6)]
    assert cells_named("players 0-99999999999", cells, "intent") == [0, 1, 2, 3]
    assert cells_named("players 5-999999999999999999", cells, "intent") == [3]
    with pytest.raises(BadInput):
        cells_named(f"players 0-{'9' * 5000}", cells, "intent")


@pytest.mark.parametrize(
    "setting", ["a=0..99999999999", "a=<<0..99999999999>>", f"a=1..{'9' * 5000}", "a=-9..99999..2", "a=\x1b"]
)
def test_a_huge_sweep_is_refused(setting: str) -> None:
    with pytest.raises(BadInput, match="expected"):
        read_settings([setting], "sweep")


@pytest.mark.parametrize("file", ["/dev/zero", "/dev/urandom", "/dev/null", "/dev/tty"])
def test_only_regular_files_are_read(file: str) -> None:
    if Path(file).exists():
        with pytest.raises(BadInput, match=r"expected a regular file|cannot be read"):
            read_bounded(Path(file))


def test_a_pipe_that_nobody_writes_to_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for read in (read_bounded, read_data):
        with pytest.raises(BadInput, match="expected a regular file, not a device or a pipe"):
            read(tmp_path / "pipe.toml")


def test_a_script_or_weights_from_a_device(tmp_path: Path) -> None:
    for policy in ("script file=/dev/zero", "expert weights=/dev/zero"):
        with pytest.raises(BadInput, match="/dev/zero: expected a regular file"):
            resolve({"policies": [policy]}, "flag")


def test_json_is_bounded_too(tmp_path: Path) -> None:
    for name, text in (("experiment.json", "[" * 2_000_000), ("weights.json", '{"a": "' + "x" * 2_000_000)):
        (tmp_path / name).write_text(text)
    with pytest.raises(BadInput, match=r"experiment\.json: expected at most 1,000,000 bytes"):
        read_data(tmp_path / "experiment.json")
    with pytest.raises(BadInput, match=r"weights\.json: expected at most 1,000,000 bytes"):
        resolve({"policies": [f"expert weights={tmp_path / 'weights.json'}"]}, "flag")


def test_an_experiment_cannot_name_too_much(tmp_path: Path) -> None:
    """Each name may stand for a file of a megabyte, and the cells are the product of all lists."""
    with pytest.raises(BadInput, match="policies: expected at most 256, got 50000"):
        resolve({"policies": ["expert"] * 50_000}, "file")
    many = [f"novice slip={at / 1000}" for at in range(200)]
    content = resolve({}, "file").grid["decks"][0]["content"]
    decks = [{"name": f"deck-{at}", "content": content} for at in range(20)]
    with pytest.raises(BadInput, match=r"file: 112,000 cells, expected at most 65,535"):
        resolve({"decks": decks, "policies": many, "players": [2, 3, 4, 5], "doom": [*range(7)]}, "file")
    path = tmp_path / "many.json"
    path.write_text(json.dumps({"policies": ["expert"] * 50_000}))
    assert in_little_memory("check", path).returncode == 2


def test_games_that_are_kept_in_memory_are_bounded() -> None:
    """They are counted before anything is listed."""
    race = resolve({"game": "dice", "games": 999_999_999_999}, "file")
    with outcome_cache([race], PlayOptions("inline")) as played:
        said = r"^999,999,999,999 games in 1 cells are too many to keep in memory, expected at most 1,000,000,000 "
        with pytest.raises(BadInput, match=said):
            played.play([SeededCell(race.cells[0], 1)], 999_999_999_999)
