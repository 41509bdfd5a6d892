"""Whether a process still does something, as others can see it."""

import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import NamedTuple

STOPPED = "T"
"""By SIGSTOP, or by Ctrl-Z."""
AT_THE_DISK = "D"


class Sign(NamedTuple):
    """What the system says of a process."""

    state: str
    """One letter; empty if there is no such process."""
    computed: str
    """How much it has computed, in the words of the system."""


def sign_of(process: int) -> Sign:
    """What the system says of this process."""
    if Path("/proc/self/stat").exists():
        with suppress(OSError, IndexError):
            fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
            return Sign(fields[0].decode(), b" ".join(fields[11:13]).decode())
        return Sign("", "")
    command = ["ps", "-o", "state=,time=", "-p", str(process)]
    state, _, computed = subprocess.run(command, capture_output=True, text=True, check=False).stdout.partition(" ")
    return Sign(state[:1], computed.strip())


@dataclass
class Stillness:
    """For how long something has not changed. Time in which nobody looks counts for no more than one look: we may have
    been stopped ourselves, with all that we look at."""

    seen: object = None
    seconds: float = 0.0
    looked: float = field(default_factory=monotonic)

    def look(self, at: object, between_looks: float) -> float:
        """The seconds for which it has been as it is now. We look again after so many, if nothing holds us up."""
        passed, self.looked = min(monotonic() - self.looked, between_looks), monotonic()
        self.seconds = self.seconds + passed if at == self.seen else 0.0
        self.seen = at
        return self.seconds

    def begin_anew(self) -> None:
        """Something happened."""
        self.seen = object()


def stopped_among(processes: list[int]) -> list[int]:
    """Those that were stopped, and do not go on."""
    return [process for process in processes if process > 0 and sign_of(process).state == STOPPED]


def signs_of(processes: list[int]) -> object:
    """Something that changes as long as some of these processes compute and none is stopped."""
    return stopped_among(processes) or [sign_of(process) for process in processes if process > 0]
