"""The gate: passes what is the same, fails what is not, says when it does not know, and never writes half a file."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from engine.errors import BadData, BadInput, FatecastError, NotComparable
from engine.game.cell import Json
from engine.game.registry import load_game
from sim.compare.claimed_change import claim_text
from sim.compare.gate.baseline import (
    accept,
    checksum_of,
    digest_columns,
    read_baseline,
    write_baseline,
)
from sim.compare.gate.baseline_files import baseline_files, find_baseline, new_baseline
from sim.compare.gate.command import AcceptRequest, accept_now
from sim.compare.gate.effort import games_needed
from sim.compare.gate.gate import GateOutcome, GateResult, cells_to_check, check_engine, decide
from sim.compare.gate.telling.output import as_json, junit, markdown
from sim.compare.gate.telling.sentences import sentences
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.statistics.paired import Paired, lasting_interval
from sim.text.json_text import readable
from tests.support import ROOT
from tests.support.command_line import Fatecast

RACE: Json = {"name": "race", "game": "dice", "dice": [6], "goals": [15, 20, 21]}
INLINE = PlayOptions("inline")
HALF = {"win rate": 0.5}


@pytest.fixture
def baseline(tmp_path: Path) -> Path:
    """A baseline of three races."""
    effective = resolve({**RACE, "seed": 5}, "race")
    path = tmp_path / "baselines" / "race.json"
    with outcome_cache([effective], INLINE) as played:
        write_baseline(path, accept(played, effective, RACE, HALF, 4096))
    return path


def rewritten(path: Path, **changes: object) -> Path:
    """The baseline with some keys of its file changed."""
    data = json.loads(path.read_bytes())
    for key, value in changes.items():
        *tables, last = key.split("__")
        table = data
        for name in tables:
            table = table[int(name) if name.isdecimal() else name]
        table[last] = value
    if data.pop("checksum", None):
        write_baseline(path, data)
    else:
        path.write_bytes(readable(data))
    return path


def run(path: Path, intent: str = "", most: int = 32_768, how: PlayOptions = INLINE) -> GateResult:
    sides = read_baseline(path)
    with outcome_cache([sides.before, sides.after], how) as played:
        cells = cells_to_check(sides, intent, "intent")
        check_engine(played, cells)
        return decide(played, cells, most=most)


def test_the_same_game_passes_and_is_played_once(baseline: Path) -> None:
    verdict = run(baseline)
    assert verdict.outcome is GateOutcome.PASS
    assert all(entry.exact and entry.interval == (0.0, 0.0) for entry in verdict.cells)
    assert verdict.played == 3 * 1024, "what has the same content is known by its first games"


def test_a_harder_game_fails_at_once(baseline: Path) -> None:
    verdict = run(rewritten(baseline, experiment__handicap=1))
    assert verdict.outcome is GateOutcome.FAIL
    assert verdict.played < 3 * 2 * 2000
    assert all(entry.change < 0 for entry in verdict.with_status("broken"))


def test_what_was_intended_passes(baseline: Path) -> None:
    changed = rewritten(baseline, experiment__handicap=1)
    assert run(changed, "goal 15: 2 to 6 points harder; goal 20-21: 7 to 14 points harder").outcome is GateOutcome.PASS
    assert run(changed, "everywhere: at least 10 points harder").outcome is GateOutcome.FAIL


def test_too_few_games_are_inconclusive_and_never_a_pass(baseline: Path) -> None:
    verdict = run(rewritten(baseline, experiment__stumble=0.004), most=1024)
    assert verdict.outcome is GateOutcome.INCONCLUSIVE
    assert verdict.with_status("open")


def test_the_answer_does_not_depend_on_the_workers(baseline: Path) -> None:
    changed = rewritten(baseline, experiment__stumble=0.004)
    assert as_json(run(changed)) == as_json(run(changed, how=PlayOptions("processes", workers=2)))


def test_another_engine_is_noticed_and_compared_unpaired(baseline: Path) -> None:
    changed = rewritten(baseline, cells__0__digest="0" * 16)
    verdict = run(changed)
    assert [entry.same_engine for entry in verdict.cells] == [False, True, True]
    assert verdict.cells[0].games == 4096
    assert verdict.outcome is GateOutcome.INCONCLUSIVE, "4,096 games are too few to hold half a point unpaired"
    assert "the engine or the policy changed in 1 cells" in "\n".join(sentences(verdict))


def test_another_engine_that_plays_another_game_fails(baseline: Path) -> None:
    changed = rewritten(baseline, **{"cells__0__digest": "0" * 16, "cells__0__outcomes__win rate__sum": 1000})
    assert run(changed).outcome is GateOutcome.FAIL


def test_unpaired_and_equal_is_a_pass_where_the_claim_is_wide(baseline: Path) -> None:
    changed = rewritten(baseline, cells__0__digest="0" * 16)
    assert run(changed, "goal 15: within ±5").outcome is GateOutcome.PASS


def test_games_that_all_end_alike_say_nothing(tmp_path: Path) -> None:
    """Two dice rolls decide nothing about a goal of 2; that they are other games shows in their turns."""
    always = {**RACE, "goals": [6]}
    effective = resolve({**always, "seed": 5}, "race")
    path = tmp_path / "always.json"
    with outcome_cache([effective], INLINE) as played:
        write_baseline(path, accept(played, effective, always, HALF, 2048))
    assert run(path).outcome is GateOutcome.PASS, "not one game diverged, and that is evidence"
    verdict = run(rewritten(path, experiment__handicap=-1))
    assert verdict.outcome is GateOutcome.INCONCLUSIVE
    assert [entry.status for entry in verdict.cells] == ["no information"]


def test_reports(baseline: Path) -> None:
    verdict = run(rewritten(baseline, experiment__handicap=1), "goal 15: within ±20")
    text = markdown(verdict)
    assert text.startswith("## fatecast gate: fail")
    assert text.count("\n| ") == 1 + len(verdict.cells)
    assert len(text) < 10_000
    suite = ET.fromstring(junit(verdict))
    assert suite.tag == "testsuite"
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    assert len(suite.findall("testcase/failure")) == 2
    data = json.loads(as_json(verdict))
    assert (data["outcome"], data["exit_code"], len(data["cells"])) == ("fail", 3, 3)


def test_hostile_names_stay_names_in_every_file(baseline: Path) -> None:
    result = run(rewritten(baseline, experiment__handicap=1))
    for cell, name in zip(
        result.cells, ("\x1b[2J\n# H", "<img src=x onerror=alert(1)>", "[x](javascript:y)"), strict=True
    ):
        cell.match = replace(cell.match, labels={**cell.match.labels, "goal": name})
    assert len(ET.fromstring(junit(result)).findall("testcase")) == 3
    lines = markdown(result).splitlines()
    assert [line[:8] for line in lines if line.startswith("#")] == ["## fatec"]
    assert not re.search(r"(?<!\\)(<img|\[x|\x1b)", markdown(result))


def test_what_is_not_decided_is_an_error_in_junit(baseline: Path) -> None:
    suite = ET.fromstring(junit(run(rewritten(baseline, experiment__stumble=0.004), most=1024)))
    assert int(suite.get("errors") or 0) > 0


# Baselines.


def test_accepting_rotates_the_seed_and_keeps_the_rest(
    baseline: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = json.loads(baseline.read_bytes())
    assert accept_now(str(baseline), None, AcceptRequest(2048), INLINE).seed == 6
    second = json.loads(baseline.read_bytes())
    assert (first["seed"], second["seed"]) == (5, 6)
    assert first["resolved"] == second["resolved"]
    assert first["experiment"] == second["experiment"]
    assert {cell["digest"] for cell in first["cells"]}.isdisjoint({cell["digest"] for cell in second["cells"]})
    assert run(baseline).outcome is GateOutcome.PASS


def test_baselines_are_found_by_name_or_all_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "configs" / "shipwreck" / "baselines"
    folder.mkdir(parents=True)
    with pytest.raises(BadInput, match="no baseline in configs/GAME/baselines; write one with"):
        baseline_files([])
    (folder / "b.json").write_text("{}")
    (folder / "a.json").write_text("{}")
    assert [path.name for path in baseline_files([])] == ["a.json", "b.json"]
    assert [path.name for path in baseline_files(["b"])] == ["b.json"]
    with pytest.raises(BadInput, match="unknown baseline 'c': expected one of shipwreck/a, shipwreck/b"):
        baseline_files(["c"])


def test_a_new_baseline_goes_to_its_game() -> None:
    assert new_baseline("mine", "dice") == new_baseline("dice/mine", "dice") == Path("configs/dice/baselines/mine.json")
    with pytest.raises(
        BadInput, match=r"^chess/mine: expected a name such as dice/mine, or a file that ends in \.json$"
    ):
        new_baseline("chess/mine", "dice")


def test_a_baseline_of_a_game_with_a_scheme_has_a_folder_that_every_file_system_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game, place = "openspiel:hanabi(players=3)", Path("configs/openspiel-hanabi-players-3/baselines/mine.json")
    assert new_baseline("mine", game) == new_baseline(f"{game}/mine", game) == place
    assert new_baseline("openspiel-hanabi-players-3/mine", game) == place
    place.parent.mkdir(parents=True)
    place.write_text("{}")
    for name in ("mine", f"{game}/mine", "openspiel-hanabi-players-3/mine"):
        assert baseline_files([name]) == [place]
        assert find_baseline(name, game) == place
    assert find_baseline("mine", "openspiel:hanabi") is None


def test_baselines_and_intents_of_0_1_are_found_and_their_new_place_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    old = tmp_path / "configs" / "baselines"
    old.mkdir(parents=True)
    (old / "default.json").write_text("{}")
    assert baseline_files([]) == baseline_files(["default"]) == [Path("configs/baselines/default.json")]
    line = "fatecast: configs/baselines is the old place; move it to configs/shipwreck/baselines\n"
    assert capsys.readouterr().err == line, "once"
    new = tmp_path / "configs" / "shipwreck" / "baselines"
    new.mkdir(parents=True)
    (new / "default.json").write_text("{}")
    assert baseline_files([]) == [Path("configs/shipwreck/baselines/default.json")], "the new place comes first"


@pytest.mark.parametrize(
    ("change", "error", "complaint"),
    [
        ({"game__rules": 2}, NotComparable, "rule version 2 of dice, here is 3"),
        ({"schema": 9}, BadData, "schema 9, this version reads 3"),
        ({"seed": -1}, BadData, "seed: expected greater than or equal to 0, not -1"),
        ({"cells": []}, BadData, "expected the same number of cells everywhere"),
        ({"surprise": 1}, BadData, "surprise"),
        ({"experiment__dice": [6, 8]}, BadData, "expected the same number of cells everywhere"),
        ({"resolved__dice": [99]}, NotComparable, "can no longer be played"),
        ({"experiment__dice": [99]}, BadInput, "dice: expected 2 to 15"),
        ({"game__name": "chess"}, BadInput, "unknown game 'chess'"),
    ],
)
def test_a_baseline_that_cannot_be_used(
    baseline: Path, change: dict[str, object], error: type[FatecastError], complaint: str
) -> None:
    with pytest.raises(error) as caught:
        read_baseline(rewritten(baseline, **change))
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_another_die_is_not_comparable(baseline: Path) -> None:
    with pytest.raises(NotComparable, match="a die of 6 faces against one of 8"):
        run(rewritten(baseline, experiment__dice=[8]))


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"\xff", b"[" * 100_000])
def test_an_unreadable_baseline(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(raw)
    with pytest.raises(BadData):
        read_baseline(path)


# The command.


@pytest.fixture
def at_home(tmp_path: Path, typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> Callable[..., CompletedProcess[str]]:
    """The gate on the command line, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run_there(*arguments: object, **environment: str) -> CompletedProcess[str]:
        with monkeypatch.context() as there:
            for name, value in environment.items():
                there.setenv(name, value)
            return typed("gate", *arguments, "--executor", "inline")

    return run_there


