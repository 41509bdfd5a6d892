"""What `compare`, `try` and a page of several runs say: of made-up games, cell by cell."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl

from engine.game.cell import Json
from engine.game.outcomes import Mean, Outcome, Share
from sim import run
from sim.compare.comparison import compare_pairs
from sim.compare.pairs import Match, Pair
from sim.compare.quick_trial import judge_trial
from sim.compare.telling.sentences import _turns, all_sentences, blind_notes, games_note, rung_notes, trials_lines
from sim.compare.verdicts import DecisionRule
from sim.experiment.experiment import resolve
from sim.inspect.searches.results import Ablation, Effect, Goal, Tuning
from sim.inspect.searches.words import ranking_in_words, tuning_in_words
from sim.play.outcomes import Outcomes
from sim.report.shared.claims.joined import QUESTION
from sim.report.side_by_side.comparison import common_cells, comparison, side_by_side
from sim.report.side_by_side.page import caption, sentences
from tests.catalogue.texts import Text
from tests.support import harvest
from tests.support.command_line import RACE
from tests.support.dice_race import GAME
from tests.support.pages import LOTTERY

WON, TURNS = GAME.outcomes[0], Mean(name="length", meaning="turns", column="turns", unit="turns", margin=0.25)
BOUNDED = replace(TURNS, name="bounded length", bounds=(0, 20))
SEATS: list[Outcome] = [
    Share(name=f"seat {seat}", meaning="wins", column="winners", codes=(code,), family="who wins")
    for seat, code in ((1, 1), (2, 0), (3, 4))
]
FIXED = replace(BOUNDED, name="cards", column="cards")
MANY: list[Outcome] = [replace(WON, name=f"win rate {at}") for at in range(7)]
FEW = {"policies": ["calm"], "games": 30}
Counts = tuple[int, int, int, int]
"""Games won before and after, only before, only after, never."""
NONE, UP, DOWN, LITTLE = (0, 0, 0, 1_200), (500, 10, 190, 500), (500, 190, 10, 500), (500, 30, 36, 500)
HELD, ONE = (9_000, 12, 12, 9_000), (0, 0, 1, 0)
SIDES: dict[str, list[Counts]] = {
    "one cell, harder": [DOWN],
    "one cell, unclear": [LITTLE],
    "one game": [ONE],
    "two cells that disagree": [UP, DOWN],
    "many cells, one easier": [UP, *[LITTLE] * 3],
    "many cells, unclear, clear on average": [(500, 18, 36, 500)] * 4,
    "many cells, some held": [*[HELD] * 3, (500, 18, 42, 500), (500, 18, 42, 500)],
    "all held": [HELD] * 4,
    "nothing happens": [NONE] * 4,
    "nothing happens in one": [NONE, UP],
}


def pair(counts: Counts, die: int, goal: int, same: bool = False) -> Pair:
    """Made-up games of one cell; a game that changed takes a turn more."""
    before, after = (np.repeat(np.array(won, np.uint8), counts) for won in ([1, 1, 0, 0], [1, 0, 1, 0]))
    cell = resolve({**RACE, "dice": [die], "goals": [goal]}, "race").cells[0]
    changed_cell = cell if same else resolve({**RACE, "dice": [die], "goals": [goal + 1]}, "race").cells[0]
    changed = (before != after).astype(np.uint16)
    one, other = (
        Outcomes({"won": won, "turns": turns, "winners": won, "cards": 0 * won}, won.astype(np.uint64))
        for won, turns in ((before, 4 + before % 2), (after, 4 + before % 2 + changed))
    )
    return Pair(Match({"die": die, "goal": goal}, cell, changed_cell), one, other)


def compared() -> Iterator[tuple[str, Text]]:
    """What `compare` and `try` say of every pair of sides, of one outcome and of several."""
    rule = DecisionRule(told=0)
    for at, (name, counts) in enumerate(SIDES.items()):
        places = [(die, goal) for goal in range(15, 20) for die in (6, 8)]
        pairs = [pair(each, *place) for each, place in zip(counts, places, strict=False)]
        many = [MANY] if len(pairs) == 1 else []
        means: list[list[Outcome]] = [[TURNS], [FIXED], [WON, BOUNDED]] if at % 2 == 0 or at == 9 else []
        tested: list[list[Outcome]] = [[WON], *means, *many, SEATS]
        for outcomes in tested:
            found = compare_pairs(GAME, pairs, 1, rule, outcomes)
            yield from ((name, Text("line", each)) for each in all_sentences(found))
            trials = judge_trial(pairs, "die", rule, outcomes)
            lines = [*trials_lines(trials, "a → b"), *trials_lines(trials, "", all_told=True), games_note(trials[0])]
            lines += [*rung_notes(trials[0]), *blind_notes(trials[0])]
            yield from ((name, Text("line", each)) for each in lines)
    same = compare_pairs(GAME, [pair(NONE, 6, 15, same=True)], 1, rule, [WON])
    for found in (same, replace(same, not_played=["cards: not played"])):
        yield from (("both the same", Text("line", each)) for each in all_sentences(found))
    yield from (("turns", Text("line", _turns(turns))) for turns in ([3], [3, 3], [2, 3, 5]))


def several(folder: Path) -> Iterator[tuple[str, Text]]:
    """What a page of two runs says, with more, less or nothing in none, one and all of one, two and many cells."""
    runs = [
        run(
            {**LOTTERY, "policies": ["calm"], "games": 30, "effect": effect},
            out=folder / f"several-{at}",
            executor="inline",
        ).path
        for at, effect in enumerate((0.1, 0.2))
    ]
    sides = side_by_side(runs)
    cells = common_cells(sides)[:4]
    for outcome in sides[0].data.game.outcomes:
        yield "side by side", Text("sentence", caption(outcome))
        table = comparison(sides, cells, outcome)
        for many, some in product((1, 2, 4), (0, 1, 4)):
            first = table.filter(pl.col("cell").is_in([cell.places[0].number for cell in cells[:many]]))
            for ways in ([outcome.more], [outcome.less], [outcome.more, outcome.less]):
                at = pl.int_range(pl.len()).over("run")
                verdict = pl.when(at < some).then(pl.lit(ways[0])).when(at < 2 * some).then(pl.lit(ways[-1]))
                told = first.with_columns(verdict.otherwise(pl.lit("unclear")).alias("verdict"))
                yield from (("side by side", Text("sentence", each)) for each in sentences(sides, told, outcome))


def searched() -> Iterator[tuple[str, Text]]:
    """What a page says that a search knows: of one change and of many, clear and unclear, reached and missed."""
    common: Json = {"game": "harvest", "rules": 1, "contents": ["0"], "games": 500, "choices": ["goal +1"]}
    effect = Effect(alteration="goal +1", shrunk=1.0, shrunk_low=0.8, shrunk_high=1.2, q=0.0)
    asked = ((harvest.GAME, "apples"), (harvest.GAME, "hours"), (GAME, "win rate"))
    for (game, outcome), many, clear in product(asked, (1, 12), (True, False)):
        changes = {f"goal {by:+d}": {"goal": by} for by in range(1, many + 1)}
        found = Ablation(verb="ablate", outcome=outcome, changes=changes, effects=[effect], **common)
        yield from (("ablate", Text(*each)) for each in _told(*ranking_in_words(found, game, clear)))
    for relative, many, outcome in product((True, False), (1, 5), ("apples", "weight")):
        numbers = {"before": 36.0, "now": 33.1, "low": 32.9, "high": 33.3}
        goal = Goal(goal="everywhere: 33 ± 2", outcome=outcome, relative=relative, **numbers)
        for verdict, moved in (("reached", {"baskets": 4}), ("likely", {"baskets": [4, 5]}), ("missed", {})):
            tuned = Tuning.model_validate(
                {**common, "verb": "tune", "verdict": verdict, "changes": moved, "goals": [goal] * many}
            )
            yield from (("tune", Text(*each)) for each in _told(*tuning_in_words(tuned, harvest.GAME, None)))


def _told(says: str, doubt: str) -> list[tuple[str, str]]:
    said, _, command = says.partition(" Try it: ")
    return [("question", QUESTION), ("verdict", said), ("command", f"Try it: {command}"), ("status", doubt or "sure")]
