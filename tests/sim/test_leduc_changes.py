"""What the laboratory finds on Leduc poker: a planted change, which is a share of random moves, and nothing where
nothing was changed.

A player who always slips plays like one who moves at random, but by other draws. So there is a change without any
effect that changes most games: the negative control.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.game.cell import Json
from sim.compare.gate.baseline import BaselinePair, accept, read_baseline, write_baseline
from sim.compare.gate.command import AcceptRequest, accept_now
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from tests.support.command_line import Fatecast

pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")

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


def baseline(folder: Path, focus: str) -> BaselinePair:
    experiment = against_random(focus)
    effective, path = resolve(experiment, "leduc"), folder / "leduc.json"
    with outcome_cache([effective], INLINE) as played:
        write_baseline(path, accept(played, effective, experiment, {HEADLINE: 0.15}, 1024))
    return read_baseline(path)


@pytest.mark.full
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