def test_the_gate_from_the_command_line(
    at_home: Callable[..., CompletedProcess[str]], typed: Fatecast, tmp_path: Path
) -> None:
    (tmp_path / "configs").mkdir()
    (tmp_path / "race.toml").write_text('game = "dice"\ndice = [6]\ngoals = [15, 20]\n')
    missing = at_home()
    assert (missing.returncode, missing.stdout) == (2, "")
    accepted = typed("baseline", "accept", "--experiment", "race.toml", "--games", 2048, "--workers", 1)
    assert accepted.returncode == 0, accepted.stderr
    passed = at_home("--workers", 1, GITHUB_STEP_SUMMARY=str(tmp_path / "summary.md"))
    assert passed.returncode == 0, passed.stderr
    assert passed.stdout.startswith("pass: ")
    assert "## fatecast gate: pass" in (tmp_path / "summary.md").read_text()
    rewritten(tmp_path / "configs" / "dice" / "baselines" / "default.json", experiment__handicap=2)
    failed = at_home("--junit", "gate.xml", "--json-file", "gate.json", "-q")
    assert failed.returncode == 3
    assert "broken" in failed.stdout
    assert json.loads((tmp_path / "gate.json").read_text())["outcome"] == "fail"
    lost = at_home("--json-file", "nowhere/gate.json")
    assert (lost.returncode, lost.stdout) == (2, "")
    assert "cannot be written (no folder nowhere)" in lost.stderr
    (tmp_path / "configs" / "dice" / "baselines" / "intent.txt").write_text("goal 99: within 1")
    wrong = at_home("--json-file", "other.json")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    intent = "configs/dice/baselines/intent.txt"
    assert wrong.stderr == f"fatecast: {intent}: 'goal 99' names no cell; there are: goal 15, 20\n"
    assert not (tmp_path / "other.json").exists()


