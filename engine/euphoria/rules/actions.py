"""The actions of a turn: pass, interrogate, use, arm, shoot, hide."""

from engine.euphoria.rules.artifacts import is_possible
from engine.euphoria.rules.asking import Mind, aim, expose_own, goes_on, others_of
from engine.euphoria.rules.effects import carry_out
from engine.euphoria.rules.recruits import hide, kind_of, owner_of
from engine.euphoria.rules.shots import drop_laser, hit
from engine.euphoria.rules.windows import open_window, pay
from engine.euphoria.table.events import FIRED, INTERROGATED_ONE, PASSED, TOOK_FROM_MIDDLE, USED_ONE
from engine.euphoria.table.state import (
    AIMED,
    ARM,
    ARTIFACT,
    BY_COST,
    DECIDED,
    GOING_ON,
    INTERROGATE,
    INTERROGATED,
    NONE,
    PASS,
    SHOOT,
    SHOT,
    TAKE_LASER,
    USE,
    USED,
    Dice,
    World,
)
from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import note


@compiled
def act(world: World, mind: Mind, dice: Dice, seat: int, kind: int, choice: int) -> None:
    """Carries out a legal action of the active player."""
    if kind == PASS:
        world.tally.passes += 1
        note(world.log, (PASSED, seat))
    elif kind == INTERROGATE:
        interrogate(world, mind, dice, seat, choice)
    elif kind == USE:
        use(world, mind, dice, seat, choice)
    elif kind == ARM:
        arm(world, mind, dice, seat)
    elif kind == SHOOT:
        shoot(world, mind, dice, seat)
    else:
        world.tally.hides += 1
        hide(world, seat, 1 << choice)


@compiled
def interrogate(world: World, mind: Mind, dice: Dice, seat: int, recruit: int) -> None:
    """A player looks at a hidden recruit of another one."""
    world.tally.interrogations += 1
    world.table.known[seat] |= 1 << recruit
    note(world.log, (INTERROGATED_ONE, seat, recruit, kind_of(world.hidden, recruit)))
    world.table.viewed = recruit
    open_window(world, mind, dice, INTERROGATED, seat, owner_of(recruit))
    world.table.viewed = NONE


@compiled
def arm(world: World, mind: Mind, dice: Dice, seat: int) -> None:
    """A player exposes a recruit, takes a laser from the middle and aims it."""
    table, tally = world.table, world.tally
    tally.arms += 1
    if tally.first_arm == 0:
        tally.first_arm = table.turn
    note(world.log, (TOOK_FROM_MIDDLE, seat))
    if world.scenario.arm_cost:
        expose_own(world, mind, dice, seat, BY_COST)
    table.middle -= 1
    aim(world, mind, dice, seat, seat, others_of(world, seat))
    open_window(world, mind, dice, AIMED, seat, table.aim[seat])


@compiled
def shoot(world: World, mind: Mind, dice: Dice, seat: int) -> None:
    """The shot is off if a reaction cancels it or takes the laser away. A laser that is still there goes to the
    middle."""
    table = world.table
    world.tally.turned_by = NONE
    note(world.log, (FIRED, seat, table.aim[seat]))
    open_window(world, mind, dice, SHOT, seat, table.aim[seat])
    if goes_on(world) and not table.cancelled and table.aim[seat] != NONE:
        hit(world, seat, table.aim[seat])
    if goes_on(world):
        drop_laser(world, seat)


@compiled
def use(world: World, mind: Mind, dice: Dice, seat: int, place: int) -> None:
    """Cost, discard, window, effects. A laser that is taken is aimed, which opens a window of its own."""
    table, tally, book = world.table, world.tally, world.book
    tally.artifacts += 1
    artifact = book.artifact[world.hidden.hand[seat, place]]
    note(world.log, (USED_ONE, seat, artifact))
    pay(world, mind, dice, seat, place)
    tally.artifact[artifact, USED] += 1
    table.in_use = artifact
    open_window(world, mind, dice, ARTIFACT, seat, NONE)
    chosen = NONE
    if not table.cancelled:
        for at in range(book.effects[artifact]):
            if not goes_on(world) or not is_possible(world, seat, artifact, at):
                continue
            chosen = carry_out(world, mind, dice, seat, artifact, at, chosen)
            if table.end != GOING_ON:
                tally.artifact[artifact, DECIDED] += 1
            elif book.effect[artifact, at] == TAKE_LASER:
                open_window(world, mind, dice, AIMED, seat, table.aim[seat])
    table.in_use = NONE
