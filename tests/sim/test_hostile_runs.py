"""Runs that a stranger made up, with right checksums: no verb fills the memory, computes for long, touches a file
outside or shows a traceback, and verify calls none of them correct. `make test` opens some, `make test-full` all."""

import shutil
from pathlib import Path

import pytest

from engine.errors import BadData
from sim.runs.run import load_run
from tests.support.hostile_runs import HOSTILE_RUNS, table_of
from tests.support.measured import CPU_SECONDS, MEMORY, Measure, Taken
from tests.support.runs import files_of
from tests.support.sample import sampled

NAMES = [*HOSTILE_RUNS]
OTHERS = ["find", "compare", "replay", "resume", "report", "several", "again"]
EVERY = 30
"""Run is opened in `make test`."""
GOES_ON = ("damaged, its games will be played again", "started with other engine sources of the same rule version")
"""How the lines end that resume may say and go on."""
PLAYS_AS_ASKED = {"resume": {"manifest: a trillion games", "a block of 100 million games"}}
"""Who resumes a run has asked for its games, however many."""


class Place:
    """A hostile run, an honest one, and files of ours beside them."""

    def __init__(self, folder: Path, played: Path, measure: Measure) -> None:
        self.folder, self.played, self.measure = folder, played, measure
        self.run = folder / "run"
        (folder / "canary").mkdir()
        (folder / "canary" / "keep.txt").write_text("mine")

    def forge(self, name: str) -> None:
        shutil.rmtree(self.run, ignore_errors=True)
        HOSTILE_RUNS[name](Path(shutil.copytree(self.played, self.run)))

    def words(self, verb: str) -> list[object]:
        new = self.folder / "new" / verb
        return {
            "verify": ["verify", self.run],
            "find": ["find", self.run, "--lost"],
            "compare": ["compare", self.run, self.run],
            "replay": ["replay", self.run, 0, 9],
            "resume": ["resume", self.run, "--executor", "inline"],
            "report": ["report", self.run, "--out", new],
            "several": ["report", self.run, self.played, "--out", new],
            "again": ["run", self.run / "experiment.json", "--executor", "inline", "--out", new, "--games", 10],
        }[verb]

    def opened_by(self, verb: str) -> Taken:
        """Lets a verb open the run, and expects that nobody is harmed."""
        done = self.measure(*self.words(verb), folder=self.folder)
        said = f"{verb}: exit {done.code}, {done.memory:,} bytes, {done.seconds:.1f} s: {done.said}"
        assert done.code in (0, 2, 4, 5, 6), said
        lines = [line for line in done.lines if not line.endswith(GOES_ON) and "playing again: " not in line]
        assert len(lines) == (done.code != 0), said
        assert all(line.startswith("fatecast: ") and line.isprintable() for line in lines), said
        assert "unexpected" not in done.said, said
        assert done.memory < MEMORY, said
        assert done.seconds < CPU_SECONDS, said
        assert files_of(self.folder / "canary") == {"keep.txt": b"mine"}, said
        assert verb != "verify" or done.code != 0, "a hostile run was called correct"
        return done


@pytest.fixture
def place(played: Path, measure: Measure, tmp_path: Path) -> Place:
    return Place(tmp_path, played, measure)


def test_there_are_many() -> None:
    assert len(HOSTILE_RUNS) >= 60


@pytest.mark.parametrize("name", sampled(NAMES, NAMES[::EVERY]))
def test_verify_and_another_verb(place: Place, name: str) -> None:
    """Which other verb opens it goes round."""
    place.forge(name)
    place.opened_by("verify")
    other = OTHERS[NAMES.index(name) % len(OTHERS)]
    if name not in PLAYS_AS_ASKED.get(other, ()):
        place.opened_by(other)


@pytest.mark.parametrize("name", ["histograms: two million rows", "blocks of a million games"])
def test_a_report_of_what_is_too_much_is_refused(place: Place, name: str) -> None:
    place.forge(name)
    done = place.opened_by("report")
    assert done.code == BadData.exit_code
    assert not (place.folder / "new").exists()


@pytest.mark.full
@pytest.mark.parametrize("verb", ["report", "verify"])
def test_a_table_of_sixty_million_rows(place: Place, verb: str) -> None:
    place.forge("summary: better")
    table_of("course.parquet", 60_000_000)(place.run)
    assert place.opened_by(verb).code == BadData.exit_code


def test_from_python_it_is_refused_too(place: Place) -> None:
    place.forge("a block of 100 million games")
    with pytest.raises(BadData, match=r"100,000,000 rows, expected at most 10,000,000"):
        load_run(place.run).games.collect()
    place.forge("histograms: two million rows")
    with pytest.raises(BadData, match=r"2,000,000 rows, expected at most"):
        _ = load_run(place.run).histograms


def test_an_honest_run_passes(place: Place) -> None:
    """The guards let through what is right."""
    shutil.copytree(place.played, place.run)
    assert place.opened_by("find").code == 0
    assert place.measure(*place.words("verify"), folder=place.folder).code == 0
