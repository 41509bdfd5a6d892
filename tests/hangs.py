"""`python -m tests.hangs [kills N] [stops N] [--seed S]`: does every verb with workers end when it is told to, and is a
worker that stands still noticed?

`kills` sends SIGTERM or SIGHUP, to the command or to its group, at random moments of every verb with workers. Five
seconds later nothing may be alive, and no half-written file may be left; then a verb that can go on is played on, and
must end as if nobody had ended it. `stops` sends SIGSTOP to a worker at a random moment, or as soon as it starts: the
command must end within its patience and ten seconds, and name the process.
"""

import os
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

import psutil

from tests.support import ROOT
from tests.support.words import read_number, read_words, refuse

USAGE = "tests.hangs [kills|stops] [NUMBER] [--seed NUMBER]"
MOST_SECONDS, PATIENCE, MORE = 5.0, 3, 10.0
LATEST = 12.0
"""Seconds after which a command is told to end, at most; a command that is over before is no fault."""
FEW = ["--workers", "2", "-q"]
PIG = ["--game", "pig", "--set", "games=4000", "--set", "seed=7"]
"""A game without kernels to compile."""
VERBS: dict[str, list[str]] = {
    "run": ["run", *PIG, "--block", "50", "--out", "out"],
    "train": ["train", "--game", "./pirates", "--games", "100", "--minutes", "0.01", "--out", "configs"],
    "compare": ["compare", "hold at=20", "hold at=25", "--game", "pig", "--games", "20000"],
    "ladder": ["ladder", "--game", "pig", "--games", "2000"],
    "sweep": ["sweep", "--game", "./pirates", "--set", "options.storms=1..5", "--games", "4000", "--out", "sweep"],
    "check": ["check", "./pirates"],
}
GOES_ON: dict[str, Callable[[list[str]], list[str]]] = {
    "run": lambda words: ["resume", "out"],
    "train": lambda words: words,
}
"""How a verb that was ended is played on."""


def command(words: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "fatecast", *words, *(FEW if words[0] != "check" else [])]


def started(words: Sequence[str], folder: Path, **settings: str) -> "subprocess.Popen[str]":
    env = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command(words), cwd=folder, env=env, start_new_session=True, **pipes)  # type: ignore[call-overload, no-any-return]


def played(words: Sequence[str], folder: Path) -> None:
    with started(words, folder) as process:
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


def contents(folder: Path, verb: str) -> str:
    """What a verb that goes on has come to."""
    found = {"run": "out/summary.csv", "train": "configs/**/*.json"}[verb]
    files = sorted(folder.glob(found))
    assert files, f"{verb} wrote nothing"
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def new_folder(inside: str) -> Path:
    folder = Path(inside)
    subprocess.run(
        [sys.executable, "-m", "fatecast", "new", "pirates", "-q"], cwd=folder, check=True, capture_output=True
    )
    return folder


def kill_once(verb: str, luck: Random, whole: str) -> str:
    """What went wrong; empty if nothing did."""
    with TemporaryDirectory() as inside:
        folder, words = new_folder(inside), VERBS[verb]
        number, is_group = luck.choice([signal.SIGTERM, signal.SIGHUP]), luck.random() < 0.5
        process = started(words, folder)
        time.sleep(luck.uniform(0.3, LATEST))
        everybody = family(process)
        with suppress(ProcessLookupError):
            (os.killpg if is_group else os.kill)(process.pid, number)
        since = time.monotonic()
        while left := alive(everybody):
            if time.monotonic() - since > MOST_SECONDS:
                for each in left:
                    with suppress(psutil.NoSuchProcess):
                        each.kill()
                process.communicate()
                return f"{[each.name() for each in left]} alive after {MOST_SECONDS:g} s of {number.name}"
            time.sleep(0.05)
        _, err = process.communicate()
        if "Traceback" in err:
            return f"a traceback: {err}"
        if whole:
            words = GOES_ON[verb](words) if verb != "run" or (folder / "out/manifest.json").exists() else words
            played(words, folder)
            if contents(folder, verb) != whole:
                return "what was played on is not what was played at once"
        if torn := [str(each) for each in folder.rglob("*.tmp")] if whole or verb != "run" else []:
            return f"half-written: {torn}"
    return ""


def kills(number: int, luck: Random) -> int:
    whole: dict[str, str] = {}
    for verb in GOES_ON:
        with TemporaryDirectory() as inside:
            folder = new_folder(inside)
            played(VERBS[verb], folder)
            whole[verb] = contents(folder, verb)
    wrong = 0
    for at in range(number):
        verb = list(VERBS)[at % len(VERBS)]
        found = kill_once(verb, luck, whole.get(verb, ""))
        wrong += bool(found)
        print(f"{at + 1:3} {verb:8} {found or 'ended, and nothing is left'}", flush=True)
    print(f"{number - wrong} of {number} kills ended as they should")
    return wrong


LONG = ["run", "--game", "pig", "--set", "games=200000", "--block", "50", "--out", "out", "--patience", str(PATIENCE)]


def stop_once(luck: Random, is_early: bool) -> str:
    """What went wrong; empty if nothing did. An early stop comes as soon as there is a worker."""
    with TemporaryDirectory() as inside:
        folder = Path(inside)
        process = started(LONG, folder, NUMBA_DISABLE_JIT="1")  # or the busiest process might be one that compiles
        blocks = folder / "out" / "blocks"
        while len(family(process)) < 3 or not (is_early or any(blocks.glob("*.json"))):
            if process.poll() is not None:
                return f"it ended before: {process.communicate()[1]}"
            time.sleep(0.01)
        time.sleep(0 if is_early else luck.uniform(0, 1))
        _, *below = family(process)
        chosen = below[0] if is_early else max(below, key=lambda each: sum(each.cpu_times()[:2]))
        chosen.suspend()
        since = time.monotonic()
        try:
            _, err = process.communicate(timeout=PATIENCE + MORE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return f"not noticed in {time.monotonic() - since:.0f} s"
        if f"worker process {chosen.pid} " not in err:
            return f"another line: {err}"
        if not is_early and not any(blocks.glob("*.json")):
            return "nothing was kept"
    return ""


def stops(number: int, luck: Random) -> int:
    wrong = 0
    for at in range(number):
        found = stop_once(luck, is_early=at % 5 == 4)
        wrong += bool(found)
        print(f"{at + 1:3} {'early' if at % 5 == 4 else 'later'} {found or 'noticed'}", flush=True)
    print(f"{number - wrong} of {number} stops were noticed")
    return wrong


def main() -> int:
    words, _, values = read_words(USAGE, most=2, flags=[], valued=["--seed"])
    luck = Random(read_number(USAGE, values.get("--seed", "1")))
    parts = {"kills": (kills, 60), "stops": (stops, 25)}
    if words and words[0] not in parts:
        refuse(USAGE, f"there is no part {words[0]!r}")
    asked = [words[0]] if words else list(parts)
    number = read_number(USAGE, words[1]) if len(words) > 1 else None
    return int(sum(parts[each][0](number or parts[each][1], luck) for each in asked) > 0)


if __name__ == "__main__":
    sys.exit(main())