# Groups, and how many games.

EXCHANGED = {"2": 3, "3": 2}
"""A three moves two and a two moves three."""


def grouped(baseline: Path, **changes: object) -> Path:
    return rewritten(baseline, grouping={"axis": "goal", "margins": {"win rate": 1.5}}, **changes)


def test_a_new_baseline_groups_over_the_size_of_the_game(baseline: Path) -> None:
    data = json.loads(baseline.read_bytes())
    assert data["schema"] == 3
    assert data["grouping"] is None
    accept_now(str(baseline), None, AcceptRequest(2048), INLINE)
    assert json.loads(baseline.read_bytes())["grouping"] is None, "as the last one had it"
    accept_now(str(baseline), None, AcceptRequest(2048, grouped=True), INLINE)
    assert json.loads(baseline.read_bytes())["grouping"] == {"axis": "goal", "margins": {"win rate": 1.5}}
    accept_now(str(baseline), None, AcceptRequest(2048, group_margins=["2.0"]), INLINE)
    assert json.loads(baseline.read_bytes())["grouping"] == {"axis": "goal", "margins": {"win rate": 2.0}}
    accept_now(str(baseline), None, AcceptRequest(2048), INLINE)
    assert json.loads(baseline.read_bytes())["grouping"] == {"axis": "goal", "margins": {"win rate": 2.0}}
    with pytest.raises(BadInput, match="--group-margin: expected at least the margin of"):
        accept_now(str(baseline), None, AcceptRequest(2048, group_margins=["0.2"]), INLINE)


