"""Tables on the terminal; plain text where the output goes to a file or a pipe."""

import os
from collections.abc import Mapping, Sequence
from io import StringIO
from shlex import quote
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.game.cell import Cell, Json
from engine.game.outcomes import Outcome, Share, outcomes_of
from engine.game.registry import call_names
from engine.game.sheets import PieceSheet, Sheet
from engine.language.current import counted, rules, said, word
from sim.display.ink import ink_on
from sim.display.messages import PLAIN_WIDTH
from sim.display.narrow import command_lines, fits, notable_lines, row_by_row
from sim.display.outcome_format import OutcomeFormat
from sim.display.plain_characters import as_written
from sim.experiment.box import on_the_box
from sim.experiment.labels import (
    Labels,
    by_ladder,
    costly_axis,
    in_common,
    labelled,
    shown_labels,
    varying,
)
from sim.text.axis_words import axis_word, unit_word
from sim.text.escapes import shortened, visible
from sim.text.number_format import NOTHING, capital, duration, ends, local, per_second, plain_number, whole
from sim.text.wrapping import wrapped

if TYPE_CHECKING:
    from sim.experiment.experiment import ResolvedExperiment

MOST_CELLS, MOST_LINES = 24, 60
"""Cells, and lines, in which the outcomes beside the headline are listed; more would hide the headline."""

LONGEST_TEXT = 4_000
"""Characters of one text; the time that Rich takes grows with their square."""

SCALE = (
    "#00224e",
    "#083370",
    "#35456c",
    "#4f576c",
    "#666970",
    "#7d7c78",
    "#948e77",
    "#aea371",
    "#c8b866",
    "#e5cf52",
    "#fee838",
)
"""Matplotlib's cividis, from never to always; the colour-blind see it the same way."""

Names = Mapping[str, Mapping[Any, str]]
"""The names of the values of an axis, where they have any: `{"doom": {6: "Doomed"}}`."""


class Need(NamedTuple):
    """How many games a question needs."""

    question: str
    games: int
    """Of each cell, of each side."""
    sides: int = 1
    """2 where two versions of the grid are compared."""
    least: int | None = None
    """Between how many games the need lies, where it follows from games that were played to see how they vary …"""
    most: int | None = None
    pilot: int = 0
    """… and how many those were."""

    @property
    def told(self) -> str:
        """`31,800 (22,000 to 54,000)`"""
        if self.least is None or self.most is None or self.least == self.most:
            return whole(self.games)
        return f"{whole(self.games)} ({ends(whole(self.least), whole(self.most))})"


class Terminal(Console):
    """Shows characters that cannot be seen as escapes, whoever wrote them, and those that it cannot encode in a plain
    form. Only we may move the cursor and colour. Lines and tables fit its width."""

    def print(self, *objects: Any, **options: Any) -> None:
        super().print(*(self._fitted(each) for each in objects), **options)

    def _fitted(self, shown: Any) -> Any:
        if isinstance(shown, Table):
            return shown if fits(shown, self.width) else row_by_row(shown, self.width)
        return wrapped(shown, self.width) if isinstance(shown, str) and self.is_terminal else shown

    def render_str(self, text: str, **options: Any) -> Text:
        shown = as_written(visible(text, keep="\n"), self.encoding)
        return super().render_str(shortened(shown, LONGEST_TEXT), **options)

    def on_broken_pipe(self) -> None:
        """Leave it to the command how to end. (Called while the error is being handled.)"""
        raise BrokenPipeError


def console() -> Console:
    """The terminal, with its own colours and width; NO_COLOR is respected."""
    # Without emoji and markup: otherwise `base:mute:3p` would become an emoji. Rich keeps bold letters under NO_COLOR.
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    found = Terminal(highlight=False, emoji=False, markup=False, color_system=colours)
    if not found.is_terminal:
        found.width = PLAIN_WIDTH
    return found


def table_text(table: Table) -> str:
    """A table as plain text."""
    text = StringIO()
    Terminal(file=text, highlight=False, emoji=False, markup=False, color_system=None, width=PLAIN_WIDTH).print(table)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())


def outcome_table(
    labels: Sequence[Labels], rows: Sequence[Json], outcome: Outcome, names: Names, coloured: bool
) -> Table:
    """One outcome of a grid; shares each in their colour."""
    coloured = coloured and isinstance(outcome, Share)
    entries = []
    for row in rows:
        value = row["outcomes"][outcome.name]["value"]
        entries.append(Text(estimate_text(row, outcome), style=cell_colours(value) if coloured and value else ""))
    return crossed(labels, entries, names)


def headline_title(experiment: "ResolvedExperiment") -> str:
    """What the table of the headline shows, and what all of its cells have in common."""
    headline = experiment.headline
    labels, what = shown_labels(experiment.game, experiment.cells), capital(word(headline.phrase))
    if isinstance(headline, Share) or headline.unit == headline.name:
        title = said("{outcome} with its 95 % interval", outcome=what)
    else:
        title = said("{outcome} in {unit} with its 95 % interval", outcome=what, unit=unit_word(headline.unit))
    return " · ".join([title, *in_common(labels)])


