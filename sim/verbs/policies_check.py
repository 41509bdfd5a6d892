"""`fatecast policies check`: does a policy keep to the rules?"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.errors import BrokenRule, Text
from engine.game.registry import DEFAULT_GAME
from sim.verbs.request.choices import Name, game_or_default
from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import LOOK, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json


@dataclass(frozen=True, kw_only=True)
class CheckPolicyRequest:
    """Test a policy: legal moves, no hidden information, the same games again, speed."""

    policy: Annotated[str | Path, Says("A file of your own (./mine.py), or a name; with parameters.", is_argument=True)]
    game: Annotated[Name, Says("The game.")] = DEFAULT_GAME
    seed: Annotated[int, Says("Play games of this seed, such as that of a run.", least=0, most=(1 << 64) - 1)] = 1


class CheckPolicyData(TypedDict):
    """What `--json` prints."""

    right: bool
    told: list[str]
    mistakes: list[str]


@dataclass(frozen=True, repr=False)
class CheckedPolicy(Result):
    """What a policy was seen to do."""

    lines: list[str]
    """What is right, in words."""
    failures: list[Text]

    @property
    def exit_code(self) -> int:
        """0 if nothing is wrong."""
        return 1 if self.failures else 0

    @property
    def data(self) -> "Json":
        """What `fatecast policies check --json` prints."""
        return {"right": not self.failures, "told": self.lines, "mistakes": [*map(str, self.failures)]}

    def __str__(self) -> str:
        return "\n".join([*self.lines, *map(str, self.failures)])


def run(asked: CheckPolicyRequest, progress: Progress) -> CheckedPolicy:
    """Play with it; what was seen is told as soon as it is known."""
    from engine.game.optional_parts import policies_of
    from engine.game.registry import load_game
    from sim.experiment.values import admitted

    lines: list[str] = []

    def tell(line: str) -> None:
        lines.append(line)
        progress.tell(line)

    game = load_game(game_or_default(asked.game))
    failures = policies_of(game).check(admitted(game, str(asked.policy)), tell, asked.seed)
    for failure in failures:
        progress.tell(BrokenRule(failure))
    return CheckedPolicy(lines, list(failures))


VERB = Verb("policies check", LOOK, 6, CheckPolicyRequest, run, CheckedPolicy, ["./mine.py"], data=CheckPolicyData)
