"""Files and values that are odd, each in one line and in bounded memory; and their neighbours that are in order."""

import json
import tracemalloc
from pathlib import Path
from time import process_time

import pytest

from engine.errors import BadData, BadInput
from engine.game.outcomes import MOST_MARGIN
from engine.game.registry import load_game
from engine.kernel.compiling.private_folder import private_folder
from sim.compare.tested_outcomes import margins_of
from sim.folder.folder_file import folder_file
from sim.runs.manifest_file import read_manifest, sealed
from sim.share.block import CLOSES, OPENS, block_in
from tests.support.command_line import Fatecast

SIZE = 200_000


@pytest.mark.parametrize("inside", [b'""' * SIZE, b'"' + b'\\"' * SIZE, b'{"\\'], ids=["pairs", "one", "half"])
def test_a_page_of_quotation_marks_is_not_copied(inside: bytes) -> None:
    page, began = OPENS.encode() + inside + CLOSES.encode(), process_time()
    tracemalloc.start()
    try:
        with pytest.raises(BadData, match="not valid JSON"):
            block_in(page, Path("page.html"))
        assert tracemalloc.get_traced_memory()[1] < 6 * len(page) + 1_000_000
    finally:
        tracemalloc.stop()
    assert process_time() - began < 10  # not by the square of its size


@pytest.mark.parametrize(("zeros", "is_right"), [(308, False), (16, False), (15, True), (0, True)])
def test_a_margin_has_a_square(zeros: int, is_right: bool) -> None:
    word = "1" + "0" * zeros
    [length] = [outcome for outcome in load_game("pig").outcomes if outcome.name == "length"]
    if is_right:
        assert margins_of([f"length: {word}"], [length]) == {"length": float(word)}
        return
    with pytest.raises(BadInput, match=f"more than 0 and at most {MOST_MARGIN:,.0f}, not"):
        margins_of([f"length: {word}"], [length])


def test_a_sealed_run_says_what_was_played(typed: Fatecast, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert typed("run", "--game", "pig", "--games", 2, "--executor", "inline", "--out", run, "-q").returncode == 0
    manifest = read_manifest(run)
    for missing in ("", "name", "game"):
        experiment = {key: value for key, value in manifest["experiment"].items() if missing and key != missing}
        (tmp_path / "manifest.json").write_text(json.dumps(sealed(manifest | {"experiment": experiment})))
        with pytest.raises(BadData, match=f"experiment.{missing or 'name'}: Field required"):
            read_manifest(tmp_path)


def test_a_folder_file_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    (tmp_path / "fatecast.toml").write_bytes(b'\xef\xbb\xbfgame = "pig"\n')
    found = folder_file(tmp_path)
    assert found is not None
    assert found.game == "pig"
    (tmp_path / "fatecast.toml").write_bytes(b'game = "pig"\n\xef\xbb\xbf')
    with pytest.raises(BadInput, match="not valid TOML"):
        folder_file(tmp_path)


@pytest.mark.parametrize("below", [False, True])
def test_a_file_in_place_of_the_cache_is_named(
    below: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    cache = tmp_path / "file" / "below" if below else tmp_path / "file"
    monkeypatch.setenv("FATECAST_CACHE", str(cache))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = private_folder("game")
    line = f"fatecast: cache not used: {cache} is a file, or lies in one; compiled code goes to {folder.parent}\n"
    assert capsys.readouterr().err == line
    monkeypatch.setenv("FATECAST_CACHE", str(tmp_path / "cache"))
    assert private_folder("game").parent == tmp_path / "cache"
    assert capsys.readouterr().err == ""
