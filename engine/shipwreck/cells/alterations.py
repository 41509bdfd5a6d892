"""Named changes of a deck (a card left out, a power disabled, one moon more or less), and the fields of a deck."""

from collections.abc import Callable, Iterator
from itertools import combinations, islice

from engine.configs import unknown
from engine.content.changes import leaves
from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.parts import Alteration

DISABLED = {"name": "Nothing", "kind": "discard", "discards": "false"}
"""A power that is gained but can never be used: no fate fits its rule."""

TITLES = ("name", "ability")
"""Text that changes no game."""


def alterations_of(grid: Json, kind: str, source: str) -> list[Alteration]:
    """All changes of one kind to the only deck of a grid."""
    if kind not in KINDS:
        raise BadInput(f"{source}: {unknown('kind of change', kind, KINDS)}")
    return list(_CHANGES_OF[kind](_only_deck(grid, source)))


def rehearsals_of(grid: Json, source: str) -> list[Alteration]:
    """A card under another id, a card replaced by a second copy of its like, and a card with one moon more."""
    deck = _only_deck(grid, source)
    cards = deck["cards"]
    name = next(iter(cards))
    edits = [Alteration(f"{name} under another id", (name,), _in_place_of(name, f"{name}-again", cards[name]))]
    alike = [
        (card["moons"], name, like)
        for (name, card), (like, other) in combinations(cards.items(), 2)
        if "moons" in card and (card["moons"], card["power"]) == (other.get("moons"), other["power"])
    ]
    if alike:
        _, name, like = min(alike)  # cards that fade soon differ least
        twin = _in_place_of(name, f"{like}-2", cards[like])
        edits.append(Alteration(f"a second {like} for {name}", (name, like), twin))
    more = (edit for edit in _another_moon(deck) if next(iter(edit.changes.values())) > cards[edit.pieces[0]]["moons"])
    return [*edits, *islice(more, 1)]


def _in_place_of(name: str, other: str, card: Json) -> Json:
    return {"remove": [name], f"cards.{other}": card}


def fields_of(grid: Json, source: str) -> dict[str, int | str]:
    """The numbers and rules of the only deck of a grid, by path."""
    deck = _only_deck(grid, source)
    return dict(leaves({key: value for key, value in deck.items() if key != "rules"}, TITLES))


def _without_a_card(deck: Json) -> Iterator[Alteration]:
    for card in deck["cards"]:
        yield Alteration(f"without {card}", (card,), {"remove": [card]})


def _without_a_power(deck: Json) -> Iterator[Alteration]:
    for power in deck["powers"]:
        if cards := tuple(name for name, card in deck["cards"].items() if card["power"] == power):
            yield Alteration(f"power {power} disabled", cards, {f"powers.{power}": DISABLED})


def _another_moon(deck: Json) -> Iterator[Alteration]:
    for name, card in deck["cards"].items():
        for moons in (card["moons"] - 1, card["moons"] + 1) if "moons" in card else ():
            if moons > 0:
                yield Alteration(f"{name} moons {card['moons']} → {moons}", (name,), {f"cards.{name}.moons": moons})


KINDS = {
    "cards": "leave out each card",
    "powers": "disable each power",
    "moons": "give each card one moon less, and one moon more",
}
_CHANGES_OF: dict[str, Callable[[Json], Iterator[Alteration]]] = {
    "cards": _without_a_card,
    "powers": _without_a_power,
    "moons": _another_moon,
}


def _only_deck(grid: Json, source: str) -> Json:
    names = [deck["name"] for deck in grid["decks"]]
    if len(names) > 1:
        raise BadInput(f"{source}: decks: expected one, got {', '.join(names)}")
    content: Json = grid["decks"][0]["content"]
    return content