def test_the_digest_of_the_shipped_baseline_is_that_of_wins_and_turns() -> None:
    """Its columns are part of the file format: another order or width would turn every baseline into noise."""
    shipwreck = load_game("shipwreck")
    cells = read_baseline(ROOT / "configs/shipwreck/baselines/default.json").before.cells
    assert list(digest_columns(shipwreck, cells).items()) == [("won", "<u1"), ("turns", "<u2")]


@pytest.mark.parametrize(
    ("grouping", "complaint"),
    [
        ({"axis": "players", "margins": {"win rate": 1.5}}, "grouping.axis: expected one of die, goal, got 'players'"),
        ({"axis": "goal", "margins": {"win rate": 0.1}}, "win rate: expected at least the margin of 0.5 points"),
        ({"axis": "goal", "margins": {"win rat": 1.5}}, "grouping.margins: unknown outcome 'win rat': did you mean"),
        ({"axis": "goal"}, "grouping.margins: Field required"),
    ],
)
def test_a_grouping_that_cannot_be_used(baseline: Path, grouping: Json, complaint: str) -> None:
    with pytest.raises(BadData, match=complaint):
        read_baseline(rewritten(baseline, grouping=grouping))


def test_what_stopped_early_has_the_interval_of_any_look(baseline: Path) -> None:
    """One cell is decided early and the others play on to the end: only theirs may use the test of the last look."""
    verdict = run(rewritten(baseline, experiment__faces=EXCHANGED), "goal 15: within ±5", most=16_384)
    early, late = verdict.cells[0], verdict.cells[1]
    assert (early.games < 16_384, late.games) == (True, 16_384)
    assert early.table is not None
    assert late.table is not None
    assert early.interval == lasting_interval(early.table, last=False) != lasting_interval(early.table, last=True)
    assert late.interval == lasting_interval(late.table, last=True)


