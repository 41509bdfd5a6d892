"""What a search knows: results of `ablate` and `tune` that are joined to a page, and those that are refused."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from engine.errors import BadData, BadInput
from engine.game.cell import Json
from fatecast import ablate, tune
from sim import run
from sim.experiment.content_hash import content_hashes
from sim.experiment.experiment import resolve
from sim.inspect.searches.results import MOST_BYTES
from sim.report.build import build
from sim.report.make import make_report
from sim.report.verify import verify_report
from tests.support import harvest
from tests.support.command_line import Fatecast
from tests.support.harvest import APPLES
from tests.support.undrawn import without_figures

ONE = {**APPLES, "policies": ["picker"], "trees": [1]}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run({**ONE, "games": 500}, out=tmp_path_factory.mktemp("harvest") / "apples", executor="inline").path


@pytest.fixture(scope="module")
def ablation(played: Path) -> Json:
    """What `fatecast ablate --json` prints."""
    found: Json = json.loads(
        json.dumps(ablate(experiment=played / "experiment.json", games=500, executor="inline").data)
    )
    return found


@pytest.fixture(scope="module")
def tuning(played: Path) -> Json:
    found = tune(
        "everywhere: 33 ± 2", "baskets=3..7", experiment=played / "experiment.json", games=500, executor="inline"
    )
    data: Json = json.loads(json.dumps(found.data))
    return data


def written(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data))
    return path


def told(played: Path, *files: Path) -> list[str]:
    """The lines of the verdict that speak of a repair."""
    with without_figures():
        text = build(played, joins=files)["report.md"].decode()
    return [line.removeprefix("- **What would repair it?** ") for line in text.splitlines() if "repair it" in line]


def test_the_best_change_of_a_ranking_is_told_with_its_interval_and_the_command(
    played: Path, ablation: Json, tmp_path: Path
) -> None:
    [line] = told(played, written(tmp_path / "found.json", ablation))
    best = min(ablation["effects"], key=lambda row: row["shrunk"])
    ends = [f"{best[key]:.2f}".replace("-", "−") for key in ("shrunk", "shrunk_low", "shrunk_high")]
    assert line.startswith(f"Baskets -1: apples {ends[0]} ({ends[1]} to {ends[2]})")
    assert line.endswith(", trees 1 (2 changes tried). Try it: fatecast try baskets=5 --trees 1 --game harvest *sure*")
    assert told(played) == [], "nothing is looked for"


def test_a_change_that_a_search_tuned_is_told(played: Path, tuning: Json, tmp_path: Path) -> None:
    [line] = told(played, written(tmp_path / "found.json", tuning))
    goal = tuning["goals"][0]
    assert tuning["changes"] == {"baskets": 4}
    assert line.startswith(f"With baskets 4: apples {goal['now']:.1f} ({goal['low']:.1f} to {goal['high']:.1f}), ")
    assert line.endswith("before (everywhere: 33 ± 2). Try it: fatecast try baskets=4 --game harvest *sure*")
    [line] = told(played, written(tmp_path / "found.json", {**tuning, "verdict": "likely"}))
    assert line.endswith("*its games do not prove it*")


def test_noise_is_no_repair(played: Path, ablation: Json, tmp_path: Path) -> None:
    rows = [{**row, "shrunk": 0.1, "shrunk_low": -0.1, "shrunk_high": 0.3, "q": 0.3} for row in ablation["effects"]]
    [line] = told(played, written(tmp_path / "found.json", {**ablation, "effects": rows}))
    assert line == "Nothing that a search tried (2 changes) is known to move apples. *unclear*"
    blind = [
        {**row, "shrunk_low": low, "shrunk_high": float("inf"), "q": 0.0}
        for row, low in zip(rows, (None, 1), strict=True)
    ]
    [line] = told(played, written(tmp_path / "found.json", {**ablation, "effects": blind}))
    assert line.endswith("*unclear*"), "too few changed games have no interval"
    rows = [{**row, "shrunk_low": 0.01, "q": 0.04} for row in rows]
    files = [written(tmp_path / f"{at}.json", {**ablation, "effects": rows, "at": at}) for at in range(2)]
    assert told(played, files[0])[0].endswith("*sure*")
    assert all(each.endswith("*unclear*") for each in told(played, *files)), "the page is one family"


def test_where_one_decides_alone_an_option_that_costs_is_a_fault_of_the_policy(
    played: Path, ablation: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{**row, "shrunk": 1.0, "shrunk_low": 0.8, "shrunk_high": 1.2, "q": 1e-9} for row in ablation["effects"]]
    data = {**ablation, "effects": rows[:1], "choices": [rows[0]["alteration"]]}
    assert "a fault of the policy" not in told(played, written(tmp_path / "a.json", data))[0], "nobody wants apples"
    apples, *others = harvest.Harvest.outcomes
    monkeypatch.setattr(harvest.Harvest, "outcomes", (replace(apples, better="more"), *others))
    [line] = told(played, written(tmp_path / "a.json", data))
    assert "Who decides alone cannot be better off without a choice: a fault of the policy, not of the game." in line
    [line] = told(played, written(tmp_path / "a.json", {**data, "choices": []}))
    assert "fault" not in line, "elsewhere the page says what was measured"
    assert "apples +1.00 (+0.80 to +1.20)" in line
    monkeypatch.setattr(harvest.Harvest, "outcomes", (replace(apples, better="less"), *others))
    [line] = told(played, written(tmp_path / "a.json", data))
    assert line == "Nothing that a search tried (2 changes) is known to lower apples. *unclear*"


SPOILT: dict[str, tuple[Callable[[Json], object], str]] = {
    "another game": (lambda data: {**data, "game": "pig"}, "game: expected harvest, as in the run, not 'pig'"),
    "other rules": (lambda data: {**data, "rules": 2}, "rules: expected 1, as in the run, not 2"),
    "other content": (lambda data: {**data, "contents": ["0" * 16]}, "contents: expected contents and options that"),
    "no content": (lambda data: {**data, "contents": []}, "contents: "),
    "another verb": (lambda data: {**data, "verb": "sweep"}, "sweep"),
    "no object": (lambda data: [data], "expected JSON, as fatecast ablate, tune or ladder prints"),
    "an unknown outcome": (lambda data: {**data, "outcome": "pears"}, "unknown outcome 'pears'"),
    "wrong types": (lambda data: {**data, "effects": [{**data["effects"][0], "shrunk": "1"}]}, "effects.0.shrunk: "),
    "a huge number": (lambda data: {**data, "effects": [{**data["effects"][0], "shrunk": 1e300}]}, "shrunk: "),
    "no number": (lambda data: {**data, "effects": [{**data["effects"][0], "shrunk": float("nan")}]}, "shrunk: "),
    "an escape": (lambda data: {**data, "effects": [{**data["effects"][0], "alteration": "\x1b[31m"}]}, "printable"),
    "an escape in a change": (lambda data: {**data, "changes": {"x": {"a\nb": 1}}}, "printable"),
    "a missing field": (lambda data: {key: data[key] for key in data if key != "games"}, "games: "),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_does_not_belong_to_the_run_is_refused_in_one_line(
    played: Path, ablation: Json, tmp_path: Path, what: str
) -> None:
    spoil, says = SPOILT[what]
    path = written(tmp_path / "found.json", spoil(ablation))
    with pytest.raises(BadInput) as error:
        make_report([played], tmp_path / "page", joins=[path])
    assert says in error.value.line
    assert error.value.line.startswith(str(path))
    assert error.value.line.isprintable()
    assert not (tmp_path / "page").exists()


def test_what_is_no_file_of_ours_is_refused(played: Path, ablation: Json, tmp_path: Path, typed: Fatecast) -> None:
    good = written(tmp_path / "good.json", ablation)
    (tmp_path / "link.json").symlink_to(good)
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "torn.json").write_text(json.dumps(ablation)[:-9])
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe{")
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    copy(good, tmp_path / "odd\x1b[31m.json")
    names = ("link.json", "pipe.json", "deep.json", "torn.json", "bytes.json", "large.json", "odd\x1b[31m.json", "none")
    for name in names:
        found = typed("report", played, "--out", tmp_path / "page", "--with", tmp_path / name)
        assert found.returncode == 2, name
        assert len(found.stderr.splitlines()) == 1, name
        assert found.stderr.strip().isprintable(), name
        assert not (tmp_path / "page").exists(), name


def test_a_report_that_joined_something_is_verified_with_the_same(played: Path, ablation: Json, tmp_path: Path) -> None:
    path = written(tmp_path / "found.json", ablation)
    with without_figures():
        page = make_report([played], tmp_path / "page", joins=[path]).parent
        record = json.loads((page / "report.json").read_bytes())
        assert [each["name"] for each in record["joined"]] == ["found.json"]
        assert "correct" in [*verify_report(played, page, [path])][-1]
        with pytest.raises(BadInput, match=r"made with found\.json; name the same by --with"):
            list(verify_report(played, page))
        other = written(tmp_path / "other.json", {**ablation, "games": 501})
        with pytest.raises(BadData, match="differ from what"):
            list(verify_report(played, page, [other]))
        plain = make_report([played], tmp_path / "plain").parent
        with pytest.raises(BadInput, match="made with nothing"):
            list(verify_report(played, plain, [path]))
    assert "--report DIR --with found.json" in (page / "index.html").read_text()


def test_several_runs_are_joined_with_nothing(played: Path, ablation: Json, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="--with: expected one run"):
        make_report([played, played], tmp_path / "page", joins=[written(tmp_path / "found.json", ablation)])


def test_a_content_is_known_by_what_it_says() -> None:
    def hashes(**changes: Any) -> list[str]:
        return content_hashes(resolve({**APPLES, **changes}, "test"))

    assert hashes() == hashes(policies=["idler"], trees=[4], seed=9)
    assert hashes() != hashes(baskets=5)
    oracle = {"game": "oracle", "policies": ["prophet"]}
    both = content_hashes(resolve({**oracle, "layouts": ["A", "B"]}, "test"))
    assert {*content_hashes(resolve({**oracle, "layouts": ["A"]}, "test"))} < {*both}
    other = content_hashes(resolve({**oracle, "layouts": ["A"], "options": {"hours": 13}}, "test"))
    assert not {*other} & {*both}
