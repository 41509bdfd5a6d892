"""Changes an experiment: a field of a card, a card left out, a parameter of the policies.

A change is named by a dotted path: `cards.the-deep.moons`, `powers.twice.cost`, `fates.7.copies`, `goal`, `remove` for
cards left out, `policy.slip` for a parameter of every policy that has it, `options.restless` for an option.
"""

from collections.abc import Mapping
from pathlib import Path

from engine import configs
from engine.configs import unknown
from engine.content.changes import by_head
from engine.errors import BadInput
from engine.game.cell import Json
from engine.policy.seats.mixed_table import parts_of, with_each
from engine.shipwreck.cells.grid import CHALLENGE_SEATS, resolve_grid
from engine.shipwreck.cells.policy_set import POLICIES
from engine.shipwreck.deck.files import DECK_KEYS, with_changes
from engine.shipwreck.table import NAME


def changed_grid(grid: Json, changes: Mapping[str, object], source: str) -> Json:
    """The grid with the changes made in every deck, every policy and the options; the names of decks stay the same."""
    parts = by_head(changes, ("policy", "options"))
    dials, options, cards = parts["policy"], parts["options"], parts[""]
    if isinstance(cards.get("remove"), str):
        cards["remove"] = [cards["remove"]]
    decks = grid["decks"]
    if cards:
        decks = [deck | {"content": with_changes(deck["content"], cards, source).data()} for deck in decks]
    players = _turned({key: grid[key] for key in ("policies", "tables") if key in grid}, dials, source)
    return resolve_grid({**grid, **players, "decks": decks, "options": {**grid["options"], **options}}, source)


def _turned(players: dict[str, list[Json]], dials: Mapping[str, object], source: str) -> dict[str, list[Json]]:
    """The policies with these parameters. Each takes the parameters it has, and at least one must have each."""
    names = {part["name"] for policies in players.values() for policy in policies for part in parts_of(policy)}
    known = {name: POLICIES.parameters_of(POLICIES.module(name)) for name in names} if dials else {}
    everything = {name for parameters in known.values() for name in parameters}
    for name in dials:
        if name not in everything:
            raise BadInput(f"{source}: policy.{name}: {unknown('parameter', name, everything)}")

    def turned(part: Json) -> Json:
        mine = {key: value for key, value in dials.items() if key in known[part["name"]]}
        return part | {"parameters": part["parameters"] | mine}

    if not dials:
        return players
    return {key: [with_each(policy, turned) for policy in policies] for key, policies in players.items()}


def part_named(word: str) -> Json | None:
    """A deck by name or file, or a policy by name with its parameters."""
    if word in configs.names("decks", NAME) or (
        word.endswith(".toml") and DECK_KEYS & configs.read_toml(Path(word)).keys()
    ):
        return {"decks": [word]}
    if word.split(" ")[0] in POLICIES.known():
        return {"policies": [word]}
    return None


def why_incomparable(before: Json, after: Json) -> str | None:
    """Why two cells share no luck, or None. Luck depends on turn and draw: it is shared as long as the same hands draw
    from a bag of the same size."""
    seats, others = _seats(before), _seats(after)
    if seats != others:
        return f"{seats} seats against {others}: other players draw in other turns, so no luck is shared"
    tokens, others = _tokens(before), _tokens(after)
    if tokens != others:
        return f"{tokens} fates against {others} in the bag: the same draw gives other fates, so no luck is shared"
    return None


def _seats(spec: Json) -> int:
    return CHALLENGE_SEATS if spec["challenge"] else int(spec["players"])


def _tokens(spec: Json) -> int:
    return sum(int(fate["copies"]) for fate in spec["deck"]["fates"].values())
