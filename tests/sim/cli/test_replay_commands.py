"""The commands that `run` and a report print to replay a game work as they are printed, for every kind of game, content
and policy."""

import re
import shlex
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from engine.game.registry import forget
from tests.support.command_line import Fatecast
from tests.support.own_games import pirates
from tests.support.pig.cells import PIG
from tests.support.programs import race
from tests.support.undrawn import without_figures

SMALL = ("--games", "40", "--executor", "inline", "--out", "a run")
NOVICE = ("--policy", "novice", "--players", "3", "--doom", "0")
OF_ONES_OWN = '"""mine: holds at 12."""\n\n\ndef policy(view):\n    return view["turn"] < 12\n'

KINDS = {
    "several contents": ("--deck", "longer.toml,base", *NOVICE),
    "a content file of a name that is taken": ("--deck", "taken/base.toml", *NOVICE),
    "a preset of one's own": ("--policy", "shy", "--deck", "longer.toml", *NOVICE[2:]),
    "a table of policies": ("--game", "pig", "--table", "sub/other.py,hold at=15", "--players", "2"),
    "a game in a file, with options": ("--game", "./pirates", "--players", "2", "--option", "goal=20"),
    "a program": ("--game", f"cmd:{race()}"),
}

NAMED_AGAIN = {kind: flags[:2] for kind, flags in KINDS.items() if "game in" in kind or "program" in kind} | {
    "a table of policies": ("--policy", "sub/other.py")
}
"""Code that a report must be told again: a policy file only if it does not lie in the current folder."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with files of every kind, which is also the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    longer = 'extends = "base"\n[cards.the-chalice]\nmoons = 4\n'
    for name in ("longer.toml", "sub/longer.toml"):
        (tmp_path / name).write_text(longer)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken/base.toml").write_text('extends = "full"\nremove = ["the-chalice"]\n')
    for name in ("mine.py", "sub/other.py"):
        (tmp_path / name).write_text(OF_ONES_OWN)
    presets = tmp_path / "configs/shipwreck/policies"
    presets.mkdir(parents=True)
    (presets / "shy.toml").write_text('policy = "novice"\ndescription = "shy"\nparameters = { slip = 0.2 }\n')
    pirates(tmp_path)
    yield tmp_path
    forget()
    PIG.edition.policies.outside.forget()


def replays(text: str) -> list[list[str]]:
    """The words after `fatecast` of every command to replay a game."""
    return [shlex.split(command) for command in re.findall(r"fatecast (replay [^\n<]+)", text)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
def test_what_run_and_report_print_can_be_typed(folder: Path, typed: Fatecast, kind: str) -> None:
    def anew(*words: str) -> CompletedProcess[str]:
        """As in a process of its own, which knows no policy file."""
        PIG.edition.policies.outside.forget()
        return typed(*words)

    done = anew("run", *KINDS[kind], *SMALL)
    assert done.returncode == 0, done.stderr
    with without_figures():
        page = anew("report", "a run", "--out", "page", *NAMED_AGAIN.get(kind, ()))
    assert page.returncode == 0, page.stderr
    shown, on_page = replays(done.stdout), replays(unescape((folder / "page/index.html").read_text()))
    assert shown, done.stdout
    assert on_page
    for words in {tuple(words) for words in (*shown, *on_page)}:
        told = anew(*words)
        assert (told.returncode, told.stderr) == (0, ""), words
        assert len(told.stdout.splitlines()) > 2
