"""What a stranger sends harms nothing outside of its folder: links, absolute paths, hostile names, for every verb that
opens it. A canary lies beside it, and is compared byte for byte."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadData, BadInput
from sim.compare.gate.baseline import write_baseline
from sim.runs.atomic_files import write_file
from sim.runs.manifest_file import sealed
from sim.runs.result_folder import check_free, write_folder
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.runs import BLOCK, SMALL, forge_manifest
from tests.support.undrawn import undrawn

FILES_OF_A_RUN = [
    "manifest.json",
    "experiment.json",
    "summary.json",
    "summary.csv",
    "faces.parquet",
    "histograms.parquet",
    "course.parquet",
    ".lock",
    "run.log",
    ".manifest.json.tmp",
    ".summary.json.tmp",
    f"games/{BLOCK}.parquet",
    f"games/.{BLOCK}.parquet.tmp",
    "games/other.parquet",
    f"blocks/{BLOCK}.json",
    f"blocks/.{BLOCK}.json.tmp",
]
FOLDERS_OF_A_RUN = ["games", "blocks", "notes/deep"]
VERBS_ON_RUNS = ["resume", "run", "verify", "report", "several", "find", "replay", "compare"]

FILES_OF_A_REPORT = ["index.html", "report.json", "report.md", ".index.html.tmp", "figures/heat.svg", "tables/ends.csv"]
FOLDERS_OF_A_REPORT = ["figures", "tables", "more"]


class Place:
    """A run and a report from a stranger, and beside them a canary: files that are ours, some with familiar names."""

    def __init__(self, folder: Path, played: Path, page: Path) -> None:
        self.folder = folder
        self.run = Path(shutil.copytree(played, folder / "run"))
        self.page = Path(shutil.copytree(page, folder / "page"))
        self.canary = folder / "canary"
        self.canary.mkdir()
        for name in ("keep.txt", "index.html", "heat.svg", f"{BLOCK}.parquet", f"{BLOCK}.json", f".{BLOCK}.json.tmp"):
            (self.canary / name).write_text(f"mine: {name}")
        self.before = self.look()

    def look(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(self.canary.iterdir())}

    def unharmed(self) -> bool:
        return self.look() == self.before

    def words(self, verb: str) -> list[object]:
        """The command line of a verb that opens the run."""
        new = self.folder / f"new-{verb}"
        return {
            "resume": ["resume", self.run, "--executor", "inline"],
            "run": ["run", self.run / "experiment.json", "--executor", "inline", "--out", self.run],
            "again": ["run", self.run / "experiment.json", "--executor", "inline", "--out", new],
            "verify": ["verify", self.run],
            "report": ["report", self.run, "--out", new],
            "several": ["report", self.run, self.run, "--out", new],
            "find": ["find", self.run, "--lost"],
            "replay": ["replay", self.run, 0, 9],
            "compare": ["compare", self.run, self.run],
        }[verb]


@pytest.fixture
def place(played: Path, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.chdir(tmp_path)
    return Place(tmp_path, played, page)


def link(path: Path, to: Path) -> None:
    """Puts a link in the place of a file or a folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.symlink_to(to)


def refusals(typed: Fatecast, place: Place, verbs: list[str]) -> Iterator[tuple[str, int, str]]:
    for verb in verbs:
        done = typed(*place.words(verb))
        yield verb, done.returncode, done.stderr


@pytest.mark.parametrize("name", [*FILES_OF_A_RUN, *FOLDERS_OF_A_RUN])
def test_a_link_in_a_run_is_refused_and_what_it_names_is_unharmed(place: Place, typed: Fatecast, name: str) -> None:
    """Which two verbs open it beside `resume` goes round."""
    target = place.canary if name in FOLDERS_OF_A_RUN else place.canary / "keep.txt"
    link(place.run / name, target)
    at = [*FILES_OF_A_RUN, *FOLDERS_OF_A_RUN].index(name)
    for verb, code, said in refusals(
        typed, place, ["resume", VERBS_ON_RUNS[1 + at % 7], VERBS_ON_RUNS[1 + (at + 3) % 7]]
    ):
        if verb == "run" and name == "experiment.json":
            continue  # then nobody gets as far as the run
        assert (code, said.count("\n")) == (BadData.exit_code, 1), (verb, said)
        assert said.startswith(f"fatecast: {place.run / name}: a link; "), (verb, said)
        assert place.unharmed(), verb


