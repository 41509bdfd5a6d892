"""What the laboratory finds on Leduc poker: a planted change, which is a share of random moves, and nothing where
nothing was changed.

A player who always slips plays like one who moves at random, but by other draws. So there is a change without any
effect that changes most games: the negative control.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.game.cell import Json
from sim.compare.gate.baseline import BaselinePair, accept, read_baseline, write_baseline
from sim.compare.gate.command import AcceptRequest, accept_now
from sim.compare.gate.self_test.measure import measure
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from tests.support.command_line import Fatecast
from tests.support.planted import changes_found

pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install 'fatecast[openspiel]'")

INLINE = PlayOptions("inline")
HEADLINE = "focus return"
LEDUC = "openspiel:leduc_poker"
BOT = 'policy = "solved"\ndescription = "our bot"\n\n[parameters]\niterations = 20\n'
TABLE = f'game = "{LEDUC}"\nfocus = ["bot"]\nfield = ["random"]\nseed = 1\n'


@pytest.fixture(autouse=True, scope="module")
def kept_solutions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FATECAST_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a preset of our own, and an experiment that it plays in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "configs/openspiel/policies").mkdir(parents=True)
    (tmp_path / "configs/openspiel/policies/bot.toml").write_text(BOT)
    (tmp_path / "table.toml").write_text(TABLE)
    return tmp_path


def against_random(focus: str, seed: int = 1) -> Json:
    return {"name": "leduc", "game": LEDUC, "focus": [focus], "field": ["random"], "seed": seed}


@pytest.mark.full
def test_a_comparison_finds_random_moves_and_nothing_else() -> None:
    slips = "solved iterations=20 slips=100"
    assert changes_found(against_random, HEADLINE, ("solved iterations=20", slips), seeds=10, games=500) >= 9
    assert changes_found(against_random, HEADLINE, ("random", slips), seeds=10, games=500) <= 3, "5 %, and some luck"


def baseline(folder: Path, focus: str) -> BaselinePair:
    experiment = against_random(focus)
    effective, path = resolve(experiment, "leduc"), folder / "leduc.json"
    with outcome_cache([effective], INLINE) as played:
        write_baseline(path, accept(played, effective, experiment, {HEADLINE: 0.15}, 1024))
    return read_baseline(path)


@pytest.mark.full
def test_the_gate_is_as_good_as_promised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No false alarm, and half of the moves made at random are found."""
    monkeypatch.setattr("sim.compare.gate.self_test.measure.LEVELS", (0.03,))
    monkeypatch.setattr("sim.compare.gate.self_test.measure.POOL", 8192)
    measured = measure(baseline(tmp_path, "solved iterations=20"), 0.01, 65_536, 100, INLINE)
    [level] = measured.levels
    assert level.alarms.some == 0
    assert level.passes.value >= 0.95
    assert level.cell_found.value >= 0.95
    [slips] = measured.edits
    assert slips.label == "focus.slips 0 → 50"
    assert slips.needed < 65_536 / 2, "what it does is beyond doubt"
    assert slips.found.value >= 0.95
    assert measured.good


def test_the_gate_passes_until_the_bot_slips(home: Path, typed: Fatecast) -> None:
    place = "configs/openspiel-leduc_poker/baselines/bot.json"
    assert str(accept_now("bot", "table.toml", AcceptRequest(1024), INLINE)).startswith(f"{place}: one cell,")
    flags = ("--executor", "inline", "--quiet", "--games", 4096)
    assert typed("gate", *flags).returncode == 0
    (home / "configs/openspiel/policies/bot.toml").write_text(f"{BOT}slips = 90\n")
    failed = typed("gate", *flags, "--baseline", f"{LEDUC}/bot")
    assert failed.returncode == 3, failed.stdout
    assert "broken: bot/random: -" in failed.stdout


def test_a_baseline_is_not_overwritten_by_one_of_another_game(home: Path) -> None:
    place = "configs/openspiel-leduc_poker/baselines/bot.json"
    accept_now("bot", "table.toml", AcceptRequest(1024), INLINE)
    (home / "kuhn.toml").write_text(TABLE.replace("leduc", "kuhn"))
    with pytest.raises(BadInput, match=f"^{place}: a baseline of {LEDUC}; choose another name for one of openspiel:k"):
        accept_now(place, "kuhn.toml", AcceptRequest(1024), INLINE)


@pytest.mark.full
def test_a_sweep_and_an_ablation_rank_slips(home: Path, typed: Fatecast) -> None:
    flags = ("--on", "table.toml", "--games", 2048, "--executor", "inline")
    swept = typed("sweep", "--set", "focus.slips=0,90", *flags, "--out", "swept")
    assert swept.returncode == 0, swept.stderr
    (line,) = [line for line in swept.stdout.splitlines() if line.startswith("│ 90")]
    assert "-0." in line
    assert "*" in line
    (still,) = [line for line in swept.stdout.splitlines() if line.startswith("│ 0 ")]
    assert "unchanged" in still
    tried = typed("ablate", *flags, "--out", "tried")
    assert tried.returncode == 0, tried.stderr
    assert "focus.slips 0 → 10" in tried.stdout
    assert "focus.iterations 20 → 40" in tried.stdout


@pytest.mark.full
def test_the_return_of_a_bot_is_tuned_by_its_slips(home: Path, typed: Fatecast) -> None:
    """A bot that always slips plays like the others, and gets what they get; nothing makes it win 5 points a game."""
    flags = ("--on", "table.toml", "--games", 4096, "--executor", "inline", "--vary", "focus.slips=0,100")
    tuned = typed("tune", "--goal", "focus return: 0 ± 0.3 points", *flags, "--out", "tuned.toml")
    assert tuned.returncode == 0, tuned.stdout + tuned.stderr
    assert "focus.slips: 0 → 100" in tuned.stdout
    written = tomllib.loads((home / "tuned.toml").read_text(encoding="utf-8"))
    assert (written["focus"], written["field"]) == (["solved iterations=20 slips=100"], ["random"])
    missed = typed("tune", "--goal", "focus return: at least 5 points", *flags, "--out", "missed.toml")
    assert missed.returncode == 3
