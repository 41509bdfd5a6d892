"""The board in characters: the plate, the star map, the horoscope."""

from collections.abc import Sequence

from engine.language.current import said, word
from engine.oracle.layout.board import cross_of, horizontal, vertical
from engine.oracle.layout.layout import Layout
from engine.oracle.table.state import COIN, DIE_1, DIE_2, RUNES, X_WRITTEN

RUNE_NAMES = ("bone", "doll", "coin", "die 1", "die 2")
COLOUR_NAMES = ("red", "green", "blue", "yellow", "rogue")
SHORT = {"-": "·", "market": "m", "cleanse": "c", "x": "x"}


def plate_line(plate: int, dice: Sequence[int], skull: int) -> str:
    """`[ bone (4) | doll skull <2> ]`: the two halves of the plate, dice by their numbers."""
    faces = {DIE_1: f"({dice[0]})", DIE_2: f"<{dice[1]}>", COIN: word("skull" if skull else "tree")}
    halves = [
        " ".join(faces.get(rune, word(RUNE_NAMES[rune])) for rune in range(RUNES) if (plate >> rune) & 1 == half)
        for half in (0, 1)
    ]
    return f"[ {halves[0] or '·'} | {halves[1] or '·'} ]"


def map_lines(layout: Layout, drawn: set[int], filled: set[int]) -> list[str]:
    """The star map: drawn edges, the cross in double lines, cells that have paid in small letters."""
    cross = set(cross_of(layout))
    lines = []
    for y in range(layout.height + 1):
        edges = [horizontal(layout, y, x) for x in range(layout.width)]
        across = ["===" if edge in cross else "---" if edge in drawn else "   " for edge in edges]
        lines.append("+" + "+".join(across) + "+")
        if y == layout.height:
            break
        text = ""
        for x in range(layout.width + 1):
            edge = vertical(layout, y, x)
            text += "‖" if edge in cross else "|" if edge in drawn else " "
            if x < layout.width:
                letter = layout.map[y][x]
                text += f" {letter.lower() if y * layout.width + x in filled else letter} "
        lines.append(text.rstrip())
    return lines


def box_short(text: str) -> str:
    """A box that is not written: what it pays."""
    good, colon, colours = text.partition(":")
    return f"{good[0]}{colours}" if colon else SHORT[text]


def horoscope_lines(layout: Layout, written: Sequence[Sequence[int]]) -> list[str]:
    """Both rows: numbers and X in the boxes that are written, rewards in the others."""
    lines = []
    for name, boxes, numbers in zip(("upper", "lower"), (layout.upper, layout.lower), written, strict=True):
        found = ["X" if number == X_WRITTEN else str(number) for number in numbers]
        found += [box_short(text) for text in boxes[len(numbers) :]]
        lines.append(f"{word(name)} " + "".join(f"[{text}]" for text in found))
    return lines


def colour_name(colour: int) -> str:
    return COLOUR_NAMES[colour]


def legend() -> str:
    """How to read the drawings."""
    return said(
        "The plate: (n) is die 1, <n> die 2; beside it filled boxes, icons of the strip and corruption. The map: === "
        "and ‖ are the cross, small letters have paid. The horoscope: a and t are amulets and tablets of these "
        "colours, m a market icon, c cleanse, x an X."
    )
