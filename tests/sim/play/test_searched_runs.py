"""Runs in which a policy searches are runs like any other: the same bytes, resumed, interrupted, out of patience."""

import signal
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from sim import run
from tests.support.command_line import Fatecast, start
from tests.support.own_file import written
from tests.support.runs import records, until

PIG = {"game": "pig", "players": [2], "games": 12, "seed": 3}
SEARCHED = {"pig": {**PIG, "focus": ['search base="hold at=25" worlds=8 caution=0'], "field": ["hold"]}}
SEARCHED["kuhn"] = {
    "game": "openspiel:kuhn_poker",
    "focus": ["search base=random worlds=4"],
    "field": ["random"],
    "games": 12,
    "seed": 3,
}


@pytest.mark.parametrize("name", [pytest.param("pig", marks=pytest.mark.full), "kuhn"])
def test_the_same_bytes_on_any_number_of_workers(name: str, tmp_path: Path) -> None:
    experiment = SEARCHED[name]
    inline = run(experiment, out=tmp_path / "inline", executor="inline", block=3).digest
    assert run(experiment, out=tmp_path / "two", workers=2, block=3).digest == inline
    assert run({**experiment, "seed": 4}, out=tmp_path / "other", executor="inline", block=3).digest != inline


def is_searching(child: psutil.Process) -> bool:
    """Whether a worker has been at it for a while."""
    with suppress(psutil.NoSuchProcess):
        return bool(child.cpu_times().user > 2)
    return False


@pytest.mark.full
def test_ctrl_c_ends_a_search_and_the_run_goes_on_later(tmp_path: Path) -> None:
    whole = run(SEARCHED["pig"], out=tmp_path / "whole", executor="inline", block=3).digest
    path = tmp_path / "run"
    flags = ("--game", "pig", "--focus", 'search base="hold at=25" worlds=200000', "--field", "hold", "--players", 2)
    with start("run", *flags, "--games", 40, "--block", 1, "--workers", 2, "--out", path) as process:
        family = psutil.Process(process.pid)
        until(lambda: sum(map(is_searching, family.children())) >= 2, 60)
        children = family.children()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.splitlines()[-1].endswith(f"continue with: fatecast resume {path}")
    assert "Traceback" not in err
    assert not any(child.is_running() for child in children)

    path = tmp_path / "resumed"
    typed = ("--game", "pig", "--focus", 'search base="hold at=25" worlds=8 caution=0', "--field", "hold")
    size = ("--players", 2, "--games", 12, "--seed", 3, "--block", 3, "--workers", 1)
    with start("run", *typed, *size, "--out", path) as process:
        until(lambda: records(path) >= 1, 60)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    with start("resume", path) as process:
        out, _ = process.communicate(timeout=60)
    assert whole in out


HANGS = '''def hangs(view):
    """never comes to an end if it has rolled much, and so sooner or later in an imagined world"""
    while view["turn"] > 25:
        pass
    return view["turn"] < 20


class PlainPig'''


@pytest.mark.full
def test_a_base_that_hangs_in_an_imagined_world_is_stopped(fatecast: Fatecast, tmp_path: Path) -> None:
    game = tmp_path / "hanging.py"
    text = written(
        ("class PlainPig", HANGS),
        ("policies = [hold]", "policies = [hold, hangs]\n    open_information = True"),
    )
    game.write_text(text)
    flags = ("--players", 2, "--games", 2, "--workers", 1, "--patience", 3)
    alone = fatecast("run", "--game", game, "--policy", "hangs", *flags, "--out", tmp_path / "alone")
    assert alone.returncode == 0, alone.stderr
    who = "search base=hangs worlds=16"
    done = fatecast("run", "--game", game, "--policy", who, *flags, "--out", tmp_path / "run")
    assert done.returncode == 1
    assert "does not end" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
