"""The procedure that all heuristics share; they differ in its parameters only.

A choice for which no rule is given here is made at random.
"""

from typing import Any

from engine.euphoria.minds.belief import EQUAL, best_to_look_at, highest, is_sure, think
from engine.euphoria.minds.belief import Memory as Memory
from engine.euphoria.minds.judgement import (
    LOSES,
    WINS,
    can_win_by_swap,
    held,
    hidden_enemy_leaders,
    known_to_most,
    own_exposed_followers,
    payable,
    threats,
    verdict,
    victims,
)
from engine.euphoria.rules.decisions import Mind
from engine.euphoria.rules.legal import Action, ArtifactPhase, others
from engine.euphoria.rules.recruits import owner_of, row_of, seats_of
from engine.euphoria.table.state import (
    AIM_LASER,
    AIMED,
    ARM,
    ARMED,
    ARTIFACT,
    CANCEL,
    DROP_LASER,
    EXPOSE_USER,
    EXPOSE_VIEWED,
    HIDE,
    INTERROGATE,
    INTERROGATED,
    LOOK,
    NONE,
    NOTHING,
    PASS,
    REDIRECT,
    REDRAW,
    ROW,
    SHOOT,
    SHOT,
    SWAP_OTHERS,
    SWAP_OWN,
    TAKE_LASER,
    USE,
    Dice,
    View,
)
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import any_of, count_bits
from engine.policy.parameters import Parameter

WHEN_SURE, AT_ONCE, LEADER_WAITS = range(3)
SWITCH = ("off", "on")
TWO = 2
"""Recruits unknown to the player that make an artifact's look worth its cost."""


def parameters(ready: int, theta: float, regret: float, count: int, guard: int, choosy: int) -> dict[str, Parameter]:
    """The parameters of a heuristic, with its own defaults."""
    words = ("when-sure", "at-once", "leader-waits")
    return {
        "ready": Parameter(ready, 0, 2, "when it takes a laser without being sure", words),
        "theta": Parameter(theta, 0.0, 1.0, "the gain of a shot from which it is sure"),
        "lambda": Parameter(regret, 0.0, 10.0, "how much a hit of the own Leader counts against one of the enemy's"),
        "count": Parameter(count, 0, 1, "whether it counts where an unknown Leader can be", SWITCH),
        "guard": Parameter(guard, 0, 1, "whether it aims and shoots at threats", SWITCH),
        "choosy": Parameter(choosy, 0, 1, "whether it redraws a hand without a good artifact", SWITCH),
    }


def prepare(mind: Mind, given: dict[str, Any], content: Any) -> None:
    """Writes the parameters into a new record, before the first game."""
    for name, value in given.items():
        setattr(mind, "regret" if name == "lambda" else name, value)


@compiled
def choose_artifact(view: View, mind: Mind, dice: Dice, options: int) -> ArtifactPhase:
    """Redraws an empty hand, and a choosy player one without a good artifact."""
    if not (options >> REDRAW) & 1:
        return ArtifactPhase(NOTHING, NONE, NONE)
    held_now = view.table.held[view.sight.seat]
    if held_now > 0 and not mind.choosy:
        return ArtifactPhase(NOTHING, NONE, NONE)
    for place in range(held_now):
        if is_good(view.book.effect[view.sight.hand[place], 0]):
            return ArtifactPhase(NOTHING, NONE, NONE)
    return ArtifactPhase(REDRAW, NONE, NONE)


@inlined
def is_good(effect: int) -> bool:
    """Whether a choosy player keeps an artifact with this first effect."""
    return effect in (
        LOOK,
        SWAP_OWN,
        TAKE_LASER,
        DROP_LASER,
        AIM_LASER,
        REDIRECT,
        CANCEL,
        EXPOSE_USER,
        EXPOSE_VIEWED,
    )


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, options: int) -> Action:
    """The first that applies of the ten rules of the procedure."""
    table, seat = view.table, view.sight.seat
    target = table.aim[seat]
    if target != NONE and verdict(view, seat, target) == WINS:
        return Action(SHOOT, NONE)
    place = held(view, SWAP_OWN)
    if place != NONE and can_win_by_swap(view):
        return Action(USE, place)
    threatening, pays = threats(view), payable(view) != 0
    if threatening and pays:
        place = held_against_lasers(view)
        if place != NONE:
            return Action(USE, place)
    if mind.guard and target != NONE and (threatening >> target) & 1:
        return Action(SHOOT, NONE)
    think(view, mind)
    if target != NONE and is_sure(mind, 1 << target):
        return Action(SHOOT, NONE)
    place = held(view, EXPOSE_USER)
    if pays and place != NONE and hidden_enemy_leaders(view):
        return Action(USE, place)
    if target == NONE:
        action = arm_if_ready(view, mind, dice, pays)
        if action.kind != PASS:
            return action
    return gather(view, mind, dice, pays)


