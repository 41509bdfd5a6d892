"""The legal choices of Hadal Project. The agents play together, so all decisions are the group's."""

from itertools import product

from engine.hadal.cells.hidden_redeal import unknown
from engine.hadal.cells.policy_set import HOOKS
from engine.hadal.rules.decisions import Action, Extras, most_extras
from engine.hadal.rules.panorama import live_locations
from engine.hadal.table.state import EXPLORE, NONE, SEATS, UNREAD, View, World
from engine.policy.compiled_game.decisions import Decisions, Given, members, one_of


def locations(world: World, given: Given) -> list[int]:
    return members(live_locations(world.scenario, world.table))


def cards(world: World, given: Given) -> list[int]:
    """Unread cards look alike, so together they are one choice."""
    unread = given["cards"] & int(world.table.unread[world.table.location])
    return [*([UNREAD] if unread else []), *members(given["cards"] & ~unread)]


def actions(world: World, given: Given) -> list[Action]:
    """Only an Explore takes a card."""
    return [
        Action(kind, card)
        for kind in members(given["options"])
        for card in (cards(world, given) if kind == EXPLORE else [NONE])
    ]


def extras(world: World, given: Given) -> list[Extras]:
    view, agents = View(world.scenario, world.table), world.scenario.agents
    most = [most_extras(view, seat, given["seat"], given["helpers"]) if seat < agents else 0 for seat in range(SEATS)]
    return [Extras(*paid) for paid in product(*(range(int(each) + 1) for each in most))]


def group_tests(world: World, given: Given) -> range:
    return range(world.scenario.group_tests)


DECISIONS = Decisions(
    hooks=HOOKS,
    view=View,
    choices={
        "choose_location": locations,
        "choose_card": cards,
        "choose_action": actions,
        "choose_extras": extras,
        "choose_group_test": group_tests,
        "choose_broken": one_of("options"),
        "choose_refresh": one_of("options"),
        "choose_receiver": one_of("seats"),
    },
    hidden=("book", "hidden", "luck"),
    unknown=unknown,
)
