"""The speeds that were accepted last: a file to be read, and to be committed."""

import json
import platform
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from tests.bench._speeds import Speeds

FILE = Path(__file__).with_name("accepted.json")


def keep(compiled: Speeds, plain: Speeds, file: Path = FILE) -> None:
    """From now on these are the speeds to compare with."""
    speeds = {"compiled": _readable(compiled), "plain": _readable(plain)}
    file.write_text(json.dumps({"machine": machine(), **speeds}, indent=2) + "\n", encoding="utf-8")


def accepted(file: Path = FILE) -> tuple[str, Speeds] | None:
    """The machine, and the compiled speeds there; None if none were ever accepted."""
    if not file.exists():
        return None
    found = json.loads(file.read_text(encoding="utf-8"))
    return found["machine"], Speeds(**found["compiled"])


def machine() -> str:
    """Where speeds were measured."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    kind = names[0] if names else platform.machine()
    return f"{kind}, {platform.system()}, Python {platform.python_version()}, Numba {version('numba')}"


def _readable(speeds: Speeds) -> dict[str, object]:
    """In as many digits as mean something."""
    rounded = {policy: _rounded(speed) for policy, speed in speeds.games.items()}
    return asdict(Speeds(_rounded(speeds.reference), rounded))


def _rounded(speed: float) -> float:
    short = float(f"{speed:.3g}")
    return int(short) if short.is_integer() else short
