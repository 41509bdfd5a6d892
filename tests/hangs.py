"""`python -m tests.hangs [kills N] [stops N] [nulls] [--seed S]`: does every verb with workers end when it is told to,
and is a worker that stands still noticed?

`kills` sends SIGTERM or SIGHUP, to the command or to its group, at a random moment of every verb with workers, in turn;
every fourth has no compiled kernels at hand, so that it compiles. Five seconds later nothing may be alive, and nothing
half-written may be left; then a verb that can go on is played on, and must end as if nobody had ended it. `stops` sends
SIGSTOP to a worker at a random moment, and every fifth time to one that starts, or to a process that compiles while all
wait for it: the command must end within its patience and ten seconds, and name the process. `nulls` are three commands
that only take their time.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil

from tests.support import ROOT
from tests.support.words import read_number, read_words, refuse

USAGE = "tests.hangs [kills|stops|nulls] [NUMBER] [--seed NUMBER]"
MOST_SECONDS, PATIENCE, MORE = 5.0, 3, 10.0
FIRST = 0.2
"""Seconds after which a command is told to end, at least."""
ENDLESS, COMPILING = 5.0, 12.0
"""The latest such second of a command that never ends by itself, and of one that compiles first."""
EVERY = 4
"""Every so many kills, the command has no compiled kernels at hand."""
FEW = ["--workers", "2", "-q"]
PIRATES, PIG = ["--game", "./pirates"], ["--game", "pig"]
RUN = ["run", *PIG, "--set", "games=1000", "--set", "seed=7", "--block", "50", "--out"]
VERBS: dict[str, list[str]] = {
    "run": [*RUN, "out", *FEW],
    "train": ["train", *PIRATES, "--games", "100", "--minutes", "0.01", "--out", "configs", *FEW],
    "compare": ["compare", "hold at=20", "hold at=25", *PIG, "--games", "20000", "--report", "page", *FEW],
    "ladder": ["ladder", *PIG, "--games", "1000", *FEW],
    "sweep": ["sweep", *PIRATES, "--set", "options.storms=2,4", "--games", "2000", "--out", "swept", *FEW],
    "check": ["check", "./pirates", "-q"],
    "ablate": ["ablate", *PIRATES, "--games", "4000", "--out", "ablated", *FEW],
    "try": ["try", *PIRATES, "options.storms=2", "--games", "4000", "--out", "tried.json", "--page", "t.html", *FEW],
    "tune": ["tune", *PIRATES, "--goal", "players 2: length 15 ± 1", "--vary", "options.goal=20..40", "--players", "2",
             "--games", "2000", *FEW],
    "accept": ["baseline", "accept", "other.json", *PIRATES, "--experiment", "tuning", "--games", "1024", *FEW],
    "gate": ["gate", *PIRATES, "--baseline", "accepted.json", "--games", "4096", "--json-file", "gate.json", *FEW],
    "plan": ["plan", *PIG, "--half-width", "0.5", *FEW],
    "verify": ["verify", "whole", "-q"],
    "policies check": ["policies", "check", "careful", *PIRATES, "-q"],
    "find": ["find", "whole", "--limit", "1", "-q"],
    "report": ["report", "whole", "--out", "pages", "-q"],
    "resume": ["resume", "part", *FEW],
    "watch": ["watch", *PIRATES],
    "studio": ["studio", *PIRATES, "--no-browser"],
}  # fmt: skip
RESULTS = {
    "run": "out/summary.csv",
    "resume": "part/summary.csv",
    "train": "configs/**/*.json",
    "sweep": "swept/*.parquet",
    "ablate": "ablated/*.csv",
    "tune": "tuned.toml",
}
"""What a verb comes to that goes on where it was ended."""
ENDLESSLY = ("watch", "studio")


class Whole(NamedTuple):
    """What a verb does that nobody ends."""

    seconds: float
    files: set[str]
    result: str


def started(words: Sequence[str], folder: Path, **settings: str) -> "subprocess.Popen[str]":
    env = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    command = [sys.executable, "-m", "fatecast", *words]
    return subprocess.Popen(command, cwd=folder, env=env, start_new_session=True, **pipes)  # type: ignore[call-overload, no-any-return]


def played(words: Sequence[str], folder: Path, **settings: str) -> None:
    with started(words, folder, **settings) as process:
        _, err = process.communicate(timeout=900)
    assert process.returncode == 0, err


def family(process: "subprocess.Popen[str]") -> list[psutil.Process]:
    with suppress(psutil.NoSuchProcess):
        return [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
    return []


def alive(processes: Sequence[psutil.Process]) -> list[psutil.Process]:
    found = []
    for each in processes:
        with suppress(psutil.NoSuchProcess):
            if each.is_running() and each.status() != psutil.STATUS_ZOMBIE:
                found.append(each)
    return found


def files_of(folder: Path) -> set[str]:
    return {
        str(each.relative_to(folder))
        for each in folder.rglob("*")
        if each.is_file() and "__pycache__" not in each.parts
    }


def result(verb: str, folder: Path) -> str:
    if verb not in RESULTS:
        return ""
    files = sorted(folder.glob(RESULTS[verb]))
    assert files, f"{verb} wrote nothing"
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def make_shelf(shelf: Path) -> None:
    """A folder with what all verbs need: a game, a baseline, a run, and a part of one."""
    shelf.mkdir()
    played(["new", "pirates", "-q"], shelf)
    (shelf / "fatecast.toml").unlink()  # a copy of it elsewhere is not trusted
    played(["baseline", "accept", "accepted.json", *VERBS["accept"][3:]], shelf)
    played([*RUN, "whole", *FEW], shelf)
    shutil.copytree(shelf / "whole", shelf / "part")
    blocks = sorted((shelf / "part" / "blocks").iterdir())
    for block in blocks[: len(blocks) // 2]:
        block.unlink()


def copy_of(shelf: Path, inside: str) -> Path:
    folder = Path(inside) / "here"
    shutil.copytree(shelf, folder)
    return folder


def whole_of(verb: str, shelf: Path) -> Whole:
    if verb in ENDLESSLY:
        return Whole(ENDLESS, set(), "")
    with TemporaryDirectory() as inside:
        folder = copy_of(shelf, inside)
        began, before = time.monotonic(), files_of(folder)
        played(VERBS[verb], folder)
        return Whole(time.monotonic() - began, files_of(folder) - before, result(verb, folder))


def half_written(folder: Path, before: set[str], whole: Whole) -> list[str]:
    """Of what a verb wrote that does not go on: names that a whole one does not write, texts that end too early, and
    the rest of what was begun."""
    new = files_of(folder) - before
    wrong = [name for name in new if name not in whole.files or name.endswith(".tmp")]
    for name in new:
        if name.endswith(".json"):
            try:
                json.loads((folder / name).read_text())
            except ValueError:
                wrong.append(name)
    begun = {name.partition("/")[0] for name in new if "/" in name}
    return sorted({*wrong, *(f"no {name}" for name in whole.files - new if name.partition("/")[0] in begun)})


def kill_once(verb: str, luck: Random, shelf: Path, whole: Whole, compiles: bool) -> str:
    """What went wrong; empty if nothing did."""
    with TemporaryDirectory() as inside:
        folder, cache = copy_of(shelf, inside), Path(inside) / "cache"
        before = files_of(folder)
        number, is_group = luck.choice([signal.SIGTERM, signal.SIGHUP]), luck.random() < 0.5
        (temporary := Path(inside) / "tmp").mkdir()
        settings = {"TMPDIR": str(temporary), **({"FATECAST_CACHE": str(cache)} if compiles else {})}
        process = started(VERBS[verb], folder, **settings)
        time.sleep(luck.uniform(FIRST, COMPILING if compiles else whole.seconds))
        everybody, is_over = family(process), process.poll() is not None
        with suppress(ProcessLookupError):
            (os.killpg if is_group else os.kill)(process.pid, number)
        since = time.monotonic()
        while left := alive(everybody):
            if time.monotonic() - since > MOST_SECONDS:
                names = [" ".join(each.cmdline()[-6:]) for each in alive(left)]
                for each in left:
                    with suppress(psutil.NoSuchProcess):
                        each.kill()
                process.communicate()
                return f"{names} alive after {MOST_SECONDS:g} s of {number.name}"
            time.sleep(0.05)
        _, err = process.communicate()
        if "Traceback" in err:
            return f"a traceback: {err}"
        if process.returncode not in (0, 128 + number, -number):
            return f"exit code {process.returncode}: {err}"
        if left_there := [*temporary.iterdir()]:
            return f"left: {left_there}"
        if verb in RESULTS and whole.files - files_of(folder):
            begun = verb == "run" and (folder / "out/manifest.json").exists()
            played(["resume", "out", *FEW] if begun else VERBS[verb], folder)
            if result(verb, folder) != whole.result:
                return "what was played on is not what was played at once"
        if verb not in ENDLESSLY and (found := half_written(folder, before, whole)):
            return f"half-written: {found}"
    return "-" if is_over else ""


def kills(number: int, luck: Random) -> int:
    with TemporaryDirectory() as inside:
        shelf = Path(inside) / "shelf"
        make_shelf(shelf)
        wholes: dict[str, Whole] = {}
        wrong = late = 0
        for at in range(number):
            verb, compiles = list(VERBS)[at % len(VERBS)], at % EVERY == EVERY - 1
            if verb not in wholes:
                wholes[verb] = whole_of(verb, shelf)
            found = kill_once(verb, luck, shelf, wholes[verb], compiles)
            late += found == "-"
            wrong += found not in ("", "-")
            said = {"": "ended, and nothing is left", "-": "was over before"}.get(found, found)
            print(f"{at + 1:3} {verb:14} {'compiles' if compiles else '':8} {said}", flush=True)
    print(f"{number - wrong} of {number} kills ended as they should; {late} came when all was over")
    return wrong


LONG: dict[str, list[str]] = {
    "run": ["run", *PIG, "--set", "games=200000", "--block", "50", "--out", "out", *FEW],
    "compare": ["compare", "hold at=20", "hold at=25", *PIG, "--games", "20000000", *FEW],
    "train": ["train", *PIRATES, "--minutes", "5", "--out", "configs", *FEW],
    "ladder": ["ladder", *PIG, "--games", "2000000", *FEW],
}
"""Verbs that would play for long, with kernels that are compiled already."""
EARLY = {
    "starts": LONG["run"],
    "compiles": [
        "run",
        "--policy",
        "certain",
        "--players",
        "2",
        "--doom",
        "0",
        "--games",
        "30000",
        "--out",
        "out",
        *FEW,
    ],
}
"""The second is a game that is not played in plain Python meanwhile: all wait for its kernels."""
IDLE = 0.5
"""Seconds of the processor after which a process that compiles is at work."""


def is_ours(process: psutil.Process) -> bool:
    """Whether it is a fork of the command and no other program, such as git."""
    with suppress(psutil.NoSuchProcess):
        return "fatecast" in process.cmdline()
    return False


def computed(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        return float(sum(process.cpu_times()[:2]))
    return 0.0


def who(process: "subprocess.Popen[str]", how: str, luck: Random) -> psutil.Process | None:
    """The process to stop; None if it ended before. A fork that never computes only watches the others."""
    longest = time.monotonic() + luck.uniform(2, 5)
    while process.poll() is None:
        below = [each for each in family(process)[1:] if is_ours(each)]
        if how == "starts" and len(below) > 1:
            return below[0]
        busiest = max(below, key=computed, default=None)
        if busiest and computed(busiest) > IDLE and (how == "compiles" or time.monotonic() > longest):
            return busiest
        time.sleep(0.01)
    return None


def stop_once(words: Sequence[str], how: str, luck: Random, shelf: Path) -> str:
    """What went wrong; empty if nothing did."""
    with TemporaryDirectory() as inside:
        folder, cache = copy_of(shelf, inside), Path(inside) / "cache"
        settings = {"FATECAST_CACHE": str(cache)} if how == "compiles" else {}
        process = started([*words, "--patience", str(PATIENCE)], folder, **settings)
        chosen = who(process, how, luck)
        if chosen is None:
            return f"it ended before: {process.communicate()[1]}"
        everybody, kept = family(process), len([*folder.glob("out/blocks/*.json")])
        chosen.suspend()
        try:
            _, err = process.communicate(timeout=PATIENCE + MORE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return f"not noticed in {PATIENCE + MORE:g} s"
        if f"worker process {chosen.pid} " not in err:
            return f"another line: {err}"
        if alive(everybody):
            return "something is left"
        if len([*folder.glob("out/blocks/*.json")]) < kept:
            return "what others had played is not kept"
    return ""


def stops(number: int, luck: Random) -> int:
    wrong = 0
    with TemporaryDirectory() as inside:
        shelf = Path(inside) / "shelf"
        make_shelf(shelf)
        for at in range(number):
            is_early = at % 5 == 4
            kinds = EARLY if is_early else LONG
            how = list(kinds)[(at // 5 if is_early else at) % len(kinds)]
            found = stop_once(kinds[how], how, luck, shelf)
            wrong += bool(found)
            print(f"{at + 1:3} {how:8} {found or 'noticed'}", flush=True)
    print(f"{number - wrong} of {number} stops were noticed")
    return wrong


SLOW_DISK = """import os, time
quick = os.fsync
def slow(file):
    time.sleep({seconds})
    quick(file)
