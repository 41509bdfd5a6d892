"""What a reader of results must know: what is printed, and what is assumed."""

from collections.abc import Sequence

from engine.errors import BadInput
from engine.euphoria.deck.files import deck_from_data, load_deck
from engine.game.cell import Cell
from engine.policy.seats.seating import notes_on_signals

PRINTED = "Printed rules: the turn, shots, teams, Anarchists and all ends of the game"
ASSUMED = (
    "Assumed: numbers of recruits and lasers by players (those of the sister game), perfect memory, no talk and no "
    "bluff, and what the policies do"
)
STAND_INS = ("surrogate", "no-barter", "wide")
ALONE = "surrogate is shown without no-barter: Barter alone decides most of the games in which it is held; play both"


def notes_of(cells: Sequence[Cell]) -> list[str]:
    """One line each, the most important first."""
    decks = {str(cell.labels["deck"]): cell.spec["deck"] for cell in cells}
    stand_ins = [name for name, content in decks.items() if _is_stand_in(name, content)]
    found = [PRINTED, ASSUMED, *notes_on_signals(cells)]
    if stand_ins:
        names = " and ".join([", ".join(stand_ins[:-1]), stand_ins[-1]] if len(stand_ins) > 1 else stand_ins)
        found.append(
            f"{names}: one text of the artifacts is real; a stress test of the rules, not the balance of the real deck"
        )
    if "surrogate" in stand_ins and "no-barter" not in stand_ins:
        found.append(ALONE)
    for name, content in decks.items():
        deck = deck_from_data(content, name)
        found += [
            f"{name}: {deck.title_of(key)} can never be used: {each.never_usable}"
            for key, each in deck.artifacts.items()
            if each.never_usable
        ]
    return found


def _is_stand_in(name: str, content: object) -> bool:
    """Whether a deck is one of those that stand in for the artifacts that we do not have."""
    try:
        return name in STAND_INS and load_deck(name).data() == content
    except BadInput:
        return False
