"""Whatever leads out of the folder, the engine does not open it: in a request, and in the worker. The ways here are
those that nobody sees before a file is read: what a config of the folder names, and what that names."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.configs import EXPERIMENTS, names, read_text
from engine.confined import Confines, confined
from engine.content.files import MAX_FILES
from engine.errors import BadInput
from engine.game.registry import admit, forget
from sim.studio.folder import confines_of
from sim.studio.jobs.job import Job, Workplace
from sim.studio.jobs.jobs import Jobs
from sim.studio.studio import NoJobs, Studio
from sim.studio.workbench.asked import Setting, State
from sim.studio.workbench.fields import reference
from tests.support.studio import Served, served
from tests.support.studio_jobs import nothing, read_state

LINE = "is no file of this folder"
DECK = 'extends = "base"\ngoal = 9\n'
CHAIN = MAX_FILES - 12
"""Files that extend each other, before the last one leads out."""


class Reading(NoJobs):
    """Reads what would be played, in the request."""

    def submit(self, job: Job) -> str:
        asked: Any = job.asked
        reference(asked.state)
        return "ticket"


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with decks, experiments and presets that lead to files beside it, which are right in themselves."""
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    own = inside / "configs/shipwreck"
    for folder in (outside / "decks", own / "decks", own / "policies", own / EXPERIMENTS):
        folder.mkdir(parents=True)
    (outside / "deck.toml").write_text(DECK)
    (outside / "opening.toml").write_text("")
    (outside / "decks" / "theirs.toml").write_text(DECK)
    away = f"{outside}/deck.toml"
    contents = {
        "own": '"base"',
        "one": f'"{away}"',
        "dots": '"../../../../outside/deck.toml"',
        "several": f'["base", "{away}"]',
        "linked": '"link"',
        "through": '"folder/theirs.toml"',
        f"chain-{CHAIN}": f'"{away}"',
        **{f"chain-{number}": f'"chain-{number + 1}"' for number in range(CHAIN)},
    }
    for name, extended in contents.items():
        (own / "decks" / f"{name}.toml").write_text(f"extends = {extended}\n")
    (own / "decks" / "link.toml").symlink_to(outside / "deck.toml")
    (own / "decks" / "folder").symlink_to(outside / "decks")
    (inside / "link.toml").symlink_to(outside / "opening.toml")
    (inside / "opening.toml").write_text("")
    presets = {"mine": "opening.toml", "path": f"{outside}/opening.toml", "dotted": "../outside/opening.toml"}
    for name, file in {**presets, "by-link": "link.toml"}.items():
        text = f'policy = "script"\ndescription = "as written"\n[parameters]\nfile = "{file}"\n'
        (own / "policies" / f"{name}.toml").write_text(text)
    monkeypatch.chdir(inside)
    yield inside
    forget()


@pytest.fixture
def studio(inside: Path) -> Iterator[Served]:
    with served(inside, Studio(inside, "shipwreck", None, (), Reading())) as found:
        yield found


def state(content: str = "own", policy: str = "novice") -> State:
    return State("shipwreck", None, content, {}, {}, Setting(policy=(policy,), axes={"players": "3"}))


def trial(of: State) -> tuple[str, dict[str, Any]]:
    setting = {"policy": list(of.setting.policy), "axes": dict(of.setting.axes)}
    return "/workbench/trial", {"content": of.content, "changes": {"cards.the-deep.moons": 2}, "setting": setting}


ELSEWHERE = [
    *[state(name) for name in ("one", "dots", "several", "linked", "through", "chain-0")],
    *[state(policy=name) for name in ("path", "dotted", "by-link")],
]
WITHIN = [state(), state(policy="mine"), state("base")]


@pytest.mark.parametrize("of", ELSEWHERE, ids=lambda of: f"{of.content}-{of.setting.policy[0]}")
def test_a_request_opens_nothing_elsewhere(of: State, studio: Served) -> None:
    answer = studio.ask("POST", *trial(of))
    assert (answer.status, LINE in answer.body.decode()) == (400, True)
    [told] = studio.lines()
    assert told.startswith("studio: refused POST /workbench/trial: ")
    assert LINE in told


