"""Changes of an experiment by dotted paths: `cards.the-deep.moons`, `powers.twice.cost`, `fates.7.copies`, `goal`,
`remove` for cards left out, `policy.slip` for a parameter of every policy that has it, `options.restless`."""

from collections.abc import Iterator
from itertools import combinations, islice

from engine.content.changes import leaves
from engine.game.cell import Json
from engine.game.optional_parts import Alteration
from engine.language.current import said
from engine.policy.compiled_game.changes import Changes, KindOfChange
from engine.shipwreck.cells.grid import GRID, seats_of
from engine.shipwreck.table import NAME

DISABLED = {"name": "Nothing", "kind": "discard", "discards": "false"}
"""A power that is gained but can never be used: no fate fits its rule."""

TITLES = ("name", "ability")
"""Text that changes no game."""


def rehearsals_of(grid: Json) -> list[Alteration]:
    """A card under another id, a card replaced by a second copy of its like, and a card with one moon more."""
    cards = _deck(grid)["cards"]
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
    more = (edit for edit in _another_moon(grid) if next(iter(edit.changes.values())) > cards[edit.pieces[0]]["moons"])
    return [*edits, *islice(more, 1)]


def _in_place_of(name: str, other: str, card: Json) -> Json:
    return {"remove": [name], f"cards.{other}": card}


def fields_of(grid: Json) -> dict[str, int | str]:
    """The numbers and rules of the deck, by path."""
    return dict(leaves({key: value for key, value in _deck(grid).items() if key != "rules"}, TITLES))


def _without_a_card(grid: Json) -> Iterator[Alteration]:
    for card in _deck(grid)["cards"]:
        yield Alteration(f"without {card}", (card,), {"remove": [card]})


def _without_a_power(grid: Json) -> Iterator[Alteration]:
    deck = _deck(grid)
    for power in deck["powers"]:
        if cards := tuple(name for name, card in deck["cards"].items() if card["power"] == power):
            yield Alteration(f"power {power} disabled", cards, {f"powers.{power}": DISABLED})


def _another_moon(grid: Json) -> Iterator[Alteration]:
    for name, card in _deck(grid)["cards"].items():
        for moons in (card["moons"] - 1, card["moons"] + 1) if "moons" in card else ():
            if moons > 0:
                yield Alteration(f"{name} moons {card['moons']} → {moons}", (name,), {f"cards.{name}.moons": moons})


def _deck(grid: Json) -> Json:
    content: Json = grid["decks"][0]["content"]
    return content


CHANGES = Changes(
    game=NAME,
    grid=GRID,
    alterable={
        "cards": KindOfChange("leave out each card", _without_a_card),
        "powers": KindOfChange("disable each power", _without_a_power),
        "moons": KindOfChange("give each card one moon less, and one moon more", _another_moon),
    },
    rehearse=rehearsals_of,
    list_fields=fields_of,
    of_one=True,
)


def why_incomparable(before: Json, after: Json) -> str | None:
    """Why two cells share no luck, or None. Luck depends on turn and draw: it is shared as long as the same hands draw
    from a bag of the same size."""
    seats, others = seats_of(before), seats_of(after)
    if seats != others:
        return said(
            "{before} seats against {after}: other players draw in other turns, so no luck is shared",
            before=seats,
            after=others,
        )
    tokens, others = _tokens(before), _tokens(after)
    if tokens != others:
        return said(
            "{before} fates against {after} in the bag: the same draw gives other fates, so no luck is shared",
            before=tokens,
            after=others,
        )
    return None


def _tokens(spec: Json) -> int:
    return sum(int(fate["copies"]) for fate in spec["deck"]["fates"].values())
