"""The package as users have it: built as a wheel and installed into an environment of its own."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.support import ROOT


def build_wheel(folder: Path) -> Path:
    """What pip installs."""
    return _built(folder, "wheel")


def build_sdist(folder: Path) -> Path:
    """The sources, as an archive."""
    return _built(folder, "sdist")


def _built(folder: Path, target: str) -> Path:
    """Built from the checkout, with the installed hatchling: no network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    [built] = folder.iterdir()
    return built


def install(wheel: Path, folder: Path) -> Path:
    """A new environment with the wheel in it. Other packages are those of this one; the checkout is not to be seen."""
    venv.create(folder, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)], check=True, timeout=120)
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder


def environment(installed: Path) -> dict[str, str]:
    """As after `activate`."""
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "GITHUB_STEP_SUMMARY")}
    return {**kept, "PATH": f"{installed / 'bin'}{os.pathsep}{os.environ['PATH']}"}