def headline_table(experiment: "ResolvedExperiment", rows: Sequence[Json], coloured: bool) -> Table:
    """The headline of every cell, the weakest policies first."""
    names = {experiment.game.about.difficulty: experiment.game.presentation.levels}
    labels, rows = climbing(experiment, rows)
    return outcome_table(labels, rows, experiment.headline, names, coloured)


def climbing(experiment: "ResolvedExperiment", rows: Sequence[Json]) -> tuple[list[Labels], list[Json]]:
    """The cells, by their labels, and their rows in the order of the ladder of policies, as on the page of a report."""
    game = experiment.game
    order = by_ladder(experiment.cells, game.about, game.presentation.ladder)
    labels = shown_labels(game, experiment.cells)
    return [labels[at] for at in order], [rows[at] for at in order]


def other_outcomes(labels: Sequence[Labels], rows: Sequence[Json], outcomes: Sequence[Outcome]) -> Table:
    """More outcomes, one row for each cell; a length with its median and its 95th percentile."""
    table, axes = Table(), varying(labels)
    for axis in axes:
        table.add_column(axis_word(axis))
    for outcome in outcomes:
        table.add_column("\n".join([word(outcome.name), *_head_notes(outcome)]), justify="right")
    for label, row in zip(labels, rows, strict=True):
        table.add_row(*(str(label[axis]) for axis in axes), *(_with_quantiles(row, outcome) for outcome in outcomes))
    return table


def by_outcome(labels: Sequence[Labels], rows: Sequence[Json], outcomes: Sequence[Outcome]) -> Table:
    """The same, one row for each outcome and one column for each cell."""
    table, axes = Table(), varying(labels)
    table.add_column(said("outcome"), vertical="bottom")
    for label in labels:
        table.add_column("\n".join(labelled(axis, label[axis]) for axis in axes), justify="right")
    for outcome in outcomes:
        head = ", ".join([word(outcome.name), *_head_notes(outcome)])
        table.add_row(head, *(_with_quantiles(row, outcome) for row in rows))
    return table


def show_others(labels: Sequence[Labels], rows: Sequence[Json], outcomes: Sequence[Outcome], out: Console) -> None:
    """The outcomes beside the headline: in the form that fits, or where to find them if they are too many to read."""
    tables = [other_outcomes(labels, rows, outcomes), by_outcome(labels, rows, outcomes)]
    few = len(labels) <= MOST_CELLS
    if few and (fitting := [table for table in tables if fits(table, out.width)]):
        out.print(fitting[0])
    elif few and len(labels) * len(outcomes) <= MOST_LINES:
        out.print(tables[0])
    else:
        names = ", ".join(word(outcome.name) for outcome in outcomes)
        out.print(said("Of every cell, the report and summary.csv also have: {names}", names=names), soft_wrap=True)


def crossed(labels: Sequence[Mapping[str, object]], entries: Sequence[str | Text], names: Names | None = None) -> Table:
    """Entries of a grid: the last axis that varies across, the others down. Values with names show them."""
    *down, across = varying(labels)
    columns = list(dict.fromkeys(label[across] for label in labels))
    table = Table()
    for axis in down:
        table.add_column(axis_word(axis), vertical="bottom")
    for value in columns:
        name = (names or {}).get(across, {}).get(value)
        head = f"{word(name)}\n{axis_word(across)} {value}" if name else labelled(across, value)
        table.add_column(head, justify="right")
    lines: dict[tuple[object, ...], dict[object, str | Text]] = {}
    for label, entry in zip(labels, entries, strict=True):
        lines.setdefault(tuple(label[axis] for axis in down), {})[label[across]] = entry
    before: object = None
    for heads, found in lines.items():
        if len(down) > 1 and before not in (None, heads[0]):
            table.add_section()
        before = heads[0] if heads else None
        table.add_row(*map(str, heads), *(found.get(value, "") for value in columns))
    return table


def cell_colours(share: float) -> str:
    """The colours of a win rate, as in the heat maps of the report."""
    colour = SCALE[round(share * (len(SCALE) - 1))]
    return f"{ink_on(colour)} on {colour}"


def estimate_text(row: Json, outcome: Outcome) -> str:
    """An outcome of a cell with its interval, from its row of the summary."""
    found = row["outcomes"].get(outcome.name)
    if found is None or found["value"] is None:
        return NOTHING
    if _is_fixed(row, outcome):
        return plain_number(found["value"])
    return OutcomeFormat(outcome).estimate(found["value"], (found["low"], found["high"]))


def _is_fixed(row: Json, outcome: Outcome) -> bool:
    from sim.runs.summary import is_fixed  # a list of games or cards has no use for what reads runs

    return is_fixed(row, outcome)


