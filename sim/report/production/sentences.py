"""The sentences of the page of a production game. Each is written only if an interval supports it."""

from collections.abc import Iterator

import polars as pl

from engine.game.outcomes import Mean, Outcome
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.page.answer_sentences import answer_sentences
from sim.report.shared.page.outcome_views import plain_entry
from sim.report.shared.page.places import at_place, in_grid, on_content
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital, listed, plain_number


def production_sentences(data: RunData, tables: Tables) -> list[str]:
    """The sentences of the first screen."""
    parts = (
        yields(data),
        everywhere(data, tables),
        answer_sentences(data, tables),
        others(data),
        spread(data, tables),
        strategies(data, tables),
    )
    return [capital(sentence) for part in parts for sentence in part]


def estimated(data: RunData, place: PlacedCell, outcome: Outcome) -> str:
    """`35.8 apples (35.5 to 36.1)`; empty if nothing is known."""
    found = data.estimate(place, outcome)
    if found is None or found["low"] is None:
        return ""
    if isinstance(outcome, Mean) and data.is_fixed(place, outcome):
        return f"{plain_number(found['value'])} {outcome.unit}"
    text, bracket, span = (
        OutcomeFormat(outcome, typeset=True).estimate(found["value"], (found["low"], found["high"])).partition(" (")
    )
    unit = f" {outcome.unit}" if isinstance(outcome, Mean) else ""
    return f"{text}{unit}{bracket}{span}"


def yields(data: RunData) -> Iterator[str]:
    """The headline of the focus in the two corners of the grid, which are fixed in advance."""
    layout = data.layout
    ends = [(layout.levels[0], layout.sizes[0]), (layout.levels[-1], layout.sizes[-1])]
    for group in layout.focus_everywhere:
        places = [layout.at(group, *corner) for corner in dict.fromkeys(ends)]
        told = [(estimated(data, place, data.headline), place) for place in places if place is not None]
        shown = [f"{text}{in_grid(layout, place)}" for text, place in told if text]
        if shown:
            yield f"{group.called} yields {listed(shown)}{on_content(layout, group)}."


def others(data: RunData) -> Iterator[str]:
    """The other outcomes of the focus, at the highest difficulty and the size in the middle."""
    layout = data.layout
    place = layout.at(layout.focus, layout.levels[-1], layout.middle)
    told = []
    for outcome in data.outcomes if place is not None else []:
        assert place is not None
        text = estimated(data, place, outcome) if outcome is not data.headline else ""
        if text:
            found = data.estimate(place, outcome) or {}
            varies = not data.is_fixed(place, outcome)
            length = isinstance(outcome, Mean) and outcome.length and varies and found.get("median") is not None
            ends = [plain_entry(found[key]).text for key in ("median", "p95")] if length else []
            quantiles = f", the median {ends[0]}, 95 % at most {ends[1]}" if ends else ""
            told.append(f"{outcome.phrase} {_bare(outcome, text)}{quantiles}")
    if told and place is not None:
        yield f"its other outcomes{at_place(layout, place)}: {'; '.join(told)}."


def _bare(outcome: Outcome, text: str) -> str:
    """Without a unit that the name of the outcome says: `corruption 5.4`, `worth per hour 0.8`."""
    if isinstance(outcome, Mean) and outcome.unit.split()[0] == outcome.phrase.split()[0]:
        return text.replace(f" {outcome.unit}", "", 1)
    return text


def spread(data: RunData, tables: Tables) -> Iterator[str]:
    """How far the games of the focus lie apart, if they do."""
    layout, outcome = data.layout, data.headline
    place = layout.at(layout.focus, layout.levels[-1], layout.middle)
    mine = tables["spreads"].filter(outcome=outcome.name, cell=place.number if place else -1)
    for row in mine.filter(pl.col("games") >= 100, pl.col("least") < pl.col("most")).iter_rows(named=True):
        assert place is not None
        low, high, least, most = (
            plain_entry(row[key]).text for key in ("quartile_1", "quartile_3", "decile_1", "decile_9")
        )
        unit = f" {outcome.unit}" if isinstance(outcome, Mean) else ""
        yield (
            f"single games differ: the middle half of its games{at_place(layout, place)} lies between {low} and "
            f"{high}{unit}, one in ten is at most {least}, one in ten at least {most}."
        )


def strategies(data: RunData, tables: Tables) -> Iterator[str]:
    """How much more each strategy yields than the one before it, at the highest difficulty and the size in the middle,
    where the interval excludes 0."""
    layout, written = data.layout, OutcomeFormat(data.headline, typeset=True)
    numbers = [
        place.number
        for group in layout.groups
        if (place := layout.at(group, layout.levels[-1], layout.middle)) is not None
    ]
    mine = tables["strategies"].filter(pl.col("cell").is_in(numbers), outcome=data.headline.name)
    called = {group.name: group.called for group in layout.groups}
    for row in mine.iter_rows(named=True):
        low, high = sorted((abs(row["low"]), abs(row["high"])))
        if row["low"] > 0 or row["high"] < 0:
            word = "more" if row["low"] > 0 else "less"
            amount = written.difference(abs(row["difference"]), (low, high)).removeprefix("+")
            ends = written.span((low, high)).replace("+", "")
            at = at_place(layout, layout.places[row["cell"]])
            luck = " on the same luck" if row["compared"] == "paired" else ""
            yield (
                f"{called[row['table']]} yields {amount} {written.unit} ({ends}) {word} than "
                f"{called[row['against']]}{at}{luck}."
            )


def everywhere(data: RunData, tables: Tables) -> Iterator[str]:
    """Which piece leads, and what the axes change, for the players that the page is about: whether it holds for every
    content."""
    focus = data.layout.focus.who
    ratios = {each.name: each for each in data.presentation.pieces}
    for ratio in (ratios[name] for name in data.presentation.leading):
        first = tables["leaders"].filter(who=focus, ratio=ratio.name, place=1)
        if first.is_empty():
            continue
        told = [f"{row['title']} {row['value']:.2f} ({row['content']})" for row in first.iter_rows(named=True)]
        pieces = first["piece"].unique()
        where = f"in all {len(told)}" if len(told) > 1 else "here"
        holds = f"the same {where}" if len(pieces) == 1 else "not the same everywhere"
        yield f"most {ratio.title}, {holds}: {listed(told)}."
    written = OutcomeFormat(data.headline, typeset=True)
    for part in tables["contents"].filter(who=focus).partition_by("change", maintain_order=True):
        rows = list(part.iter_rows(named=True))
        told = [
            f"{written.difference(row['difference'], (row['low'], row['high']))} ({row['content']})" for row in rows
        ]
        yield f"{rows[0]['change']}: {data.headline.name} {listed(told)}; {rows[0]['verdict']}."
