"""The actions and abilities in words, and what can be said about one of them before any game."""

from itertools import product

from engine.configs import unknown_word
from engine.game.sheets import PieceSheet, Sheet
from engine.oracle.layout.layout import Layout
from engine.oracle.table.results import ACTION_NAMES, PIECE_NAMES
from engine.oracle.table.state import ADVENTURERS, HOURS

HEADER = ["piece", "kind", "hours", "legal if", "effect"]
EFFECTS = {
    "change-plus": ("the coin lies with the bone, a ±1 box is free", "fill two ±1 boxes"),
    "change-move": ("the coin lies with the doll, a Move box is free", "fill two Move boxes"),
    "change-x": ("the coin lies with a die, there is a place for an X", "write an X"),
    "stars": ("the bone lies with a die, an edge is not drawn", "draw as many lines as the die shows"),
    "predict": ("the doll lies with a die, the strip is not used up", "predict a colour with a die that lies there"),
    "horoscope": ("always", "choose a half, write its dice"),
    "staff": ("somebody is hired", "use each hired ability"),
    "hire": ("an ability without townsfolk", "hire one, for good"),
    "exorcist": ("hired", "write an X"),
    "astrologer": ("hired", "draw 2 lines"),
    "palmist": ("hired", "fill 2 modifier boxes of any kind"),
    "warden": ("hired", "discard 1 corruption"),
}
ROGUES = 4
LETTERS = {"red, green": ADVENTURERS[0], "blue, yellow": ADVENTURERS[2]}


def _row(name: str) -> list[str]:
    kind = "action" if name in ACTION_NAMES else "ability"
    hours = str(HOURS[ACTION_NAMES.index(name)]) if name in ACTION_NAMES else ""
    return [name, kind, hours, *EFFECTS[name]]


def layout_sheet(layout: Layout) -> Sheet:
    """All pieces, below a line about the layout."""
    size = f"{layout.width} × {layout.height} cells, a cross of {4 * layout.cross_arm} edges"
    rows = f"{len(layout.upper)} and {len(layout.lower)} boxes"
    numbers = f"strip {layout.strip}, {layout.boxes} boxes of each kind, funding {layout.funding}, par {layout.par}"
    title = f"{layout.title}: {size}, horoscope of {rows}, {numbers}, {layout.digest[:8]}"
    return Sheet(title, HEADER, [_row(name) for name in PIECE_NAMES])


def find_piece(name: str) -> str:
    wanted = name.strip().lower()
    if wanted not in PIECE_NAMES:
        raise unknown_word("action or ability", name, PIECE_NAMES)
    return wanted


def piece_sheet(layout: Layout, name: str) -> PieceSheet:
    """One action or ability."""
    lines = [f"{head}: {word}" for head, word in zip(HEADER[1:], _row(name)[1:], strict=True) if word]
    tables, notes = [], [f"Layout: {layout.title}."]
    if name == "stars":
        tables.append(_lines_of_a_throw())
    if name == "predict":
        tables.append(_chances())
        notes.append(f"From the full bag with {ROGUES} rogues: the first draws decide.")
    return PieceSheet(name, lines, tables, notes, [])


def _lines_of_a_throw() -> Sheet:
    """How many lines a throw allows: the higher die that lies with the bone."""
    counts = [0] * 5
    for one, two, there, here in product(range(1, 5), range(1, 5), (0, 1), (0, 1)):
        counts[max(one * there, two * here)] += 1
    total = sum(counts)
    rows = [
        [str(number), f"{count * 64 // total} of 64", f"{count / total:.1%}"] for number, count in enumerate(counts)
    ]
    return Sheet("Lines of a throw, before modifiers", ["lines", "throws", "share"], rows)


def _chances() -> Sheet:
    """How a prediction ends, by its colour and its length."""
    rows = []
    for (colours, number), icons in product(LETTERS.items(), range(1, 5)):
        ends, missed, left = [0.0] * 4, 1.0, sum(ADVENTURERS) + ROGUES
        for unstruck in range(icons, 0, -1):
            ends[min(unstruck, 3)] += missed * number / left
            missed *= 1 - number / left
            left -= 1
        shown = [f"{ends[tier]:.1%}" for tier in (3, 2, 1)]
        rows.append([colours, str(icons), *shown, f"{missed:.1%}"])
    return Sheet("How a prediction ends", ["colour", "icons", "3 or more", "2", "1", "failed"], rows)
