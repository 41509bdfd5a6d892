"""Games and decisions a second and core for every game and policy: compiled, as plain Python, and beside what was
accepted last.

Speeds of two machines, or of one at two times, are compared by a loop that every run times, too: the last column is the
ratio to the accepted speed with the speeds of the loop divided out. A decision is a question that the rules put to the
policy: what to play, whether to predict, whether to use a power.
"""

from collections.abc import Mapping

from tests.bench._accepted import FILE, Accepted, accepted, keep
from tests.bench._against import versus
from tests.bench._speeds import Speed, compiled_speeds, plain_speeds

HEADS = ("games/s", "decisions/s", "plain", "× plain", "accepted", "× accepted", "by the loop")


def main(*, accept: bool = False, against: str = "") -> None:
    if against:
        for line in versus(against):
            print(line, flush=True)
        return
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
    for name, speed in compiled.items():
        decisions = speed.games * speed.turns * plain[name].asked
        entries = [f"{speed.games:,.0f}", f"{decisions:,.0f}", f"{plain[name].games:,.1f}"]
        entries.append(f"{speed.games / plain[name].games:,.0f}")
        if before and name in before.compiled:
            old = before.compiled[name]
            ratio = speed.games / old.games
            entries += [f"{old.games:,.0f}", f"{ratio:.2f}", f"{ratio * old.loop / speed.loop:.2f}"]
        lines.append(_line(name, *entries))
    return lines


def _line(name: str, *entries: str) -> str:
    return f"{name:32}" + "".join(f" {entry:>11}" for entry in entries)
