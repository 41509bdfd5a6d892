"""The learned weights of a cell: the set for its deck and number of seats, and a note if it was learned on another
deck."""

from collections.abc import Collection, Sequence

from engine.errors import BadInput
from engine.game.cell import Cell, Json
from engine.language.current import said
from engine.policy.seats.mixed_table import parts_of, with_each
from engine.policy.seats.seating import notes_on_signals
from engine.shipwreck.deck.files import deck_from_data
from engine.shipwreck.weights import pick_weights, strangeness


def carries_weights(policy: Json) -> bool:
    """Whether any policy of the group uses learned weights."""
    return any("weights" in part["parameters"] for part in parts_of(policy))


def with_weights(policy: Json, digest: str, cards: Collection[str], seats: int) -> Json:
    """The same policy for one cell: if it uses learned weights, with the set for that cell."""

    def picked(part: Json) -> Json:
        if "weights" not in part["parameters"]:
            return part
        try:
            weights = pick_weights(part["parameters"]["weights"], digest, cards, seats)
        except BadInput as error:
            raise error.within(said("policy {name}", name=part["name"])) from None
        return part | {"parameters": part["parameters"] | {"weights": weights}}

    return with_each(policy, picked)


def notes_of(cells: Sequence[Cell]) -> list[str]:
    """One line if somebody searches, and one for each policy whose weights were learned on another deck."""
    return [*notes_on_signals(cells), *sorted({note for cell in cells for note in _notes_of(cell)})]


def _notes_of(cell: Cell) -> list[str]:
    deck = deck_from_data(cell.spec["deck"], cell.name) if carries_weights(cell.spec["policy"]) else None
    notes = []
    for part in parts_of(cell.spec["policy"]):
        if deck and "weights" in part["parameters"]:
            strange = strangeness(part["parameters"]["weights"], deck.digest, deck.cards.keys())
            where = {"policy": part["name"], "deck": cell.labels["deck"]}
            notes += [said("{policy} on {deck}: {note}", **where, note=strange)] if strange else []
    return notes