os.fsync = slow
"""


def compiles_for_long(folder: Path) -> None:
    """Without kernels at hand; the patience is a third of the time that compiling took before."""
    words = ["run", *PIRATES, "--games", "200", "--out", "out", *FEW]
    began = time.monotonic()
    played(words, folder, FATECAST_CACHE=str(folder / "first"))
    shutil.rmtree(folder / "out")
    patience = (time.monotonic() - began) / 4
    played([*words, "--patience", f"{patience:.1f}"], folder, FATECAST_CACHE=str(folder / "second"))


def ctrl_z_and_fg(folder: Path) -> None:
    """The whole group stands still for three times the patience."""
    words = [*VERBS["train"], "--patience", str(PATIENCE)]
    with started(words, folder) as process:
        time.sleep(2)
        os.killpg(process.pid, signal.SIGSTOP)
        time.sleep(3 * PATIENCE)
        os.killpg(process.pid, signal.SIGCONT)
        _, err = process.communicate(timeout=900)
    assert process.returncode == 0, err


def writes_slowly(folder: Path) -> None:
    """Each file takes twice the patience."""
    (folder / "slow").mkdir()
    (folder / "slow" / "sitecustomize.py").write_text(SLOW_DISK.format(seconds=2))
    words = ["run", *PIG, "--games", "200", "--set", "seed=7", "--out", "out", *FEW, "--patience", "1"]
    played(words, folder, PYTHONPATH=f"{folder / 'slow'}{os.pathsep}{ROOT}")


NULLS: list[Callable[[Path], None]] = [compiles_for_long, ctrl_z_and_fg, writes_slowly]


def nulls(number: int, luck: Random) -> int:
    wrong = 0
    with TemporaryDirectory() as inside:
        shelf = Path(inside) / "shelf"
        make_shelf(shelf)
        for each in NULLS[:number]:
            with TemporaryDirectory() as within:
                found = ""
                try:
                    each(copy_of(shelf, within))
                except AssertionError as error:
                    found = str(error)
            wrong += bool(found)
            print(f"{each.__name__.replace('_', ' ')}: {found or 'goes on'}", flush=True)
    return wrong


def main() -> int:
    words, _, values = read_words(USAGE, most=2, flags=[], valued=["--seed"])
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under `nohup`, commands would rightly ignore it
    luck = Random(read_number(USAGE, values.get("--seed", "1")))
    parts = {"kills": (kills, 60), "stops": (stops, 25), "nulls": (nulls, len(NULLS))}
    if words and words[0] not in parts:
        refuse(USAGE, f"there is no part {words[0]!r}")
    asked = [words[0]] if words else list(parts)
    number = read_number(USAGE, words[1]) if len(words) > 1 else None
    return int(sum(parts[each][0](number or parts[each][1], luck) for each in asked) > 0)


if __name__ == "__main__":
    sys.exit(main())