def test_a_group_never_crosses_two_claims(baseline: Path) -> None:
    whole = run(grouped(baseline))
    assert [len(group.cells) for group in whole.groups] == [3]
    split = run(baseline, "goal 20-21: within ±2")
    assert [(claim_text(group.claim, group.outcome), len(group.cells)) for group in split.groups] == [("within ±2", 2)]


def test_a_broken_group_is_named(baseline: Path) -> None:
    verdict = run(grouped(baseline, experiment__handicap=1), most=1024)
    assert verdict.outcome is GateOutcome.FAIL
    assert verdict.groups[0].broken
    assert verdict.groups[0].games == 1024
    mean = sum(cell.change for cell in verdict.cells) / 3
    assert verdict.groups[0].change == pytest.approx(mean)
    assert verdict.groups[0].name == "die6 (goal 15, 20, 21 together)"
    assert json.loads(as_json(verdict))["groups"][0]["status"] == "broken"
    suite = ET.fromstring(junit(verdict))
    assert suite.findall("testcase")[-1].get("name") == verdict.groups[0].name
    assert int(suite.get("failures") or 0) == len(suite.findall("testcase/failure"))


def test_cells_may_be_kept_as_a_group(baseline: Path) -> None:
    """Exchanged faces change a tenth of the results and no win rate: too much for the budget of a cell, but not for the
    group's."""
    changed = grouped(baseline, experiment__faces=EXCHANGED)
    verdict = run(changed, most=16_384)
    assert verdict.outcome is GateOutcome.PASS
    assert verdict.with_status("kept as a group")
    assert sentences(verdict)[0] == "pass: one cell known to keep the claim, 2 cells only as a group"
    assert "kept as a group: the mean change of the group keeps the claim" in "\n".join(sentences(verdict))
    suite = ET.fromstring(junit(verdict))
    assert suite.get("errors") == "0"
    assert len(suite.findall("testcase/system-out")) == 2
    assert run(rewritten(changed, grouping=None), most=16_384).outcome is GateOutcome.INCONCLUSIVE


