"""What each piece does: the ranking, the marks, and how seldom a mark is false."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from rich.console import Console
from scipy.stats import false_discovery_control, norm

from engine.errors import BadInput
from engine.game.optional_parts import Alteration
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.search.ablation import Ablation, play_ablation, read_alterations
from sim.search.output import Line, tables_of
from sim.search.shrunk_effects import ShrunkEffect
from sim.statistics.intervals import FALSE_DISCOVERIES, adjusted
from tests.support import ROOT
from tests.support.command_line import RACE, Fatecast, experiment
from tests.support.dice_race import WIN_RATE


def race(**changes: object) -> ResolvedExperiment:
    return resolve({**RACE, **changes}, "race")


def ablated(
    base: ResolvedExperiment, alterations: list[Alteration], games: int = 2000, how: PlayOptions | None = None
) -> Ablation:
    with outcome_cache([base], how or PlayOptions("inline")) as played:
        return play_ablation(played, base, alterations, games, base.headline)


def test_the_piece_that_helps_most_comes_first() -> None:
    """Without a six a race is lost most often; a one that moves nowhere hardly matters."""
    base = race(dice=[6], goals=[15, 20])
    found = ablated(base, read_alterations(base, ["cards"], []))
    assert [one.alteration.label[0] for one in found.ranked] == ["6", "5", "4", "3", "2", "1"]
    changes = [one.change for one in found.ranked]
    assert changes == sorted(changes)
    assert all(found.ranked[0].marked(at) for at in range(2))


def test_a_change_without_effect_is_never_marked() -> None:
    base = race(dice=[6], goals=[15, 20])
    nothing = Alteration("nothing", (), {"wait_for": "/"})
    same = Alteration("same", (), {"limit": 6})
    found = ablated(base, [nothing, same, *read_alterations(base, ["cards"], ["face 6"])])
    marks = {one.alteration.label: [one.marked(at) for at in range(2)] for one in found.ranked}
    assert marks == {"6 by -9": [True, True], "nothing": [False, False], "same": [False, False]}


def test_a_star_and_its_interval_speak_of_the_same_number() -> None:
    """What is shown is shrunk: an effect may be found, and what is shown of it may still be unclear."""
    base = race(dice=[6], goals=[15, 20])
    found = ablated(base, read_alterations(base, ["cards"], [])).ranked[0]
    assert found.marked(0)
    shown = found.shrunk[0]
    doubtful = replace(found, shrunk=[ShrunkEffect(shown.change, (-0.1, 0.01)), *found.shrunk[1:]])
    assert doubtful.corrected[0] <= FALSE_DISCOVERIES
    assert not doubtful.marked(0)
    rows = Ablation([doubtful], 1, WIN_RATE).effect_rows()
    assert [row["marked"] for row in rows] == [doubtful.marked(at) for at in range(len(rows))]
    assert all(row["shrunk_low"] > 0 or row["shrunk_high"] < 0 for row in rows if row["marked"])  # type: ignore[operator]


def test_only_some_pieces_and_more_kinds() -> None:
    base = race(dice=[6], goals=[20])
    labels = [one.label for one in read_alterations(base, ["cards", "moons"], ["face 3", "face 5"])]
    assert labels == ["3 by -9", "5 by -9", "3 by -1", "3 by +1", "5 by -1", "5 by +1"]
    with pytest.raises(BadInput, match="ablate: --pieces: unknown face 'face 7': did you mean"):
        read_alterations(base, ["cards"], ["face 7"])
    with pytest.raises(BadInput, match="ablate: --kind: unknown kind 'powers': expected one of cards, moons"):
        read_alterations(base, ["powers"], [])


def test_the_correction_is_scipys() -> None:
    chances = [0.001, 0.8, 0.02, 0.03, 0.5]
    assert adjusted(chances) == pytest.approx(false_discovery_control(chances, method="bh"))


def correlated(rng: np.random.Generator, moved: int) -> list[float]:
    """p-values of 40 effects that share half of their luck; the first ones are real."""
    z = np.sqrt(0.5) * rng.standard_normal() + np.sqrt(0.5) * rng.standard_normal(40)
    z[:moved] += 4
    return [float(p) for p in 2 * norm.sf(np.abs(z))]


def test_few_marks_are_false_although_effects_share_their_luck() -> None:
    """And without the correction too many are."""
    rng = np.random.default_rng(6)
    corrected: list[float] = []
    plain: list[float] = []
    for _ in range(600):
        chances = correlated(rng, 10)
        for marks, values in ((corrected, adjusted(chances)), (plain, chances)):
            marked = [at for at, value in enumerate(values) if value <= FALSE_DISCOVERIES]
            marks.append(sum(at >= 10 for at in marked) / max(1, len(marked)))
    assert np.mean(corrected) < FALSE_DISCOVERIES
    assert np.mean(plain) > FALSE_DISCOVERIES * 1.5


def test_workers_do_not_matter() -> None:
    base = race()
    alterations = read_alterations(base, ["cards"], ["face 3", "face 6"])
    mine, yours = (
        ablated(base, alterations, 1500),
        ablated(base, alterations, 1500, PlayOptions("processes", workers=2)),
    )
    assert mine.effect_rows() == yours.effect_rows()
    assert mine.cell_rows() == yours.cell_rows()


def test_a_narrow_screen_gets_a_table_for_each_rung() -> None:
    base = race()
    found = ablated(base, read_alterations(base, ["cards"], ["face 6"]), 200)
    form = OutcomeFormat(WIN_RATE)
    lines = [
        Line([one.alteration.label], one.effects, [False] * len(one.effects), one.shrunk, form) for one in found.ranked
    ]
    [whole] = tables_of(["change"], lines, Console(width=80))
    assert [column.header for column in whole.columns][-1] == "mean"
    assert [table.title for table in tables_of(["change"], lines, Console(width=50))] == ["die 6", "die 8"]


def test_the_verb_writes_tables_and_a_figure(typed: Fatecast, tmp_path: Path) -> None:
    out = tmp_path / "out"
    flags = ("--on", experiment(tmp_path, dice=[6]), "--games", 200, "--executor", "inline", "--out", out)
    done = typed("ablate", "--kind", "cards,moons", *flags)
    assert done.returncode == 0, done.stderr
    assert "6 by -9" in done.stdout
    assert "false discovery rate" in done.stdout
    names = {"about.json", "ablation.png", "ablation.svg", "cells.parquet", "effects.csv", "effects.parquet"}
    assert {path.name for path in out.iterdir()} == names
    effects, cells = pl.read_parquet(out / "effects.parquet"), pl.read_parquet(out / "cells.parquet")
    assert pl.read_csv(out / "effects.csv").columns == effects.columns
    assert len(effects) == len(cells) == 18 * 2
    reference = (ROOT / "docs/reference/verbs/exploring.md").read_text()
    for column in {*effects.columns, *cells.columns} - {"die", "goal"}:
        assert f"`{column}`" in reference
    assert effects["rank"].to_list() == sorted(effects["rank"])
    assert json.loads((out / "about.json").read_bytes())["verb"] == "ablate"


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        (["--pieces", "face 7"], "unknown face 'face 7'"),
        (["--cards", "face 7"], "unknown face 'face 7'"),
        (["--kind", "cards,powers"], "--kind: unknown kind 'powers'"),
        (["--games", "0"], "games"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    typed: Fatecast, tmp_path: Path, flags: list[str], complaint: str
) -> None:
    done = typed("ablate", "--on", experiment(tmp_path), *flags, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["race.json"]


def test_a_kind_with_nothing_to_change_is_said_in_one_line(typed: Fatecast, tmp_path: Path) -> None:
    """Players who act at random neither count nor hire."""
    out = tmp_path / "out"
    done = typed("ablate", "--game", "oracle", "--kind", "habits", "--policy", "random", "--quiet", "--out", out)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "fatecast: ablate: --kind habits: nothing of that kind can be changed here; "
        "--list-kinds says what else there is\n"
    )
    assert not out.exists()
