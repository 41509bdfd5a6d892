"""The tables of the page: which columns of which table, in which words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import matplotlib as mpl
import polars as pl

from engine.story import Ratio
from sim.report.axes import Group, Label
from sim.report.luck import ALL
from sim.report.material import Material
from sim.report.style import SCALE
from sim.report.words import bare, digits_for, number, number_digits, percent, points_digits, signed, span
from sim.stats import wilson

NOTHING = "–"

Value = float | int | str | None


@dataclass(frozen=True)
class Entry:
    """One entry of a table: what is read, and what it sorts by."""

    text: str
    value: Value = None
    style: str = ""
    note: str = ""
    """A second, smaller line."""


@dataclass(frozen=True)
class View:
    """A table of the page."""

    heads: list[tuple[str, str]]
    """The head of each column, and what it means."""
    rows: list[list[Entry]] = field(default_factory=list)


def rate_entry(material: Material, group: Group, level: Label, size: Label) -> Entry:
    """A cell of a map: the win rate on the colour of its scale, the interval below."""
    place = material.axes.at(group, level, size)
    if place is None or not material.games(place):
        return Entry(NOTHING)
    games, wins = material.games(place), material.wins(place)
    return share_entry(wins / games, wilson(wins, games), heat_style(wins / games))


def share_entry(share: float | None, interval: tuple[float | None, float | None], style: str = "") -> Entry:
    """A share in per cent, its interval below."""
    low, high = interval
    if share is None:
        return Entry(NOTHING)
    if low is None or high is None:
        return Entry(percent(share), share, style)
    digits = digits_for(low, high)
    return Entry(percent(share, digits), share, style, span((low, high), digits))


def heat_style(rate: float) -> str:
    """The colour of a rate, as in every heat map."""
    colour = mpl.colors.to_hex(mpl.colormaps[SCALE](rate))
    return f"background:{colour};color:{'#fff' if rate < 0.55 else '#000'}"


def main_table(material: Material) -> View:
    """The table of the first screen: the focus, by size and difficulty."""
    axes = material.axes
    heads = [(material.story.size, "")] + [
        (axes.level_name(level), _level_note(material, level)) for level in axes.levels
    ]
    rows = [
        [Entry(str(size), str(size)), *(rate_entry(material, axes.focus, level, size) for level in axes.levels)]
        for size in axes.sizes
    ]
    return View(heads, rows)


def ladder_table(material: Material) -> View | None:
    """Every kind of table, at the size in the middle."""
    axes = material.axes
    if len(axes.groups) < 2:
        return None
    heads = [(material.story.who, "")] + [
        (axes.level_name(level), _level_note(material, level)) for level in axes.levels
    ]
    rows = [
        [
            Entry(group.name, at, note=group.table),
            *(rate_entry(material, group, level, axes.middle) for level in axes.levels),
        ]
        for at, group in enumerate(axes.groups)
    ]
    return View(heads, rows)


def _level_note(material: Material, level: Label) -> str:
    return f"{material.story.difficulty} {level}" if level in material.story.levels else ""


def cells_table(material: Material, tables: dict[str, pl.DataFrame]) -> View:
    """All cells."""
    heads = [*_where_heads(material), ("games", ""), ("wins", ""), ("won", "win rate with its 95 % interval"),
             ("detectable", "the smallest difference to another run of as many games that would be found four times in five, in points")]  # fmt: skip
    rows = []
    for row in tables["win_rates"].iter_rows(named=True):
        won = share_entry(row["win_rate"], (row["low"], row["high"]))
        detectable = Entry(bare(row["detectable"], 2), row["detectable"])
        rows.append([*_where(material, row), count(row["games"]), count(row["wins"]), won, detectable])
    return View(heads, rows)


def feel_table(material: Material, tables: dict[str, pl.DataFrame], focus_only: bool) -> View | None:
    """The story's numbers, one line a cell."""
    ratios = material.story.feel
    table = tables["feel"]
    comebacks = {row["cell"]: row for row in tables["comebacks"].iter_rows(named=True)}
    if focus_only:
        table = table.filter(table=material.axes.focus.name)
    if table.is_empty():
        return None
    heads = [*_where_heads(material, focus_only), *((ratio.title, ratio.meaning) for ratio in ratios)]
    if comebacks and material.story.comeback:
        heads.append(("comebacks", f"share of the wins in which {material.story.comeback.meaning}"))
    rows = []
    for (cell,), part in table.partition_by("cell", as_dict=True, maintain_order=True).items():
        values = {row["name"]: row for row in part.iter_rows(named=True)}
        line = [
            *_where(material, part.row(0, named=True), focus_only),
            *(ratio_entry(ratio, values[ratio.name]) for ratio in ratios),
        ]
        if comebacks and material.story.comeback:
            row = comebacks[cell]
            line.append(share_entry(row["share"], (row["low"], row["high"])))
        rows.append(line)
    return View(heads, rows)


