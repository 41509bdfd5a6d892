"""A folder of a stranger may hold settings for Numba and Matplotlib: no process of ours takes them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

OURS = "from engine.kernel.numba_inside.settings_files import ignore_settings_files; ignore_settings_files()\n"
PLAY = """
from engine.errors import FatecastError
from engine.kernel.rng import philox
try:
    philox.dispatcher
except FatecastError as error:
    print(error)
else:
    print("played")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A stranger's folder, with a file of ours beside it that its settings would overwrite."""
    (tmp_path / "theirs").mkdir()
    (tmp_path / "thesis.txt").write_text("mine")
    (tmp_path / "theirs" / ".numba_config.yaml").write_text(f"chrome_trace: {tmp_path / 'thesis.txt'}\n")
    return tmp_path / "theirs"


def python(code: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_numba_really_reads_the_file(folder: Path) -> None:
    """If this fails, Numba looks for its settings in another way, and `settings_files` must follow."""
    python("import numba; import numba.core.config as found; print(found.CHROME_TRACE)", folder)
    assert (folder.parent / "thesis.txt").read_text() != "mine"


@pytest.mark.full
def test_a_process_of_ours_ignores_it(folder: Path) -> None:
    """Also when it compiles, which reads the settings again, and when it comes to the folder later."""
    code = f"""{OURS}
import os, sys
if "later" in sys.argv: os.chdir("/")
import numba
from numba.core import config
os.chdir({str(folder)!r})
config.reload_config()
print(config.CHROME_TRACE or "none", os.getcwd())
import matplotlib"""
    assert python(code, folder) == f"none {folder}\n"
    assert python(f"import sys; sys.argv.append('later')\n{code}", folder) == f"none {folder}\n"
    assert (folder.parent / "thesis.txt").read_text() == "mine"


def test_from_python_the_file_is_refused(folder: Path) -> None:
    said = python(PLAY, folder)
    assert said == (
        ".numba_config.yaml: Numba would take its settings from this file; remove it, or work in another folder\n"
    )
    assert (folder.parent / "thesis.txt").read_text() == "mine"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("then", ["", f"import os; os.chdir({str(ROOT)!r})"])
def test_a_script_that_loaded_numba_before_us_is_refused(folder: Path, then: str) -> None:
    said = python(f"import numba\n{then}\n{PLAY}", folder)
    assert said.startswith(".numba_config.yaml: Numba w")
    assert said.count("\n") == 1
    assert "played" not in said


@pytest.mark.full
def test_settings_for_figures_are_ignored(folder: Path) -> None:
    """A pipe that nobody writes to would wait forever; a key that Matplotlib does not know fills the screen."""
    (folder / "matplotlibrc").write_text("figure.dpi: 7\nno.such.key: 1\n")
    shown = "import matplotlib; print(matplotlib.rcParams['figure.dpi'], matplotlib.matplotlib_fname() != 'x')"
    assert python(f"{OURS}{shown}", folder).startswith("100.0 ")
    (folder / "matplotlibrc").unlink()
    os.mkfifo(folder / "matplotlibrc")
    assert python(f"{OURS}import matplotlib, sim.display.figure_files; print('read')", folder) == "read\n"