@inlined
def held_against_lasers(view: View) -> int:
    """The best artifact against somebody's laser: take it, drop it, aim it elsewhere."""
    place = held(view, TAKE_LASER)
    if place == NONE:
        place = held(view, DROP_LASER)
    return held(view, AIM_LASER) if place == NONE else place


@inlined
def is_ready(view: View, mind: Mind) -> bool:
    """Whether the player wants a laser without being sure. A Leader who waits lets others arm first."""
    if mind.ready != LEADER_WAITS:
        return mind.ready == AT_ONCE
    table = view.table
    hidden_leader = row_of(view.sight.seat) & view.sight.leaders & ~table.exposed
    if hidden_leader == 0 or table.turn == 1:
        return True
    lasers = 0
    for seat in range(view.scenario.players):
        lasers += 1 if table.aim[seat] != NONE else 0
    return lasers > 0


@inlined
def arm_if_ready(view: View, mind: Mind, dice: Dice, pays: bool) -> Action:
    """The rule of an unarmed player: takes a laser, or prepares for it; PASS if the rule does not apply."""
    sure = is_sure(mind, others(view))
    if not (sure or is_ready(view, mind)):
        return Action(PASS, NONE)
    if view.table.middle > 0:
        if pays or view.scenario.arm_cost == 0:
            return Action(ARM, NONE)
        return hide_own(view, dice)
    place = held(view, TAKE_LASER)
    if sure and pays and place != NONE:
        return Action(USE, place)
    return Action(PASS, NONE)


@inlined
def hide_own(view: View, dice: Dice) -> Action:
    """Hides an exposed Follower of one's own; PASS if there is none, or no such action."""
    mine = own_exposed_followers(view)
    if mine and view.scenario.hide_action:
        return Action(HIDE, any_of(dice, mine))
    return Action(PASS, NONE)


@inlined
def gather(view: View, mind: Mind, dice: Dice, pays: bool) -> Action:
    """Looks at something unknown, by an artifact or by asking; if all is known, hides, or passes."""
    if pays:
        place = held_look(view, mind)
        if place != NONE:
            return Action(USE, place)
    player = best_to_look_at(mind, False, others(view))
    if player:
        return Action(INTERROGATE, any_of(dice, row_of(any_of(dice, player)) & ~view.sight.known))
    return hide_own(view, dice)


@inlined
def held_look(view: View, mind: Mind) -> int:
    """The place in the hand of the usable look held longest that shows two or more unknown recruits, or NONE."""
    left = view.sight.usable
    while left:
        place = count_bits((left & -left) - 1)
        artifact = view.sight.hand[place]
        left &= left - 1
        if view.book.effect[artifact, 0] != LOOK:
            continue
        if news_of_look(view, mind, view.book.players[artifact, 0], view.book.number[artifact, 0]) >= TWO:
            return place
    return NONE


@inlined
def news_of_look(view: View, mind: Mind, players: int, number: int) -> int:
    """How many unknown recruits a look shows: of so many players who have most of them, or of all who are armed."""
    first = 0
    second = 0
    everybody = 0
    for seat in range(view.scenario.players):
        if seat == view.sight.seat:
            continue
        news = min(number, mind.unknown[seat])
        if view.table.aim[seat] != NONE:
            everybody += news
        if news > first:
            second = first
            first = news
        elif news > second:
            second = news
    if players == ARMED:
        return everybody
    return first if players == 1 else first + second