def ratio_entry(ratio: Ratio, row: Mapping[str, float | None]) -> Entry:
    """A number with its interval, if it has one."""
    value, low, high = row["value"], row.get("low"), row.get("high")
    if ratio.kind == "share":
        return share_entry(value, (low, high))
    if value is None:
        return Entry(NOTHING)
    if low is None or high is None:
        return Entry(number(value), value)
    digits = number_digits((low, high))
    return Entry(number(value, digits), value, note=f"{number(low, digits)} to {number(high, digits)}")


def ends_table(material: Material, tables: dict[str, pl.DataFrame]) -> View | None:
    """How the games of the focus were lost."""
    table = tables["ends"].filter(
        (pl.col("table") == material.axes.focus.name) & pl.col("share_of_losses").is_not_null()
    )
    if table.is_empty():
        return None
    reasons = table["end"].unique(maintain_order=True).to_list()
    heads = [
        *_where_heads(material, True),
        ("lost", "games lost"),
        *((reason, f"share of the losses by {reason}") for reason in reasons),
    ]
    rows = []
    for part in table.partition_by("cell", maintain_order=True):
        found = {row["end"]: row for row in part.iter_rows(named=True)}
        shares = [
            Entry(estimate(row["share_of_losses"], (row["low"], row["high"])), row["share_of_losses"])
            for row in (found[reason] for reason in reasons)
        ]
        rows.append([*_where(material, part.row(0, named=True), True), count(int(part["games"].sum())), *shares])
    return View(heads, rows)


def pieces_table(material: Material, tables: dict[str, pl.DataFrame], group: Group) -> View | None:
    """What happened to each piece at a kind of table."""
    table = tables["pieces"].filter(table=group.name)
    if table.is_empty():
        return None
    heads = [(material.story.piece, ""), *((ratio.title, ratio.meaning) for ratio in material.story.pieces)]
    rows = []
    for row in table.iter_rows(named=True):
        entries = [ratio_entry(ratio, {"value": row[ratio.name]}) for ratio in material.story.pieces]
        rows.append([Entry(row["title"], row["title"]), *entries])
    return View(heads, rows)


def effects_table(material: Material, tables: dict[str, pl.DataFrame]) -> View | None:
    """What each piece is worth in the opening: to the focus at all difficulties and at each, and to the other tables."""
    focus, axes = material.axes.focus, material.axes
    table = tables["opening_effects"]
    mine = table.filter(table=focus.name, level=ALL)
    if mine.is_empty():
        return None
    levels = [level for level in axes.levels if not table.filter(table=focus.name, level=str(level)).is_empty()]
    others = [
        group for group in axes.groups if group != focus and not table.filter(table=group.name, level=ALL).is_empty()
    ]
    columns = (
        [(focus.name, ALL)] + [(focus.name, str(level)) for level in levels] + [(group.name, ALL) for group in others]
    )
    heads = [(material.story.piece, ""), ("effect", f"{focus.name}, all difficulties: win rate with it in the opening minus without, in points, with its 95 % interval"),
             ("q", "adjusted for the number of comparisons (Benjamini and Hochberg); below 0.05 an effect counts as measured")]  # fmt: skip
    heads += [(f"{axes.level_name(level)}", f"{focus.name}, {axes.level_name(level)} only") for level in levels]
    heads += [(group.name, f"{group.name}, all difficulties") for group in others]
    found = {(row["table"], row["level"], row["piece"]): row for row in table.iter_rows(named=True)}
    rows = []
    for row in mine.iter_rows(named=True):
        style = "font-weight:700" if row["out_of_line"] else ""
        line = [Entry(row["title"], row["title"], style, "out of line" if row["out_of_line"] else "")]
        line += [effect_entry(row), Entry(f"{row['q']:.2g}", row["q"])]
        line += [effect_entry(found.get((*column, row["piece"]))) for column in columns[1:]]
        rows.append(line)
    return View(heads, rows)


