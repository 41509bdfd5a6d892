"""The sentences of a report. Each is written only if the claims of the page support it."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import polars as pl

from engine.language.current import said, word
from sim.experiment.labels import Label
from sim.report.cooperative.claims import CALIBRATION, GROWTH, LOST, OPENING, SIZE, SKILL, STEP, beginners
from sim.report.cooperative.joint_outcomes import ALL
from sim.report.cooperative.tables import UNWON, step_name
from sim.report.shared.cell_layout import CellLayout
from sim.report.shared.claims.claim import LESS, MORE
from sim.report.shared.claims.claimed import Row, claim_on, claims_on, is_clear
from sim.report.shared.page.answer_sentences import answer_sentences
from sim.report.shared.page.places import at_place, on_content
from sim.report.shared.run_data import RunData, Tables
from sim.text.axis_words import axis_word
from sim.text.number_format import bare, capital, cost, estimate, listed, listed_some, points
from sim.text.wording import in_english, is_one, the

NOTABLE_MOVE = 0.05
"""A smaller difference may be called small."""


def cooperative_sentences(data: RunData, tables: Tables) -> list[str]:
    """The sentences of the first screen."""
    parts = (difficulty(data, tables), sizes(data, tables), skill(data, tables), answer_sentences(data, tables))
    return [capital(sentence) for part in parts for sentence in part]


def difference_of(row: Row) -> str:
    """`2.1 points (1.4 to 2.8)`: how large a claimed difference is."""
    return cost(row["value"], (row["low"], row["high"]))


def level_of(layout: CellLayout, name: str) -> Label:
    """The difficulty that tables call by this English name."""
    return next(level for level in layout.levels if in_english(partial(layout.level_name, level)) == name)


def step_of(layout: CellLayout, name: str) -> tuple[Label, Label]:
    """The two difficulties of a step that tables call so."""
    return next(step for step in pairwise(layout.levels) if in_english(partial(step_name, layout, *step)) == name)


def difficulty(data: RunData, tables: Tables) -> Iterator[str]:
    """Whether each step of difficulty costs wins, and more than the step before."""
    steps, growth = claims_on(tables, STEP), {row["relation"] for row in claims_on(tables, GROWTH)}
    layout, who = data.layout, data.layout.focus.called
    if len(steps) > 1 and all(row["relation"] == MORE for row in steps):
        unit = word(data.presentation.unit) if data.presentation.unit else said("difficulty")
        costs = listed([difference_of(row) for row in steps])
        if len(layout.sizes) > 1:
            costs = said("{costs}, on average over all numbers of {size}", costs=costs, size=axis_word(layout.size))
        named = {"unit": unit, "who": who, "costs": costs}
        if growth == {MORE}:
            yield said("each step of {unit} costs {who} more than the one before: {costs}.", **named)
        elif growth == {LESS}:
            yield said("each step of {unit} costs {who} less than the one before: {costs}.", **named)
        else:
            yield said("each step of {unit} costs {who} wins: {costs}.", **named)
        return
    for row in filter(is_clear, steps):
        before, after = map(layout.level_name, step_of(layout, row["subject"]))
        named = {"before": before, "after": after, "who": who, "points": difference_of(row)}
        if row["relation"] == MORE:
            yield said("the step from {before} to {after} costs {who} {points}.", **named)
        else:
            yield said("the step from {before} to {after} gives {who} {points}.", **named)


def sizes(data: RunData, tables: Tables) -> Iterator[str]:
    """How much the number of players matters: the changes that are certain, or the most that all intervals allow."""
    found, layout = claims_on(tables, SIZE), data.layout
    if not found:
        return
    mine = tables["steps"].filter(table=data.layout.focus.name, kind=SIZE)
    most = mine["most"].max()
    ends = {"first": str(layout.sizes[0]), "last": layout.size_name(layout.sizes[-1])}
    named = {**ends, "what": the(word(data.headline.phrase)), "place": on_content(layout, data.layout.focus)}
    sure = [row for row in found if is_clear(row) and min(abs(row["low"]), abs(row["high"])) > NOTABLE_MOVE / 2]
    if most < NOTABLE_MOVE or not sure:  # type: ignore[operator]
        points_ = bare(most)  # type: ignore[arg-type]
        if len(found) > 1:
            yield said(
                "going from {first} to {last} changes {what} by at most {points} points at any difficulty{place}, as "
                "far as these games tell.",
                **named,
                points=points_,
            )
        else:
            yield said(
                "going from {first} to {last} changes {what} by at most {points} points{place}, as far as these games "
                "tell.",
                **named,
                points=points_,
            )
        return
    for row in sure:
        change = points(row["value"], (row["low"], row["high"]))
        if layout.difficulty:
            level = layout.level_name(level_of(layout, row["subject"]))
            yield said(
                "going from {first} to {last} changes {what} by {points} at {level}{place}.",
                **named,
                points=change,
                level=level,
            )
        else:
            yield said("going from {first} to {last} changes {what} by {points}{place}.", **named, points=change)


def skill(data: RunData, tables: Tables) -> Iterator[str]:
    """How much better the focus is than beginners at the highest difficulty."""
    layout = data.layout
    focus = layout.focus
    for row, other in zip(filter(is_clear, claims_on(tables, SKILL)), beginners(data), strict=False):
        place = at_place(layout, layout.places[row["cell"]])
        named = {"place": place, "who": focus.called, "other": other.called, "points": difference_of(row)}
        one = is_one(lambda: focus.called)
        if row["relation"] == MORE and one:
            yield said("skill matters:{place} {who} wins {points} more than {other}.", **named)
        elif row["relation"] == MORE:
            yield said("skill matters:{place} {who} win {points} more than {other}.", **named)
        elif one:
            yield said("skill does not help:{place} {who} wins {points} less than {other}.", **named)
        else:
            yield said("skill does not help:{place} {who} win {points} less than {other}.", **named)


def pieces(data: RunData, tables: Tables) -> Iterator[str]:
    """Which pieces stand out, after the correction for their number; in shrunk effects, because they are picked for
    being extreme."""
    piece, claim = word(data.presentation.piece), claim_on(tables, OPENING, data.layout.focus.name)
    table = tables["opening_effects"].filter(table=data.layout.focus.name, level=ALL)
    if claim is None:
        return
    if not is_clear(claim):
        yield said(
            "no {piece} in the opening has a known effect on {what}; one of {points} points would probably have been "
            "seen.",
            piece=piece,
            what=the(word(data.headline.phrase)),
            points=bare(claim["visible"]),
        )
        return
    *sides, ends = named_pieces(table)
    if ends.is_empty():
        odd = [listed_some(_named(side)) for side in sides if len(side)]
        if len(odd) == 1:
            yield said("out of line in the opening: {pieces}.", pieces=odd[0])
        else:
            yield said("out of line in the opening: {worst}; {best}.", worst=odd[0], best=odd[1])
    elif len(ends) == 1:
        [only] = _named(ends)
        yield said(
            "no {piece} is out of line; the only known effect in the opening is {effect}.", piece=piece, effect=only
        )
    else:
        effects = listed(_named(ends))
        yield said(
            "no {piece} is out of line; known effects in the opening are {effects}.", piece=piece, effects=effects
        )


def named_pieces(table: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Those out of line that hurt, those that help, the most extreme first; and, if there are none, the best and the
    worst that are significant."""
    odd, marked = table.filter("out_of_line"), table.filter("marked")
    ends = pl.concat([marked.head(1), marked.tail(1)]).unique(maintain_order=True)
    return odd.filter(pl.col("shrunk") < 0).reverse(), odd.filter(pl.col("shrunk") > 0), ends.head(0 if len(odd) else 2)


