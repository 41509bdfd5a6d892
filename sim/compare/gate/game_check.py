"""One game at the gate: its baselines, what is meant to change, and which edits the gate does not play."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from shlex import quote

from engine.configs import OWN, folder_of, read_text, still_at
from engine.errors import BadInput, NotComparable, message
from engine.game.outcomes import Outcome
from engine.game.registry import DEFAULT_GAME, call_names, load_game
from engine.language.current import said
from sim.compare.gate.baseline import BaselinePair, read_baseline, without_luck
from sim.compare.gate.baseline_files import BASELINES, accept_command
from sim.compare.gate.cell_evidence import CheckedCell
from sim.compare.gate.effort import games_in
from sim.compare.gate.gate import MOST_GAMES, GateOutcome, GateResult, cells_to_check, check_engine, decide
from sim.compare.tested_outcomes import tested_outcomes
from sim.compare.versions.not_played import lines_about
from sim.experiment.experiment import ResolvedExperiment, read_experiment
from sim.play.outcome_cache import OutcomeCache
from sim.text.json_text import canonical
from sim.text.number_format import listed
from sim.text.spoken import spoken

INTENT = "intent.txt"
"""The file beside the baselines that says what a change is meant to do."""
MOST_OF_OWN = 65_536
"""Games of a cell that some minutes may come to, if the game is one's own: enough for the default margins where an edit
changes a tenth of the games; see `tests.default_gates`."""


@dataclass
class GameCheck:
    """A game, its baselines, and what is claimed about its cells."""

    game: str
    pairs: Sequence[BaselinePair]
    cells: Sequence[CheckedCell]
    _cache: OutcomeCache | None = field(default=None, repr=False)

    @property
    def sides(self) -> list[ResolvedExperiment]:
        """All that may be played."""
        return [side for pair in self.pairs for side in (pair.before, pair.after)]

    @property
    def is_open(self) -> bool:
        """Whether games have to decide something: where both sides are the same, the answer is certain."""
        return not all(cell.exact for cell in self.cells)

    @property
    def is_paired(self) -> bool:
        """Whether some cell is played on both sides."""
        return any(cell.paired for cell in self.cells)

    def begin(self, cache: OutcomeCache) -> None:
        """See whether the engine still plays what was accepted."""
        self._cache = cache
        check_engine(cache, self.cells)

    def most_games(self, games: int | None, minutes: float | None) -> int:
        """The most games to play in a cell, after `begin`: as asked for, or what the minutes allow here. Means are
        judged at the end: of a game of one's own, minutes that a decision does not need are left."""
        assert self._cache is not None
        if minutes is None or not self.is_paired:
            return games or MOST_GAMES
        fits = games_in(minutes, self._cache, [cell for cell in self.cells if cell.paired])
        return fits if self.pairs[0].before.game.editions is None else min(fits, MOST_OF_OWN)

    def decided(self, risk: float, most: int) -> GateResult:
        """Play and decide, after `begin`."""
        assert self._cache is not None
        result = decide(self._cache, self.cells, risk, most)
        edited = spoken(lambda: [line for pair in self.pairs if (line := edited_experiment(pair))])
        hidden = spoken(lambda: lines_about([(pair.before, pair.after) for pair in self.pairs], is_accepted=True))
        if result.outcome is GateOutcome.PASS and (edited or hidden):
            result = replace(result, outcome=GateOutcome.INCONCLUSIVE)
        return replace(result, edited=edited, not_played=hidden)


def read_check(game: str, paths: Sequence[Path], intent: Path | None, outcomes: Sequence[str]) -> GameCheck:
    """Read the baselines of one game, and its intent. `outcomes` are names; if there are none, the baselines decide."""
    pairs = [read_baseline(path) for path in paths]
    intent = intent or _own_intent(pairs[0].before.settings.game)
    text = read_text(intent) if intent else ""
    cells = [cell for pair in pairs for cell in cells_to_check(pair, text, str(intent), tested_in(pair, outcomes))]
    return GameCheck(game, pairs, cells)


def check_playable(game: str, baseline: Path) -> None:
    """Refuse a game that is not here. A file or a program is code: it is here only if this very call names it."""
    try:
        load_game(game)
    except BadInput as error:
        if not game.isidentifier():
            raise NotComparable(message("not played: {why}", why=error), source=baseline) from None
        place = f"./{game}.py" if Path(f"{game}.py").is_file() else f"./{game}"
        raise NotComparable(
            message(
                "not played: {game} is no game of fatecast; one of your own is code, which runs only if you name it: "
                "{command}",
                game=game,
                command=f"fatecast gate --game {place}",
            ),
            source=baseline,
        ) from None


def tested_in(pair: BaselinePair, outcomes: Sequence[str]) -> list[Outcome]:
    """The outcomes of these names; none if the baseline decides."""
    if not outcomes:
        return []
    return tested_outcomes(pair.before.game.outcomes, [cell.labels for cell in pair.before.cells], outcomes)


def edited_experiment(sides: BaselinePair) -> str | None:
    """One line if the file of the baseline's experiment says something else now; None if it does not, or if there is no
    such file. A baseline has its own copy of the experiment. Whoever edits the file believes that the gate checks the
    edit, so it must say that it does not."""
    held, game = without_luck(sides.baseline.experiment), sides.after.settings.game
    try:
        data, path = read_experiment(str(held.get("name", "")), game)
    except BadInput:
        return None
    now = without_luck(data)
    keys = [key for key in dict.fromkeys([*held, *now]) if key not in ("name", "game")]
    changed = [key for key in keys if canonical([held.get(key)]) != canonical([now.get(key)])]
    if not changed or now.get("game", game) != held.get("game", DEFAULT_GAME):
        return None
    named = call_names().flags or ("" if game == DEFAULT_GAME else f" --game {quote(game)}")
    accept = accept_command(game, sides.path)
    told = said(
        "its {keys} changed since baseline {baseline} was accepted, and the gate did not check that; compare the file "
        "with its last version ({compare}), then accept it: {accept}",
        keys=listed(changed),
        baseline=sides.path.stem,
        compare=f"fatecast compare OLD.toml {quote(path)}{named}",
        accept=f"{accept} --experiment {quote(path)}",
    )
    return f"{path}: {told}"


def _own_intent(game: str) -> Path | None:
    """The intent in ./configs, if there is one."""
    new, old = OWN / folder_of(game) / BASELINES / INTENT, OWN / INTENT
    if new.is_file():
        return new
    return old if still_at(old, new) else None
