"""What a search found, in words: the best change, what it does, and the command that tries it."""

from json import dumps
from shlex import quote

from engine.content.labels import is_label
from engine.game.cell import Json
from engine.game.outcomes import outcome_named
from engine.game.protocol import Game
from engine.game.registry import DEFAULT_GAME, call_names
from sim.display.outcome_format import OutcomeFormat
from sim.inspect.search_results import Ablation, Tuning
from sim.text.number_format import capital, counted

MOST_GOALS = 3
"""Of a search that is told."""
OF_TUNE = {"reached": "", "likely": "its games do not prove it", "missed": "the goals are not reached"}
MOVES = {"more": "raise", "less": "lower", "": "move"}
FAULT = "Who decides alone cannot be better off without a choice: a fault of the policy, not of the game"


def ranking_in_words(found: Ablation, game: Game, clear: bool) -> tuple[str, str]:
    """The best change of a ranking, if it is `clear` that any does something; and a doubt, if there is one."""
    outcome = outcome_named(game.outcomes, found.outcome, "outcome")
    best, tried = found.best(outcome), counted(len(found.changes), "change")
    if best is None or not clear:
        return f"Nothing that a search tried ({tried}) is known to {MOVES[outcome.better]} {outcome.phrase}.", "unclear"
    written, said = OutcomeFormat(outcome, typeset=True), best.model_extra or {}
    labels = {axis.name: str(said[axis.name]) for axis in game.about.axes if is_label(str(said.get(axis.name, "")))}
    where = "".join(f", {axis} {value}" for axis, value in labels.items())
    unit = "" if written.unit == outcome.phrase else f" {written.unit}"
    value, low, high = best.ends
    does = f"{outcome.phrase} {written.change(value, (low, high))}{unit}{where} ({tried} tried)"
    fault = f" {FAULT}." if outcome.better and best.alteration in found.choices else ""
    command = _command(game, found.changes.get(best.alteration, {}), labels)
    return f"{capital(best.alteration)}: {does}.{fault}{command}", ""


def tuning_in_words(found: Tuning, game: Game, most: int | None) -> tuple[str, str]:
    """The change that a search found for its goals, in at most so many digits; and a doubt, if there is one."""
    told = []
    for goal in found.goals[:MOST_GOALS]:
        outcome, ends = outcome_named(game.outcomes, goal.outcome, "outcome"), (goal.low, goal.high)
        written = OutcomeFormat(outcome, typeset=True, most=most)
        unit = "" if written.unit == outcome.phrase else f" {written.unit}"
        now = f"{written.change(goal.now, ends)}{unit}" if goal.relative else written.estimate(goal.now, ends)
        before = "" if goal.relative else f", {written.estimate(goal.before, ends).partition(' (')[0]} before"
        told.append(f"{outcome.phrase} {now}{before} ({goal.goal})")
    changes = ", ".join(f"{path} {_said(value)}" for path, value in found.changes.items())
    says = f"{f'With {changes}' if changes else 'Nothing had to change'}: {'; '.join(told)}."
    return f"{says}{_command(game, found.changes, {})}", OF_TUNE[found.verdict]


def _command(game: Game, changes: Json, labels: dict[str, str]) -> str:
    """How to try a change: our own words, whatever a stranger wrote."""
    words = [f"{path}={_said(value)}" for path, value in changes.items()]
    flags = [f" --{axis} {quote(value)}" for axis, value in labels.items()]
    named = call_names().flags or ("" if game.name == DEFAULT_GAME else f" --game {quote(game.name)}")
    return f" Try it: fatecast try {' '.join(map(quote, words))}{''.join(flags)}{named}" if words else ""


def _said(value: object) -> str:
    return value if isinstance(value, str) else dumps(value)
