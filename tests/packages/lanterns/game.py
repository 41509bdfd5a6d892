"""What the game declares: its axes and options, its content, its policies, its decisions."""

from random import Random
from typing import Annotated, Any

from fatecast import compiled_game as kit
from lanterns import rules, table
from lanterns.table import COPIES, COUNTERS, FLASK, KEEPERS, KINDS, LANTERNS, View

AXES = (
    kit.Axis("deck", "decks", "The weather.", "names", "base", "content"),
    kit.Axis("policy", "policies", "Who plays.", "policies", role="skill"),
    kit.numbers("players", "Keepers.", 1, KEEPERS, (2,), "{}p", "1-3", "size"),
    kit.numbers("lanterns", "Lanterns of the coast.", 1, LANTERNS, (4,), "{}l", "3-5", "difficulty"),
)
OPTIONS = (
    kit.number("flask", "Oil that a keeper can carry.", 1, FLASK, 3),
    kit.switch("guard", "Whether keepers may guard lanterns.", True),
)
ABOUT = kit.About("Lanterns before the Storm", "cooperative", "1-4", "everything", axes=AXES, options=OPTIONS)


class Card(kit.Piece):
    copies: Annotated[int, kit.Between(1, COPIES)]
    wind: Annotated[int, kit.Between(0, LANTERNS)]
    """Lanterns that it blows out."""
    oil: Annotated[int, kit.Between(0, FLASK)]
    """What it washes ashore."""


class Deck(kit.Content):
    cards: dict[kit.Id, Card]


DECKS = kit.PieceContent(game="lanterns", key="decks", one="deck", model=Deck, pieces="cards", piece="card", most=KINDS)


def lay_out(deck: Deck, spec: kit.Json) -> dict[str, Any]:
    scenario = DECKS.filled(kit.new(table.Scenario), deck, spec)
    cards = [scenario.place[kind] * COPIES + copy for kind in range(KINDS) for copy in range(scenario.copies[kind])]
    scenario.cards = len(cards)
    scenario.card[: len(cards)] = cards
    return {"scenario": scenario}


def deal_anew(world: Any, random: Random, seat: int) -> bool:
    rest = world.hidden.deck[world.table.drawn : world.scenario.cards]
    rest[:] = random.sample(rest.tolist(), len(rest))
    return True


PLACES = kit.Places("lanterns", kernel="rules", defaults="rules", choices="game", policies="")
HOOKS = kit.hooks_of("lanterns", View, player={"choose_job": "view.table.seat"}, group=["choose_keeper"], places=PLACES)
POLICIES = kit.policies_of(HOOKS, ["aimless", "watchful"], PLACES)
GRID = kit.Grid(about=ABOUT, policies=POLICIES, usual_policy="watchful", content=DECKS.checked)
CHOICES = {"choose_job": kit.one_of("jobs"), "choose_keeper": kit.one_of("keepers")}
DECISIONS = kit.Decisions(
    hooks=HOOKS, view=View, choices=CHOICES, content=["scenario"], hidden=("hidden", "luck"), deal_anew=deal_anew
)
FAULTS = {rules.IMPOSSIBLE: "a job that is not possible", rules.NOBODY: "oil for a keeper who is not there"}
TABLES = kit.Tables(
    grid=GRID, world=table.World, lay_out=lay_out, results=table, faults=FAULTS, pieces=DECKS.counts(COUNTERS)
)
IDS = kit.Ids("lanterns", 1, GRID)
SCENARIOS = [{"decks": ["base"]}, {"decks": ["base"], "players": [4], "options": {"guard": False}}]
CHECK = kit.Check(tables=TABLES, ids=IDS, scenarios=SCENARIOS, succeeded=lambda rows: rows["won"] == 1)
WHO = [kit.Rung("aimless", "keepers without a plan"), kit.Rung("watchful", "watchful keepers")]
GAME: kit.Game = kit.CompiledGame(
    presentation=kit.Presentation("lantern", ladder=WHO, piece="card", end="end", shape=[kit.Shape("turns", "Turns")]),
    check=CHECK,
    tell=kit.Telling(table.EVENTS, words={"card": DECKS.title, "job": table.JOBS, "end": table.ENDS}),
    **DECKS.parts(GRID, COUNTERS),
)
