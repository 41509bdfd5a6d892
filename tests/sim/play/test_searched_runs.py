"""Runs in which a policy searches are runs like any other: the same bytes, resumed, interrupted, out of patience."""

from pathlib import Path

import pytest

from sim import run
from tests.support.command_line import Fatecast
from tests.support.own_file import written

KUHN = {
    "game": "openspiel:kuhn_poker",
    "focus": ["search base=random worlds=4"],
    "field": ["random"],
    "games": 12,
    "seed": 3,
}


@pytest.mark.full
def test_the_same_bytes_on_any_number_of_workers(tmp_path: Path) -> None:
    inline = run(KUHN, out=tmp_path / "inline", executor="inline", block=3).digest
    assert run(KUHN, out=tmp_path / "two", workers=2, block=3).digest == inline
    assert run({**KUHN, "seed": 4}, out=tmp_path / "other", executor="inline", block=3).digest != inline


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
