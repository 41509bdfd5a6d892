"""What a search found, in words: the best change, what it does, and the command that tries it."""

from json import dumps
from shlex import quote

from engine.content.labels import is_label
from engine.game.cell import Json
from engine.game.outcomes import Outcome, outcome_named
from engine.game.protocol import Game
from engine.game.registry import DEFAULT_GAME, call_names
from engine.language.current import counted, said, word
from sim.display.outcome_format import OutcomeFormat
from sim.inspect.searches.results import Ablation, Effect, Goal, Tuning
from sim.text.axis_words import axis_word
from sim.text.number_format import capital

MOST_GOALS = 3
"""Of a search that is told."""
OF_TUNE = {"reached": "", "likely": "its games do not prove it", "missed": "the goals are not reached"}
"""What to doubt of a search; whoever shows it says it in the language of the call."""


def ranking_in_words(found: Ablation, game: Game, clear: bool) -> tuple[str, str]:
    """The best change of a ranking, if it is `clear` that any does something; and a doubt, if there is one."""
    outcome, tried = outcome_named(game.outcomes, found.outcome, "outcome"), len(found.changes)
    best = found.best(outcome)
    if best is None or not clear:
        return _nothing(outcome, counted(tried, "one change", "{count} changes")), "unclear"
    labels = {axis: value for axis, value in _labels(best, game).items() if is_label(value)}
    sentences = [_best(best, outcome, labels, tried)]
    if outcome.better and best.alteration in found.choices:
        sentences.append(
            said("Who decides alone cannot be better off without a choice: a fault of the policy, not of the game.")
        )
    return " ".join([*sentences, *_command(game, found.changes.get(best.alteration, {}), labels)]), ""


def _nothing(outcome: Outcome, tried: str) -> str:
    known = {"tried": tried, "outcome": word(outcome.phrase)}
    if outcome.better == "more":
        return said("Nothing that a search tried ({tried}) is known to raise {outcome}.", **known)
    if outcome.better == "less":
        return said("Nothing that a search tried ({tried}) is known to lower {outcome}.", **known)
    return said("Nothing that a search tried ({tried}) is known to move {outcome}.", **known)


def _labels(best: Effect, game: Game) -> dict[str, str]:
    known = best.model_extra or {}
    return {axis.name: str(known.get(axis.name, "")) for axis in game.about.axes}


def _best(best: Effect, outcome: Outcome, labels: dict[str, str], tried: int) -> str:
    """`Without fox: win rate +2.1 points (+1.4 to +2.8), doom 6 (12 changes tried).`"""
    value, low, high = best.ends
    change = _with_unit(OutcomeFormat(outcome, typeset=True).change(value, (low, high)), outcome)
    return counted(
        tried,
        "{change}: {outcome} {effect} (one change tried).",
        "{change}: {outcome} {effect} ({count} changes tried).",
        change=capital(word(best.alteration)),
        outcome=word(outcome.phrase),
        effect=", ".join([change, *(f"{axis_word(axis)} {label}" for axis, label in labels.items())]),
    )


def _with_unit(number: str, outcome: Outcome) -> str:
    written = OutcomeFormat(outcome, typeset=True)
    return number if written.unit in (outcome.phrase, word(outcome.phrase)) else written.counted(number)


def tuning_in_words(found: Tuning, game: Game, most: int | None) -> tuple[str, str]:
    """The change that a search found for its goals, in at most so many digits; and a doubt, if there is one."""
    goals = "; ".join(_goal(goal, game, most) for goal in found.goals[:MOST_GOALS])
    changes = ", ".join(f"{path} {_said(value)}" for path, value in found.changes.items())
    if changes:
        says = said("With {changes}: {goals}.", changes=changes, goals=goals)
    else:
        says = said("Nothing had to change: {goals}.", goals=goals)
    return " ".join([says, *_command(game, found.changes, {})]), OF_TUNE[found.verdict]


def _goal(goal: Goal, game: Game, most: int | None) -> str:
    """`win rate 61.2 % (60.9 to 61.5), 55.0 % before (doom 2: at least 60 %)`"""
    outcome, ends = outcome_named(game.outcomes, goal.outcome, "outcome"), (goal.low, goal.high)
    written = OutcomeFormat(outcome, typeset=True, most=most)
    known = {"outcome": word(outcome.phrase), "goal": goal.goal}
    if goal.relative:
        now = _with_unit(written.change(goal.now, ends), outcome)
        return said("{outcome} {now} ({goal})", now=now, **known)
    return said(
        "{outcome} {now}, {before} before ({goal})",
        now=written.estimate(goal.now, ends),
        before=written.estimate(goal.before, ends).partition(" (")[0],
        **known,
    )


def _command(game: Game, changes: Json, labels: dict[str, str]) -> list[str]:
    """How to try a change: our own words, whatever a stranger wrote."""
    words = [f"{path}={_said(value)}" for path, value in changes.items()]
    flags = [f" --{axis} {quote(value)}" for axis, value in labels.items()]
    named = call_names().flags or ("" if game.name == DEFAULT_GAME else f" --game {quote(game.name)}")
    if not words:
        return []
    command = f"fatecast try {' '.join(map(quote, words))}{''.join(flags)}{named}"
    return [": ".join([said("Try it"), command])]


def _said(value: object) -> str:
    return value if isinstance(value, str) else dumps(value)