def test_an_unchanged_game_is_at_most_a_point_harder(baseline: Path) -> None:
    for claim in ("at most 1 point harder", "0 to 1 points harder", "at most 1 point easier"):
        assert run(baseline, f"everywhere: {claim}").outcome is GateOutcome.PASS
    broken = run(baseline, "goal 15: 1 to 2 points harder")
    assert broken.outcome is GateOutcome.FAIL, "nothing changed, for certain"
    assert "nothing changed, expected 1 to 2 harder points" in "\n".join(sentences(broken))


def test_the_result_says_what_changed_and_how_to_read_its_numbers(baseline: Path) -> None:
    nothing = run(baseline, most=16_384)
    assert nothing.changes == []
    assert "p of claim" not in "\n".join(sentences(nothing))
    verdict = run(rewritten(baseline, experiment__faces=EXCHANGED), most=16_384)
    assert verdict.changes
    assert verdict.changes[0] == "faces.2: new"
    for text in ("\n".join(sentences(verdict)), markdown(verdict), as_json(verdict).decode(), junit(verdict).decode()):
        assert verdict.changes[0] in text
    said = "\n".join(sentences(verdict))
    assert "p of claim: how likely games like these are if the claim is kept" in said
    stopped = any(cell.games < 16_384 for cell in verdict.cells if cell.games)
    assert ("so the interval of a cell that stopped before 16,384 games holds at all of them" in said) == stopped


@pytest.mark.parametrize("seen", [0.0, 0.0049, 0.005, 0.0051])
def test_the_games_that_a_cell_needs_do_not_hang_on_the_end_of_its_claim(baseline: Path, seen: float) -> None:
    """A change that was seen right at the end of its claim may lie anywhere near it: the games that would tell it from
    that very end are beyond all numbers, and no forecast."""
    [cell, *_] = cells_to_check(read_baseline(baseline), "", "intent")
    games = 10_000
    moved = 500 + round(games * seen / 2), 500 - round(games * seen / 2)
    cell.table, cell.change = Paired(4000, moved[1], moved[0], games - 5000), seen
    needed = games_needed(cell, 0.01, 16)
    assert needed is not None
    assert 20_000 < needed < 1_500_000


# Checksums.


@pytest.mark.parametrize("path", sorted(ROOT.glob("configs/*/baselines/*.json")), ids=lambda path: path.parts[-3])
def test_every_shipped_baseline_has_its_checksum(path: Path) -> None:
    data = json.loads(path.read_bytes())
    assert data["checksum"] == checksum_of(data)
    assert [key for key in data if checksum_of({**data, key: "another"}) == data["checksum"]] == ["checksum"]


def test_a_baseline_that_somebody_changed_is_refused_and_mended_by_accepting_it(
    at_home: Callable[..., CompletedProcess[str]], typed: Fatecast, baseline: Path
) -> None:
    data = json.loads(baseline.read_bytes())
    baseline.write_bytes(readable({**data, "seed": 9, "margins": {"win rate": 2.0}}))
    done = at_home("--baseline", baseline)
    assert (done.returncode, done.stdout) == (6, "")
    [line] = done.stderr.splitlines()
    told, _, command = line.partition("; after a merge, accept it anew with: fatecast ")
    assert told == f"fatecast: {baseline}: has changed since it was accepted"
    mended = typed(*command.split(), "--games", 1024, "--workers", 1)
    assert mended.returncode == 0, mended.stderr
    kept = json.loads(baseline.read_bytes())
    assert (kept["seed"], kept["margins"]) == (10, {"win rate": 2.0}), "what the merge says is kept"
    assert at_home("--baseline", baseline).returncode == 0


def test_a_baseline_without_a_checksum_is_read_with_one_line(
    at_home: Callable[..., CompletedProcess[str]], baseline: Path
) -> None:
    data = json.loads(baseline.read_bytes())
    del data["checksum"]
    baseline.write_bytes(readable(data))
    done = at_home("--baseline", baseline)
    assert done.returncode == 0
    [line] = done.stderr.splitlines()
    assert line.startswith(f"fatecast: {baseline}: has no checksum, so a change of it would not be noticed; this")
