"""Policies and games that installed packages offer are code: they run if the call names them, and not because a page, a
file of the folder or a shared page does."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.configs import EXPERIMENTS
from engine.confined import Confines, confined
from engine.errors import BadInput
from engine.game.registry import forget as forget_games
from engine.game.registry import load_game
from sim.studio.jobs.job import Job, Workplace
from sim.studio.jobs.jobs import Jobs
from sim.studio.studio import NoJobs, Studio
from sim.studio.workbench.asked import Setting, State
from sim.studio.workbench.fields import reference
from tests.support import lanterns
from tests.support.shipwreck.own_files import forget, simple
from tests.support.studio import served
from tests.support.studio_jobs import nothing, read_state

NAME = "theirs"
LINE = f"policy {NAME} is code of a package, loaded only when the call names it; add --policy {NAME}"
BY_NAME = State("shipwreck", None, "base", {}, {}, Setting((NAME,), {"players": "3"}))
BY_EXPERIMENT = State("shipwreck", None, "base", {}, {}, Setting(experiment="by-them"))


class Reading(NoJobs):
    """Reads what would be played, in the request."""

    def submit(self, job: Job) -> str:
        asked: Any = job.asked
        reference(asked.state)
        return "ticket"


def offer(site: Path) -> None:
    """A package that leaves a mark when its policy is loaded."""
    info, package = site / "somebody-1.0.dist-info", site / "somebody"
    info.mkdir(parents=True)
    package.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[fatecast.policies]\n{NAME} = somebody.policy\n")
    (package / "__init__.py").write_text(f"open({str(site / 'was-here')!r}, 'w').close()\n")
    (package / "policy.py").write_text(simple(NAME))


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Is there once code of the package has run."""
    offer(tmp_path / "site")
    experiments = tmp_path / "folder/configs/shipwreck" / EXPERIMENTS
    experiments.mkdir(parents=True)
    (experiments / "by-them.toml").write_text(f'game = "shipwreck"\npolicies = ["{NAME}"]\nplayers = [3]\n')
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.chdir(tmp_path / "folder")
    yield tmp_path / "site/was-here"
    forget()
    for module in ("somebody", "somebody.policy"):
        sys.modules.pop(module, None)


@pytest.mark.parametrize("state", [BY_NAME, BY_EXPERIMENT], ids=["by a page", "by an experiment"])
def test_a_request_runs_no_policy_that_the_starting_command_did_not_name(state: State, mark: Path) -> None:
    folder, setting = Path().resolve(), {"policy": list(state.setting.policy), "experiment": state.setting.experiment}
    asked = {"content": "base", "changes": {"cards.the-deep.moons": 2}, "setting": setting}
    with served(folder, Studio(folder, "shipwreck", None, (), Reading())) as studio:
        answer = studio.ask("POST", "/workbench/trial", asked)
        assert (answer.status, LINE in answer.body.decode()) == (400, True)
        assert len(studio.lines()) == 1
    assert not mark.exists()
    with served(folder, Studio(folder, "shipwreck", None, (f"{NAME} slip=0.1",), Reading())) as studio:
        answer = studio.ask("POST", "/workbench/trial", asked)
        assert answer.status == 200, answer.body
    assert mark.exists()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("policies", [(), (NAME,)], ids=["unnamed", "named"])
def test_the_worker_runs_what_the_starting_command_named(policies: tuple[str, ...], mark: Path) -> None:
    async def whole() -> list[dict[str, Any]]:
        jobs = Jobs(Workplace(Path().resolve(), "shipwreck", policies), nothing)
        jobs.start()
        try:
            return [event async for event in jobs.events(jobs.submit(Job(read_state, BY_NAME)))]
        finally:
            jobs.close()

    last = asyncio.run(whole())[-1]
    assert (last["kind"], mark.exists()) == (("done", True) if policies else ("failed", False)), last
    assert policies or LINE in last["line"]


def test_a_game_of_a_package_is_run_only_if_it_is_named(tmp_path: Path) -> None:
    with lanterns.installed(tmp_path):
        for packages in (frozenset[str](), frozenset({NAME})):
            with confined(Confines(None, packages=packages)), pytest.raises(BadInput, match="only the call may name"):
                load_game(lanterns.NAME)
        with confined(Confines(None, packages=frozenset({lanterns.NAME}))):
            assert load_game(lanterns.NAME).about.title
    forget_games()
