"""watchful: counts the cards that are to come, and guards the lanterns if that is worth a turn."""

from typing import Any

from fatecast.compiled_game import Dice, Parameter, contains, inlined, records
from lanterns.rules import FETCH, GUARD, LIGHT, SPARED
from lanterns.table import KINDS, View

PARAMETERS = {"caution": Parameter(100, 0, 400, "hundredths of a lantern that a guard must save on average")}


class Memory(records.Memory):
    caution: int


@inlined
def choose_job(view: View, mind: Any, dice: Dice, jobs: int) -> int:
    scenario, table = view
    if contains(jobs, LIGHT) and table.lit + 1 == scenario.lanterns:
        return LIGHT
    saved = 0
    for kind in range(KINDS):
        without, guarded = scenario.wind[kind], max(scenario.wind[kind] - SPARED, 0)
        saved += table.left[kind] * (min(without, table.lit) - min(guarded, table.lit))
    if contains(jobs, GUARD) and saved * 100 > mind.caution * (scenario.cards - table.drawn):
        return GUARD
    return LIGHT if contains(jobs, LIGHT) else FETCH


@inlined
def choose_keeper(view: View, mind: Any, dice: Dice, keepers: int) -> int:
    return int(view.table.oil[: view.scenario.players].argmin())
