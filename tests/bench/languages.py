"""What languages cost a start: help and short verbs in English, in Spanish, and in a copy that has no catalogues.

CPU seconds of the command, with Python's bytecode on the disk; of some starts in turn, the fastest of each.
"""

import shutil
import tempfile
from pathlib import Path

from tests.bench.start import Took, fatecast, told
from tests.support import ROOT

STARTS = 9
WORDS = {"--help": ["--help"], "run --help": ["run", "--help"], "games": ["games"], "policies": ["policies"]}
MOST = 1.05
"""How much longer a start in English may take than one without catalogues."""
PACKAGES = ("engine", "fatecast", "sim", "configs", "pyproject.toml")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        cache = {"FATECAST_CACHE": str(Path(folder) / "cache")}
        ways = {
            "without catalogues": {**cache, "PYTHONPATH": str(without_catalogues(Path(folder) / "plain"))},
            "in English": {**cache, "FATECAST_LANG": "en"},
            "in Spanish": {**cache, "FATECAST_LANG": "es"},
        }
        for name, words in WORDS.items():
            took = fastest(words, folder, ways)
            for way, seconds in took.items():
                ratio = seconds.cpu / took["without catalogues"].cpu
                aim = f"(aim: at most {MOST} times)" if way == "in English" else ""
                told(f"fatecast {name}, {way}", seconds, f"{ratio:.2f} times {aim}")


def without_catalogues(place: Path) -> Path:
    """A copy of the program that speaks English only."""
    for part in PACKAGES:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, place / part, ignore=shutil.ignore_patterns("locale", "__pycache__"))
        else:
            shutil.copy(source, place / part)
    return place


def fastest(words: list[str], folder: str, ways: dict[str, dict[str, str]]) -> dict[str, Took]:
    """The best start each way; in turn, so that a busy moment is not one way's alone."""
    starts = [{way: fatecast(words, folder, environment) for way, environment in ways.items()} for _ in range(STARTS)]
    return {way: min((each[way] for each in starts), key=lambda took: took.cpu) for way in ways}
