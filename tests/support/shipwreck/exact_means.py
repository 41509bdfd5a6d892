"""The exact means of the small variants, kept in a file.

python -m tests.support.shipwreck.exact_means
"""

import json
from fractions import Fraction
from pathlib import Path

from tests.support.shipwreck.exact import Enumerator
from tests.support.shipwreck.small_games import VARIANTS
from tests.support.words import read_words

POLICIES = ("mute", "guess", "certain")
FILE = Path(__file__).with_suffix(".json")

Means = dict[str, Fraction]
"""By measure."""


def enumerated(name: str, policy: str) -> Means:
    """The exact means of a variant, by following every game."""
    return Enumerator(VARIANTS[name], policy).totals()


def kept_means() -> dict[str, dict[str, Means]]:
    """By variant and policy."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: {policy: {measure: Fraction(text) for measure, text in means.items()} for policy, means in each.items()}
        for name, each in kept.items()
    }


def main() -> None:
    read_words("tests.support.shipwreck.exact_means")
    means = {name: {policy: enumerated(name, policy) for policy in POLICIES} for name in VARIANTS}
    FILE.write_text(json.dumps(means, indent=1, default=str) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