@pytest.mark.parametrize("of", WITHIN, ids=lambda of: f"{of.content}-{of.setting.policy[0]}")
def test_a_request_opens_what_is_of_the_folder_and_ours(of: State, studio: Served) -> None:
    answer = studio.ask("POST", *trial(of))
    assert answer.status == 200, answer.body
    assert studio.lines() == []


def test_elsewhere_is_right_in_itself(inside: Path) -> None:
    """The traps work: without a studio, each of them is read."""
    for of in (*ELSEWHERE, *WITHIN):
        assert reference(of).cells


def test_the_worker_opens_nothing_elsewhere(inside: Path) -> None:
    told: list[tuple[str, str]] = []

    async def whole() -> dict[str, list[dict[str, Any]]]:
        jobs = Jobs(Workplace(inside, "shipwreck"), nothing)
        jobs.log = lambda what, why: told.append((what, why))
        jobs.start()

        async def heard(of: State) -> list[dict[str, Any]]:
            return [event async for event in jobs.events(jobs.submit(Job(read_state, of)))]

        try:
            return {f"{of.content} {of.setting.policy}": await heard(of) for of in (*ELSEWHERE, *WITHIN)}
        finally:
            jobs.close()

    found = [events[-1] for events in asyncio.run(whole()).values()]
    lines = [event.get("line", "") for event in found]
    assert [LINE in line for line in lines] == [True] * len(ELSEWHERE) + [False] * len(WITHIN)
    assert [event["kind"] for event in found[len(ELSEWHERE) :]] == ["done"] * len(WITHIN)
    assert [(what, LINE in why) for what, why in told] == [("a job", True)] * len(ELSEWHERE), "one line each"


def test_a_folder_of_configs_behind_a_link_is_not_listed(inside: Path, tmp_path: Path) -> None:
    baselines = inside / "configs/shipwreck/linked"
    baselines.symlink_to(tmp_path / "outside" / "decks")
    assert names("linked", "shipwreck") == ["theirs"]
    with confined(Confines(inside)):
        assert names("linked", "shipwreck") == []


def test_what_the_starting_command_named_is_read_wherever_it_lies(inside: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "mine.py").write_text("x = 1\n")
    (outside / "deeper").mkdir()
    (outside / "deeper/notes.toml").write_text("x = 1\n")
    (inside / "mine.py").symlink_to(outside / "mine.py")
    for policy in ("./mine.py at=3", "../outside/mine.py", str(outside / "mine.py")):
        with confined(confines_of(inside, "shipwreck", (policy,))):
            assert read_text(Path(policy.partition(" ")[0])) == "x = 1\n"
            with pytest.raises(BadInput, match=LINE):
                read_text(Path("../outside/deck.toml"))


def test_beside_a_game_that_was_named_files_are_read(inside: Path, tmp_path: Path) -> None:
    game = tmp_path / "outside" / "pirates"
    game.mkdir()
    (game / "game.py").write_text((Path(__file__).parents[2] / "games" / "last_one.py").read_text())
    (game / "cards.toml").write_text("")
    (game / "link.toml").symlink_to(tmp_path / "outside" / "deck.toml")
    admit("../outside/pirates")
    with confined(confines_of(inside, "../outside/pirates", ())):
        assert read_text(Path("../outside/pirates/cards.toml")) == ""
        assert "import" in read_text(Path("../outside/pirates/game.py"))
        for elsewhere in ("../outside/pirates/link.toml", "../outside/deck.toml"):
            with pytest.raises(BadInput, match=LINE):
                read_text(Path(elsewhere))


def test_what_is_not_there_is_refused_like_what_is(inside: Path, tmp_path: Path) -> None:
    """Nobody learns which files there are."""
    (inside / "configs/shipwreck/decks/gone.toml").write_text(f'extends = "{tmp_path}/outside/gone.toml"\n')
    with confined(Confines(inside)), pytest.raises(BadInput, match=LINE):
        reference(state("gone"))
