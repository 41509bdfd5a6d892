"""Files outside of the folder that a page, or a file of the folder, names in other ways than by a path of its own: by a
link, by a content, by what a policy has learned, by a run, by the id of a game. None of them is opened."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from engine.configs import read_text
from engine.game.registry import forget
from sim import run
from sim.compare.versions.history import Step, add_step
from sim.runs.manifest import RUNS
from sim.studio.jobs.job import Job
from sim.studio.studio import NoJobs, Studio
from tests.support.runs import forge_manifest
from tests.support.studio import Served, served

DECK = 'extends = "base"\ngoal = 9\n'
EXPERIMENT = 'game = "shipwreck"\npolicies = ["{policy}"]\nplayers = [3]\ndecks = ["{deck}"]\n'
MOONS = {"cards.the-deep.moons": 2}
STEP = Step(
    id="0",
    time="2026-11-18T12:00:00+00:00",
    game="shipwreck",
    content="own",
    changes=MOONS,
    pinned={},
    words=[],
    command="",
    sentences=[],
    verdict="held",
    games=1,
)
ID = "shipwreck:{deck}@0123abcd:novice:3p:doom0:rules3:seed1:game17"


class Asked(NoJobs):
    """Keeps what would be played: these requests came through."""

    def __init__(self) -> None:
        super().__init__()
        self.came_through: list[object] = []

    def submit(self, job: Job) -> str:
        self.came_through.append(job.asked)
        return "ticket"


@pytest.fixture(scope="module")
def jobs() -> Asked:
    return Asked()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a game with contents."""
    out = tmp_path_factory.mktemp("played") / "run"
    return run(policy="novice", players="3", doom="0", games=8, out=out, executor="inline").path


@pytest.fixture(scope="module")
def studio(played: Path, tmp_path_factory: pytest.TempPathFactory, jobs: Asked) -> Iterator[Served]:
    """A folder with traps, each of which leads to a deck, a run or a player that lies beside it."""
    above = tmp_path_factory.mktemp("above")
    outside, inside = above / "outside", above / "inside"
    copytree(played, outside / "theirs")
    (outside / "deck.toml").write_text(DECK)
    (outside / "learned.json").write_text("{}")
    decks, experiments = inside / "configs/shipwreck/decks", inside / "configs/shipwreck/experiments"
    decks.mkdir(parents=True)
    experiments.mkdir()
    (decks / "own.toml").write_text(DECK)
    (decks / "linked.toml").symlink_to(outside / "deck.toml")
    (inside / "learned.json").write_text("{}")
    for name, policy, deck in (
        ("plain", "novice", "own"),
        ("to-a-link", "novice", "linked"),
        ("to-a-path", "novice", f"{outside}/deck.toml"),
        ("to-dots", "novice", "../outside/deck.toml"),
        ("to-learned", "trained weights=../outside/learned.json", "own"),
    ):
        (experiments / f"{name}.toml").write_text(EXPERIMENT.format(policy=policy, deck=deck))
    (inside / "link").symlink_to(outside / "theirs")
    copytree(played, inside / "theirs")
    copytree(played, inside / RUNS / "mine")
    manifest = json.loads((inside / RUNS / "mine/manifest.json").read_text())
    for name, deck in (("forged", f"{outside}/deck.toml"), ("forged-by-name", "linked")):
        copytree(played, inside / RUNS / name)
        forge_manifest(inside / RUNS / name, experiment={**manifest["experiment"], "decks": [deck]})
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(inside)
        for content in ("own", "linked"):
            add_step(replace(STEP, id=content, content=content))
        with served(inside, Studio(inside, "shipwreck", None, ("./mine.py at=3",), jobs, jobs)) as found:
            yield found
    forget()