@pytest.mark.parametrize("name", ["games", "manifest.json", ".lock"])
@pytest.mark.parametrize("target", ["../canary", "/nowhere/at/all", "../canary/keep.txt"])
def test_relative_and_broken_links_are_links(place: Place, typed: Fatecast, name: str, target: str) -> None:
    link(place.run / name, Path(target))
    for verb, code, said in refusals(typed, place, ["resume", "verify", "report"]):
        assert code == BadData.exit_code, (verb, said)
    assert place.unharmed()


def test_links_above_a_run_and_a_report_are_fine(place: Place, typed: Fatecast) -> None:
    (place.folder / "elsewhere").symlink_to(place.folder)
    run_, page = place.folder / "elsewhere" / "run", place.folder / "elsewhere" / "page"
    (place.folder / "direct").symlink_to(place.run)
    assert typed("verify", place.folder / "direct", "--sample", 0).returncode == 0
    assert typed("resume", run_, "--executor", "inline").returncode == 0
    assert typed("verify", run_, "--report", page, "--sample", 0).returncode == 0


@pytest.mark.parametrize(
    "name", ["manifest.json", "run.log", ".lock", f"games/{BLOCK}.parquet", f"blocks/{BLOCK}.json"]
)
def test_a_pipe_does_not_make_anybody_wait(place: Place, typed: Fatecast, name: str) -> None:
    (place.run / name).unlink(missing_ok=True)
    os.mkfifo(place.run / name)
    for verb, code, said in refusals(typed, place, ["resume", "verify", "report", "replay"]):
        assert code == BadData.exit_code, (verb, said)
        assert "neither a file nor a folder" in said


def test_a_hard_link_to_a_file_of_ours_is_not_written_to(place: Place, typed: Fatecast) -> None:
    (place.run / "run.log").unlink(missing_ok=True)
    (place.run / "run.log").hardlink_to(place.canary / "keep.txt")
    done = typed(*place.words("resume"))
    assert done.returncode == 2
    assert "run.log: cannot be written" in done.stderr
    assert place.unharmed()


def test_half_a_character_in_a_manifest_is_damage(place: Place, typed: Fatecast) -> None:
    """JSON can escape it, under a right checksum; but it can never be written."""
    manifest = json.loads((place.run / "manifest.json").read_text())
    (place.run / "manifest.json").write_text(json.dumps(sealed({**manifest, "notes": ["\ud800"]})))
    for verb, code, said in refusals(typed, place, ["resume", "verify", "report"]):
        assert (code, said.count("\n")) == (BadData.exit_code, 1), (verb, said)
        assert "unexpected" not in said


def test_resume_deletes_only_what_a_run_has_written(place: Place, typed: Fatecast) -> None:
    mine = [
        "games/notes.txt",
        "games/holiday.parquet",
        "games/.draft.json.tmp",
        ".secret.tmp",
        "games/00000-1-2.parquet",
    ]
    ours = [f".{BLOCK}.parquet.tmp", "00003-000000000000-000000000100.parquet"]
    for name in mine:
        (place.run / name).write_text("mine")
    for name in ours:
        (place.run / "games" / name).write_text("left behind")
    assert typed("resume", place.run, "--executor", "inline").returncode == 0
    assert [name for name in mine if not (place.run / name).is_file()] == []
    assert [name for name in ours if (place.run / "games" / name).exists()] == []


@pytest.mark.parametrize("name", [*FILES_OF_A_REPORT, *FOLDERS_OF_A_REPORT])
def test_a_link_in_a_report_is_refused(place: Place, typed: Fatecast, name: str) -> None:
    link(place.page / name, place.canary if name in FOLDERS_OF_A_REPORT else place.canary / "keep.txt")
    for words in (
        ["report", place.run, "--out", place.page],
        ["verify", place.run, "--report", place.page, "--sample", 0],
    ):
        done = typed(*words)
        assert (done.returncode, done.stderr.count("\n")) == (BadData.exit_code, 1)
        assert f"{place.page / name}: a link; " in done.stderr
        assert place.unharmed()


