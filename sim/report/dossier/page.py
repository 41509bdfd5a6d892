"""The dossier of a run: what the game is, how fair or hard it is for whom, what stands out, what changed, what was not
tested, and how a stranger verifies it. It prints on two sheets, so every list in it has an end."""

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.game.about import About
from engine.game.outcomes import Mean, Share
from engine.language.current import counted, said, word
from sim.display.templates import render
from sim.report.shared.cell_layout import CellLayout
from sim.report.shared.frame import PAGE
from sim.report.shared.page.entries import PageTable, TableEntry
from sim.report.shared.page.outcome_views import digits_borne, outcome_entry
from sim.report.shared.run_data import RunData, Tables
from sim.text.axis_words import axis_word, unit_word
from sim.text.number_format import capital, listed

DOSSIER = "dossier.html"
MOST_ROWS, MOST_COLUMNS = 10, 6


def dossier(content: Mapping[str, object], data: RunData, tables: Tables) -> bytes:
    """The page, from what the whole report was made of."""
    measure, table = for_whom(data, tables)
    own = {
        "kind": kind_of_game(data.game.about),
        "measure": where_measured(data.layout, measure),
        "for_whom": table,
        "untested": [*untested(data, tables)],
    }
    return render("sim.report.dossier", DOSSIER, {**content, **own}, PAGE).encode()


def kind_of_game(about: About) -> str:
    """What a game is, in a sentence."""
    kinds = {
        "cooperative": said(
            "A cooperative game for {players}: its players win or lose together.", players=_players(about)
        ),
        "competitive": said("A competitive game for {players}: somebody wins.", players=_players(about)),
        "production": said(
            "A game of production for {players}: something is made, and nothing is won.", players=_players(about)
        ),
    }
    return kinds[about.kind]


def _players(about: About) -> str:
    """`2-6 players`"""
    if ends := re.fullmatch(r"(\d+)-(\d+)", about.players):
        return said("{least}-{most} players", least=ends[1], most=ends[2])
    return said("{number} player", number=1) if about.players == "1" else said("{number} players", number=about.players)


def where_measured(layout: CellLayout, measure: str) -> str:
    """What is measured, and where, if there is more than one difficulty or content."""
    level, content = layout.level_name(layout.levels[-1]), layout.shown_contents[0]
    if len(layout.levels) > 1 and len(layout.contents) > 1:
        return said("{measure}, at {level}, {content}", measure=measure, level=level, content=content)
    if len(layout.levels) > 1:
        return said("{measure}, at {level}", measure=measure, level=level)
    return said("{measure}, {content}", measure=measure, content=content) if len(layout.contents) > 1 else measure


def for_whom(data: RunData, tables: Tables) -> tuple[str, PageTable]:
    """What is measured, by who plays and how many, at the highest difficulty, on the first content: how even the seats
    are where somebody wins, else the headline."""
    layout, sizes, headline = data.layout, data.layout.sizes[:MOST_COLUMNS], data.headline
    rows, measure, outcome = tables["outcomes"].filter(outcome=headline.name), word(headline.meaning), headline
    if isinstance(headline, Mean) and headline.unit != headline.name:
        measure = said("{meaning}, in {unit}", meaning=measure, unit=unit_word(headline.unit))
    seats = tables["measures"].filter(name="balance").drop_nulls("low") if "measures" in tables else rows.clear()
    if not seats.is_empty():
        rows, measure, outcome = (
            seats,
            said(
                "balance between seats: 100 % minus the largest difference between the shares of two seats; 100 % if "
                "all seats win equally often"
            ),
            Share(name="balance", meaning="", column=""),
        )
    found = {row["cell"]: row for row in rows.iter_rows(named=True)}
    lines = []
    for group in ([each for each in layout.rungs if each.is_even] or layout.rungs)[:MOST_ROWS]:
        places = [layout.at(group, layout.levels[-1], size) for size in sizes]
        told = [
            outcome_entry(outcome, found.get(each.number) if each else None, "", digits_borne(data)) for each in places
        ]
        lines.append([TableEntry(capital(group.called)), *told])
    heads = [layout.who or said("players"), *(layout.size_name(size) or word(headline.name) for size in sizes)]
    return measure, PageTable([(head, "") for head in heads], lines)


def untested(data: RunData, tables: Tables) -> Iterator[str]:
    """What nobody should read out of these numbers."""
    layout, about = data.layout, data.game.about
    who = dict.fromkeys(group.brief if group.field else group.who for group in layout.groups)
    yield _people([*who])
    if len(layout.rungs) == 1:
        yield said("Other ways to play: one way only was asked.")
    if about.stand_in:
        yield said("The printed game: no number is about what is a stand-in here.")
    if about.axis("content") and len(layout.contents) == 1:
        yield said("Other contents: one {content} only was played.", content=axis_word(layout.content))
    least, most = (int(end) for end in (re.findall(r"\d+", about.players) * 2)[:2] or (0, 0))
    others = [str(size) for size in range(least, min(most, 99) + 1) if size not in layout.sizes]
    if others and about.size == "players":
        yield said("Other numbers of players: {numbers}.", numbers=listed(others))
    if empty := tables["outcomes"].filter(outcome=data.headline.name, games=0).height:
        yield said("Cells without a game: {cells}.", cells=empty)
    parts, never = tables["coverage"].height, tables["coverage"].filter(times=0).height
    if never:
        yield counted(
            parts,
            "What never happened in these games: the one part that the rules have.",
            "What never happened in these games: {never:,} of {count} parts that the rules have.",
            never=never,
        )
    yield from (said("Games that broke off: {games}.", games=each) for each in data.left_out)


def _people(who: Sequence[str]) -> str:
    """Who did not play."""
    if not any(who):
        return said("People: all players are programs. Nobody was asked whether the game is fun.")
    few = listed(who[:MOST_COLUMNS])
    if len(who) > MOST_COLUMNS:
        return said(
            "People: all players are programs ({who} and others). Nobody was asked whether the game is fun.", who=few
        )
    return said("People: all players are programs ({who}). Nobody was asked whether the game is fun.", who=few)
