"""The options of the rules, and what they are for a number of agents unless they are given."""

from typing import Annotated

from pydantic import Field

from engine.content.fields import expects
from engine.errors import message
from engine.game.cell import Json
from engine.hadal.about import ABOUT
from engine.hadal.mission.mission import Mission
from engine.hadal.table.state import (
    AT_ALWAYS,
    AT_EMPTY,
    AT_ROUND,
    CAPTAIN_FREE,
    EACH_FREE,
    NOBODY_FREE,
    RECEPTACLES,
    Scenario,
)
from engine.policy.compiled_game.grid import Situation, Trouble
from engine.policy.compiled_game.options import options_model
from engine.policy.compiled_game.records import count_bits, fill

FREE_EXPLORES = {"none": NOBODY_FREE, "captain": CAPTAIN_FREE, "each": EACH_FREE}
RESHUFFLES = {"empty": AT_EMPTY, "round": AT_ROUND, "always": AT_ALWAYS}
EVERYBODY = "all"
LONE_PLAYER = 1
"""One player runs two agents: the same game."""

PATCHES: dict[int, Json] = {
    2: {"free_explores": "each", "free_refreshes": 2, "support": 2},
    3: {"free_explores": "captain", "free_refreshes": 1, "support": 2},
    4: {"free_explores": "none", "free_refreshes": 0, "support": 1},
}
"""What the rules give to parties of each size."""


Party = Annotated[str, Field(max_length=200), expects(message("ids of receptacles joined by +, or all"))]
Options = options_model(ABOUT.options, party=(Party, EVERYBODY))
"""The points that the rules leave open. What is left out is as in the rules, by number of agents."""


def agents_of(players: int) -> int:
    return 2 if players == LONE_PLAYER else players


def usual_options(mission: Json, players: int) -> Json:
    """All options as the rules have them for this mission and so many players."""
    usual = Options().model_dump()
    return {**usual, "azrak": mission["azrak"], **PATCHES[agents_of(players)]}


def party_of(mission: Mission, text: str) -> int:
    """The receptacles that can be drawn, as a mask. Raises a ValueError if one is unknown."""
    if text == EVERYBODY:
        return (1 << RECEPTACLES) - 1
    party = 0
    for word in text.split("+"):
        party |= 1 << mission.seated.index(word.strip())
    return party


def write_options(scenario: Scenario, mission: Mission, options: Json) -> None:
    """Writes complete options into a scenario."""
    fill(scenario, options)
    scenario.party = party_of(mission, options["party"])
    scenario.free_explores = FREE_EXPLORES[options["free_explores"]]
    scenario.reshuffle = RESHUFFLES[options["reshuffle"]]


def trouble_with(situation: Situation) -> Trouble | None:
    """An option that does not fit a mission and a number of players."""
    mission, agents = situation.content, agents_of(situation.numbers["players"])
    options = {**usual_options({"azrak": mission.azrak}, agents), **situation.given}
    name = situation.name
    try:
        party = party_of(mission, options["party"])
    except ValueError:
        return ("options", "party"), message(
            "expected {everybody}, or some of {seated} joined by +, got {party!r} (mission {name})",
            everybody=EVERYBODY,
            seated=", ".join(mission.seated),
            party=options["party"],
            name=name,
        )
    if count_bits(party) < agents:
        return ("options", "party"), message(
            "expected at least {agents} receptacles for {agents} agents, got {party!r} (mission {name})",
            agents=agents,
            party=options["party"],
            name=name,
        )
    levels = sorted((each.level for each in mission.receptacles.values()), reverse=True)
    needed = sum(levels[:agents])
    if options["azrak"] < needed:
        return ("options", "azrak"), message(
            "expected at least {needed}, which {agents} agents may need, got {azrak} (mission {name})",
            needed=needed,
            agents=agents,
            azrak=options["azrak"],
            name=name,
        )
    return None
