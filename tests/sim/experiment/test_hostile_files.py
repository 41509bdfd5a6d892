"""Files that anybody may have sent: too large, too deep, not text. Each is refused in one line, not read to its end."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.configs import MAX_FILE_BYTES, read_bounded, read_text, read_toml
from engine.errors import BadData, BadInput, FatecastError
from sim.compare.gate.baseline import load_baseline
from sim.experiment.experiment import read_data
from sim.runs.store import Store
from sim.text.json_text import read_json

ENORMOUS = 1 << 40
"""A file with a hole: it takes no room on the disk, and all memory if it is read."""


def enormous(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.truncate(path, ENORMOUS)
    return path


@pytest.mark.parametrize(
    ("name", "read", "kind"),
    [
        ("experiment.toml", read_data, BadInput),
        ("experiment.json", read_data, BadInput),
        ("deck.toml", read_toml, BadInput),
        ("intent.txt", read_text, BadInput),
        ("baseline.json", load_baseline, BadData),
        ("run/manifest.json", lambda path: Store(path.parent).manifest(), BadData),
        ("run/summary.json", lambda path: Store(path.parent).result("summary.json", {}), BadData),
    ],
)
def test_an_enormous_file_is_refused(
    tmp_path: Path, name: str, read: Callable[[Path], object], kind: type[FatecastError]
) -> None:
    with pytest.raises(kind) as refused:
        read(enormous(tmp_path / name))
    assert str(refused.value).startswith(f"{tmp_path / name}: ")
    assert "\n" not in str(refused.value)


def test_the_limit_itself_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(MAX_FILE_BYTES))
    assert len(read_bounded(path)) == MAX_FILE_BYTES
    path.write_bytes(bytes(MAX_FILE_BYTES + 1))
    with pytest.raises(BadInput, match="expected at most 1,000,000 bytes, this file is larger"):
        read_bounded(path)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": ' * 100_000, "1" * 5_000, "{", "\x00"])
def test_json_that_cannot_be_read_is_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "data.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"data\.json: not valid JSON: ") as refused:
        read_json(path)
    assert "\n" not in str(refused.value)
