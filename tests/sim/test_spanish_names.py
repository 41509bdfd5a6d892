"""A game whose numbers, columns and axes have Spanish names: its flags, keys, tables and pages have them, too."""

import json
from pathlib import Path

import polars as pl
import pytest

from tests.support.command_line import Fatecast
from tests.support.own_file import written
from tests.support.pig.in_spanish import SPANISH
from tests.support.pig.outside import forget

GAME = ("--game", "./dano.py")
FEW = ("--players", "2", "--games", "40", "--executor", "inline")


def test_flags_keys_tables_and_pages_have_the_names(
    typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dano.py").write_text(written(*SPANISH), encoding="utf-8")
    Path("mine.toml").write_text('"tamaño" = [8]\n[options]\n"daño_máximo" = 50\n', encoding="utf-8")
    by_flags = typed("run", *GAME, *FEW, "--tamaño", "8", "--option", "daño_máximo=50", "--out", "run")
    assert by_flags.returncode == 0, by_flags.stderr
    by_file = typed("run", "mine.toml", *GAME, *FEW, "--out", "again")
    assert by_file.returncode == 0, by_file.stderr
    first, second = (json.loads((Path(run) / "summary.json").read_bytes()) for run in ("run", "again"))
    assert first["digest"] == second["digest"]
    assert first["cells"][0]["tamaño"] == 8
    assert "tamaño" in (tmp_path / "run" / "summary.csv").read_text(encoding="utf-8").splitlines()[0]
    assert "jugadores_ñ" in pl.read_parquet("run/games/*.parquet").columns
    assert "daño_máximo" in typed("games", "./dano.py").stdout
    assert typed("report", "run", *GAME, "--out", "page").returncode == 0
    assert "tamaño" in (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    tried = typed("try", "options.daño_máximo=30", *GAME, *FEW)
    assert (tried.returncode, "options.daño_máximo: 100 → 30" in tried.stdout) == (0, True)
    wrong = typed("run", *GAME, *FEW, "--tamano", "8")
    assert (wrong.returncode, "did you mean '--tamaño'" in wrong.stderr) == (2, True)
    forget()
