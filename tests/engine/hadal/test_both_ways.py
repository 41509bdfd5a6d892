"""The same games, compiled and as plain Python, are equal in every column."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from engine.kernel.compiled import SWITCH
from tests.support import ROOT
from tests.support.hadal.plainly import results


def test_compiled_games_equal_interpreted_ones(tmp_path: Path) -> None:
    out = tmp_path / "plain.npz"
    environment = {**os.environ, SWITCH: "1"}
    subprocess.run(
        [sys.executable, "-m", "tests.support.hadal.plainly", str(out)], cwd=ROOT, env=environment, check=True
    )
    plain = np.load(out)
    for name, found in results().items():
        assert (plain[name] == found).all(), name
