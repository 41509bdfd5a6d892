"""`fatecast policies check` of a policy of a game file: legal moves, nothing hidden, nothing changed, the same games
again, and the speed."""

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter

import numpy as np

from engine.errors import BrokenRule, Text, message
from engine.game.cell import Cell
from engine.game.protocol import AnswersForSecrets
from engine.game.questions.trial import found_secrets
from engine.game.results import Batch
from engine.language.current import said
from engine.policy.checking.compliance import answer_line, pace
from engine.policy.seats.search_policy import is_search
from engine.policy.seats.seating import policies_in

FEW, SOME, SEARCHED = 2, 40, 4
"""Games of each cell that are played again in other worlds, that are played at all, and if somebody searches: each game
plays hundreds of others."""

Play = Callable[[Cell, int, int, int], Batch]


def check_policy(
    cells: list[Cell],
    play: Play,
    game: AnswersForSecrets,
    meddling: Callable[[Callable[[], object]], Sequence[Text]],
    say: Callable[[str], None],
    seed: int,
) -> list[Text]:
    """Every failure as one line. `say` gets a line for each part of the test."""
    failures: list[Text] = []

    def note(title: str, found: Sequence[Text], otherwise: str = "") -> None:
        failures.extend(message("{title}: {fault}", title=title, fault=fault) for fault in found[:1])
        say(answer_line(title, said("failed") if found else otherwise or said("ok")))

    searches = any(is_search(policy) for cell in cells for policy in policies_in(cell.spec))
    games = SEARCHED if searches else SOME
    began = perf_counter()
    try:
        rows = [play(cell, seed, 0, games).rows for cell in cells]
    except BrokenRule as error:
        note("legal", [message("{error}", error=error)])
        say(answer_line("", said("the rest needs a policy that plays: not tried")))
        return failures
    took = perf_counter() - began
    note("legal", [])
    asked = found_secrets(game, cells, seed, FEW)
    note("hidden", asked.leaks, str(asked.told))
    note("views", [line for cell in cells for line in meddling(partial(play, cell, seed, 0, FEW))])
    again = [play(cell, seed, 0, games).rows for cell in reversed(cells)][::-1]
    note(
        "repeatable",
        [
            message("{cell}: the same games again are other games", cell=cell.name)
            for cell, one, other in zip(cells, rows, again, strict=True)
            if not np.array_equal(one, other)
        ],
    )
    speed = said("{speed} games a second, in plain Python", speed=pace(len(cells) * games, took))
    say(answer_line("speed", speed))
    return failures
