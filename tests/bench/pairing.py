"""What pairing saves: the variance of a paired difference, as a share of what two independent samples would have.

Luck is keyed by card, turn and draw, so a change leaves the rest of a game's luck where it was. The control is what an
ordinary shuffle would do to a deck of another size: every card gets a key of another name, so that the orders of the
decks have nothing in common, while the bag is the same.
"""

from typing import Any

from engine.game.cell import Json
from engine.game.outcomes import Share
from sim.compare.pairs import Match, paired_share, play_pairs
from sim.experiment.changes import variant
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.statistics.paired import Paired, paired_variance, unpaired_variance, variance_left

GRID = {"policies": ["literal", "pragmatic depth=1"], "players": [2, 4], "doom": [0, 6]}
NEW_CARD = {"name": "The Lantern", "moons": 3, "play": "played >= 3", "power": "twice"}
MOON, CARD = 0.35, 0.4
CHANGES: dict[str, tuple[dict[str, Any], float]] = {
    "one moon less": ({"cards.the-deep.moons": 2}, MOON),
    "one moon more": ({"cards.leviathan.moons": 5}, MOON),
    "a card deleted": ({"remove": ["the-deep"]}, CARD),
    "a card added": ({"cards.the-lantern": NEW_CARD}, CARD),
}
ENOUGH, STEP, MOST = 200, 4096, 65_536


def renamed(effective: ResolvedExperiment) -> ResolvedExperiment:
    """The same deck, every card under another id: the order of the deck is another one."""
    grid = effective.grid
    decks = [deck | {"content": _renamed(deck["content"])} for deck in grid["decks"]]
    return resolve({**effective.to_json(), "decks": decks}, "control")


def _renamed(deck: Json) -> Json:
    return deck | {"cards": {f"{key}-again": card for key, card in deck["cards"].items()}}


def tables(before: ResolvedExperiment, after: ResolvedExperiment) -> dict[str, Paired]:
    """Of every cell: as many games as it takes to see enough results differ."""
    found: dict[str, Paired] = {}
    won = before.game.outcomes[0]
    assert isinstance(won, Share)
    matches = [Match(was.labels, was, now) for was, now in zip(before.cells, after.cells, strict=True)]
    with outcome_cache([before, after], PlayOptions(progress=False)) as played:
        for games in range(STEP, MOST + 1, STEP):
            left = [match for match in matches if match.name not in found or found[match.name].changed < ENOUGH]
            pairs = play_pairs(played, left, 1, games) if left else []
            found |= {pair.match.name: paired_share(won, pair.before, pair.after) for pair in pairs}
    return found


def report(title: str, found: dict[str, Paired], most: float) -> None:
    """Every cell where enough changed, and all of them together: a mean over cells, each with as many games."""
    told = [(name, table) for name, table in found.items() if table.changed >= ENOUGH]
    for name, table in told:
        line(title, f"{name:38} {table.games:7,} games {table.changed:6,} changed", variance_left(table), most)
    paired = sum(paired_variance(table) for _, table in told)
    unpaired = sum(unpaired_variance(table) for _, table in told)
    line(title, f"{'all of them':67}", paired / unpaired if unpaired else None, most)


def line(title: str, what: str, left: float | None, most: float) -> None:
    if left is not None:
        print(f"{title:28} {what} {left:6.3f}{'' if left <= most else f'   more than {most}'}")


def main() -> None:
    before = resolve({**GRID, "seed": 1}, "bench")
    for title, (change, most) in CHANGES.items():
        report(title, tables(before, variant(before, change)), most)
    shuffled = renamed(variant(before, {"remove": ["the-deep"]}))
    report("deleted, ordinary shuffle", tables(before, shuffled), CARD)
