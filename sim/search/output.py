"""What `ablate` and `sweep` print: tables on the terminal."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from engine.game.cell import Json
from engine.language.current import counted, said, word
from sim.display.messages import PLAIN_WIDTH
from sim.display.outcome_format import OutcomeFormat
from sim.display.terminal import console
from sim.experiment.content_hash import content_hashes
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.labels import in_common, several_contents, shown_labels
from sim.experiment.values import as_typed
from sim.search.ablation import Ablation
from sim.search.effect_tables import effect_row
from sim.search.effects import Effect, by_rung
from sim.search.files import adapted
from sim.search.shrunk_effects import ShrunkEffect
from sim.search.sweep import Sweep
from sim.statistics.intervals import FALSE_DISCOVERIES
from sim.text.agreement import UNKNOWN, agreement_said, verdict_of
from sim.text.number_format import plain_percent, whole

MOST_SHOWN = 200
"""Rows of a table on the terminal; the rest are in the file."""


def not_adapted() -> str:
    """What to know where policies were trained."""
    return said("policy not adapted: some policies here were trained with the unchanged rules")


class Line(NamedTuple):
    """What one change did."""

    names: Sequence[str]
    """What was changed."""
    effects: Sequence[Effect]
    marks: Sequence[bool]
    """Which of the effects are marked."""
    shown: Sequence[Effect | ShrunkEffect]
    """Their numbers: plain, or shrunk."""
    form: OutcomeFormat

    @property
    def mean(self) -> float:
        """One number for the change: the mean over all effects. What made no difference counts for nothing, even if
        the numbers of the others are shrunk."""
        made = [shown.change for effect, shown in zip(self.effects, self.shown, strict=True) if effect.pool.diverged]
        return sum(made) / len(self.shown)

    @property
    def verdict(self) -> str:
        """Whether all effects have the same direction, or are all too small to matter. Too few changed games show
        neither."""
        if any(effect.pool.blind for effect in self.effects):
            return UNKNOWN
        return verdict_of([effect.interval for effect in self.shown], self.form.outcome.margin)

    def entry(self, at: int) -> str:
        """`-1.6 ±0.3*`, in points or the unit of a mean."""
        effect, shown = self.effects[at], self.shown[at]
        if effect.same:
            return said("unchanged") + " "
        if not effect.informative:
            return said("no information") + " "
        if not effect.pool.diverged:
            return said("no difference") + " "
        return self.form.give_or_take(shown.change, shown.interval) + ("*" if self.marks[at] else " ")


class View(NamedTuple):
    """What is shown of an ablation or a sweep."""

    title: str
    heads: Sequence[str]
    lines: Sequence[Line]
    notes: Sequence[str]
    everywhere: bool
    """Whether the effects are those of several contents: then a column says which changes hold for all of them."""


def ablation_data(found: Ablation, base: ResolvedExperiment, path: Path | None) -> Json:
    """The ranking as data, for another program; the columns are those of the files."""
    tried = [ablated.alteration for ablated in found.ranked]
    return _data("ablate", found, base, path) | {
        "changes": {each.label: each.changes for each in tried},
        "choices": [each.label for each in tried if each.takes_a_choice],
        "effects": found.effect_rows(),
    }


def sweep_data(found: Sweep, base: ResolvedExperiment, path: Path | None) -> Json:
    """The effects of every variant as data."""
    effects = [
        {"point": dict(response.choice.point), "changes": dict(response.choice.changes)}
        | effect_row({}, effect, found.outcome)
        for response in found.responses
        for effect in response.effects
    ]
    return _data("sweep", found, base, path) | {"effects": effects}


def _data(verb: str, found: Ablation | Sweep, base: ResolvedExperiment, path: Path | None) -> Json:
    facts = {**played(verb, base), "outcome": found.outcome.name, "games": found.games}
    return {**facts, "adapted": adapted(base), "folder": None if path is None else str(path)}


def played(verb: str, base: ResolvedExperiment) -> Json:
    """What a search is about: others can tell whether they speak of the same game."""
    return {"verb": verb, "game": base.game.name, "rules": base.game.version, "contents": content_hashes(base)}


def show_ablation(found: Ablation, base: ResolvedExperiment, path: Path | None) -> None:
    """The ranking on the terminal."""
    _show(ablation_view(found, base), path)


def show_sweep(found: Sweep, base: ResolvedExperiment, path: Path | None) -> None:
    """The variants on the terminal."""
    _show(sweep_view(found, base), path)


def ablation_view(found: Ablation, base: ResolvedExperiment) -> View:
    """The ranking: first the change that lowers the outcome most, last the one that raises it most."""
    lines = [
        Line(
            [word(ablated.alteration.label)],
            _as_shown(ablated.effects, base),
            [ablated.marked(at) for at in range(len(ablated.effects))],
            ablated.shrunk,
            OutcomeFormat(found.outcome),
        )
        for ablated in found.ranked
    ]
    changed = any(
        shown.change != effect.change for line in lines for shown, effect in zip(line.shown, line.effects, strict=True)
    )
    notes = []
    if changed:
        notes.append(
            said(
                "effects are shrunk: changes at the ends of a ranking are there partly by luck "
                "(plain ones: effects.csv)"
            )
        )
    if any(mark for line in lines for mark in line.marks):
        marked = said(
            "* the interval shown excludes 0, and the effect is found at a false discovery rate of {rate} over all "
            "effects (Benjamini-Hochberg)",
            rate=plain_percent(FALSE_DISCOVERIES, 0),
        )
        notes.append(marked)
    return _view([said("change")], lines, base, found.games, notes)


def sweep_view(found: Sweep, base: ResolvedExperiment) -> View:
    """One row for each variant."""
    lines = [
        Line(
            [as_typed(value) for value in response.choice.point.values()],
            _as_shown(response.effects, base),
            [effect.certain for effect in response.effects],
            response.effects,
            OutcomeFormat(found.outcome),
        )
        for response in found.responses[:MOST_SHOWN]
    ]
    left = len(found.responses) - MOST_SHOWN
    starred = any(mark for line in lines for mark in line.marks)
    notes = [said("* the 95 % interval of this effect alone excludes 0")] if starred else []
    notes += [said("… and {left} more in the file", left=whole(left))] if left > 0 else []
    return _view([axis.name for axis in found.axes], lines, base, found.games, notes)


def _as_shown(effects: Sequence[Effect], base: ResolvedExperiment) -> list[Effect]:
    """With the contents by what the game calls them."""
    axis = base.game.about.axis("content")
    called = {
        cell.labels[axis]: shown[axis]
        for cell, shown in zip(base.cells, shown_labels(base.game, base.cells), strict=True)
        if axis in shown
    }
    found = []
    for effect in effects:
        labels = {key: called[value] if key == axis else value for key, value in effect.labels.items()}
        found.append(replace(effect, pool=replace(effect.pool, labels=labels)))
    return found


def tables_of(heads: Sequence[str], lines: Sequence[Line], out: Console, everywhere: bool = False) -> list[Table]:
    """All effects side by side, and their mean; on a narrow screen, a table for each rung."""
    effects, form, together = lines[0].effects, lines[0].form, whole_table(heads, lines, everywhere)
    if out.measure(together, options=out.options.update(width=PLAIN_WIDTH)).maximum <= out.width:
        return [together]
    found = []
    for rung, members in by_rung(effects).items():
        table = _table(rung, [*heads, *(_head(effects[at], form) for at in members)], len(heads))
        for line in lines:
            table.add_row(*line.names, *map(line.entry, members))
        found.append(table)
    return found


def whole_table(heads: Sequence[str], lines: Sequence[Line], everywhere: bool = False) -> Table:
    """All effects side by side, and their mean; over several contents, also whether all of them agree."""
    effects, form = lines[0].effects, lines[0].form
    groups = [
        "\n".join([*(rung.replace(" ", "\n") for rung in effect.names[:-1]), _head(effect, form)]) for effect in effects
    ]
    last = [said("mean"), *([said("in all")] if everywhere else [])]
    table = _table("", [*heads, *groups, *last], len(heads))
    for line in lines:
        verdict = [agreement_said(line.verdict)] if everywhere else []
        table.add_row(*line.names, *map(line.entry, range(len(effects))), form.difference(line.mean), *verdict)
    return table


def _table(title: str, heads: Sequence[str], names: int) -> Table:
    """Words first, then numbers."""
    table = Table(title=title or None, title_justify="left")
    for at, head in enumerate(heads):
        table.add_column(head, justify="left" if at < names else "right", overflow="fold", vertical="bottom")
    return table


def _head(effect: Effect, form: OutcomeFormat) -> str:
    now = said("now {value}", value=form.value(effect.before))
    return f"{effect.names[-1]}\n{now}"


def _view(
    heads: Sequence[str], lines: Sequence[Line], base: ResolvedExperiment, games: int, notes: Sequence[str]
) -> View:
    cells, each = len(base.cells), counted(games, "{count} games each", "{count} games each")
    title = " · ".join(
        [
            _title(lines[0].form),
            *in_common(shown_labels(base.game, base.cells)),
            counted(cells, "one cell", "{count} cells"),
            each,
        ]
    )
    axis = several_contents(base.cells, base.game.about)
    everywhere = axis != "" and axis in lines[0].effects[0].labels
    return View(title, heads, lines, [*notes, *([] if adapted(base) else [not_adapted()])], everywhere)


def _title(form: OutcomeFormat) -> str:
    what = word(form.outcome.phrase)
    if form.unit in (form.outcome.phrase, what):
        return said("Change of the {outcome}, ± its 95 % interval", outcome=what)
    return said("Change of the {outcome} in {unit}, ± its 95 % interval", outcome=what, unit=form.unit)


def _show(view: View, path: Path | None) -> None:
    out = console()
    out.print(view.title, soft_wrap=True)
    for table in tables_of(view.heads, view.lines, out, view.everywhere):
        out.print(table)
    for note in view.notes:
        out.print(note, soft_wrap=True)
    if path is not None:
        out.print(said("tables and figures: {path}", path=path), soft_wrap=True)
