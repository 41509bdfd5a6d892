"""`fatecast policies check` of a policy of OpenSpiel's games: legal moves, nothing hidden, the same games again,
and the speed."""

from collections.abc import Callable
from time import perf_counter

import numpy as np

from engine.errors import BrokenRule, Text, message
from engine.game.cell import Cell
from engine.language.current import counted, said
from engine.outside.openspiel.forks.dealt_again import dealt_again, why_not_dealt_again
from engine.outside.openspiel.luck import BlockLuck, GameLuck
from engine.outside.openspiel.play import play_batch, seat_players
from engine.outside.openspiel.results import MOST_MOVES, ResultLayout
from engine.policy.checking.compliance import answer_line, pace

FEW, SOME = 6, 10
"""Games that are played again with other cards, and that are played at all."""
DEALS = b", dealt again for a check"


def check_policy(layout: ResultLayout, cell: Cell, say: Callable[[str], None], seed: int) -> list[Text]:
    """Every failure as one line. `say` gets a line for each part of the test."""
    failures: list[Text] = []

    def note(title: str, found: Text, otherwise: str = "") -> None:
        if found:
            failures.append(message("{title}: {cell}: {fault}", title=title, cell=cell.name, fault=found))
        say(answer_line(title, said("failed") if found else otherwise or said("ok")))

    began = perf_counter()
    try:
        rows = play_batch(layout, cell, seed, 0, SOME).rows
    except BrokenRule as error:
        note("legal", message("{error}", error=error))
        say(answer_line("", said("the rest needs a policy that plays: not tried")))
        return failures
    took = perf_counter() - began
    note("legal", "")
    note("hidden", *_peeking(layout, cell, seed))
    alone = [play_batch(layout, cell, seed, index, index + 1).rows for index in reversed(range(SOME))][::-1]
    is_same = np.array_equal(np.concatenate(alone), rows)
    note("repeatable", "" if is_same else message("the same games again are other games"))
    say(answer_line("speed", said("{speed} games a second", speed=pace(SOME, took))))
    return failures


def _peeking(layout: ResultLayout, cell: Cell, seed: int) -> tuple[Text, str]:
    """What is wrong, and what is said if nothing is."""
    if not layout.loaded.hides_something:
        return "", said("ok, nothing is hidden in this game")
    if layout.loaded.has_own_luck or why_not_dealt_again(layout.loaded):
        return "", said("not tested: OpenSpiel cannot deal again what is hidden in this game")
    compared = 0
    for index in range(FEW):
        found, decisions = _other_decision(layout, cell, seed, index)
        if found:
            return found, ""
        compared += decisions
    if not compared:
        return "", said("not tested: nobody decided")
    return "", counted(compared, "ok, 1 decision with other cards", "ok, {count} decisions with other cards")


def _other_decision(layout: ResultLayout, cell: Cell, seed: int, index: int) -> tuple[Text, int]:
    """Plays a game and asks at each decision a second player, with the same dice, who sits in a world that he cannot
    tell from the true one."""
    loaded, block = layout.loaded, BlockLuck(seed, np.array([index]))
    luck, deals = GameLuck(block, 0), GameLuck(BlockLuck(seed, block.indices, DEALS), 0).chance
    players, others = (
        seat_players(loaded, loaded.game, cell.spec["policy"], GameLuck(block, 0)) for _ in ("true", "other")
    )
    state, compared = loaded.game.new_initial_state(), 0
    for _ in range(MOST_MOVES):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(luck.chance.one_of(state.chance_outcomes()))
            continue
        seat, legal = state.current_player(), state.legal_actions()
        other = dealt_again(loaded, state, deals)
        action = players[seat](state, legal)
        if others[seat](state if other is None else other, legal) != action:
            fault = message(
                "game {game}: with other cards that seat {seat} cannot know, it would not decide: {what}",
                game=index,
                seat=seat + 1,
                what=state.action_to_string(seat, action),
            )
            return fault, 0
        compared += other is not None and len(legal) > 1
        state.apply_action(action)
    return "", compared
