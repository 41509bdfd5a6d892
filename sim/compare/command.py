"""`compare` and `try`, for the command line and for Python: from what a person asks to what was found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.game.optional_parts import editions_of
from engine.game.outcomes import Outcome
from engine.game.protocol import Game
from engine.game.registry import is_command, is_file, load_game
from engine.language.current import counted
from engine.language.kinds import kind_of_thing
from sim.compare.comparison import compare_games, compare_pairs, compare_until_decided
from sim.compare.operands import BaseExperiment, games_of, is_game_file, is_policy_file, read_sides
from sim.compare.pairs import Match, Pair, match_cells, match_variant, pair_runs, play_pairs
from sim.compare.quick_trial import QuickTrial, judge_trial
from sim.compare.tested_outcomes import margins_of, tested_outcomes, usual_outcomes
from sim.compare.verdicts import Comparison, DecisionRule, not_held
from sim.compare.versions.not_played import lines_about
from sim.compare.versions.what_changed import content_changes
from sim.experiment.changes import read_changes, variant
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.values import admitted, percentage
from sim.play.logs import LOGGER
from sim.play.options import PlayOptions
from sim.play.outcome_cache import Piece, PieceStore, outcome_cache
from sim.runs.manifest_file import MANIFEST
from sim.sheets.files import is_sheet

MOST_GAMES = 262_144
"""The default limit of a sequential comparison."""
TRIAL_GAMES = 2_048
MOST_SKIPPED = 12
"""Lines about rows of a spreadsheet that are not used."""


@dataclass(frozen=True)
class TestRequest:
    """What to test, and how certain a verdict must be, as typed."""

    outcomes: Sequence[str] = ()
    margins: Sequence[str] = ()
    risk: float = 5.0
    """In percent."""
    told: int = 64
    of_own: bool = False
    """Whether all outcomes of a game of one's own are tested if none is named. A margin without a name is one of the
    headline."""

    def __post_init__(self) -> None:
        percentage("--risk", self.risk)
        if self.told < 0:
            raise BadInput(source="--told", expected=message("0 or more, not {told}", told=self.told))

    def rule(self, game: Game, matches: Sequence[Match]) -> tuple[list[Outcome], DecisionRule]:
        """The outcomes to test in these cells, and the rule."""
        labels = [match.before.labels for match in matches]
        if self.of_own and not self.outcomes and all(":" in text for text in self.margins):
            tested = usual_outcomes(game, labels)
        else:
            tested = tested_outcomes(game.outcomes, labels, self.outcomes)
        return tested, DecisionRule(margins_of(self.margins, tested), self.risk / 100, self.told)


def compare_runs(before: Path, after: Path, asked: TestRequest, store: PieceStore | None = None) -> Comparison:
    """Two finished runs, as they were played. The `store` keeps the games."""
    pairs, run = pair_runs(before, after)
    if store is not None:
        for pair in pairs:
            _keep(pair, int(run.manifest["seed"]), store)
    tested, rule = asked.rule(run.experiment.game, [pair.match for pair in pairs])
    return compare_pairs(run.experiment.game, pairs, int(run.manifest["seed"]), rule, tested)


def _keep(pair: Pair, seed: int, store: PieceStore) -> None:
    """Keep the games of a pair from two runs, which must be the first ones, without a gap."""
    if pair.indices is not None or not pair.games:
        raise BadInput(message("skipped games, or played none, so a page cannot hold it"), source=pair.match.name)
    for cell, outcomes in ((pair.match.before, pair.before), (pair.match.after, pair.after)):
        store.keep(Piece(cell.key, seed, 0, pair.games), outcomes)


def compare_sides(
    sides: tuple[ResolvedExperiment, ResolvedExperiment],
    asked: TestRequest,
    options: PlayOptions,
    until_decided: int | None = None,
    store: PieceStore | None = None,
) -> Comparison:
    """Two sides that are played now; `until_decided` is the most games to play in a cell if it ends when decided. The
    `store` keeps the games."""
    matches = match_cells(sides[0].game, sides[0].cells, sides[1].cells)
    tested, rule = asked.rule(sides[0].game, matches)
    luck = sides[0].settings.seed
    with outcome_cache(sides, options, store) as played:
        if until_decided is not None:
            found = compare_until_decided(played, matches, luck, until_decided, rule, tested)
        else:
            found = compare_games(played, matches, luck, min(map(games_of, sides)), rule, tested)
    return found.without(lines_about([sides]))


def sides_named(
    before: str, after: str, base: BaseExperiment, game: str
) -> tuple[ResolvedExperiment, ResolvedExperiment]:
    """Both sides from words, to be played. Files of code among them are loaded: the call names them."""
    return read_sides(_operand(before, game), _operand(after, game), base, game)


def sides_of_trial(
    base: BaseExperiment, named: Mapping[str, object], words: Sequence[str], pinned: Sequence[str] = ()
) -> tuple[ResolvedExperiment, ResolvedExperiment]:
    """Both sides of the quick look at a change. `named` are keys of an experiment that make a whole
    version of the game; a word is a field with its new value, or stands for a version, too. If fields are changed,
    both sides play the version that is named. Fields that are `pinned` are changed on both sides."""
    game = base.played
    fields = [word for word in words if "=" in word.partition(" ")[0]]
    sheets = [word for word in words if word not in fields and is_sheet(word)]
    version = dict(named)
    for word in words:
        version |= {} if word in fields or word in sheets else candidate_named(word, game)
    if not fields and not version and not sheets:
        raise BadInput(
            source="try", expected=message("PATH=VALUE, or a whole version of the game, by the name of its file")
        )
    changes = read_changes(fields, "try")
    if fields or sheets:
        base = replace(base, flags={**base.flags, **named})
    for sheet in sheets:
        changes = {**_in_sheet(sheet, replace(base, flags={**base.flags, **version}), game), **changes}
    before, after = base.resolved(), replace(base, flags={**base.flags, **version}).resolved()
    both = read_changes(pinned, "--pin")
    if both:
        before = variant(before, both, "--pin")
    if changes := {**both, **changes}:
        after = variant(after, changes, "try")
    return before, after


def _in_sheet(word: str, base: BaseExperiment, game: str) -> dict[str, object]:
    """What a spreadsheet changes of the content that is played. What it leaves as it is goes to the log."""
    from sim.sheets.pull import changes_in, content_key  # few changes are sheets

    played = load_game(game)
    names = base.data({})[0].get(content_key(played), [played.about.usual_content])
    if not isinstance(names, list) or len(names) != 1:
        raise BadInput(
            message(
                "a spreadsheet changes one {what}, not several",
                what=kind_of_thing(played.about.axis("content") or "content"),
            ),
            source=word,
        )
    changes, reading = changes_in(played, Path(word), str(names[0]))
    for note in reading.notes:
        LOGGER.warning("%s: %s", word, note)
    for skipped in reading.skipped[:MOST_SKIPPED]:
        LOGGER.warning("%s: %s", word, skipped)
    if (more := len(reading.skipped) - MOST_SKIPPED) > 0:
        LOGGER.warning("%s: %s", word, counted(more, "one more line is skipped", "{count} more lines are skipped"))
    if not changes:
        raise BadInput(message("changes nothing of {content}", content=names[0]), source=word)
    return changes


def candidate_named(word: str, game: str) -> Json:
    """The version of a game that a word stands for, as keys of an experiment: a content file, another edition, a
    policy."""
    played = load_game(game)
    part = played.part(_operand(word, game))
    if part is None:
        raise BadInput(
            source="try", expected=message("path=value, or the name or file of a part of {game}", game=game), got=word
        )
    return part


def try_sides(
    before: ResolvedExperiment,
    after: ResolvedExperiment,
    asked: TestRequest,
    options: PlayOptions,
    games: int,
    store: PieceStore | None = None,
) -> list[QuickTrial]:
    """The quick look at two sides, with this many games of each cell. The `store` keeps the games."""
    same_labels = [cell.labels for cell in before.cells] == [cell.labels for cell in after.cells]
    matches = match_variant(before, after) if same_labels else match_cells(before.game, before.cells, after.cells)
    tested, rule = asked.rule(before.game, matches)
    with outcome_cache([before, after], options, store) as played:
        pairs = play_pairs(played, matches, before.settings.seed, games)
    changes, hidden = content_changes(before.game, matches), lines_about([(before, after)])
    return [
        replace(
            trial,
            changes=changes,
            not_played=hidden,
            verdicts=[not_held(verdict) if hidden else verdict for verdict in trial.verdicts],
        )
        for trial in judge_trial(pairs, before.game.about.skill, rule, tested)
    ]


def _operand(word: str, game: str) -> str:
    """A side as typed. A file of code is loaded, and goes by its name from now on: an edition of a game that is code,
    or a policy. A program is started."""
    played, is_python = load_game(game), word.split(" ")[0].endswith(".py")
    is_folder = is_game_file(word) or (is_file(word) and not (Path(word) / MANIFEST).exists())
    is_edition = played.editions and (is_python or is_folder) and not is_policy_file(word.split(" ")[0])
    if is_command(word) or is_edition:
        return editions_of(played).admit(word)
    return admitted(played, word) if is_python else word
