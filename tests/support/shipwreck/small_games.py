"""Small variants of the game, each written twice: for the engine and for the enumerator."""

from typing import Any

from tests.support.shipwreck.exact import Arcanum, Variant

# Each card for the engine, and for the enumerator.
CARDS: dict[str, tuple[dict[str, Any], Arcanum]] = {
    "higher": (
        {"play": "played > kept", "moons": 2},
        Arcanum(lambda s: s.played > s.kept, 2),
    ),
    "lower": (
        {"play": "played < kept", "moons": 2},
        Arcanum(lambda s: s.played < s.kept, 2),
    ),
    "same": (
        {"play": "played == kept", "moons": 1},
        Arcanum(lambda s: s.played == s.kept, 1),
    ),
    "never": (
        {"play": "sum == 99", "moons": 2},
        Arcanum(lambda s: False, 2),
    ),
    "blind": (
        {"play": "true", "moons": 1, "effects": {"no_doom": True}},
        Arcanum(lambda s: True, 1, no_doom=True),
    ),
    "match": (
        {"play": "kept in visible", "moons": 2},
        Arcanum(lambda s: s.kept in s.visible, 2),
    ),
    "rising": (
        {"play": "kept > max(here)", "moons": 3},
        Arcanum(lambda s: s.kept > max(s.here, default=0), 3),
    ),
    "fours": (
        {"play": "(sum + total(visible)) % 2 == 0", "moons": 2},
        Arcanum(lambda s: (s.played + s.kept + sum(s.visible)) % 2 == 0, 2),
    ),
    "chalice": (
        {"play": "true", "moons": 2, "effects": {"tells": "kept > played"}},
        Arcanum(lambda s: True, 2, tells=lambda s: s.kept > s.played),
    ),
    "wish": (
        {"play": "true", "moons": 2, "effects": {"extra_guesses": 1}},
        Arcanum(lambda s: True, 2, extra_guesses=1),
    ),
    "feast": (
        {"play": "true", "moons": 3, "effects": {"draws_again": True}},
        Arcanum(lambda s: True, 3, draws_again=True),
    ),
    "thief": (
        {"play": "false", "moons": 2, "effects": {"steals": "fate > kept"}},
        Arcanum(lambda s: False, 2, steals=lambda v, k: v > k),
    ),
    "ash": (
        {"play": "played == 2", "fades": {"on_play": "played == 1"}},
        Arcanum(lambda s: s.played == 2, fragile=frozenset({1})),
    ),
    "fall": (
        {"play": "true", "fades": {"at_end": "total(here) >= 2 * kept"}},
        Arcanum(lambda s: True, inevitable=lambda here, k: sum(here) >= 2 * k),
    ),
}

HOURS = {1: 1, 2: 1, 3: 2}


def variant(names: str, copies: dict[int, int], **numbers: int) -> Variant:
    """A variant with these cards and fates."""
    deck = names.split()
    return Variant(HOURS, copies, {name: CARDS[name][1] for name in deck}, tuple(deck), **numbers)


VARIANTS = {
    "plain, two players": variant("higher lower same blind", {1: 2, 2: 2, 3: 1}, turn_limit=6),
    "plain, three players": variant("higher lower same blind match", {1: 3, 2: 2}, players=3, goal=2, turn_limit=5),
    "the hours": variant("never never same lower", {1: 2, 2: 2}, goal=2, doom_limit=5, turn_limit=8),
    "the table": variant("match rising fours lower", {1: 2, 2: 2}, goal=2, doom_limit=5, turn_limit=4),
    "answers": variant("chalice higher same blind", {1: 2, 2: 1, 3: 1}, players=3, goal=2, turn_limit=5),
    "guesses": variant("wish lower same higher", {1: 1, 2: 2, 3: 1}, goal=2, doom_limit=4, turn_limit=5),
    "stars": variant("thief ash fall higher", {1: 2, 2: 1, 3: 1}, goal=2, doom_limit=6, turn_limit=5),
    "feast": variant("feast thief lower same", {1: 2, 2: 2, 3: 1}, doom_limit=4, turn_limit=4),
    "dry": variant("blind same ash higher", {1: 2, 2: 1}, players=3, goal=3, doom_limit=9, turn_limit=9),
}


def deck_of(small: Variant) -> dict[str, Any]:
    """The deck file of a variant."""
    cards = {
        name: {"name": name, "power": "idle", "copies": small.deck.count(name), **CARDS[name][0]}
        for name in small.cards
    }
    return {
        "name": "small",
        "rules": 1,
        "goal": small.goal,
        "doom_limit": small.doom_limit,
        "turn_limit": small.turn_limit,
        "fates": {str(value): {"copies": n, "hours": small.hours[value]} for value, n in small.copies.items()},
        "powers": {"idle": {"name": "never used", "kind": "cycle"}},
        "cards": cards,
    }
