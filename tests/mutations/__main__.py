"""`python -m tests.mutations [WORD …] [--jobs N] [--record]`: see the docstring of this package."""

import json
import sys
from pathlib import Path

from tests.mutations.listing import Mutation, all_mutations, problems_of
from tests.mutations.planting import CAUGHT, Verdict, judge
from tests.support.words import read_number, read_words, refuse

USAGE = "tests.mutations [WORD …] [--jobs N] [--record]"
VERDICTS = Path(__file__).parent / "verdicts.json"


def show(mutation: Mutation, verdict: Verdict) -> None:
    by = "by" if verdict.word == CAUGHT else "with"
    print(f"{verdict.word:10} {mutation.name}, {by} {verdict.by} in {verdict.seconds:.1f} s", flush=True)


def record(mutations: list[Mutation], verdicts: list[Verdict]) -> None:
    """Those that were not asked about keep what was recorded, if they are still in the lists."""
    old = json.loads(VERDICTS.read_text(encoding="utf-8")) if VERDICTS.exists() else {}
    new = {mutation.name: [verdict.word, verdict.by] for mutation, verdict in zip(mutations, verdicts, strict=True)}
    kept = {name: (old | new)[name] for name in sorted(each.name for each in all_mutations()) if name in old | new}
    VERDICTS.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> int:
    words, flags, values = read_words(USAGE, most=None, flags=["--record"], valued=["--jobs"])
    jobs = read_number(USAGE, values.get("--jobs", "2"))
    asked = [each for each in all_mutations() if not words or any(word in f"{each.name} {each.file}" for word in words)]
    if not asked:
        refuse(USAGE, f"no mutation has the word {words[0]!r}")
    if wrong := [f"{each.name}: {problem}" for each in asked for problem in problems_of(each)]:
        print(*wrong, sep="\n", file=sys.stderr)
        return 2
    verdicts = judge(asked, jobs, show)
    if "--record" in flags:
        record(asked, verdicts)
    caught = sum(verdict.word == CAUGHT for verdict in verdicts)
    print(f"{caught} of {len(asked)} caught")
    return 0 if caught == len(asked) else 1


if __name__ == "__main__":
    sys.exit(main())
