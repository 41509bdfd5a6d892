"""Plays a ladder and judges it: first everybody, then the searches over the strongest of them."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, pairwise
from typing import NamedTuple

from engine.game.cell import Json
from sim.compare.pairs import parts_of
from sim.compare.pooled_change import PooledChange
from sim.experiment.content_hash import content_hashes
from sim.ladder import judgement
from sim.ladder.contest import Bout, Bouts, Contest, Played
from sim.ladder.result import FORMAT, RANDOM, Ladder
from sim.ladder.rungs import WORLDS, Rung, Setting, searches
from sim.play.options import PlayOptions
from sim.play.pilot import seconds_per_game

SEARCHED = 8
"""Searches play one game of so many: each of theirs takes as long as hundreds."""


TRIED = 2
"""Games, at least, of the search with the fewest worlds that tell how long all searches take: it grows with the
worlds."""


LOOK = 0.5
"""Seconds to find out how long a ladder takes."""


class Climb(NamedTuple):
    """A ladder that is being played."""

    contest: Contest
    rungs: list[Rung]
    played: Played
    games: int

    @property
    def bouts(self) -> Bouts:
        """What the games say about every two rungs. A search is no field, it would take too long; two of them are
        compared among players of the same other rung."""
        found = self.played.bouts()
        if self.contest.has_fields:
            searching = [rung.name for rung in self.rungs if rung.base is not None]
            for lower, upper in pairwise(searching):
                field = next(other for one, other in reversed(found) if one == upper and (lower, other) in found)
                sides = zip(found[lower, field], found[upper, field], strict=True)
                found[upper, lower] = [_difference(*both) for both in sides]
        return found

    @property
    def gain(self) -> Callable[[Sequence[Bout]], PooledChange]:
        """What some games say about a gain."""
        return partial(judgement.gain_of, parts=parts_of(self.contest.outcome))

    def in_order(self, bouts: Bouts) -> list[Rung]:
        """From the lowest rung to the highest; searches stand above all others, the deepest last."""
        by_name = {rung.name: rung for rung in self.rungs}
        others = [rung.name for rung in self.rungs if rung.base is None]
        searching = [rung for rung in self.rungs if rung.base is not None]
        return [*(by_name[name] for name in judgement.ordered(others, bouts, self.gain)), *searching]


def seconds_for(setting: Setting, rungs: Sequence[Rung], games: int, options: PlayOptions, workers: int) -> float:
    """About how long a ladder takes here, by a few games with the largest number of players."""
    experiments = Contest.of(setting, rungs).experiments(rungs, rungs)
    times = seconds_per_game(experiments[-1][1], options, TRIED, LOOK)
    cells = sum(len(each.cells) for _, each in experiments)
    return sum(times) / len(times) * cells * games / workers


def climb(setting: Setting, rungs: Sequence[Rung], games: int, options: PlayOptions) -> Climb:
    """Play every rung against every other."""
    contest = Contest.of(setting, rungs)
    return Climb(contest, list(rungs), contest.play(rungs, rungs, games, options), games)


def search_on(climbed: Climb, options: PlayOptions, workers: int, say: Callable[[str, float], None]) -> Climb:
    """The same ladder with searches over its strongest rung that can be searched over. `say` hears which that is and
    how many seconds the searches will take, before they are played."""
    order = climbed.in_order(climbed.bouts)
    setting = climbed.contest.setting
    base, found = next((rung, some) for rung in reversed(order) if (some := list(searches(setting, rung))))
    ground = next((rung for rung in order if rung.kind == RANDOM), order[0])
    fields = list(dict.fromkeys([base, ground]))
    games = max(1, climbed.games // SEARCHED)
    tried = [each for _, each in climbed.contest.experiments(found[:1], fields)]
    seconds = sum(sum(seconds_per_game(each, options, TRIED)) for each in tried)
    say(base.name, seconds * sum(WORLDS) / WORLDS[0] * games / workers)
    played = climbed.contest.play(found, fields, games, options)
    return climbed._replace(rungs=[*climbed.rungs, *found], played=climbed.played.plus(played))


def ladder_of(climbed: Climb) -> Ladder:
    """What the games of a ladder prove."""
    contest, bouts = climbed.contest, climbed.bouts
    order = climbed.in_order(bouts)
    gains = {names: climbed.gain(some) for names, some in bouts.items()}
    ground = next((rung for rung in order if rung.kind == RANDOM), order[0])
    skilled = _skilled(order, ground)
    groups = judgement.by_players(bouts.get((skilled.name, ground.name), []))
    parts = parts_of(contest.outcome)
    sizes = {size: climbed.gain(some) for size, some in groups.items()}
    seats = {size: judgement.by_seat(some, parts) for size, some in groups.items()}
    players_apart = judgement.players_apart(groups, parts)
    seats_apart = {size: judgement.seats_apart(some) for size, some in seats.items()}
    family = [
        *(gains if contest.has_fields else combinations(order, 2)),
        *sizes,
        *(seat for some in seats.values() for seat in some),
        *players_apart,
        *(pair for some in seats_apart.values() for pair in some),
    ]

    def told(change: PooledChange) -> Json:
        low, high = judgement.interval_of(change, len(family))
        return {"gain": change.change, "low": low, "high": high}

    base = contest.setting.at(order[0].sizes[0], {"policies": [order[0].text]})
    found = {
        "verb": "ladder",
        "format": FORMAT,
        "game": base.game.name,
        "rules": base.game.version,
        "contents": content_hashes(base),
        "games": climbed.games,
        "outcome": contest.outcome.name,
        "fields": contest.has_fields,
        "players": contest.setting.sizes,
        "comparisons": len(family),
        "rungs": [
            {"name": rung.name, "kind": rung.kind, "players": [*rung.sizes], "base": rung.base} for rung in order
        ],
        "pairs": [{"upper": upper, "lower": lower, **told(gain)} for (upper, lower), gain in gains.items()],
        "skilled": skilled.name,
        "by_players": [{"players": size, **told(gain)} for size, gain in sizes.items()],
        "by_seat": [
            {"players": size, "seat": seat, **told(gain)} for size, some in seats.items() for seat, gain in some.items()
        ],
        "players_apart": [{"more": more, "less": less, **told(gain)} for (more, less), gain in players_apart.items()],
        "seats_apart": [
            {"players": size, "more": more, "less": less, **told(gain)}
            for size, some in seats_apart.items()
            for (more, less), gain in some.items()
        ],
    }
    return Ladder.model_validate(found)


def _skilled(order: Sequence[Rung], ground: Rung) -> Rung:
    """The highest rung that plays with as many numbers of players as any; searches play too few games."""
    others = [rung for rung in order if rung != ground and rung.base is None]
    most = max(len({*rung.sizes} & {*ground.sizes}) for rung in others)
    return [rung for rung in others if len({*rung.sizes} & {*ground.sizes}) == most][-1]


def _difference(lower: Bout, upper: Bout) -> Bout:
    imagined, reach = max(lower.imagined, upper.imagined), lower.reach + upper.reach
    return Bout(upper.players, upper.steps - lower.steps, imagined, reach, upper.is_share, upper.seats)
