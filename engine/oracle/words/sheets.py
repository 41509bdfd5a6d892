"""The actions and abilities in words, and what can be said about one of them before any game."""

from itertools import product

from engine.configs import unknown_word
from engine.game.sheets import PieceSheet, Sheet
from engine.language.current import percent, said, word
from engine.oracle.layout.layout import Layout
from engine.oracle.table.results import ACTION_NAMES, PIECE_NAMES
from engine.oracle.table.state import ADVENTURERS, HOURS

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


def header() -> list[str]:
    """What heads the words about an action or ability."""
    return [word("piece"), said("kind"), word("hours"), said("legal if"), word("effect")]


def _row(name: str) -> list[str]:
    kind = "action" if name in ACTION_NAMES else "ability"
    hours = str(HOURS[ACTION_NAMES.index(name)]) if name in ACTION_NAMES else ""
    return [word(name), word(kind), hours, *map(word, EFFECTS[name])]


def layout_sheet(layout: Layout) -> Sheet:
    """All pieces, below a line about the layout."""
    title = said(
        "{layout}: {width} × {height} cells, a cross of {edges} edges, horoscope of {upper} and {lower} boxes, strip "
        "{strip}, {boxes} boxes of each kind, funding {funding}, par {par}, {digest}",
        layout=word(layout.title),
        width=layout.width,
        height=layout.height,
        edges=4 * layout.cross_arm,
        upper=len(layout.upper),
        lower=len(layout.lower),
        strip=layout.strip,
        boxes=layout.boxes,
        funding=layout.funding,
        par=layout.par,
        digest=layout.digest[:8],
    )
    return Sheet(title, header(), [_row(name) for name in PIECE_NAMES])


def find_piece(name: str) -> str:
    wanted = name.strip().lower()
    if wanted not in PIECE_NAMES:
        raise unknown_word("action or ability", name, PIECE_NAMES)
    return wanted


def piece_sheet(layout: Layout, name: str) -> PieceSheet:
    """One action or ability."""
    lines = [f"{head}: {text}" for head, text in zip(header()[1:], _row(name)[1:], strict=True) if text]
    tables, notes = [], [said("Layout: {layout}.", layout=word(layout.title))]
    if name == "stars":
        tables.append(_lines_of_a_throw())
    if name == "predict":
        tables.append(_chances())
        notes.append(said("From the full bag with {rogues} rogues: the first draws decide.", rogues=ROGUES))
    return PieceSheet(word(name), lines, tables, notes, [])


def _lines_of_a_throw() -> Sheet:
    """How many lines a throw allows: the higher die that lies with the bone."""
    counts = [0] * 5
    for one, two, there, here in product(range(1, 5), range(1, 5), (0, 1), (0, 1)):
        counts[max(one * there, two * here)] += 1
    total = sum(counts)
    rows = [
        [str(number), said("{throws} of 64", throws=count * 64 // total), percent(count / total)]
        for number, count in enumerate(counts)
    ]
    return Sheet(said("Lines of a throw, before modifiers"), [said("lines"), said("throws"), said("share")], rows)


def _chances() -> Sheet:
    """How a prediction ends, by its colour and its length."""
    rows = []
    for (colours, number), icons in product(LETTERS.items(), range(1, 5)):
        ends, missed, left = [0.0] * 4, 1.0, sum(ADVENTURERS) + ROGUES
        for unstruck in range(icons, 0, -1):
            ends[min(unstruck, 3)] += missed * number / left
            missed *= 1 - number / left
            left -= 1
        shown = [percent(ends[tier]) for tier in (3, 2, 1)]
        rows.append([word(colours), str(icons), *shown, percent(missed)])
    return Sheet(
        said("How a prediction ends"),
        [said("colour"), said("icons"), said("3 or more"), "2", "1", said("failed")],
        rows,
    )
