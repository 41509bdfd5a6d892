"""A game of OpenSpiel as a `Game`, the interface that `sim/` uses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.errors import Text
from engine.game.about import About
from engine.game.axes import FOCUS_SEAT, Axis
from engine.game.cell import Cell, Json
from engine.game.protocol import Decided, Game
from engine.game.results import Batch, Notable, Replay, Rows
from engine.language.current import said
from engine.outside.as_game import OutsideGame
from engine.outside.changes import POLICIES as OF_POLICIES
from engine.outside.changes import SLIPS, OutsideChanges
from engine.outside.ids import OutsideIds
from engine.outside.openspiel import results, words
from engine.outside.openspiel.forks.forked import decided, forked
from engine.outside.openspiel.forks.lessons import lessons_from
from engine.outside.openspiel.forks.policy_check import check_policy
from engine.outside.openspiel.grid import SpielGrid, grid_of
from engine.outside.openspiel.loading import SCHEME, Loaded, library, load
from engine.outside.openspiel.play import play_batch, replay_game
from engine.outside.openspiel.policy_set import POLICIES, policies_of
from engine.outside.openspiel.solving import how_good, solution_of
from engine.players.learning.lessons import Learnable, Lessons, Plan
from engine.policy.checking.compliance import SEED
from engine.policy.parameters import Parameter
from engine.policy.policies_part import ListedPolicies
from engine.policy.seats.changes import everybody_by
from engine.policy.seats.search_policy import NOT_READ, SEARCH, is_search
from engine.policy.seats.seating import everybody, policies_in
from engine.policy.seats.trained_policy import TRAINED

RULES_VERSION = 1
SLOW = "mcts"
"""The policy that takes too long to measure others by."""
PLANTED = 50
"""Per cent of slips that the gate should notice: half of the moves."""
KINDS = {"parameters": "raise each number that the policies decide by, and lower it where that is possible"}


class LaidOut(results.ResultLayout):
    """A game of OpenSpiel, as the laboratory needs it."""

    @cached_property
    def about(self) -> About:
        """What OpenSpiel says about the game."""
        return About(
            title=self.loaded.title,
            kind=words.kind_of(self.loaded),
            players=str(self.loaded.seats),
            real="the rules as OpenSpiel implements them",
            axes=(Axis("policy", "policies", "Who plays.", "policies", role="skill"),),
            options=(FOCUS_SEAT,) if self.loaded.is_competitive else (),
        )

    @cached_property
    def grid(self) -> SpielGrid:
        return grid_of(self.loaded)

    @cached_property
    def ids(self) -> OutsideIds:
        return OutsideIds(name=f"{SCHEME}:{self.loaded.name}", rules=RULES_VERSION, where="here", grid=self.grid)


@dataclass(frozen=True)
class CheckedPolicies(ListedPolicies):
    """The policies of one game."""

    game: "OpenSpielGame"

    def check(self, name: str, say: Callable[[str], None], seed: int = SEED) -> list[Text]:
        cell = self.game.cells(self.game.resolve({"policies": [name]}, "policies check"))[0]
        self.game.prepare([cell], say)
        return check_policy(self.game.edition, cell, say, seed)


class OpenSpielGame(OutsideGame[LaidOut]):
    """Implements the protocol `engine.game.protocol.Game`. Rules are changed by the parameters in its name."""

    notable: Mapping[str, Notable] = results.NOTABLE
    editions = None

    def __init__(self, loaded: Loaded) -> None:
        super().__init__(LaidOut(loaded))
        self.loaded = loaded
        self.policies = CheckedPolicies(policies_of(loaded), "OpenSpiel's games", self)
        self.presentation = words.presentation_of(self.edition)
        self.content = OutsideChanges(
            game=self.name,
            grid=self.edition.grid,
            resolve=self.resolve,
            kinds=KINDS,
            moved={"parameters": OF_POLICIES},
            planted=PLANTED,
            near=near,
        )

    def part(self, word: str) -> Json | None:
        """A policy by name with its parameters. It takes the place of everybody who plays."""
        return everybody_by(policies_of(self.loaded), word)

    def provenance(self, grid: Json) -> Json:
        solved = {
            part["parameters"]["iterations"]: solution_of(self.loaded, part["parameters"]["iterations"]).exploitability
            for _, part in everybody(grid)
            if part["name"] == "solved"
        }
        found: Json = {"game": self.loaded.name, "version": library().__version__}
        if solved:
            found["exploitability"] = {f"solved iterations={rounds}": value for rounds, value in solved.items()}
        return {"openspiel": found}

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        """The same bytes on every machine are promised for `random` and `trained`, and for a search over them."""
        parts = [part for cell in cells for part in policies_in(cell.spec)]
        names = dict.fromkeys(part["name"] for part in parts if part["name"] not in ("random", SEARCH, TRAINED))
        rounds = dict.fromkeys(part["parameters"]["iterations"] for part in parts if part["name"] == "solved")
        searches = self.loaded.hides_something and any(map(is_search, parts))
        return [
            *(
                said("{policy} decides by floats of OpenSpiel, so another machine may play other games", policy=name)
                for name in names
            ),
            *(how_good(self.loaded, iterations) for iterations in rounds),
            *([str(NOT_READ)] if searches else []),
        ]

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        for part in (part for cell in cells for part in policies_in(cell.spec)):
            module = POLICIES.module(part["name"])
            if hasattr(module, "prepare"):
                module.prepare(self.loaded, part["parameters"], say)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(self.edition, cell, seed, first, last)

    @property
    def learnable(self) -> Learnable:
        policies = policies_of(self.loaded)
        measured_by = tuple(name for name in policies.installed if name != SLOW)
        return Learnable(policies.learned_rules, policies.no_learning, measured_by)

    def lessons(self, cell: Cell, policy: Json, plan: Plan, seed: int, first: int, last: int) -> Lessons:
        return lessons_from(self.loaded, cell, policy, plan, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        return words.tell(self.edition, replay_game(self.edition, cell, seed, index))

    def decided(self, cell: Cell, seed: int, index: int) -> list[Decided]:
        return decided(self.edition, cell, seed, index)

    def forked(
        self, cell: Cell, seed: int, index: int, at: int, choice: int, luck: int | None = None, by: Json | None = None
    ) -> Rows:
        return forked(self.edition, cell, seed, index, at, choice, luck, by)


def near(parameter: Parameter, path: str, value: float) -> list[float]:
    """Values to try beside this one: some slips more or less, half and twice the effort."""
    if path.endswith(f".{SLIPS}"):
        return [other for other in (value - 10, value + 10) if 0 <= other <= 100]
    return [max(value // 2, 2), value * 2]


def game_named(text: str, code: Mapping[str, str]) -> Game:
    """The game that a name such as `leduc_poker` or `hanabi(players=3)` stands for."""
    return OpenSpielGame(load(text))
