"""What a reader of results must know: what is printed, and what is assumed."""

from collections.abc import Sequence

from engine.errors import BadInput
from engine.euphoria.deck.files import deck_from_data, load_deck
from engine.game.cell import Cell
from engine.language.current import listed, said, word
from engine.policy.seats.seating import notes_on_signals

STAND_INS = ("surrogate", "no-barter", "wide")


def notes_of(cells: Sequence[Cell]) -> list[str]:
    """One line each, the most important first."""
    decks = {str(cell.labels["deck"]): cell.spec["deck"] for cell in cells}
    stand_ins = [name for name, content in decks.items() if _is_stand_in(name, content)]
    found = [
        said("Printed rules: the turn, shots, teams, Anarchists and all ends of the game"),
        said(
            "Assumed: numbers of recruits and lasers by players (those of the sister game), perfect memory, no talk "
            "and no bluff, and what the policies do"
        ),
        *notes_on_signals(cells),
    ]
    if stand_ins:
        found.append(
            said(
                "{decks}: one text of the artifacts is real; a stress test of the rules, not the balance of the real "
                "deck",
                decks=listed(stand_ins),
            )
        )
    if "surrogate" in stand_ins and "no-barter" not in stand_ins:
        found.append(
            said(
                "surrogate is shown without no-barter: Barter alone decides most of the games in which it is held; "
                "play both"
            )
        )
    for name, content in decks.items():
        deck = deck_from_data(content, name)
        found += [
            said(
                "{deck}: {artifact} can never be used: {why}",
                deck=name,
                artifact=word(deck.title_of(key)),
                why=each.never_usable,
            )
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
