"""The effects of artifacts, one by one."""

from engine.euphoria.rules.artifacts import (
    armed,
    closed_players,
    draw,
    laser_holders,
    leave_hand,
    others_with_artifacts,
    others_with_hidden,
    take_in_hand,
)
from engine.euphoria.rules.asking import Mind, aim, expose_own, others_of, pick_player, pick_recruit
from engine.euphoria.rules.recruits import (
    expose,
    exposed_followers,
    hidden_of,
    hide,
    kind_of,
    row_of,
    shuffle_row,
    swap,
)
from engine.euphoria.rules.shots import drop_laser, take_laser
from engine.euphoria.table.events import CANCELLED, REVERSED, SAW, SHOWED, STOLE, TAKES_NEXT_TURN
from engine.euphoria.table.state import (
    AIM_LASER,
    ARMED,
    BY_EFFECT,
    CANCEL,
    DRAW,
    DROP_LASER,
    EXPOSE_CLOSED,
    EXPOSE_OWNER,
    EXPOSE_USER,
    EXPOSE_VIEWED,
    HIDE_ANY,
    HIDE_OWN,
    LOOK,
    NEXT_TURN,
    NO_WINDOW,
    NONE,
    REDIRECT,
    REVERSE,
    ROW,
    SHOT,
    SHOW,
    SHUFFLE,
    STEAL,
    SWAP_OTHERS,
    SWAP_OWN,
    TAKE_LASER,
    Dice,
    World,
)
from engine.euphoria.table.streams import effect_luck
from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import count_bits, note, nth

ORDERS = 6
"""The orders of three recruits."""


@compiled
def look_at(world: World, mind: Mind, dice: Dice, user: int, player: int, number: int) -> None:
    """The user sees one hidden recruit of a player, or all of them."""
    seen = hidden_of(world.table, player)
    if number < ROW:
        seen = 1 << pick_recruit(world, mind, dice, user, LOOK, seen)
    world.table.known[user] |= seen
    if world.log.listens:
        for recruit in range(ROW * player, ROW * player + ROW):
            if (seen >> recruit) & 1:
                note(world.log, (SAW, user, recruit, kind_of(world.hidden, recruit)))


@compiled
def look(world: World, mind: Mind, dice: Dice, user: int, players: int, number: int, chosen: int) -> int:
    """Returns the player chosen last; `look armed` chooses none."""
    left = others_with_hidden(world, user)
    if players == ARMED:
        left &= armed(world)
        while left:
            look_at(world, mind, dice, user, nth(left, 0), number)
            left &= left - 1
        return chosen
    for _ in range(min(players, count_bits(left))):
        chosen = pick_player(world, mind, dice, user, LOOK, number, left)
        left &= ~(1 << chosen)
        look_at(world, mind, dice, user, chosen, number)
    return chosen


@compiled
def expose_closed(world: World, mind: Mind, dice: Dice, user: int) -> None:
    """Every player without an exposed recruit exposes one, the user last."""
    players, closed = world.scenario.players, closed_players(world)
    for step in range(1, players + 1):
        seat = (user + step * world.table.direction) % players
        if (closed >> seat) & 1:
            expose_own(world, mind, dice, seat, BY_EFFECT)


@compiled
def swap_by(world: World, mind: Mind, dice: Dice, user: int, effect: int, one: int, others: int) -> int:
    """Two players swap a recruit each: `one` and another, whom the user chooses. Returns him."""
    first = pick_recruit(world, mind, dice, user, effect, row_of(one))
    player = pick_player(world, mind, dice, user, effect, 1, others)
    second = pick_recruit(world, mind, dice, user, effect, row_of(player))
    swap(world, user, first, second)
    return player


@compiled
def move_laser(world: World, mind: Mind, dice: Dice, user: int, effect: int, chosen: int) -> int:
    """Take, drop or aim the laser of another player: of the actor, if this is a reaction."""
    holders = laser_holders(world, user)
    holder = nth(holders, 0)
    if world.table.window == NO_WINDOW:
        holder = chosen = pick_player(world, mind, dice, user, effect, 1, holders)
    if effect == DROP_LASER:
        drop_laser(world, holder)
    elif effect == TAKE_LASER:
        take_laser(world, user, holder)
        aim(world, mind, dice, user, user, others_of(world, user))
    else:
        aim(world, mind, dice, user, holder, others_of(world, holder))
    return chosen


@compiled
def carry_out(world: World, mind: Mind, dice: Dice, user: int, artifact: int, at: int, chosen: int) -> int:
    """Carries out effect number `at` of an artifact. `chosen` is the player whom its earlier effects chose last, or
    NONE; returns the same for the next effect."""
    table, book = world.table, world.book
    effect, number = book.effect[artifact, at], book.number[artifact, at]
    if effect == LOOK:
        return look(world, mind, dice, user, book.players[artifact, at], number, chosen)
    if effect == SHOW:
        if chosen == NONE:
            chosen = pick_player(world, mind, dice, user, effect, 1, others_of(world, user))
        table.known[chosen] |= row_of(user)
        note(world.log, (SHOWED, user, chosen))
    elif effect in (EXPOSE_OWNER, EXPOSE_USER):
        chosen = pick_player(world, mind, dice, user, effect, 1, others_with_hidden(world, user))
        if effect == EXPOSE_OWNER:
            expose_own(world, mind, dice, chosen, BY_EFFECT)
        else:
            expose(world, 1 << pick_recruit(world, mind, dice, user, effect, hidden_of(table, chosen)), BY_EFFECT)
    elif effect == EXPOSE_CLOSED:
        expose_closed(world, mind, dice, user)
    elif effect == EXPOSE_VIEWED:
        expose(world, 1 << table.viewed, BY_EFFECT)
    elif effect == HIDE_OWN:
        hide(world, user, exposed_followers(world) & row_of(user))
    elif effect == HIDE_ANY:
        hide(world, user, 1 << pick_recruit(world, mind, dice, user, effect, exposed_followers(world)))
    elif effect == SHUFFLE:
        shuffle_row(world, user, effect_luck(world.luck, ORDERS))
    elif effect == SWAP_OWN:
        chosen = swap_by(world, mind, dice, user, effect, user, others_of(world, user))
    elif effect == SWAP_OTHERS:
        one = pick_player(world, mind, dice, user, effect, 1, others_of(world, user))
        swap_by(world, mind, dice, user, effect, one, others_of(world, user) & ~(1 << one))
    elif effect == STEAL:
        chosen = pick_player(world, mind, dice, user, effect, 1, others_with_artifacts(world, user))
        stolen = leave_hand(world, chosen, effect_luck(world.luck, table.held[chosen]))
        take_in_hand(world, user, stolen)
        note(world.log, (STOLE, user, chosen, book.artifact[stolen]))
    elif effect in (TAKE_LASER, DROP_LASER, AIM_LASER):
        chosen = move_laser(world, mind, dice, user, effect, chosen)
    elif effect == REDIRECT:
        aim(world, mind, dice, table.actor, table.actor, others_of(world, table.actor) & ~(1 << table.concerned))
    elif effect == CANCEL:
        table.cancelled = 1
        note(world.log, (CANCELLED, user))
    elif effect == DRAW:
        for _ in range(number):
            draw(world, user)
    elif effect == REVERSE:
        table.turned = 1 - table.turned
        note(world.log, (REVERSED, user))
    elif effect == NEXT_TURN:
        table.next_seat = user
        note(world.log, (TAKES_NEXT_TURN, user))
    if table.window == SHOT and table.aim[table.actor] not in (NONE, table.concerned):
        world.tally.turned_by = artifact
    return chosen
