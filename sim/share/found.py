"""From the games of a page to everything that the page says. Nothing is played, but for the few games that are replayed
to see at which turn they diverge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import BadData, BadInput, NotComparable, message
from engine.game.cell import Json
from engine.game.outcomes import Outcome, outcome_named
from engine.language.current import DEFAULT, speaking
from sim.compare.comparison import compare_games, compare_pairs, compare_until_decided
from sim.compare.pairs import Match, Pair, match_cells, match_variant, play_pairs
from sim.compare.quick_trial import QuickTrial, judge_trial
from sim.compare.rows import comparison_data, trials_data
from sim.compare.verdicts import Comparison, DecisionRule, not_held
from sim.compare.versions.not_played import hidden_edits
from sim.compare.versions.what_changed import content_changes
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.play.outcomes import Outcomes
from sim.share.block import Asked
from sim.share.games import GamesOfPage, unpacked

QUIET = PlayOptions("inline", progress=False)
"""Nothing is played here."""

Sides = tuple[ResolvedExperiment, ResolvedExperiment]


@dataclass(frozen=True)
class Found:
    """What the games say: of a comparison cell by cell, of a trial in groups."""

    sides: Sides
    changes: Sequence[str]
    comparison: Comparison | None = None
    trials: Sequence[QuickTrial] = ()

    def data(self, title: str) -> Json:
        """What the verb prints with --json: in English, whatever the language of the page."""
        with speaking(DEFAULT):
            if self.comparison is not None:
                return comparison_data(title, self.comparison)
            return trials_data(title, self.trials)


def sides_of(asked: Asked, source: str) -> Sides:
    """Both experiments of a page. They name nothing that has to be looked up, and say nothing that the page does not
    say elsewhere."""
    before, after = (
        _resolved(data, f"{source}: {which}") for data, which in zip(asked.sides, ("before", "after"), strict=True)
    )
    for side, which in ((before, "before"), (after, "after")):
        game = side.game
        if (asked.game.name, asked.seed) != (side.settings.game, side.settings.seed):
            raise BadData(message("another game or seed than the page"), source=source, place=which)
        if (asked.game.rules, asked.game.columns) != (game.version, game.schema):
            raise NotComparable(
                message(
                    "played by rule version {old} (columns {old_columns}) of {game}, here is {version} (columns "
                    "{columns})",
                    old=asked.game.rules,
                    old_columns=asked.game.columns,
                    game=game.name,
                    version=game.version,
                    columns=game.schema,
                ),
                source=source,
            )
    return before, after


def _resolved(data: Json, source: str) -> ResolvedExperiment:
    found = resolve(data, source)
    if found.to_json() != data:
        raise BadData(message("not an experiment in which every name is resolved"), source=source)
    return found


def tested_in(asked: Asked, sides: Sides, source: str) -> tuple[list[Outcome], DecisionRule]:
    """The outcomes and the rule."""
    named = asked.tested
    try:
        outcomes = [outcome_named(sides[0].game.outcomes, name, source) for name in named.margins]
    except BadInput as error:
        raise BadData(message("{error}", error=error.line)) from None
    return outcomes, DecisionRule(named.margins, named.risk, named.told)


@speaking(DEFAULT)
def found_in(asked: Asked, games: GamesOfPage, source: str) -> Found:
    """Everything that the games of a page say, in English: it is data."""
    sides = sides_of(asked, source)
    matches = matches_of(asked.verb, sides)
    outcomes, rule = tested_in(asked, sides, source)
    kept = unpacked(games, sides[0].game, outcomes, source)
    keys = {cell.key for match in matches for cell in (match.before, match.after)}
    if keys != {*kept.by_key}:
        raise BadData(message("has games of other cells than its experiments"), source=source, place="games")
    if asked.verb == "try" and asked.plan != "fixed":
        raise BadData(source=source, place="plan", expected=message("fixed, for a quick look"), got=asked.plan)
    if any(cell.games > asked.games or (cell.games < asked.games and asked.plan == "fixed") for cell in games.cells):
        raise BadData(message("has another number of games than it says"), source=source, place="games")
    changes = content_changes(sides[0].game, matches)
    if asked.plan == "runs":
        pairs = [_pair(match, kept.by_key) for match in matches]
        return Found(sides, changes, compare_pairs(sides[0].game, pairs, asked.seed, rule, outcomes))
    hidden = [edit.line for edit in hidden_edits([sides])]
    with outcome_cache(sides, QUIET, kept) as played:
        if asked.verb == "try":
            pairs = play_pairs(played, matches, asked.seed, asked.games)
            trials = judge_trial(pairs, sides[0].game.about.skill, rule, outcomes)
            return Found(sides, changes, trials=[_with(trial, changes, hidden) for trial in trials])
        compare = compare_until_decided if asked.plan == "until decided" else compare_games
        found = compare(played, matches, asked.seed, asked.games, rule, outcomes)
    return Found(sides, changes, found.without(hidden))


def _pair(match: Match, games: Mapping[str, Outcomes]) -> Pair:
    """The games that both sides have."""
    before, after = games[match.before.key], games[match.after.key]
    both = min(before.games, after.games)
    return Pair(match, before.first(both), after.first(both))


def matches_of(verb: str, sides: Sides) -> list[Match]:
    """The cells that belong together."""
    before, after = sides
    same_labels = [cell.labels for cell in before.cells] == [cell.labels for cell in after.cells]
    if verb == "try" and same_labels:
        return match_variant(before, after)
    return match_cells(before.game, before.cells, after.cells)


def _with(trial: QuickTrial, changes: Sequence[str], hidden: Sequence[str]) -> QuickTrial:
    verdicts = [not_held(verdict) if hidden else verdict for verdict in trial.verdicts]
    return replace(trial, changes=changes, not_played=hidden, verdicts=verdicts)