def effect_entry(row: Mapping[str, float] | None) -> Entry:
    """An effect in points; faint if it was not measured after correction."""
    if row is None:
        return Entry(NOTHING)
    interval = row["low"], row["high"]
    digits = points_digits(interval)
    faint = "" if row["marked"] else "color:var(--muted)"
    return Entry(signed(row["effect"], digits), row["effect"], faint, span(interval, digits))


def pairs_table(material: Material, tables: dict[str, pl.DataFrame], most: int = 20) -> View | None:
    """The pairs that stand out, of all kinds of table, strongest first."""
    table = tables["opening_pairs"].filter("marked").sort(pl.col("effect").abs(), descending=True).head(most)
    if table.is_empty():
        return None
    piece = material.story.piece
    heads = [
        (material.story.who or "table", ""),
        (piece, ""),
        ("with", ""),
        ("together", "what both are worth beyond what each is worth alone, in points, with its 95 % interval"),
        ("q", "adjusted for the number of pairs"),
    ]
    rows = [
        [
            Entry(row["table"], row["table"]),
            Entry(row["piece_title"], row["piece_title"]),
            Entry(row["other_title"], row["other_title"]),
            effect_entry(row),
            Entry(f"{row['q']:.2g}", row["q"]),
        ]
        for row in table.iter_rows(named=True)
    ]
    return View(heads, rows)


def calibration_table(material: Material, tables: dict[str, pl.DataFrame]) -> View | None:
    """How sure, how often right."""
    table = tables["calibration"]
    if table.is_empty():
        return None
    heads = [
        (material.story.who or "table", ""),
        ("stated", "how sure the table said it was, on average"),
        ("right", "how often it was, with its 95 % interval"),
        ("predictions", ""),
    ]
    rows = [
        [
            Entry(row["table"], row["table"]),
            Entry(percent(row["stated"]), row["stated"]),
            Entry(estimate(row["observed"], (row["low"], row["high"])), row["observed"]),
            count(row["predictions"]),
        ]
        for row in table.iter_rows(named=True)
    ]
    return View(heads, rows)


def count(games: int) -> Entry:
    """A whole number."""
    return Entry(f"{games:,}", games)


def _where_heads(material: Material, one_table: bool = False) -> list[tuple[str, str]]:
    """The heads of the columns that say which cell a line is of; where all are of one table, that is left out."""
    story = material.story
    who = [] if one_table and (story.difficulty or story.size) else [(story.who or "table", "")]
    return who + [(head, "") for head in (story.difficulty, story.size) if head]


def _where(material: Material, row: dict[str, str], one_table: bool = False) -> list[Entry]:
    story, axes = material.story, material.axes
    entries = [] if one_table and (story.difficulty or story.size) else [Entry(row["table"], row["table"])]
    if story.difficulty:
        level = next(level for level in axes.levels if str(level) == row["level"])
        entries.append(Entry(axes.level_name(level), axes.levels.index(level)))
    if story.size:
        entries.append(Entry(row["size"], next(at for at, size in enumerate(axes.sizes) if str(size) == row["size"])))
    return entries
