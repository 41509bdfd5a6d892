"""Lasers and shots: who is hit, what becomes of him, and when that ends the game."""

from engine.euphoria.rules.artifacts import draw
from engine.euphoria.rules.recruits import become_anarchist, end_game, expose, hidden_of, hide, row_of, team_of
from engine.euphoria.table.events import DROPPED_LASER, HIT, TOOK_LASER
from engine.euphoria.table.state import (
    ANARCHISTS,
    ANARCHISTS_WIN,
    BY_SHOT,
    DECIDED,
    EUPHORIA,
    EUPHORIA_WINS,
    NONE,
    SUBTERRA,
    SUBTERRA_WINS,
    World,
)
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import note


@inlined
def drop_laser(world: World, seat: int) -> None:
    """The laser of a seat, if it has one, goes to the middle."""
    table = world.table
    if table.aim[seat] != NONE:
        table.aim[seat] = NONE
        table.middle += 1
        note(world.log, (DROPPED_LASER, seat))


@inlined
def take_laser(world: World, seat: int, holder: int) -> None:
    """A laser changes hands. Its new holder must aim it at once."""
    world.table.aim[holder] = NONE
    note(world.log, (TOOK_LASER, seat, holder))


@compiled
def hit(world: World, shooter: int, victim: int) -> None:
    """A player is shot. With an exposed Leader, that ends the game."""
    table, hidden = world.table, world.hidden
    note(world.log, (HIT, shooter, victim))
    leader = hidden.leaders & row_of(victim)
    count_shot(world, shooter, victim, leader)
    if leader & table.exposed:
        end_by_shot(world, shooter, SUBTERRA if leader & hidden.subterra else EUPHORIA)
        return
    if world.book.cards > 0:
        draw(world, victim)
    drop_laser(world, victim)
    expose(world, hidden_of(table, victim), BY_SHOT)
    hide(world, victim, row_of(victim) & ~leader)
    if leader == 0 and world.scenario.anarchists:
        become_anarchist(world, victim)


@inlined
def count_shot(world: World, shooter: int, victim: int, leader: int) -> None:
    table, tally = world.table, world.tally
    tally.shots += 1
    if tally.first_shot == 0:
        tally.first_shot = table.turn
    if leader:
        tally.shots_leader += 1
    team = team_of(table, world.hidden, shooter)
    if team != ANARCHISTS and team == team_of(table, world.hidden, victim):
        tally.shots_ally += 1


@inlined
def end_by_shot(world: World, shooter: int, leader: int) -> None:
    """An Anarchist who shoots an exposed Leader wins for all Anarchists; anybody else for the other Leader's side."""
    table, tally = world.table, world.tally
    if tally.turned_by != NONE:
        tally.artifact[tally.turned_by, DECIDED] += 1
    if (table.anarchists >> shooter) & 1:
        end_game(world, ANARCHISTS_WIN, table.anarchists, shooter)
        return
    side = EUPHORIA if leader == SUBTERRA else SUBTERRA
    winners = 0
    for seat in range(world.scenario.players):
        if team_of(table, world.hidden, seat) == side:
            winners |= 1 << seat
    end_game(world, EUPHORIA_WINS if side == EUPHORIA else SUBTERRA_WINS, winners, shooter)
