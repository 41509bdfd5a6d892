"""The report as a whole: what is written, that it is the same again, and that nothing breaks it."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import polars as pl
import pytest

from engine.errors import BadData, BadInput, FatecastError, NotComparable
from sim import Run, run
from sim.errors import Inconclusive
from sim.report.build import build as build_whole
from sim.report.make import make_report
from sim.report.shared.files import with_six_digits
from sim.report.shared.write import write_report
from sim.report.verify import verify_report
from sim.runs.tables import csv_bytes
from tests.support import lottery
from tests.support.command_line import RACE
from tests.support.lottery import TICKETS
from tests.support.runs import forge_manifest
from tests.support.undrawn import build, build_drawn, build_several, undrawn


def text_of(page: bytes) -> str:
    """What a reader reads."""
    without = re.sub(rb"<(svg|style|script).*?</\1>", b"", page, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", without.decode())


def tickets(path: Path, **changes: object) -> Path:
    return run({**TICKETS, **changes}, out=path, executor="inline").path


def test_the_page_has_every_section_and_escapes_what_it_quotes(report: Path) -> None:
    """And loads nothing from anywhere; all files are there."""
    page = (report / "index.html").read_text()
    for section in ("rates", "games", "pieces", "calibration", "gallery", "coverage", "method"):
        assert f'id="{section}"' in page
    assert "The &lt;Lottery&gt;" in page
    assert "&lt;draws&gt;" in page
    assert "<Lottery>" not in page
    assert "tickets &lt;may&gt; be torn" in page
    assert "Never: Never Used." in page or "Never: Never used." in page
    assert not re.findall(r'(?:src|href)="(?!#|data:,")', page.replace("xlink:href", "href"))
    assert "url(" not in re.sub(r"url\(#", "", page)
    assert "@import" not in page
    listed = json.loads((report / "report.json").read_bytes())["files"]
    found = {path.relative_to(report).as_posix() for path in report.rglob("*") if path.is_file()}
    assert found == {*listed, "report.json"}
    for name in ("heat", "skill", "course", "shape", "ends", "openings", "calibration"):
        assert {f"figures/{name}.svg", f"figures/{name}.png"} <= found
    for name in ("win_rates", "steps", "feel", "ends", "shape", "course", "pieces", "opening_effects", "calibration"):
        frame = pl.read_parquet(report / f"tables/{name}.parquet")
        assert (report / f"tables/{name}.csv").read_bytes() == csv_bytes(with_six_digits(frame))


PLANTED: dict[str, Callable[[bytes], bytes]] = {
    "index.html": lambda data: data.replace(b"\xc2\xa0%", b"1\xc2\xa0%", 1),
    "report.md": lambda data: data.replace(b"table wins", b"table loses", 1),
    "tables/win_rates.csv": lambda data: data.replace(b"0.8", b"0.9", 1),
    "tables/pieces.parquet": lambda data: data[:-9],
    "figures/heat.svg": lambda data: data.replace(b"80", b"81", 1),
    "figures/heat.png": lambda data: data[:-1],
}


def test_the_same_run_gives_the_same_bytes_and_a_planted_change_is_found(
    played: Run, report: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = build_whole(played.path)
    for name, data in built.items():
        assert (report / name).read_bytes() == data, name
    monkeypatch.setattr("sim.report.verify.build", lambda path, place, title, as_kept, **more: built)
    copy = copytree(report, tmp_path / "copy")
    assert "correct" in [*verify_report(played.path, copy)][-1]
    for name, change in PLANTED.items():
        old = (copy / name).read_bytes()
        (copy / name).write_bytes(change(old))
        assert (copy / name).read_bytes() != old
        with pytest.raises(BadData, match="1 files differ from what"):
            list(verify_report(played.path, copy))
        (copy / name).write_bytes(old)


def test_a_report_of_an_older_version_is_refused_in_one_line(played: Run, report: Path, tmp_path: Path) -> None:
    copy = copytree(report, tmp_path / "old")
    record = json.loads((copy / "report.json").read_bytes())
    (copy / "report.json").write_text(json.dumps({**record, "schema": 1}))
    with pytest.raises(BadData, match="schema 1, this version reads 10; make it again: fatecast report"):
        next(verify_report(played.path, copy))


def test_verify_refuses_the_report_of_another_run(played: Run, report: Path, tmp_path: Path) -> None:
    other = tickets(tmp_path / "other", seed=9, games=100)
    with pytest.raises(BadData, match="made from games with digest"):
        list(verify_report(other, report))
    with undrawn():
        both = make_report([played.path, other], tmp_path / "both").parent
    with pytest.raises(BadInput, match="of 2 runs side by side"):
        list(verify_report(played.path, both))
    with pytest.raises(BadInput, match="not a report"):
        list(verify_report(played.path, tmp_path))


# Runs that are hard to tell of.


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "changes",
    [
        {"games": 1, "policies": ["unheard", "calm"]},
        {"games": 2, "policies": ["bold"], "players": [2], "doom": [0]},
        {"fix": 0, "games": 50},
    ],
    ids=["one game, off the ladder", "two games of one cell", "zero wins"],
)
def test_a_poor_run_gives_a_correct_page(
    tmp_path: Path, changes: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.support import lottery

    monkeypatch.setitem(lottery.SKILL, "unheard", 0.4)
    files = build_drawn(tickets(tmp_path / "run", **changes))
    page = text_of(files["index.html"])
    for word in ("nan", "inf", "None"):
        assert not re.search(rf"(?<![A-Za-z]){word}(?![A-Za-z])", page), word
    assert "NaN" not in page
    for name, data in files.items():
        if name.endswith(".csv"):
            assert b"NaN" not in data, name
            assert b"inf" not in data, name


def test_without_rows_the_page_says_so_once_and_leaves_out_what_needs_them(tmp_path: Path) -> None:
    path = run(TICKETS, out=tmp_path / "run", executor="inline", detail="cells").path
    files = build(path)
    assert "this run kept no single games" in text_of(files["index.html"])
    assert "figures/openings.svg" not in files
    assert "figures/course.svg" in files


def test_a_game_that_declares_little(tmp_path: Path) -> None:
    files = build(run(RACE, out=tmp_path / "run", executor="inline").path)
    page = files["index.html"].decode()
    assert 'id="calibration"' not in page
    assert "figures/openings.svg" not in files
    assert "figures/course.svg" not in files


def refused(path: Path, kind: type[FatecastError], words: str) -> None:
    with pytest.raises(kind, match=words) as refusal:
        build(path)
    assert "\n" not in str(refusal.value)


def test_what_cannot_be_told_of_is_one_line(tmp_path: Path) -> None:
    path = tickets(tmp_path / "run", games=30)
    intact = (path / "manifest.json").read_bytes()
    manifest = json.loads(intact)

    def with_manifest(**changes: object) -> Path:
        (path / "manifest.json").write_bytes(intact)
        forge_manifest(path, **changes)
        return path

    refused(tmp_path / "nowhere", BadInput, "not a run directory")
    refused(with_manifest(complete=False), Inconclusive, "unfinished; continue with")
    refused(with_manifest(schema=99), BadData, "schema 99")
    refused(with_manifest(game={**manifest["game"], "columns": 99}), BadData, "columns 99")
    with_manifest()
    (path / "summary.json").write_text("{")
    refused(path, BadData, "summary.json: changed since it was written; mend it with: fatecast resume")
    (path / "summary.json").unlink()
    refused(path, BadData, "summary.json: cannot be read")


def test_a_place_that_is_not_ours_is_left_alone(played: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(BadInput, match="expected an empty directory or a report"):
        make_report([played.path], tmp_path)
    with pytest.raises(BadInput, match="expected a directory"):
        make_report([played.path], tmp_path / "letter.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_new_report_replaces_an_old_one(tmp_path: Path) -> None:
    write_report(
        {"index.html": b"old", "figures/old.svg": b"", "report.json": b'{"files": ["figures/old.svg"]}'}, tmp_path
    )
    write_report({"index.html": b"new", "report.json": b'{"files": []}'}, tmp_path)
    assert (tmp_path / "index.html").read_bytes() == b"new"
    assert not (tmp_path / "figures" / "old.svg").exists()


# Several runs.


def test_runs_side_by_side(played: Run, tmp_path: Path) -> None:
    stronger = tickets(tmp_path / "stronger", effect=0.3)
    files = build_several([played.path, stronger])
    table = pl.read_parquet(files["tables/comparison.parquet"])
    assert set(table["run"]) == {"tickets", "stronger"}
    rows = table.filter(run="stronger")
    assert set(rows["compared"]) == {"paired"}
    assert set(table.filter(run="tickets")["compared"]) == {None}
    one, two = (Run(path).summary["win_rate"] for path in (played.path, stronger))
    assert rows.sort("cell")["difference"].to_list() == (two - one).to_list()
    assert "of 18 cells" in text_of(files["index.html"])


def test_another_seed_is_compared_unpaired(played: Run, tmp_path: Path) -> None:
    files = build_several([played.path, tickets(tmp_path / "again", seed=4)])
    table = pl.read_parquet(files["tables/comparison.parquet"]).filter(run="again")
    assert set(table["compared"]) == {"unpaired"}
    covered = table.filter((pl.col("difference_low") <= 0) & (pl.col("difference_high") >= 0))
    assert len(covered) >= 15, "equal games but for luck: nearly every interval has 0 in it"


def test_what_cannot_be_compared(played: Run, tmp_path: Path) -> None:
    dice = run(RACE, out=tmp_path / "dice", executor="inline").path
    with pytest.raises(NotComparable, match="of dice"):
        build_several([played.path, dice])
    with pytest.raises(NotComparable, match="doom: 0, 1, 3 on one side, 2 on the other"):
        build_several([played.path, tickets(tmp_path / "far", doom=[2], games=10)])


def test_a_game_without_pieces_has_a_report_without_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain(type(lottery.GAME)):  # type: ignore[misc]
        pieces = content = policies = learning = files = None
        presentation = replace(lottery.GAME.presentation, pieces=(), opening="")

    monkeypatch.setattr(lottery, "GAME", Plain())
    files = build(tickets(tmp_path / "plain", games=500))
    page = files["index.html"].decode()
    assert 'id="rates"' in page
    assert "#pieces" not in page
    assert 'id="pieces"' not in page
    assert "tables/pieces.csv" not in files
