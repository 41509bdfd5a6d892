"""A folder of a stranger: nothing in it is imported because an experiment names a game of OpenSpiel."""

from pathlib import Path

import pytest

from engine.game.registry import load_game

pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")


def test_a_module_in_the_current_folder_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyspiel.py").write_text("open('sprung', 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    game = load_game("openspiel:kuhn_poker(players=2)")
    game.resolve({"policies": ["mcts simulations=2"]}, "test")
    assert not (tmp_path / "sprung").exists()
