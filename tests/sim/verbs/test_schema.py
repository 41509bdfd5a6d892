"""What `--json` prints is what the published schema says, for every verb."""

import json
from pathlib import Path

import pytest

from sim import run
from sim.verbs.request.plain import schema_of
from sim.verbs.request.verb import all_verbs, module_of, verb_of
from tests.support.command_line import Fatecast
from tests.support.json_schema import differences
from tests.support.undrawn import without_figures

ON = ("--on", "race.toml", "--executor", "inline")
CALLS: dict[str, list[tuple[str, ...]]] = {
    "run": [("race.toml", "--games", "20", "--executor", "inline", "--out", "new")],
    "resume": [("played",)],
    "plan": [("--half-width", "1%", "--untimed"), ("--detect", "1pp", "--on", "race.toml")],
    "report": [("played", "--out", "page")],
    "verify": [("played",), ("damaged",)],
    "find": [("played", "--limit", "2")],
    "replay": [("played", "0", "3")],
    "try": [("faces.6=4", "--games", "40", *ON)],
    "compare": [
        ("goal 15", "goal 16", "--games", "40", *ON),
        ("goal 15", "goal 16", "--games", "40", "--outcome", "all", *ON),
        ("played", "played"),
    ],
    "gate": [("--baseline", "race.json", "--executor", "inline")],
    "baseline accept": [("other.json", "--experiment", "race.toml", "--games", "1024", "--workers", "1")],
    "ablate": [("--games", "20", "--out", "ablated", *ON), ("--list-kinds", *ON[:2])],
    "sweep": [("--set", "faces.6=5..6", "--games", "20", "--out", "swept", *ON)],
    "tune": [("--goal", "goal 20: 70 ± 9 %", "--vary", "faces.6=5..9", "--games", "512", *ON)],
    "ladder": [("--game", "pig", "--players", "2", "--games", "20", "--executor", "inline")],
    "games": [(), ("pig",), ("openspiel",)],
    "pieces": [("--game", "dice", "--deck", "6")],
    "pieces pull": [("cards.csv",)],
    "pieces push": [("cards.csv",)],
    "piece": [("face 3", "--game", "dice", "--deck", "6")],
    "check": [("race.toml", "nothing.toml"), ("--schema",)],
    "policies": [("--game", "pig")],
    "policies check": [("hold", "--game", "pig")],
    "new": [("dragons",)],
    "init": [("decks", "--game", "pig", "--no-baseline")],
    "schema": [("compare",), ("baseline", "accept")],
    "trust": [()],
}
SLOW = {"train": "minutes", "watch": "waits for a save", "studio": "waits for Ctrl-C"}
"""Verbs whose data only their own tests see."""
FULL = {"policies check", "tune", "gate", "baseline accept"}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("race.toml").write_text('game = "dice"\ndice = [6]\ngoals = [15, 20]\nseed = 7\n')


def made_before(verb: str, typed: Fatecast) -> None:
    """What a call needs."""
    if verb in ("resume", "report", "verify", "find", "replay", "compare"):
        run("race.toml", games=20, out="played", executor="inline")
        run("race.toml", games=20, out="damaged", executor="inline")
        Path("damaged/summary.csv").write_text("nonsense")
    if verb in ("pieces pull", "pieces push"):
        Path("cards.csv").write_text("Name,Moons\nThe Deep,2\nDawn,=A1\nNobody,3\n")
    if verb == "pieces push":
        typed("pieces", "pull", "cards.csv")
        Path("cards.toml").write_text(Path("cards.toml").read_text() + "[cards.dawn]\nmoons = 5\n")
    if verb == "trust":
        Path("fatecast.toml").write_text('game = "pig"\n')
    if verb == "gate":
        typed("baseline", "accept", "race.json", "--experiment", "race.toml", "--games", "1024", "--workers", "1")


def test_every_verb_is_asked() -> None:
    assert {verb.name for verb in all_verbs()} == {*CALLS, *SLOW}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("verb", [pytest.param(name, marks=pytest.mark.full if name in FULL else ()) for name in CALLS])
def test_the_data_of_a_verb_are_as_its_schema_says(verb: str, typed: Fatecast) -> None:
    made_before(verb, typed)
    schema = json.loads(typed("schema", *verb.split()).stdout)
    for words in CALLS[verb]:
        with without_figures():
            done = typed(*verb.split(), *words, "--json")
        assert done.stdout, done.stderr
        assert [*differences(json.loads(done.stdout), schema)] == [], words


def test_a_run_is_told_as_its_summary_and_a_check_file_by_file(typed: Fatecast) -> None:
    played = json.loads(typed("run", *CALLS["run"][0], "--json").stdout)
    assert played == {"run": "new", "report": None, **json.loads(Path("new/summary.json").read_text())}
    Path("wrong.toml").write_text('extends = "base"\n[cards.the-deep]\nmoons = 99\n')
    checked = json.loads(typed("check", "race.toml", "wrong.toml", "--json").stdout)
    assert [(each["what"], len(each["mistakes"])) for each in checked] == [("race.toml", 0), ("wrong.toml", 1)]


def test_a_difference_is_seen() -> None:
    module = module_of("verify")
    assert module
    schema = schema_of(verb_of(module))
    right = {"run": "x", "right": True, "told": []}
    assert [*differences(right, schema)] == []
    assert [*differences({**right, "told": [1]}, schema)] == ["$.told[0]: expected string, not 1"]
    assert [*differences({**right, "more": 1}, schema)] == ["$: more is not declared"]
    assert [*differences({"run": "x", "told": []}, schema)] == ["$: right is missing"]
    assert [*differences({**right, "right": 1}, schema)] == ["$.right: expected boolean, not 1"]


def test_an_error_is_data_too(typed: Fatecast) -> None:
    done = typed("run", "--game", "pig", "--players", "x", "--json")
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert error == {
        "kind": "BadInput",
        "exit_code": 2,
        "line": "--players: expected numbers such as 2,4 or 2-5, not 'x'",
        "source": "--players",
        "expected": {"template": "numbers such as 2,4 or 2-5", "values": {}},
        "got": "x",
    }
    assert done.stderr == f"fatecast: {error['line']}\n"
    wrong = typed("run", "--gmaes", "3", "--json")
    assert "did you mean '--games'" in json.loads(wrong.stdout)["error"]["line"]


def test_an_unknown_verb_has_no_schema(typed: Fatecast) -> None:
    assert "did you mean 'compare'" in typed("schema", "compair").stderr
