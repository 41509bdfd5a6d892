"""What a ladder says, in words: how much there is to learn, where it stops, what is left unused, who profits.

Every number is one of the ladder's own; a file of somebody else's brings names and numbers, and no sentence.
"""

from collections.abc import Iterator
from math import isfinite

from engine.game.outcomes import Outcome
from engine.language.current import counted, said
from sim.display.outcome_format import OutcomeFormat
from sim.ladder.result import Estimate, Ladder, Pair, SizeContrast, Step
from sim.text.number_format import listed_some

MOST_AGAINST = 2
"""Of the rungs that gain over a higher one, those that are named."""


class LadderWords:
    """The sentences of one ladder."""

    def __init__(self, ladder: Ladder, outcome: Outcome) -> None:
        self.ladder = ladder
        self.form = OutcomeFormat(outcome, typeset=True)

    def sentences(self) -> list[str]:
        """All of them, the most important first. Where no way of playing matters, there is only one."""
        if not self.ladder.matters:
            return [self.nothing()]
        return [
            self.learn(),
            self.stop(),
            *self.unused(),
            *self.alike(),
            *self.players(),
            *self.seats(),
            *self.against(),
        ]

    def nothing(self) -> str:
        """That nothing is known to make a difference, and how much may still lie hidden."""
        if not any(pair.gain for pair in self.ladder.pairs):
            games = games_in_words(self.ladder.games)
            return said("Nothing to learn that {games} show: whoever plays, they end alike.", games=games)
        most = self._at_most(max(end for pair in self.ladder.pairs for end in map(abs, pair.ends)))
        if not most:
            return said(
                "Nothing to learn: no way of playing surely beats another. Too few games changed to say how close they "
                "are."
            )
        return said("Nothing to learn: no way of playing surely beats another. Between any two lie {most}.", most=most)

    def learn(self) -> str:
        """What the top gains over `random`."""
        ground = self.ladder.ground.name
        best = self._best_over(ground)
        if best is None or not best.is_gain:
            return said("Ways of playing differ, but none surely beats {ground}.", ground=ground)
        return said("There is something to learn: {upper} gains {gain} over {lower}.", **self._gain(best))

    def stop(self) -> str:
        """Up to which rung every step is surely a gain."""
        steps, top = self.ladder.steps, self.ladder.top
        higher, name = steps[steps.index(top) + 1 :], top.rung.name
        if not higher:
            return said("The step to the top, {top}, is still sure: a stronger player may find more.", top=name)
        others = listed_some([step.rung.name for step in higher], 2)
        if higher[0].over is None:
            return said(
                "The ladder stops at {top}; {others} never met it with as many players.", top=name, others=others
            )
        most = self._at_most(max(step.over.ends[1] for step in higher if step.over))
        if not most:
            return said("The ladder stops at {top}: what {others} would add is not sure.", top=name, others=others)
        return said(
            "The ladder stops at {top}: what {others} would add is not sure, {most}.",
            top=name,
            others=others,
            most=most,
        )

    def unused(self) -> Iterator[str]:
        """What training or search finds beyond the best policy that somebody wrote."""
        written = self.ladder.best_written
        if written is None:
            return
        pair, best = self.ladder.beyond(written), written.name
        if pair is None:
            yield said(
                "What the best that was written by hand, {best}, leaves unused is not known: nobody trained or "
                "searched.",
                best=best,
            )
        elif pair.is_gain:
            yield said(
                "The best that was written by hand, {best}, leaves something unused: {upper} gains {gain} over "
                "{lower}.",
                best=best,
                **self._gain(pair),
            )
        elif most := self._at_most(pair.ends[1]):
            yield said(
                "The best that was written by hand, {best}, leaves {most} unused that {upper} could find.",
                best=best,
                most=most,
                upper=pair.upper,
            )
        else:
            yield said(
                "The best that was written by hand, {best}, leaves nothing that is sure unused that {upper} could "
                "find.",
                best=best,
                upper=pair.upper,
            )

    def alike(self) -> Iterator[str]:
        """That a trained player plays as a policy does which it sits upon."""
        for trained, policy in self.ladder.alike[-1:]:
            yield said(
                "As far as these games show, {trained} plays as {policy} does: training found nothing better.",
                trained=trained,
                policy=policy,
            )

    def players(self) -> Iterator[str]:
        """With how many players skill gains most and least."""
        gains = {each.players: each for each in self.ladder.by_players}
        apart = _widest(self.ladder.players_apart)
        if apart is None:
            return
        more, less = apart
        if more is None:
            yield said("No number of players surely profits more from skill than another.")
        elif more in gains and less in gains:
            yield said(
                "Skill pays more with {more} players than with {less}: {first} against {second} {unit} for {upper} "
                "over {lower}.",
                more=more,
                less=less,
                upper=self.ladder.skilled,
                lower=self.ladder.ground.name,
                **self._both(gains[more], gains[less]),
            )

    def seats(self) -> Iterator[str]:
        """In which seat skill gains most and least; with the number of players where that is surest."""
        by_size: dict[int, list[SizeContrast]] = {}
        for each in self.ladder.seats_apart:
            by_size.setdefault(each.players, []).append(each)
        found = [(size, apart) for size, some in by_size.items() if (apart := _widest(some)) and apart[0] is not None]
        if not by_size:
            return
        if not found:
            yield said("No seat surely profits more from skill than another.")
        for size, (more, less) in found[:1]:
            gains = {each.seat: each for each in self.ladder.by_seat if each.players == size}
            if more in gains and less in gains:
                yield said(
                    "With {size} players, seat {more} profits more from skill than seat {less}: {first} against "
                    "{second} {unit}.",
                    size=size,
                    more=more,
                    less=less,
                    **self._both(gains[more], gains[less]),
                )

    def against(self) -> Iterator[str]:
        """Rungs that gain over a higher one: no plain ladder."""
        for pair in self.ladder.against_the_order[:MOST_AGAINST]:
            yield said("No plain ladder: {upper} gains {gain} over {lower}, which stands above it.", **self._gain(pair))

    def _best_over(self, name: str) -> Pair | None:
        """What the highest rung that met this one gains over it."""
        steps = self.ladder.steps
        names = [self.ladder.top.rung.name, *(step.rung.name for step in reversed(steps))]
        return next((pair for each in names if (pair := self.ladder.over(each, name))), None)

    def _gain(self, pair: Pair) -> dict[str, str]:
        """`bold`, `3.1 wins in 100 games (2.0 to 4.2)`, `careful`: what a sentence says of a gain."""
        return {"upper": pair.upper, "gain": self.form.size(pair.gain, pair.ends), "lower": pair.lower}

    def _at_most(self, most: float) -> str:
        """`at most 2.1 points`; nothing where too few games changed to tell a limit."""
        return self.form.at_most((0.0, max(most, 0.0))) if isfinite(most) else ""

    def _both(self, one: Estimate, other: Estimate) -> dict[str, str]:
        first, second = (self.form.difference(each.gain, each.ends) for each in (one, other))
        return {"first": first, "second": second, "unit": self.form.unit_after}


def games_in_words(games: int) -> str:
    """`one game`, `1,536 games`"""
    return counted(games, "one game", "{count} games")


def gain_text(step: Step, outcome: Outcome, typeset: bool = False) -> str:
    """What a rung gains over the one below, for a table: `+3.1 (+2.0 to +4.2)`."""
    return "" if step.over is None else OutcomeFormat(outcome, typeset).change(step.over.gain, step.over.ends)


def _widest(contrasts: list[SizeContrast]) -> tuple[int | None, int] | None:
    """The two that surely differ most, the one with more first; None and nothing if none do. None if there are no
    two."""
    if not contrasts:
        return None
    sure = [each for each in contrasts if each.is_sure]
    if not sure:
        return None, 0
    widest = max(sure, key=lambda each: abs(each.gain))
    return (widest.more, widest.less) if widest.gain > 0 else (widest.less, widest.more)
