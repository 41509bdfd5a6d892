"""What the machine, or the limits of a shell or a container, do not let us have: said in one line, with what helps."""

import resource
from errno import EAGAIN, EMFILE, ENFILE, ENOMEM

from engine.errors import BadInput, Text, message

NEEDED, ENOUGH = 1_500_000, 3_000_000
"""Kilobytes of addresses, as `ulimit -v` counts them: a run takes the first of them, a report less than the second.
Code in Rust ends, or hangs, if it gets none."""
ONE_PROCESS = "--executor inline"
CANNOT_LOAD = "failed to map segment"


def check_addresses() -> None:
    """Refuse to play where too few addresses may be used."""
    most = _limit(resource.RLIMIT_AS)
    if most is not None and most // 1024 < NEEDED:
        raise BadInput(missing(MemoryError()))


def missing(error: Exception) -> Text:
    """What is missing if the system refuses something; empty if this is another error."""
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, MemoryError) or number == ENOMEM or CANNOT_LOAD in str(error):
        most = _limit(resource.RLIMIT_AS)
        if most is None:
            return message("the memory of this machine is full; fewer workers need less (--workers 1)")
        return message(
            "only {most} kB of memory may be addressed (ulimit -v), which is too little: allow {enough} or more",
            most=most // 1024,
            enough=ENOUGH,
        )
    if number in (EMFILE, ENFILE):
        return message(
            "only {most} files may be open at a time (ulimit -n), which is too few: allow 256, or play in one process "
            "({inline})",
            most=_limit(resource.RLIMIT_NOFILE) or 0,
            inline=ONE_PROCESS,
        )
    if number == EAGAIN:
        return message(
            "the system starts no more processes (ulimit -u): allow more, or play in one process ({inline})",
            inline=ONE_PROCESS,
        )
    return ""


def no_semaphores(error: OSError) -> Text:
    """What is missing where processes cannot wait for each other."""
    return message(
        "the system gives no semaphores ({reason}): let /dev/shm be written, or play in one process ({inline})",
        reason=error.strerror or "",
        inline=ONE_PROCESS,
    )


def _limit(what: int) -> int | None:
    """What a process may have; None if that is not limited."""
    most, _ = resource.getrlimit(what)
    return None if most == resource.RLIM_INFINITY else most
