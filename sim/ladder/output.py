"""What `fatecast ladder` prints: the rungs from the lowest to the highest, and what they say."""

from rich.table import Table

from engine.game.cell import Json
from engine.game.outcomes import Outcome
from engine.language.current import counted, said, said_as, word
from sim.display.outcome_format import OutcomeFormat
from sim.display.terminal import console
from sim.ladder.result import RISK, TRAINED, Ladder, Step
from sim.ladder.sentences import LadderWords, gain_text, games_in_words
from sim.text.number_format import plain_percent


def show_ladder(ladder: Ladder, outcome: Outcome, title: str, train: str) -> None:
    """On the terminal."""
    screen = console()
    screen.print(headline(ladder, title), soft_wrap=True)
    screen.print(rungs_table(ladder, outcome))
    for line in lines(ladder, outcome, train):
        screen.print(line, soft_wrap=True)


def headline(ladder: Ladder, title: str) -> str:
    """What was played."""
    told = {"title": word(title), "ways": len(ladder.rungs), "games": games_in_words(ladder.games)}
    few, many = min(ladder.players), max(ladder.players)
    if few < many:
        return said(
            "{title}: {ways} ways of playing · {few}–{many} players · {games} in each cell", **told, few=few, many=many
        )
    return said(
        "{title}: {ways} ways of playing · {players} · {games} in each cell",
        **told,
        players=counted(few, "{count} player", "{count} players"),
    )


def rungs_table(ladder: Ladder, outcome: Outcome) -> Table:
    """The ladder, its lowest rung first."""
    table = Table()
    gain = said("gain, {unit}", unit=OutcomeFormat(outcome).unit)
    for head in (said("rung"), said("over"), gain, ""):
        table.add_column(head, justify="right" if head == gain else "left", overflow="fold")
    for step in ladder.steps:
        table.add_row(step.rung.name, step.over.lower if step.over else "", gain_text(step, outcome), mark(step))
    return table


def mark(step: Step) -> str:
    """Whether a step is known to be a gain; nothing for the lowest rung."""
    return "" if step.over is None else said_as("a step", "sure") if step.is_sure else said_as("a step", "not sure")


def lines(ladder: Ladder, outcome: Outcome, train: str) -> list[str]:
    """The sentences, and what they rest on. `train` is the command that makes a trained player, if there is one."""
    hints = [hint(train)] if train and not any(rung.kind == TRAINED for rung in ladder.rungs) else []
    return [*LadderWords(ladder, outcome).sentences(), *hints, rests_on(ladder)]


def hint(train: str) -> str:
    """How to train a player, where none was at hand."""
    return said("No trained player is among them: {command} makes one.", command=train)


def rests_on(ladder: Ladder) -> str:
    """How gains are measured, and how sure all of this is."""
    sure, many = plain_percent(1 - RISK, 0), counted(ladder.comparisons, "one comparison", "{count} comparisons")
    if ladder.fields:
        return said(
            "Gains: one seat among players of the other rung, on shared luck. Intervals hold at {share} for all "
            "{comparisons} together.",
            share=sure,
            comparisons=many,
        )
    return said(
        "Gains: all players alike, on shared luck. Intervals hold at {share} for all {comparisons} together.",
        share=sure,
        comparisons=many,
    )


def ladder_data(ladder: Ladder, outcome: Outcome) -> Json:
    """For another program: what was measured, the steps from rung to rung, and the sentences."""
    steps = [
        {"rung": step.rung.name, "over": step.over.lower if step.over else None, "sure": step.is_sure}
        for step in ladder.steps
    ]
    return {**ladder.plain(), "steps": steps, "sentences": LadderWords(ladder, outcome).sentences()}