def listed(place: Place) -> list[str]:
    """Names that a hostile report.json could list."""
    return [
        str(place.canary / "keep.txt"),
        "../canary/keep.txt",
        "figures/../../canary/keep.txt",
        "./../canary/heat.svg",
        "figures//../../canary/heat.svg",
        "~/keep.txt",
        "notes.txt",
        "figures/mine.txt",
        "",
        ".",
        "figures",
        "figures/\x00.svg",
        "tables/" + "x" * 5000 + ".csv",
    ]


def test_a_report_deletes_only_files_of_a_report(place: Place, typed: Fatecast) -> None:
    for name in ("notes.txt", "figures/mine.txt"):
        (place.page / name).write_text("mine")
    (place.page / "figures/old.svg").write_text("of an older report")
    record = json.loads((place.page / "report.json").read_bytes())
    record["files"] += [*listed(place), "figures/old.svg", 7, None, ["figures/heat.svg"], {"figures": 1}]
    (place.page / "report.json").write_text(json.dumps(record))
    with undrawn():
        done = typed("report", place.run, "--out", place.page)
    assert done.returncode == 0, done.stderr
    assert place.unharmed()
    assert (place.page / "notes.txt").read_text() == (place.page / "figures/mine.txt").read_text() == "mine"
    assert not (place.page / "figures/old.svg").exists()


@pytest.mark.parametrize("files", [{"keep": 1}, "keep.txt", 7, None])
def test_a_report_with_a_strange_list_is_left_alone(place: Place, typed: Fatecast, files: object) -> None:
    (place.page / "report.json").write_text(json.dumps({"files": files}))
    done = typed("report", place.run, "--out", place.page)
    assert done.returncode == BadInput.exit_code
    assert place.unharmed()


def test_a_directory_that_is_no_run_keeps_its_own_lock(place: Place, typed: Fatecast) -> None:
    ours = place.folder / "ours"
    ours.mkdir()
    (ours / ".lock").write_text("of another program")
    (ours / "letter.txt").write_text("mine")
    done = typed("run", place.run / "experiment.json", "--executor", "inline", "--out", ours)
    assert (done.returncode, done.stderr) == (2, f"fatecast: {ours}: neither empty nor a run directory\n")
    assert (ours / ".lock").read_text() == "of another program"
    (ours / "letter.txt").unlink()
    link(ours / ".lock", place.canary / "keep.txt")
    done = typed("run", place.run / "experiment.json", "--executor", "inline", "--out", ours)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert place.unharmed()


def test_a_folder_of_results_replaces_nothing_of_ours(place: Place) -> None:
    out, temporary = place.folder / "out", place.folder / ".out.tmp"
    link(temporary, place.canary)
    write_folder(out, {"keep.txt": b"theirs"})
    assert place.unharmed()
    assert (out / "keep.txt").read_bytes() == b"theirs"
    shutil.rmtree(out)
    temporary.mkdir()
    (temporary / "letter.txt").write_text("mine")
    with pytest.raises(BadInput, match=r"cannot be written \(Directory not empty\)"):
        write_folder(out, {"keep.txt": b"theirs"})
    assert (temporary / "letter.txt").read_text() == "mine"
    link(out, place.canary)
    with pytest.raises(BadInput, match="already exists"):
        check_free(out)
    assert place.unharmed()


@pytest.mark.parametrize("name", ["../canary/x", "/tmp/x", "..", "a/b", "-rf", "a\nb", "\x1b[2J", ""])
def test_an_experiment_with_a_hostile_name_is_refused(place: Place, typed: Fatecast, name: str) -> None:
    """The name becomes a part of the path of the run."""
    path = place.folder / "experiment.json"
    path.write_text(json.dumps({**SMALL, "name": name}))
    done = typed("run", path, "--executor", "inline")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    forge_manifest(place.run, experiment={**SMALL, "name": name})
    other = ["verify", "replay", "report", "find"][len(name) % 4]
    for verb, code, said in refusals(typed, place, ["resume", other]):
        assert (code, said.count("\n")) == (2, 1), verb
    assert place.unharmed()


