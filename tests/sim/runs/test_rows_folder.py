"""Workers write the rows of their blocks into the folder of the run themselves."""

from pathlib import Path

import pytest

from engine.errors import BadData
from sim import run
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.block import Block, PlayedBlock, RowsFolder
from sim.runs.store import Store
from sim.runs.tally import Tally
from tests.support.command_line import RACE

BLOCK = Block(0, 0, 10)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "run")
    store.games.mkdir(parents=True)
    store.blocks.mkdir()
    return store


def test_the_folder_is_known_by_its_mark_and_only_while_the_run_lasts(store: Store) -> None:
    with store.rows_folder() as rows:
        assert rows.write(BLOCK, [b"ro", b"ws"])
        assert not rows._replace(mark=".here-of-another-machine.tmp").write(BLOCK, [b"ro", b"ws"])
    assert not rows.write(BLOCK, [b"ro", b"ws"])
    assert not list(store.games.iterdir()), "nothing is left, neither the mark nor rows that nobody recorded"


def test_two_workers_with_the_same_block_do_not_meet(store: Store) -> None:
    with store.rows_folder() as rows:
        one, two = rows.write(BLOCK, [b"ro", b"ws"]), rows.write(BLOCK, [b"ro", b"ws"])
        assert one != two
        assert {path.read_bytes() for path in store.games.glob(".0*.tmp")} == {b"rows"}


def test_a_folder_that_cannot_be_written_lets_the_rows_travel(tmp_path: Path) -> None:
    (tmp_path / "mark").touch()
    long_name = Block(0, 0, 10**250)
    assert RowsFolder(str(tmp_path), "mark").write(long_name, [b"rows"]) == ""


@pytest.mark.parametrize("name", ["../stolen.parquet", "/etc/passwd", "notes.txt", ".00000-.tmp"])
def test_a_worker_names_no_file_but_its_rows(store: Store, name: str) -> None:
    (store.path / "stolen.parquet").write_bytes(b"kept")
    with pytest.raises(BadData, match="which is no such file"):
        store.discard(PlayedBlock(Tally(), b"", name, "", 0.0))
    assert (store.path / "stolen.parquet").read_bytes() == b"kept"


def test_in_this_process_and_in_forked_ones_no_rows_travel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    travelled: list[bytes] = []

    def save(store: Store, experiment: ResolvedExperiment, block: Block, played: PlayedBlock) -> None:
        travelled.append(played.file)
        before(store, experiment, block, played)

    before = Store.save
    monkeypatch.setattr(Store, "save", save)
    for executor in ("inline", "processes"):
        run(RACE, out=tmp_path / executor, executor=executor, block=1000)
    assert set(travelled) == {b""}
