"""What a search knows about the game of a page: the best change that it found, and what that does."""

from collections.abc import Iterator, Sequence
from json import dumps
from shlex import quote

from engine.content.labels import is_label
from engine.game.cell import Json
from engine.game.outcomes import outcome_named
from engine.game.registry import DEFAULT_GAME, call_names
from sim.display.outcome_format import OutcomeFormat
from sim.inspect.search_results import Ablation, Joined, Tuning
from sim.report.shared.claims.claim import Claim
from sim.report.shared.claims.claimed import claim_on, is_clear
from sim.report.shared.claims.verdict import SURE, Line
from sim.report.shared.page.outcome_views import digits_borne
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital, counted

QUESTION, TOPIC = "What would repair it?", "repair"
MOST_GOALS = 3
"""Of a search that the page tells."""
OF_TUNE = {"reached": SURE, "likely": "its games do not prove it", "missed": "the goals are not reached"}
MOVES = {"more": "raise", "less": "lower", "": "move"}
FAULT = "Who decides alone cannot be better off without a choice: a fault of the policy, not of the game"


def joined_claims(data: RunData, joined: Sequence[Joined]) -> Iterator[Claim]:
    """That some change of a ranking does something: one claim for each."""
    for record, found in joined:
        if isinstance(found, Ablation):
            outcome = outcome_named(data.game.outcomes, found.outcome, "outcome")
            ends, chance = (found.best(outcome) or found.effects[0]).ends, min(each.q for each in found.effects)
            group = (found.games, *ends, outcome.margin, chance, len(found.effects))
            yield Claim(TOPIC, record["sha256"], "as it is", None, *group)


def repairs(data: RunData, tables: Tables, joined: Sequence[Joined]) -> Iterator[Line]:
    """The best change that each search found, with what it does, and how to try it."""
    for record, found in joined:
        clear = is_clear(claim_on(tables, TOPIC, record["sha256"]))
        yield _tuned(data, found) if isinstance(found, Tuning) else _ablated(data, found, clear)


def _ablated(data: RunData, found: Ablation, clear: bool) -> Line:
    outcome = outcome_named(data.game.outcomes, found.outcome, "outcome")
    best, tried = found.best(outcome), counted(len(found.changes), "change")
    if best is None or not clear:
        says = f"Nothing that a search tried ({tried}) is known to {MOVES[outcome.better]} {outcome.phrase}."
        return Line(QUESTION, says, "unclear")
    written, said = OutcomeFormat(outcome, typeset=True), best.model_extra or {}
    labels = {
        each.name: str(said[each.name]) for each in data.game.about.axes if is_label(str(said.get(each.name, "")))
    }
    where = f", {', '.join(f'{axis} {value}' for axis, value in labels.items())}" if labels else ""
    unit = "" if written.unit == outcome.phrase else f" {written.unit}"
    value, low, high = best.ends
    says = f"{outcome.phrase} {written.change(value, (low, high))}{unit}{where} ({tried} tried)"
    fault = f" {FAULT}." if outcome.better and best.alteration in found.choices else ""
    command = _command(data, found.changes.get(best.alteration, {}), labels)
    return Line(QUESTION, f"{capital(best.alteration)}: {says}.{fault}{command}", SURE)


def _tuned(data: RunData, found: Tuning) -> Line:
    told = []
    for goal in found.goals[:MOST_GOALS]:
        outcome, ends = outcome_named(data.game.outcomes, goal.outcome, "outcome"), (goal.low, goal.high)
        written = OutcomeFormat(outcome, typeset=True, most=digits_borne(data))
        now = f"{written.change(goal.now, ends)} {written.unit}" if goal.relative else written.estimate(goal.now, ends)
        before = "" if goal.relative else f", {written.estimate(goal.before, ends).partition(' (')[0]} before"
        told.append(f"{outcome.phrase} {now}{before} ({goal.goal})")
    changes = ", ".join(f"{path} {_said(value)}" for path, value in found.changes.items())
    says = f"{f'With {changes}' if changes else 'Nothing had to change'}: {'; '.join(told)}."
    return Line(QUESTION, f"{says}{_command(data, found.changes, {})}", OF_TUNE[found.verdict])


def _command(data: RunData, changes: Json, labels: dict[str, str]) -> str:
    """How to try a change: our own words, whatever a stranger wrote."""
    words = [f"{path}={_said(value)}" for path, value in changes.items()]
    flags = [f" --{axis} {quote(value)}" for axis, value in labels.items()]
    game = call_names().flags or ("" if data.game.name == DEFAULT_GAME else f" --game {quote(data.game.name)}")
    return f" Try it: fatecast try {' '.join(map(quote, words))}{''.join(flags)}{game}" if words else ""


def _said(value: object) -> str:
    return value if isinstance(value, str) else dumps(value)
