"""Policies that are code, in the studio: the commands that it shows name their files again, and a run of others is
listed with the command that opens it."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.game.registry import forget
from sim.studio.jobs.job import Job
from sim.studio.studio import NoJobs, Studio
from tests.support.command_line import Fatecast
from tests.support.pig.cells import PIG
from tests.support.runs import forge_manifest
from tests.support.studio import Served, served

HOLDS = '"""holds: stops at a number."""\n\n\ndef policy(view):\n    return view["turn"] < {at}\n'
PLAYED = ("--game", "pig", "--players", "2", "--games", "2", "--executor", "inline")


class Asked(NoJobs):
    """Keeps what would be played."""

    def __init__(self) -> None:
        super().__init__()
        self.came_through: list[Any] = []

    def submit(self, job: Job) -> str:
        self.came_through.append(job.asked)
        return "ticket"


@pytest.fixture
def folder(tmp_path: Path, typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with three players, and a run of each."""
    monkeypatch.chdir(tmp_path)
    for at, name in enumerate(("mine", "hers", "gone"), 12):
        Path(f"{name}.py").write_text(HOLDS.format(at=at))
        policy = f"./{name}.py" if name != "hers" else "search base=hers worlds=2"
        files = ("--policy", "./hers.py") if name == "hers" else ()
        done = typed("run", *PLAYED, "--policy", policy, *files, "--out", f"reports/runs/{name}")
        assert done.returncode == 0, done.stderr
        PIG.edition.policies.outside.forget()
    Path("gone.py").write_text("another text\n")
    yield tmp_path
    forget()


@pytest.fixture
def studio(folder: Path) -> Iterator[Served]:
    jobs = Asked()
    with served(folder, Studio(folder, "pig", "pig", ("./mine.py",), jobs, jobs)) as found:
        yield found
    PIG.edition.policies.outside.forget()


def runs_of(studio: Served) -> dict[str, dict[str, Any]]:
    return {run["name"]: run for run in json.loads(studio.ask("GET", "/runs/list").body)["runs"]}


def command_of(studio: Served, path: str, said: dict[str, Any]) -> list[str]:
    answer = studio.ask("POST", path, said)
    assert answer.status == 200, answer.body
    return shlex.split(json.loads(answer.body)["command"])


def test_every_command_names_the_file_again(studio: Served, typed: Fatecast) -> None:
    run = runs_of(studio)["mine"]
    assert (run["opens"], run["line"]) == (True, "")
    found = command_of(studio, "/games/find", {"run": "mine", "limit": 1})
    again = typed(*found[1:])
    assert again.returncode == 0, again.stderr
    game_id = shlex.split(again.stdout)[2]
    assert "mine@" in game_id
    replay = command_of(studio, "/games/replay", {"id": game_id})
    assert "./mine.py" not in command_of(studio, "/games/replay", {"id": game_id.replace("mine@", "theirs@")})
    new = command_of(studio, "/runs/new", {"name": "new", "policy": ["mine"], "axes": {"players": "2"}, "games": 2})
    assert new[new.index("--policy") + 1] == "./mine.py", "a page may call it by its name, the command line may not"
    for words in (shlex.split(run["command"]), replay, new):
        PIG.edition.policies.outside.forget()
        done = typed(*words[1:])
        assert (done.returncode, done.stderr) == (0, ""), words


def test_a_run_of_other_code_is_listed_with_the_command_that_opens_it(studio: Served) -> None:
    runs = runs_of(studio)
    assert not runs["hers"]["opens"]
    assert runs["hers"]["line"] == "to open it, start: fatecast studio --game pig --policy ./hers.py"
    assert runs["gone"]["line"] == "to open it, start: fatecast studio --game pig --policy PATH/gone.py"
    for path, said in (
        ("/games/find", {"run": "hers"}),
        ("/runs/resume", {"name": "hers"}),
        ("/side-by-side/compare", {"before": "hers", "after": "mine"}),
    ):
        assert studio.ask("POST", path, said).status == 400, path
    manifest = json.loads(Path("reports/runs/hers/manifest.json").read_text())
    evil = {"name": "x; rm -rf ~", "code": "0" * 64, "parameters": {}}
    forge_manifest(Path("reports/runs/hers"), experiment={**manifest["experiment"], "policies": [evil]})
    assert runs_of(studio)["hers"]["line"].endswith("--policy 'PATH/x; rm -rf ~.py'")
