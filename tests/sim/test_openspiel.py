"""Games of OpenSpiel from the first game to the page: what is known of them exactly must come out."""

import json
import os
import re
import shlex
import sys
from fractions import Fraction
from html import unescape
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from engine.game.registry import load_game
from engine.outside.openspiel import loading
from sim import Run, run
from sim.statistics.intervals import wilson
from tests.support import ROOT
from tests.support.command_line import Fatecast, start
from tests.support.undrawn import build

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")


def by_random_players(state: Any) -> tuple[Fraction, Fraction, Fraction]:
    """The chances of the first player, of the second and of a draw, exactly."""
    seen: dict[str, tuple[Fraction, Fraction, Fraction]] = {}

    def chances(state: Any) -> tuple[Fraction, Fraction, Fraction]:
        if state.is_terminal():
            first = state.returns()[0]
            return Fraction(first > 0), Fraction(first < 0), Fraction(first == 0)
        key = str(state)
        if key not in seen:
            found = [chances(state.child(action)) for action in state.legal_actions()]
            seen[key] = tuple(sum(each, Fraction()) / len(found) for each in zip(*found, strict=True))  # type: ignore[assignment]
        return seen[key]

    return chances(state)


def test_tic_tac_toe_by_random_players(tmp_path: Path) -> None:
    exact = by_random_players(pyspiel.load_game("tic_tac_toe").new_initial_state())
    assert [round(float(each), 5) for each in exact] == [0.58492, 0.28810, 0.12698]
    games = 1_500
    played = run({"game": "openspiel:tic_tac_toe", "games": games, "seed": 1}, out=tmp_path / "run", executor="inline")
    outcomes = played.cells[0]["outcomes"]
    for name, chance in zip(("seat 1", "seat 2", "draws"), exact, strict=True):
        low, high = wilson(outcomes[name]["value"] * games, games, 0.9999)
        assert low < chance < high, name
    assert outcomes["return of seat 1"]["value"] == pytest.approx(
        outcomes["seat 1"]["value"] - outcomes["seat 2"]["value"]
    )
    assert outcomes["return of seat 2"]["value"] == pytest.approx(-outcomes["return of seat 1"]["value"])


def run_of(name: str, folder: Path, games: int = 100) -> Run:
    return run({"game": f"openspiel:{name}", "games": games, "seed": 3}, out=folder, executor="inline")


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("tic_tac_toe", "Who wins?"),
        ("kuhn_poker", "Who gets how much?"),
        ("hanabi", "What does it yield?"),
    ],
)
def test_every_kind_of_game_gets_its_page(name: str, question: str, tmp_path: Path) -> None:
    page = unescape(build(run_of(name, tmp_path / "run").path)["index.html"].decode())
    assert load_game(f"openspiel:{name}").about.title in page
    assert question in page.split('<details class="section"')[0]


def test_the_command_line_plays_and_replays(tmp_path: Path, typed: Fatecast) -> None:
    flags = ("--game", "openspiel:hanabi(players=3)", "--games", "20", "--workers", "2", "--out", tmp_path / "run")
    played = typed("run", *flags)
    assert played.returncode == 0, played.stderr
    assert "fatecast replay 'openspiel:hanabi(players=3):rules1:random:seed" in played.stdout
    told = typed("replay", "openspiel:hanabi(players=3):rules1:random:seed1:game3")
    assert told.returncode == 0, told.stderr
    assert "Move 1, seat 1: (" in told.stdout
    refused = typed("run", "--game", "openspiel:leduc_pokr", "--out", tmp_path / "no")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1


@pytest.mark.full
def test_the_list_of_games_names_the_scheme_and_the_scheme_its_games(typed: Fatecast) -> None:
    assert "openspiel:leduc_poker" in typed("games").stdout
    listed = typed("games", "openspiel")
    assert listed.returncode == 0, listed.stderr
    assert listed.stderr == ""
    for name in pyspiel.registered_names():
        assert f"│ {name} " in listed.stdout, name
    rows = json.loads(typed("games", "openspiel", "--json").stdout)
    by_name = {row["name"]: row for row in rows}
    assert set(by_name) == set(pyspiel.registered_names())
    assert (by_name["leduc_poker"]["what counts"], by_name["tic_tac_toe"]["what counts"]) == ("points", "wins")
    assert "mean-field" in by_name["mfg_garnet"]["why"]
    told = typed("games", "openspiel:leduc_poker").stdout
    assert "Leduc Poker (competitive, 2 players)" in told
    assert "focus return gain" in told


def test_without_the_package_the_lists_say_what_to_install(typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("engine.outside.openspiel.catalogue.version", absent)
    assert "not installed: pip install open_spiel" in typed("games").stdout
    loading.library.cache_clear()
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    refused = typed("games", "openspiel")
    assert refused.returncode == 2
    assert "pip install open_spiel" in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.full
def test_every_command_of_the_reference_works_as_printed(tmp_path: Path) -> None:
    text = (ROOT / "docs/reference/games/openspiel.md").read_text(encoding="utf-8")
    (experiment,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "leduc.toml").write_text(experiment)
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("fatecast ")]
    lines += re.findall(r"`(fatecast games [^`]*)`", text)
    assert len(lines) > 10
    for line in lines:
        with start(*shlex.split(line)[1:], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}) as process:
            out, error = process.communicate(timeout=300)
        assert process.returncode == 0, f"{line}: {out}{error}"