def hostile_baselines(canary: Path) -> Iterator[dict[str, object]]:
    """The shipped baseline, with names that are paths."""
    data = json.loads((ROOT / "configs/shipwreck/baselines/default.json").read_bytes())
    yield {**data, "game": {**data["game"], "name": "../../canary"}}
    yield {**data, "experiment": {**data["experiment"], "name": "../../canary/x"}}
    for deck in (str(canary / "keep.txt"), "../canary/keep.txt", str(canary), "/dev/null/x.toml"):
        yield {**data, "experiment": {**data["experiment"], "decks": [deck]}}


def test_a_hostile_baseline_is_refused(place: Place, typed: Fatecast) -> None:
    path = place.folder / "baseline.json"
    for data in hostile_baselines(place.canary):
        write_baseline(path, data)
        done = typed("gate", "--baseline", path, "--games", 256)
        assert done.returncode in (2, 5, 6), done.stderr
        assert done.stderr.count("\n") == 1
    assert place.unharmed()


def test_a_file_that_is_a_link_is_replaced_and_not_followed(place: Place) -> None:
    for name in ("baseline.json", ".baseline.json.tmp"):
        link(place.folder / name, place.canary / "keep.txt")
    write_file(place.folder / "baseline.json", b"{}")
    assert (place.folder / "baseline.json").read_bytes() == b"{}"
    assert place.unharmed()


@pytest.mark.parametrize(
    "deck",
    [
        'extends = "../canary/keep.txt"',
        'extends = "CANARY/keep.txt"',
        'extends = "base"\nname = "../../canary/x"\n[cards."../canary/keep"]\nmoons = 4',
        'extends = ["base", "CANARY/../deck.toml"]',
    ],
)
def test_a_hostile_deck_harms_nothing(place: Place, typed: Fatecast, deck: str) -> None:
    path = place.folder / "deck.toml"
    path.write_text(deck.replace("CANARY", str(place.canary)))
    for words in (["check", path], ["cards", "--deck", path], ["card", "the-deep", "--deck", path]):
        done = typed(*words)
        lines = done.stderr.splitlines()
        assert done.returncode == 2
        assert all(line.startswith("fatecast: ") for line in lines), done.stderr
        assert len(lines) == 1 or words[0] == "check", "only check tells all mistakes"
    assert place.unharmed()


@pytest.mark.parametrize(
    "verb", ["verify", "resume", "find", "replay", "compare", "report", "run", "check", "init", "new"]
)
def test_a_name_that_is_too_long_is_one_line(place: Place, typed: Fatecast, verb: str) -> None:
    long = "x" * 256
    words: dict[str, list[object]] = {
        "replay": ["replay", long, 0, 1],
        "compare": ["compare", long, long],
        "report": ["report", place.run, "--out", long],
        "run": ["run", place.run / "experiment.json", "--executor", "inline", "--out", long],
    }
    done = typed(*words.get(verb, [verb, long]))
    assert (done.returncode, done.stderr.count("\n")) == (BadInput.exit_code, 1), done.stderr
    assert "unexpected" not in done.stderr
    assert "File name too long" in done.stderr


@pytest.mark.parametrize("verb", ["verify", "find", "compare", "report"])
def test_a_path_that_is_not_utf_8_is_one_line(place: Place, typed: Fatecast, verb: str) -> None:
    odd = place.folder / os.fsdecode(b"b\xffad")
    place.run.rename(odd)
    words: dict[str, list[object]] = {"find": ["find", odd, "--lost"], "compare": ["compare", odd, odd]}
    done = typed(*words.get(verb, [verb, odd]))
    assert (done.returncode, done.stderr.count("\n")) == (BadInput.exit_code, 1), done.stderr
    assert "expected a path in UTF-8" in done.stderr
