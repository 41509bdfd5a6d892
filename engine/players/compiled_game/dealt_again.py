"""Tests that no search depends on what is hidden from who searches: it must decide the same in another world that has
shown it the same."""

from random import Random

import numpy as np

from engine.errors import Text, message
from engine.players.compiled_game.gated_games import Answer, Due
from engine.players.compiled_game.searching import Searching
from engine.players.compiled_game.worlds import other_world
from engine.policy.checking.asked_again import Finding


def search_after_other_deals(searching: Searching, games: int, deals: int, random: Random) -> Finding:
    """Plays some games, and deals again some times at every search."""
    compared, where = 0, []
    different: list[Text] = []
    playing = searching.games
    decisions, tables = playing.decisions, playing.tables

    def decide(due: Due) -> Answer:
        nonlocal compared
        world = playing.kept_world()
        answer = searching.decide(due, world)
        for _ in range(deals):
            other = other_world(world, decisions.hidden)
            if not decisions.redeal(other, random, due.seat):
                continue
            compared += 1
            if (instead := searching.decide(due, other)) != answer:
                what = message(
                    "{hook} decides {decision}, and {decision2} after another deal",
                    hook=due.decision.hook,
                    decision=str(plain(answer)),
                    decision2=str(plain(instead)),
                )
                moment = tables.moment(world)
                different.append(
                    message("game {game}, {where}: {fault}", game=searching.index, where=moment, fault=what)
                )
                where.append(searching.index)
        return answer

    for searching.index in range(games):
        playing.play(np.zeros(1, tables.row), searching.index, decide)
    return Finding(compared, different, sorted(set(where)))


def plain(answer: Answer) -> int | Answer:
    return answer[0] if len(answer) == 1 else answer
