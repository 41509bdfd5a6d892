"""Games a second and core for every policy: compiled, as plain Python, and beside what was accepted last.

Speeds of two machines, or of one at two times, are compared by the reference loop that each run measures, too: the last
column is the ratio to the accepted speed if both had been measured where the loop is equally fast.
"""

from tests.bench._accepted import FILE, accepted, keep
from tests.bench._speeds import Speeds, compiled_speeds, plain_speeds


def main(*, accept: bool = False) -> None:
    plain, compiled = plain_speeds(), compiled_speeds()
    before = accepted()
    for line in report(compiled, plain, before):
        print(line)
    if accept:
        keep(compiled, plain)
        print(f"accepted: {FILE}")


def report(compiled: Speeds, plain: Speeds, before: tuple[str, Speeds] | None) -> list[str]:
    """A line a policy, below what the machines are."""
    where, old = before or ("", Speeds(0.0, {}))
    pace = compiled.reference / old.reference if old.reference else 0.0
    lines = [f"reference loop: {compiled.reference / 1e6:,.0f} million steps/s, plain {plain.reference / 1e6:,.2f}"]
    if before:
        lines.append(f"accepted on {where}: {old.reference / 1e6:,.0f} million steps/s, here {pace:.2f} times that")
    else:
        lines.append("nothing was accepted yet: python -m tests.bench engine --accept")
    heads = ("games/s", "plain", "× plain", "accepted", "× accepted", "by the loop")
    lines.append(_line("policy", *heads))
    for policy, speed in compiled.games.items():
        entries = [f"{speed:,.0f}", f"{plain.games[policy]:,.1f}", f"{speed / plain.games[policy]:,.0f}"]
        if policy in old.games:
            ratio = speed / old.games[policy]
            entries += [f"{old.games[policy]:,.0f}", f"{ratio:.2f}", f"{ratio / pace:.2f}"]
        lines.append(_line(policy, *entries))
    return lines


def _line(policy: str, *entries: str) -> str:
    return f"{policy:20}" + "".join(f" {entry:>11}" for entry in entries)
