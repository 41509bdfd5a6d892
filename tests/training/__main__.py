"""`python -m tests.training [NAME …]` trains players as a person would, from random play, and judges them on games that
they have not seen: what each gains over the policies of its game, with 95 % intervals. Pig is judged exactly.

`--minutes M` for each training, 10 by default; `--workers N`; `--keep FOLDER` keeps the files. `--from FOLDER` judges
files that were kept, and trains nothing. `--search` judges a search over each player instead: it may not lose against
the player. tests/README.md has the last results.
"""

import json
import resource
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from engine.configs import folder_of
from sim.statistics.intervals import z_of
from sim.text.json_text import readable
from tests.training.aims import (
    AIMS,
    PIG,
    SEARCH_WORLDS,
    TIC_TAC_TOE,
    Aim,
    gains,
    losses_to_random,
    pig_gain,
    player_in,
    search_gain,
)
from tests.training.kept import LARGEST

RANDOM = "random"
PIG_AIM, PIG_GAMES = 3.0, 12_000
"""Points over one who holds at 20, by exact advantages: one standard error below what was found must be as much."""
MOST_LOST = 0.5
"""Per cent of the games of tic-tac-toe against random play, in either seat."""
SEARCHED = 2_000
"""Games of a search."""


def train(aim: Aim, folder: Path, minutes: float, seed: int, workers: int) -> Path:
    """The file of a player that was trained in a folder."""
    name = aim.name
    if aim.text:
        (folder / f"{aim.name}.py").write_text(aim.text, encoding="utf-8")
        name = f"./{aim.name}.py"
    words = ["train", "--game", name, "--policy", "trained", "--minutes", f"{minutes:g}", "--seed", str(seed)]
    words += ["--workers", str(workers)]
    subprocess.run([sys.executable, "-m", "sim", *words, *aim.flags], cwd=folder, check=True)
    return folder / "configs" / folder_of(aim.name) / "policies" / "trained.json"


def shortened(file: Path) -> bytes:
    """The file without the weakest rounds, as far as it would be too large to keep."""
    data = json.loads(file.read_text(encoding="utf-8"))
    while len(text := readable(data)) >= LARGEST and len(data["levels"]) > 1:
        data["levels"] = data["levels"][1:]
    return text


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Verdict(NamedTuple):
    """What was found of a player."""

    told: str
    is_learned: bool
    """Surely above random play, and what else is asked of this game."""
    is_best: bool
    """At or above every policy that it was tried against."""


def judged(aim: Aim, file: Path) -> Verdict:
    """What the player in a file gains over the policies of its game."""
    found = gains(aim.game(), aim, player_in(file))
    told = "; ".join(gain.told for gain in found)
    is_learned = all(gain.low > 0 for gain in found if gain.against == RANDOM)
    is_best = all(gain.mean + gain.half >= 0 for gain in found)
    if aim is PIG:
        exact, error = pig_gain(file, PIG_GAMES)
        told += f"; by exact advantages {exact:+.2f} ± {z_of() * error:.2f} over hold at=20 (95 %)"
        is_learned &= exact - error >= PIG_AIM
    if aim is TIC_TAC_TOE:
        first, second = losses_to_random(file)
        told += f"; loses to random {first:.2f} % in the first seat and {second:.2f} % in the second, exactly"
        is_learned &= max(first, second) <= MOST_LOST
    if aim.to_beat:
        is_above = all(gain.low > 0 for gain in found if gain.against == aim.to_beat)
        told += f"; surely above {aim.to_beat}" if is_above else f"; NOT surely above {aim.to_beat}, which was the aim"
    return Verdict(told, is_learned, is_best)


def searched(aim: Aim, file: Path) -> Verdict:
    """What a search over the player in a file gains over it."""
    found = search_gain(aim, player_in(file), SEARCHED)
    is_safe = found.mean + found.half >= 0
    told = f"search base=trained worlds={SEARCH_WORLDS}: {found.told} (99 %, {SEARCHED} games)"
    return Verdict(told, is_safe, is_safe)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--from", type=Path, dest="kept")
    parser.add_argument("--search", action="store_true")
    asked = parser.parse_args()
    judge = searched if asked.search else judged
    held, best = True, 0
    chosen = [aim for aim in AIMS if not asked.names or any(name in aim.name for name in asked.names)]
    for aim in chosen:
        with TemporaryDirectory() as place:
            began, cpu = perf_counter(), _cpu_of_children()
            if asked.kept:
                file = asked.kept / f"{folder_of(aim.name)}.json"
            else:
                file = train(aim, Path(place), asked.minutes, asked.seed, asked.workers)
            seconds, cpu = perf_counter() - began, _cpu_of_children() - cpu
            if asked.keep:
                asked.keep.mkdir(exist_ok=True)
                (asked.keep / f"{folder_of(aim.name)}.json").write_bytes(shortened(file))
            verdict, size = judge(aim, file), file.stat().st_size // 1000
        best += verdict.is_best
        held &= verdict.is_learned
        mark = "" if verdict.is_learned else f"{'NOT SAFE' if asked.search else 'NOT LEARNED'} "
        cost = "" if asked.kept else f"; trained in {seconds:.0f} s, {cpu:.0f} s of CPU"
        print(f"{mark}{aim.name}: {verdict.told}{cost}; {size} kB", flush=True)
    if not asked.search:
        print(f"at or above the best policy of the game: {best} of {len(chosen)}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
