"""No line of any verb is longer than a narrow terminal, none has escapes, and every character has a plain form."""

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from sim.cli.app import app, main
from sim.display.plain_characters import plain

SMALL = ("--players", "2,3", "--doom", "0,6", "--policy", "mute", "--games", "64")
ONE = (*SMALL[:4], "--policy", "mute", "--games", "1024")
INLINE = ("--executor", "inline")
PIG = ("--game", "pig", "--policy", "hold", "--players", "2,3", "--games", "64")
LONG = "a-deck-whose-name-is-rather-long"
DECK = f'extends = "base"\nname = "{LONG.replace("-", " ")}"\n[cards.the-deep]\nmoons = 2\n'
SHEET = f"Name,Moons,Qty\nThe Deep,2,\nThe Chalice,4,2\n{LONG},3,1\nDawn,=A1,\n"

VERBS: dict[str, list[tuple[str, ...]]] = {
    "run": [
        (*SMALL, *INLINE, "--deck", "base", "--deck", f"{LONG}.toml", "--out", "decks"),
        (*PIG, *INLINE, "--out", "pig"),
    ],
    "resume": [("decks", *INLINE)],
    "plan": [("--half-width", "1%", "--detect", "1pp", "--paired-variance", "0.3", "--untimed")],
    "report": [("pig",)],
    "verify": [("decks", "--sample", "64")],
    "find": [("decks", "--limit", "2"), ("pig", "--limit", "2")],
    "replay": [("decks", "0", "3"), ("pig", "0", "3")],
    "try": [("cards.the-deep.moons=2", *SMALL, *INLINE), ("options.goal=50", *PIG, *INLINE)],
    "compare": [
        ("base", f"{LONG}.toml", *SMALL, *INLINE),
        ("hold at=20", "hold at=16", *PIG[:2], *PIG[4:], *INLINE, "--outcome", "all"),
    ],
    "baseline accept": [("pig", "--experiment", "pig.toml", "--games", "1024")],
    "gate": [("--games", "1024", *INLINE, "--game", "pig")],
    "ablate": [(*SMALL, *INLINE, "--pieces", "the-deep"), ("--list-kinds",)],
    "sweep": [(*SMALL, *INLINE, "--set", "cards.the-deep.moons=2..3")],
    "tune": [(*ONE, *INLINE, "--goal", "players 2: 5 ± 5 %", "--vary", "cards.the-deep.moons=2..3")],
    "ladder": [("--game", "pig", "--players", "2", "--games", "64", *INLINE)],
    "games": [(), ("pig",), ("shipwreck",)],
    "pieces": [()],
    "pieces pull": [(f"{LONG}.csv", "--to", "pulled.toml")],
    "pieces push": [(f"{LONG}.csv", "--from", "pulled.toml")],
    "piece": [("the-deep",)],
    "check": [(f"{LONG}.toml", "pig.toml")],
    "policies": [(), ("--game", "pig")],
    "policies check": [("hold", "--game", "pig")],
    "schema": [("compare",)],
    "new": [("pirates",)],
    "trust": [()],
    "init": [("decks-of-ours", "--game", "pig"), ("of-a-game", "--game", "shipwreck", "--no-baseline")],
}
"""In an order in which each finds what it needs."""
ELSEWHERE = {"train", "baseline", "watch", "studio"}
"""`train` takes minutes, `watch` and `studio` wait; they print plain lines, as all verbs do. `baseline` has only its
help."""

NARROWEST = 60


class Screen(io.StringIO):
    """Output that takes itself for a terminal."""

    def isatty(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"


def commands() -> Iterator[str]:
    for name, verb in get_command(app).commands.items():  # type: ignore[attr-defined]
        yield name
        yield from (f"{name} {inner}" for inner in getattr(verb, "commands", ()))


def too_long(text: str, width: int) -> list[str]:
    """Lines that do not fit, but for words that no line could hold."""
    lines = [line.rstrip() for line in text.split("\n")]
    return [line for line in lines if len(line) > width and max(map(len, line.split())) <= width - 4]


def test_a_line_that_is_too_long_is_noticed() -> None:
    assert too_long("a few short words in one line", 20) == ["a few short words in one line"]
    assert too_long("see reports/runs/a-very-long-name-of-a-run", 20) == []


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    def show(*words: str) -> str:
        screen = Screen()
        monkeypatch.setenv("COLUMNS", str(NARROWEST))
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setattr(sys, "argv", ["fatecast", *words])
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setattr(sys, "stderr", io.StringIO())  # the progress bar has tests of its own
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code in (None, 0, 3, 4), screen.getvalue()
        return screen.getvalue()

    return show


@pytest.mark.full
def test_no_line_is_longer_than_the_terminal(
    shown: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(commands()) == {*VERBS, *ELSEWHERE}
    monkeypatch.chdir(tmp_path)
    Path(f"{LONG}.toml").write_text(DECK)
    Path(f"{LONG}.csv").write_text(SHEET)
    Path("pig.toml").write_text('game = "pig"\nplayers = [2, 3]\npolicies = ["hold"]\ngames = 64\n')
    wrong: dict[str, Any] = {}
    for verb, calls in VERBS.items():
        for words in calls:
            text = shown(*verb.split(), *words)
            if lines := too_long(text, NARROWEST):
                wrong[f"{verb} {' '.join(words)}"] = lines[:2]
            assert "\x1b" not in text, verb
            assert "\\u" not in plain(text), "every character of ours has a plain form"
    assert wrong == {}
