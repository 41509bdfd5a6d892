"""Every field of every file of a run: whatever is edited, verify finds it, and what it says about mending is true."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from engine.errors import BadData
from engine.game.cell import Json
from sim import Run, run
from sim.inspect.verify import verify_run
from tests.support.command_line import RACE
from tests.support.runs import checksum_of, files_of, forge_manifest

SMALL = {**RACE, "dice": [6], "games": 200}
JSON_FILES = ["manifest.json", "experiment.json", "summary.json", "blocks/00001-000000000100-000000000200.json"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(SMALL, out=tmp_path_factory.mktemp("played") / "run", executor="inline", block=100)


def places(data: object, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The place of every value, down to the leaves; of a list, only the first two entries and the last."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from places(value, (*at, key))
    elif isinstance(data, list) and data:
        for index in sorted({0, min(1, len(data) - 1), len(data) - 1}):
            yield from places(data[index], (*at, index))
    else:
        yield at


def edited(data: Json, place: tuple[str | int, ...]) -> Json:
    """The data with another value of the same kind at a place."""
    copy: Json = json.loads(json.dumps(data))
    inside: Any = copy
    for key in place[:-1]:
        inside = inside[key]
    value = inside[place[-1]]
    match value:
        case bool():
            inside[place[-1]] = not value
        case int() | float():
            inside[place[-1]] = value + 1
        case str():
            inside[place[-1]] = f"{value}0" if value else "x"
        case None:
            inside[place[-1]] = 1
        case list():
            inside[place[-1]] = ["x"]
        case _:
            inside[place[-1]] = {"x": 1}
    return copy


def without(data: Json, key: str) -> Json:
    return {name: value for name, value in data.items() if name != key}


def verdict(path: Path) -> str:
    """How verify ends."""
    try:
        return list(verify_run(path, 0))[-1]
    except BadData as error:
        return str(error)


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize("file", JSON_FILES)
def test_every_edit_is_found_and_mended_if_verify_says_so(played: Run, tmp_path: Path, file: str, every: int) -> None:
    path = Path(shutil.copytree(played.path, tmp_path / "run"))
    intact = files_of(path)
    data = json.loads(intact[file])
    spoilt = [(str(place), edited(data, place)) for place in places(data)]
    spoilt += [("schema 1", {**data, "schema": 1})] if "schema" in data else []
    spoilt += [(f"without {key}", without(data, key)) for key in data]
    assert len(spoilt) > 20
    for what, changed in spoilt[::every]:
        (path / file).write_text(json.dumps(changed))
        said = verdict(path)
        if f"mend with: fatecast resume {path}" in said:
            run(SMALL, out=path, executor="inline")
            assert files_of(path) == intact, what
            assert verdict(path) == f"{path}: correct, digest {played.digest}"
        else:
            assert file == "manifest.json", what
            assert "this cannot be mended, only played again: fatecast run" in said or "schema" in said, what
            with pytest.raises(BadData):
                run(SMALL, out=path, executor="inline")
            (path / file).write_bytes(intact[file])
    assert files_of(path) == intact


@pytest.mark.parametrize("file", ["summary.csv", "faces.parquet", "course.parquet", "histograms.parquet"])
def test_every_byte_of_the_tables_is_under_a_checksum(played: Run, tmp_path: Path, file: str) -> None:
    path = Path(shutil.copytree(played.path, tmp_path / "run"))
    intact = files_of(path)
    for at in range(0, len(intact[file]), 211):
        raw = bytearray(intact[file])
        raw[at] ^= 1
        (path / file).write_bytes(raw)
        assert "mend with: fatecast resume" in verdict(path)
    run(SMALL, out=path, executor="inline")
    assert files_of(path) == intact


def test_tables_that_another_polars_wrote_stay_as_they_are(played: Run, tmp_path: Path) -> None:
    """The same content in other bytes, under the checksum that was recorded for them."""
    path = Path(shutil.copytree(played.path, tmp_path / "run"))
    pl.read_parquet(path / "faces.parquet").write_parquet(path / "faces.parquet", compression="uncompressed")
    forge_manifest(path, results={**played.manifest["results"], "faces.parquet": checksum_of(path / "faces.parquet")})
    other = files_of(path)
    assert other["faces.parquet"] != files_of(played.path)["faces.parquet"]
    assert verdict(path) == f"{path}: correct, digest {played.digest}"
    run(SMALL, out=path, executor="inline")
    assert files_of(path).keys() == other.keys()
    assert files_of(path)["faces.parquet"] == other["faces.parquet"]