@pytest.fixture(autouse=True)
def nothing_came_through(studio: Served, jobs: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs.came_through.clear()
    monkeypatch.chdir(studio.opened.studio.folder)


def trial(**setting: object) -> tuple[str, dict[str, Any]]:
    return "/workbench/trial", {"content": "own", "changes": MOONS, "setting": setting}


def sides(word: str) -> tuple[str, dict[str, Any]]:
    return "/side-by-side/compare", {"before": word, "after": word}


def replay(game_id: str) -> tuple[str, dict[str, Any]]:
    return "/games/replay", {"id": game_id}


PATHS = ["/etc/passwd", "../outside/learned.json", "configs/../../outside/learned.json", "link/manifest.json"]
ELSEWHERE = [
    *[trial(policy=[f"trained weights={path}"]) for path in PATHS],
    *[trial(policy=[f"novice, trained weights={path}"]) for path in PATHS[:1]],
    *[trial(experiment=name) for name in ("to-a-link", "to-a-path", "to-dots", "to-learned")],
    ("/workbench/trial", {"content": "own", "changes": {"policy.weights": PATHS[1]}}),
    ("/workbench/trial", {"content": "own", "changes": MOONS, "pinned": {"field.weights": PATHS[1]}}),
    ("/workbench/trial", {"content": "linked", "changes": MOONS}),
    *[sides(word) for word in ("linked", "history:2", "to-a-path", "forged")],
    *[replay(word) for word in ("link", "theirs", "..", ".", "cmd:echo:rules1", "openspiel:kuhn_poker:rules1:x")],
    replay(ID.format(deck="linked")),
    *[("/games/find", {"run": name}) for name in ("link", "forged", "forged-by-name")],
    *[("/runs/resume", {"name": name}) for name in ("link", "forged", "forged-by-name")],
]
OF_THE_FOLDER = [
    trial(policy=["trained weights=learned.json"]),
    trial(policy=["./mine.py at=4"]),
    trial(experiment="plain"),
    ("/workbench/trial", {"content": "own", "changes": {"policy.weights": "learned.json"}}),
    *[sides(word) for word in ("own", "novice", "plain", "mine", "history:1")],
    replay(ID.format(deck="own")),
    ("/games/find", {"run": "mine"}),
    ("/runs/resume", {"name": "mine"}),
]


@pytest.mark.parametrize(("path", "said"), ELSEWHERE, ids=str)
def test_nothing_elsewhere_is_opened(path: str, said: dict[str, Any], studio: Served, jobs: Asked) -> None:
    studio.lines()
    answer = studio.ask("POST", path, said)
    assert (answer.status, jobs.came_through) == (400, [])
    [line] = studio.lines()
    assert line.startswith("studio: refused POST ")


@pytest.mark.parametrize(("path", "said"), OF_THE_FOLDER, ids=str)
def test_what_is_of_the_folder_comes_through(path: str, said: dict[str, Any], studio: Served, jobs: Asked) -> None:
    answer = studio.ask("POST", path, said)
    assert answer.status == 200, answer.body
    assert len(jobs.came_through) == 1


def test_a_player_that_a_link_leads_to_is_not_read(studio: Served, jobs: Asked) -> None:
    policies = Path("configs/shipwreck/policies")
    policies.mkdir()
    (policies / "trained.json").symlink_to(Path("../outside/learned.json").resolve())
    assert studio.ask("POST", *trial(policy=["novice"])).status == 400
    (policies / "trained.json").unlink()
    (policies / "trained.json").write_text("{}")
    assert studio.ask("POST", *trial(policy=["novice"])).status == 200
    (policies / "trained.json").unlink()
    policies.rmdir()


def test_the_traps_work(studio: Served) -> None:
    assert read_text(Path("configs/shipwreck/decks/linked.toml")) == DECK
    assert (Path("link") / "manifest.json").exists()
    runs = {each["name"]: each["state"] for each in json.loads(studio.ask("GET", "/runs/list").body)["runs"]}
    assert runs == {"mine": "finished", "forged": "unreadable", "forged-by-name": "unreadable"}


def test_a_run_of_a_package_is_listed_with_the_command_that_opens_it(studio: Served) -> None:
    game = json.loads(Path(RUNS, "mine/manifest.json").read_text())["game"]
    forge_manifest(Path(RUNS, "mine"), game={**game, "name": "installed"})
    runs = {each["name"]: each for each in json.loads(studio.ask("GET", "/runs/list").body)["runs"]}
    assert "fatecast studio --game installed" in runs["mine"]["line"]
    assert not runs["mine"]["opens"]
    forge_manifest(Path(RUNS, "mine"), game=game)
