"""What a ladder says: of rungs that gain, lose, and do neither, in points and in the units of means."""

from collections.abc import Iterator
from itertools import product

from engine.game.registry import load_game
from sim.ladder.output import hint
from sim.ladder.sentences import LadderWords
from tests.catalogue.texts import Text
from tests.support.made_up_ladders import LESS, NONE, SURE, UNSURE, Gains, estimate, ladder

BLIND = (0.1, None, None)
TINY, HUGE = (0.00012, 0.00002, 0.0003), (123_456.0, 120_000.0, 130_000.0)
SIZES = [{"players": size, **estimate(30 - size, 20, 40)} for size in (2, 3)]
SEATS = [{"players": 3, "seat": seat, **estimate(10 * seat, 0, 90)} for seat in (1, 2, 3)]
OUTCOMES = (("pig", "focus gain"), ("hadal", "won"), ("oracle", "worth"))


def climbed() -> Iterator[tuple[str, Text]]:
    """The sentences of made-up ladders."""
    for (game, name), (case, names, gains) in product(OUTCOMES, _ladders()):
        [outcome] = [each for each in load_game(game).outcomes if each.name == name]
        for apart in (SURE, LESS, UNSURE):
            found = ladder(
                names,
                gains,
                game=game,
                outcome=name,
                by_players=SIZES,
                by_seat=SEATS,
                players_apart=[{"more": 2, "less": 3, **estimate(*apart)}],
                seats_apart=[{"players": 3, "more": 1, "less": 3, **estimate(*apart)}],
            )
            words = LadderWords(found, outcome)
            yield from ((case, Text("sentence", each)) for each in words.sentences())
            yield case, Text("command", hint("fatecast train --game pig --policy trained"))


def _ladders() -> Iterator[tuple[str, list[str], Gains]]:
    two, three, four = ["random", "low"], ["random", "low", "high"], ["random", "low", "mid", "high"]
    for name, gain in {"more": SURE, "less": LESS, "mixed": UNSURE, "zero": NONE, "tiny": TINY, "huge": HUGE}.items():
        yield name, two, {("low", "random"): gain}
        yield name, [*two, "trained level=1"], {("low", "random"): SURE, ("trained level=1", "low"): gain}
        yield name, three, {("low", "random"): SURE, ("high", "low"): gain, ("random", "high"): SURE}
    same = (0.0, 0.0, 0.0)
    nothing = {("trained", "low"): same, ("low", "trained"): same}
    yield "alike", [*two, "trained"], {("low", "random"): SURE, ("trained", "random"): SURE, **nothing}
    yield "missing", two, {("low", "random"): BLIND}
    yield "missing", [*two, "trained level=1"], {("low", "random"): SURE, ("trained level=1", "low"): BLIND}
    yield "never met", three, {("low", "random"): SURE}
    yield "several", four, {("low", "random"): SURE, ("mid", "low"): UNSURE, ("high", "low"): UNSURE}
