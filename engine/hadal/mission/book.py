"""A mission as the kernel reads it: the scenario, which everybody knows, and the book of all cards."""

from engine.hadal.mission.mission import Mission
from engine.hadal.table.state import MOST_FATE, Book, Scenario
from engine.kernel.records import new
from engine.policy.compiled_game.records import fill


def book_of(mission: Mission, shift: int) -> Book:
    """The cards of all locations; `shift` is added to every difficulty."""
    book = new(Book)
    for place, cards in enumerate(mission.cards):
        for at, card in enumerate(cards):
            book.kind[place, at] = card.kind
            book.attribute[place, at] = card.attribute
            book.difficulty[place, at] = card.difficulty + shift if card.difficulty else 0
    return book


def scenario_of(mission: Mission, agents: int, shift: int) -> Scenario:
    """All that a mission decides about the scenario of a cell."""
    scenario, group = new(Scenario), mission.group
    scenario.agents = agents
    fill(scenario, mission.data())
    scenario.group_tests = len(mission.group_tests)
    for at, card in enumerate(mission.group_tests):
        scenario.group_attribute[at] = card.attribute
        scenario.group_difficulty[at] = card.difficulty + shift
    scenario.group_life = group.life + group.life_each * agents
    scenario.group_points, scenario.group_loss = group.points, group.loss
    scenario.fates = len(mission.fate)
    scenario.fate_low, scenario.fate_high = min(mission.fate), max(mission.fate)
    for at, value in enumerate(mission.fate):
        scenario.fate[at] = value
        scenario.fate_count[value + MOST_FATE] += 1
    scenario.locations = len(mission.cards)
    for place, cards in enumerate(mission.cards):
        scenario.cards[place] = len(cards)
    for at, key in enumerate(mission.seated):
        receptacle = mission.receptacles[key]
        scenario.receptacle_level[at] = receptacle.level
        for attribute, value in enumerate((receptacle.T, receptacle.D, receptacle.S)):
            scenario.receptacle_attribute[at, attribute] = value
    return scenario
