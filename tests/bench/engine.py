"""Games a second and core for every policy: compiled, as plain Python, and beside what was accepted last.

Speeds of two machines, or of one at two times, are compared by a loop that every run times, too: the last column is the
ratio to the accepted speed with the speeds of the loop divided out.
"""

from collections.abc import Mapping

from tests.bench._accepted import FILE, Accepted, accepted, keep
from tests.bench._speeds import Speed, compiled_speeds, plain_speeds

HEADS = ("games/s", "plain", "× plain", "accepted", "× accepted", "by the loop")


def main(*, accept: bool = False) -> None:
    before = accepted()
    plain, compiled = plain_speeds(), compiled_speeds()
    for line in report(compiled, plain, before):
        print(line)
    if accept:
        keep(compiled, plain)
        print(f"accepted: {FILE}")


def report(compiled: Mapping[str, Speed], plain: Mapping[str, Speed], before: Accepted | None) -> list[str]:
    """A line a policy, below where the accepted speeds come from."""
    where = f"on {before.machine}" if before else "nothing yet: python -m tests.bench engine --accept"
    lines = [f"accepted: {where}", _line("policy", *HEADS)]
    for policy, speed in compiled.items():
        entries = [f"{speed.games:,.0f}", f"{plain[policy].games:,.1f}", f"{speed.games / plain[policy].games:,.0f}"]
        if before and policy in before.compiled:
            old = before.compiled[policy]
            ratio = speed.games / old.games
            entries += [f"{old.games:,.0f}", f"{ratio:.2f}", f"{ratio * old.loop / speed.loop:.2f}"]
        lines.append(_line(policy, *entries))
    return lines


def _line(policy: str, *entries: str) -> str:
    return f"{policy:20}" + "".join(f" {entry:>11}" for entry in entries)
