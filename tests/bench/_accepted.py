"""The speeds that were accepted last: a file to be read, and to be committed."""

import json
import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from tests.bench._speeds import Speed

FILE = Path(__file__).with_name("accepted.json")


class Accepted(NamedTuple):
    """Where they were measured, and what they were."""

    machine: str
    compiled: dict[str, Speed]


def keep(compiled: Mapping[str, Speed], plain: Mapping[str, Speed], file: Path = FILE) -> None:
    """From now on these are the speeds to compare with."""
    parts = {"machine": json.dumps(machine()), "compiled": _lines(compiled), "plain": _lines(plain)}
    text = ",\n".join(f"  {json.dumps(key)}: {part}" for key, part in parts.items())
    file.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def accepted(file: Path = FILE) -> Accepted | None:
    """None if none were ever accepted."""
    if not file.exists():
        return None
    found = json.loads(file.read_text(encoding="utf-8"))
    return Accepted(found["machine"], {policy: Speed(**speed) for policy, speed in found["compiled"].items()})


def machine() -> str:
    """Where speeds are measured."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    kind = names[0] if names else platform.machine()
    return f"{kind}, {platform.system()}, Python {platform.python_version()}, Numba {version('numba')}"


def _lines(speeds: Mapping[str, Speed]) -> str:
    """A line a policy, in as many digits as mean something."""
    lines = [
        f'    {json.dumps(name)}: {{"games": {_short(speed.games)}, "loop": {_short(speed.loop)}}}'
        for name, speed in speeds.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n  }"


def _short(speed: float) -> float:
    rounded = float(f"{speed:.3g}")
    return int(rounded) if rounded.is_integer() else rounded
