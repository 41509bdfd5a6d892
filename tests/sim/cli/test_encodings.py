"""Output that cannot encode our characters: every verb ends as it would elsewhere, and no finished run is lost."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from json import loads
from pathlib import Path

import pytest

from sim.cli.app import main
from sim.display.plain_characters import PLAIN, as_written, plain
from sim.text.number_format import MINUS, NO_BREAK, NOTHING
from tests.support import ROOT
from tests.support.command_line import race_flags

ENCODINGS = ("ascii", "cp1252", "latin-1", "cp437")
Spoken = Callable[..., tuple[int, str, str]]


@pytest.fixture
def encoding() -> str:
    return "ascii"


@pytest.fixture
def spoken(encoding: str, monkeypatch: pytest.MonkeyPatch) -> Spoken:
    """The command line with an output that refuses what it cannot encode."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["fatecast", *map(str, arguments)])
        streams = {name: io.TextIOWrapper(io.BytesIO(), encoding=encoding) for name in ("stdout", "stderr")}
        for name, stream in streams.items():
            monkeypatch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as ended:
            main()
        told = []
        for stream in streams.values():
            stream.flush()
            told.append(stream.buffer.getvalue().decode(encoding))
        return ended.value.code if isinstance(ended.value.code, int) else 0, told[0], told[1]

    return run


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_columns_stay_in_line(tmp_path: Path, spoken: Spoken, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("race.toml").write_text("game = 'dice'\ndice = [6]\ngoals = [15, 20]\ngames = 300\n")
    _, out, _ = spoken("try", "faces.3=2", "--on", "race.toml", "--games", 64, "--executor", "inline")
    rows = [line for line in out.splitlines() if line.startswith(("|", "+", "│", "┃"))]
    assert len(rows) >= 4
    assert len({len(line) for line in rows}) == 1


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "env", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_the_command_in_a_plain_environment(tmp_path: Path, env: dict[str, str]) -> None:
    """A name that is not ASCII arrives in pieces there; the run is still played and shown."""
    path = tmp_path / "läuft → weiter"
    command = [sys.executable, "-m", "tests.support.fatecast", "run", *race_flags(games=300), "--workers", "1"]
    clean = {key: value for key, value in os.environ.items() if key not in ("LANG", "LC_ALL", "PYTHONUTF8")}
    done = subprocess.run(
        [*command, "--out", os.fsencode(path)], cwd=ROOT, env=clean | env, capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Win rate with its 95 % interval" in done.stdout
    assert done.stdout.isascii()
    assert loads((path / "manifest.json").read_bytes())["complete"]


def test_the_plain_forms_are_plain() -> None:
    assert all(form.isascii() for form in PLAIN.values())
    assert [plain(each) for each in (MINUS, NO_BREAK, NOTHING, "é", "ﬁ", "深")] == ["-", " ", "-", "e", "fi", "\\u6df1"]
    assert as_written("61.2 % → ±1", "ascii") == "61.2 % -> +-1"
    assert as_written("61.2 % → ±1", "cp1252") == "61.2 % -> ±1"
    assert as_written("half \udc80", "utf-8") == "half \\udc80"
