"""The dossier of a run: what the game is, how fair or hard it is for whom, what stands out, what changed, what was not
tested, and how a stranger verifies it. It prints on two sheets, so every list in it has an end."""

import re
from collections.abc import Iterator, Mapping

from engine.game.about import Kind
from engine.game.outcomes import Mean, Share
from sim.display.templates import render
from sim.report.shared.frame import PAGE
from sim.report.shared.page.entries import PageTable, TableEntry
from sim.report.shared.page.outcome_views import digits_borne, outcome_entry
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital, listed, some_of

DOSSIER = "dossier.html"
KINDS: dict[Kind, tuple[str, str]] = {
    "cooperative": ("A cooperative game", "its players win or lose together"),
    "competitive": ("A competitive game", "somebody wins"),
    "production": ("A game of production", "something is made, and nothing is won"),
}
MOST_ROWS, MOST_COLUMNS = 10, 6


def dossier(content: Mapping[str, object], data: RunData, tables: Tables) -> bytes:
    """The page, from what the whole report was made of."""
    measure, table = for_whom(data, tables)
    own = {"measure": measure, "for_whom": table, "untested": [*untested(data, tables)]}
    return render("sim.report.dossier", DOSSIER, {**content, **own, "kind": KINDS[data.game.about.kind]}, PAGE).encode()


def for_whom(data: RunData, tables: Tables) -> tuple[str, PageTable]:
    """What is measured, by who plays and how many, at the highest difficulty, on the first content: how even the seats
    are where somebody wins, else the headline."""
    layout, sizes, headline = data.layout, data.layout.sizes[:MOST_COLUMNS], data.headline
    unit = f", in {headline.unit}" if isinstance(headline, Mean) and headline.unit != headline.name else ""
    rows, measure, outcome = tables["outcomes"].filter(outcome=headline.name), f"{headline.meaning}{unit}", headline
    seats = tables["measures"].filter(name="balance").drop_nulls("low") if "measures" in tables else rows.clear()
    if not seats.is_empty():
        rows, measure, outcome = (
            seats,
            f"{seats['title'][0]}: {seats['meaning'][0]}",
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
    heads = [layout.who or "players", *(layout.size_name(size) or headline.name for size in sizes)]
    return measure, PageTable([(head, "") for head in heads], lines)


def untested(data: RunData, tables: Tables) -> Iterator[str]:
    """What nobody should read out of these numbers."""
    layout, about = data.layout, data.game.about
    who = list(dict.fromkeys(group.brief if group.field else group.who for group in layout.groups))
    named = f" ({listed(who[:MOST_COLUMNS])}{' and others' if len(who) > MOST_COLUMNS else ''})" if any(who) else ""
    yield f"People: all players are programs{named}. Nobody was asked whether the game is fun."
    if len(layout.rungs) == 1:
        yield "Other ways to play: one way only was asked."
    if about.stand_in:
        yield "The printed game: no number is about what is a stand-in here."
    if about.axis("content") and len(layout.contents) == 1:
        yield f"Other contents: one {layout.content} only was played."
    least, most = (int(end) for end in (re.findall(r"\d+", about.players) * 2)[:2] or (0, 0))
    others = [str(size) for size in range(least, min(most, 99) + 1) if size not in layout.sizes]
    if others and about.size == "players":
        yield f"Other numbers of players: {listed(others)}."
    if empty := tables["outcomes"].filter(outcome=data.headline.name, games=0).height:
        yield f"Cells without a game: {empty}."
    parts, never = tables["coverage"].height, tables["coverage"].filter(times=0).height
    if never:
        yield f"What never happened in these games: {some_of(never, parts, 'part')} that the rules have."
    yield from (f"Games that broke off: {each}." for each in data.left_out)