def _with_quantiles(row: Json, outcome: Outcome) -> str:
    found = row["outcomes"].get(outcome.name, {})
    varies = not _is_fixed(row, outcome)
    quantiles = [
        local(f"{round(found[name], 2):g}") for name in ("median", "p95") if varies and found.get(name) is not None
    ]
    return " · ".join([estimate_text(row, outcome), *quantiles])


def _head_notes(outcome: Outcome) -> list[str]:
    """What the head of a column says beside the name: the unit of a mean, what is shown of a length."""
    if isinstance(outcome, Share):
        return []
    unit = [] if outcome.unit == outcome.name else [unit_word(outcome.unit)]
    return [*unit, said("mean, median, 95 %")] if outcome.length else unit


def _in_the_middle(values: Sequence[float], outcome: Outcome) -> int:
    """The cell whose games are worth reading: a share near one half, a mean in the middle of all."""
    middle = 0.5 if isinstance(outcome, Share) else sorted(values)[len(values) // 2]
    return min(range(len(values)), key=lambda at: abs(values[at] - middle))


def sheet_table(sheet: Sheet) -> Table:
    """A table in words, as the game gives it."""
    table = Table()
    for head in sheet.header:
        table.add_column(head, overflow="fold")
    for row in sheet.rows:
        table.add_row(*row)
    return table


def show_piece(sheet: PieceSheet) -> None:
    """Everything that the game says about one piece."""
    out = console()
    for line in (sheet.title, *sheet.lines):
        out.print(line, soft_wrap=True)
    for table in sheet.tables:
        out.print(f"\n{table.title}", soft_wrap=True)
        out.print(sheet_table(table))
    for note in sheet.notes:
        out.print(note, soft_wrap=True)


def show_needs(needs: Sequence[Need], cells: int, pace: Sequence[float], workers: int) -> None:
    """How many games each question needs, and how long they take if that was measured (`pace`: seconds per game, for
    each cell)."""
    table = Table()
    table.add_column(said("question"), overflow="fold")
    about = [said("about")] if pace else []
    for head in (said("games per cell"), said("cells"), said("games in all"), *about):
        table.add_column(head, justify="right", overflow="fold")
    for need in needs:
        grid = f"2 × {whole(cells)}" if need.sides == 2 else whole(cells)
        row = [need.question, need.told, grid, whole(need.sides * cells * need.games)]
        time = [duration(need.sides * need.games * sum(pace) / workers)] if pace else []
        table.add_row(*row, *time)
    console().print(table)


def show_pace(cells: Sequence[Cell], pace: Sequence[float], workers: int) -> None:
    """The speeds that the estimated time is computed from."""
    out = console()
    measured = counted(
        workers,
        "Measured here: {speed} games a second with one worker, if nothing else runs.",
        "Measured here: {speed} games a second with each of {count} workers, if nothing else runs.",
        speed=per_second(len(pace) / sum(pace)),
    )
    out.print(measured, soft_wrap=True)
    if slow := costly_axis(cells, pace):
        apart = ", " if rules().decimal == "." else "; "
        speeds = apart.join(f"{name}: {per_second(1 / seconds)}" for name, seconds in slow.items())
        out.print(said("Games a second with one worker, {speeds}.", speeds=speeds), soft_wrap=True)


def show_run(summary: Json, experiment: "ResolvedExperiment", path: str) -> None:
    """The end of a run: its headline, its other outcomes, a few games to replay from a cell in the middle, and what to
    do next."""
    out, cells, rows, headline = console(), experiment.cells, summary["cells"], experiment.headline
    out.print(headline_title(experiment), soft_wrap=True)
    coloured = out.color_system in ("256", "truecolor")  # with fewer colours, neighbours on the scale look the same
    out.print(headline_table(experiment, rows, coloured))
    others = [
        outcome
        for outcome in outcomes_of(experiment.game.outcomes, [cell.labels for cell in cells])
        if outcome != headline
    ]
    if others:
        show_others(*climbing(experiment, rows), others, out)
    if box := on_the_box(experiment.game, [cell.labels for cell in cells], rows):
        out.print(f"{box}.", soft_wrap=True)
    even = _in_the_middle([row["outcomes"][headline.name]["value"] or 0.0 for row in rows], headline)
    for cell, row in zip(cells, rows, strict=True):
        if row["skipped"]:
            why = row["notable"]["first skipped"]["why"]
            told = said(
                "{skipped} of {games} games of {cell} skipped: {why}",
                skipped=whole(row["skipped"]),
                games=whole(row["games"] + row["skipped"]),
                cell=cell.name,
                why=why,
            )
            out.print(told, soft_wrap=True)
    for line in notable_lines(experiment, even, summary["cells"][even]["notable"], path, out.width):
        out.print(line, soft_wrap=True)
    known = {"digest": summary["digest"], "path": path}
    told = counted(
        summary["games"],
        "{count} games · digest {digest} · {path}",
        "{count} games · digest {digest} · {path}",
        **known,
    )
    out.print(told, soft_wrap=True)
    command = f"fatecast report {quote(path)}{call_names().flags}"
    for line in command_lines(said("The report on one page"), command, out.width):
        out.print(line, soft_wrap=True)
