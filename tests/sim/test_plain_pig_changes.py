"""What the laboratory finds on Pig in plain Python: a planted change, which is a share of random decisions, and nothing
where nothing was changed. A player who always slips decides like `random`, but by other draws: the negative control."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game.registry import admit, forget
from sim.compare.gate.baseline import accept, read_baseline, write_baseline
from sim.compare.gate.self_test.measure import measure
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from tests.support.own_file import written
from tests.support.planted import changes_found

INLINE = PlayOptions("inline")
LENGTH = "length"


@pytest.fixture(autouse=True, scope="module")
def plain_pig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    file = tmp_path_factory.mktemp("games") / "plain_pig.py"
    file.write_text(written(("    players = (2, 6)\n", "    players = (2, 6)\n    turn_limit = 150\n")))
    admit(str(file))
    yield
    forget()


def experiment(policy: str, seed: int = 1) -> dict[str, object]:
    return {"name": "plain", "game": "plain_pig", "policies": [policy], "players": [2], "seed": seed}


@pytest.mark.full
def test_a_comparison_finds_random_decisions_and_nothing_else() -> None:
    assert changes_found(experiment, LENGTH, ("hold", "hold slips=20"), seeds=10, games=100) >= 9
    assert changes_found(experiment, LENGTH, ("random", "hold slips=100"), seeds=20, games=100) <= 4, (
        "5 %, and some luck"
    )


@pytest.mark.full
def test_the_gate_is_as_good_as_promised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No false alarm; slips and a lower goal are found."""
    monkeypatch.setattr("sim.compare.gate.self_test.measure.LEVELS", (0.03,))
    monkeypatch.setattr("sim.compare.gate.self_test.measure.POOL", 2048)
    effective, path = resolve(experiment("hold"), "plain"), tmp_path / "plain.json"
    with outcome_cache([effective], INLINE) as played:
        write_baseline(path, accept(played, effective, experiment("hold"), {LENGTH: 0.25}, 1024))
    measured = measure(read_baseline(path), 0.01, 16_384, 100, INLINE)
    [level] = measured.levels
    assert level.alarms.some == 0
    assert level.passes.value >= 0.95
    assert [edit.label for edit in measured.edits] == ["policy.slips 0 → 20", "options.goal 100 → 90"]
    assert all(edit.found.value >= 0.95 for edit in measured.edits)
    assert measured.good