def _named(table: pl.DataFrame) -> list[str]:
    return [
        said(
            "{piece} {difference}",
            piece=word(row["title"]),
            difference=points(row["shrunk"], (row["shrunk_low"], row["shrunk_high"])),
        )
        for row in table.to_dicts()
    ]


def notes(data: RunData, tables: Tables) -> dict[str, list[str]]:
    """The sentences of the other sections, by section."""
    parts = {"games": (losses(data, tables), comebacks(data, tables)), "calibration": (calibration(data, tables),)}
    return {name: [capital(sentence) for part in told for sentence in part] for name, told in parts.items()}


def losses(data: RunData, tables: Tables) -> Iterator[str]:
    """In which way the focus loses most games at the highest difficulty."""
    layout, focus = data.layout, data.layout.focus
    for claim in claims_on(tables, LOST):
        if claim["relation"] == MORE:
            [row] = tables["ends"].filter(cell=claim["cell"], end=claim["subject"]).to_dicts()
            share = estimate(row["share_of_losses"], (row["low"], row["high"]))
            place = at_place(layout, layout.places[row["cell"]])
            end = row["end"].removesuffix(UNWON)
            named = {"who": focus.called, "place": place, "share": share, "end": word(end)}
            is_unwon, one = row["end"] != end, is_one(lambda: focus.called)
            if is_unwon and one:
                yield said("of the games that {who} loses{place}, {share} are {end}, not won.", **named)
            elif is_unwon:
                yield said("of the games that {who} lose{place}, {share} are {end}, not won.", **named)
            elif one:
                yield said("of the games that {who} loses{place}, {share} end as “{end}”.", **named)
            else:
                yield said("of the games that {who} lose{place}, {share} end as “{end}”.", **named)


def comebacks(data: RunData, tables: Tables) -> Iterator[str]:
    """How often a game that looked lost was won, at the lowest difficulty."""
    layout, comeback = data.layout, data.presentation.comeback
    place = layout.at(data.layout.focus, layout.levels[0], layout.middle)
    if place is None or comeback is None:
        return
    for row in tables["comebacks"].filter(cell=place.number).drop_nulls("share").to_dicts():
        yield said(
            "{share} of the wins of {who}{place} were comebacks: {meaning}.",
            share=estimate(row["share"], (row["low"], row["high"])),
            who=data.layout.focus.called,
            place=at_place(layout, place),
            meaning=word(comeback.meaning),
        )


def calibration(data: RunData, tables: Tables) -> Iterator[str]:
    """Which players are right more or less often than they say."""
    called = {group.name: group.called for group in data.layout.groups}
    for row in filter(is_clear, claims_on(tables, CALIBRATION)):
        named = {"who": called[row["subject"]], "points": difference_of(row)}
        if row["relation"] == MORE:
            yield said("{who}: predictions are right more often than stated, by {points} on average.", **named)
        else:
            yield said("{who}: predictions are right less often than stated, by {points} on average.", **named)