@compiled
def choose_exposure(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The Follower known to most seats; a Leader only if there is no Follower."""
    followers = allowed & ~view.sight.leaders
    return any_of(dice, known_to_most(view, followers if followers else allowed))


@compiled
def choose_target(view: View, mind: Mind, dice: Dice, holder: int, allowed: int) -> int:
    """A winning target; else, with guard, a threat; else the highest gain. The present target, if it is as good."""
    if holder != view.sight.seat:
        return target_of_other(view, mind, dice, holder, allowed)
    found = victims(view, holder, WINS, allowed)
    if not found and mind.guard:
        found = threats(view) & allowed
    if not found:
        think(view, mind)
        found = highest(mind.gain, allowed)
    present = view.table.aim[holder]
    if present != NONE and (found >> present) & 1:
        return present
    return any_of(dice, found)


@inlined
def target_of_other(view: View, mind: Mind, dice: Dice, holder: int, allowed: int) -> int:
    """Where another player's laser should point: at somebody whose shooting wins, else at the highest gain; neither at
    oneself nor to a losing shot, if that can be avoided."""
    found = victims(view, holder, WINS, allowed)
    if not found:
        think(view, mind)
        harmless = allowed & ~victims(view, holder, LOSES, allowed) & ~(1 << view.sight.seat)
        found = highest(mind.gain, harmless if harmless else allowed)
    return any_of(dice, found)


@compiled
def choose_player(view: View, mind: Mind, dice: Dice, effect: int, number: int, allowed: int) -> int:
    found = 0
    if effect == LOOK:
        think(view, mind)
        found = best_to_look_at(mind, number == ROW, allowed)
    elif effect in (TAKE_LASER, DROP_LASER, AIM_LASER):
        found = threats(view) & allowed
    elif effect == EXPOSE_USER:
        found = seats_of(hidden_enemy_leaders(view), view.scenario.players) & allowed
    elif effect == SWAP_OWN and can_win_by_swap(view):
        found = seats_of(view.sight.leaders, view.scenario.players) & allowed
    return any_of(dice, found if found else allowed)


@compiled
def choose_recruit(view: View, mind: Mind, dice: Dice, effect: int, allowed: int) -> int:
    sight, found = view.sight, 0
    if effect == LOOK:
        found = allowed & ~sight.known
    elif effect == EXPOSE_USER:
        found = allowed & hidden_enemy_leaders(view)
    elif effect == SWAP_OWN and can_win_by_swap(view):
        mine = allowed & row_of(sight.seat)
        found = mine & ~sight.leaders if mine else allowed & sight.leaders
    return any_of(dice, found if found else allowed)


@compiled
def choose_reaction(view: View, mind: Mind, dice: Dice) -> int:
    """Reacts, if a Follower can pay, where that helps."""
    table, seat = view.table, view.sight.seat
    if payable(view) == 0:
        return NONE
    if table.window == AIMED:
        if table.concerned == seat or (threats(view) >> table.actor) & 1:
            return held_against_lasers(view)
    elif table.window == SHOT:
        anarchist = (table.anarchists >> seat) & 1
        if verdict(view, table.actor, table.concerned) == LOSES or (table.concerned == seat and not anarchist):
            return held_against_shot(view)
    elif table.window == INTERROGATED:
        return held_against_look(view, mind)
    elif table.window == ARTIFACT:
        first = view.book.effect[table.in_use, 0]
        has_leader = row_of(seat) & view.sight.leaders
        if (first in (SWAP_OWN, SWAP_OTHERS) and has_leader) or (
            first in (TAKE_LASER, DROP_LASER) and table.aim[seat] != NONE
        ):
            return held(view, CANCEL)
    return NONE


@inlined
def held_against_shot(view: View) -> int:
    """The first that the player holds of five remedies."""
    for effect in (TAKE_LASER, CANCEL, DROP_LASER, REDIRECT, AIM_LASER):
        place = held(view, effect)
        if place != NONE:
            return place
    return NONE


@inlined
def held_against_look(view: View, mind: Mind) -> int:
    """Exposes what another player was asked about, if the enemy Leader is more likely there than one's own."""
    viewed = view.table.viewed
    owner = owner_of(viewed)
    if owner == view.sight.seat or (view.sight.known >> viewed) & 1:
        return NONE
    place = held(view, EXPOSE_VIEWED)
    if place == NONE:
        return NONE
    think(view, mind)
    return place if mind.enemy[owner] > mind.own[owner] + EQUAL else NONE
