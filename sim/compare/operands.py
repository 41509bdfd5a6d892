"""The two sides of a comparison, from the words that a person types: a part of the game, an experiment, a run."""

import ast
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from engine.configs import EXPERIMENTS, names, read_text
from engine.errors import BadInput, NotComparable, did_you_mean, message
from engine.game.cell import Json
from engine.game.protocol import Game
from engine.game.registry import DEFAULT_GAME, load_game
from sim.compare.versions.history import Step, read_history, step_number
from sim.experiment.changes import variant
from sim.experiment.experiment import DEFAULT_GAMES, ResolvedExperiment, override, read_data, read_experiment, resolve
from sim.experiment.values import as_typed, value_of
from sim.runs.manifest_file import MANIFEST
from sim.runs.store import Store

GAME_FILE = "game.py"
IMPORTS_GAME = re.compile(r"^\s*(from|import)\s+fatecast\.game\b|^\s*from\s+fatecast\s+import\s+game\b", re.MULTILINE)

STEP = "step"
"""A step of the folder's history, as a side of a comparison."""
TUNING = "tuning"
"""The experiment on which parts of the game are compared."""


@dataclass(frozen=True)
class BaseExperiment:
    """What both sides have in common: the experiment that a part is tried on, as it was read, and the flags that
    override it."""

    read: Json
    source: str
    flags: Mapping[str, object]

    @property
    def played(self) -> str:
        """The game that is played."""
        return str(self.data({})[0].get("game", DEFAULT_GAME))

    def data(self, part: Mapping[str, object]) -> tuple[Json, str]:
        """The experiment with a part of it replaced, and where it comes from."""
        return override(override(self.read, part), self.flags), self.source

    def resolved(self) -> ResolvedExperiment:
        """The experiment itself."""
        return resolve(*self.data({}), self.flags)


def read_base(experiment: str | None, game: str | None) -> tuple[Json, str]:
    """The experiment that parts of a game are compared on: the one that was named, or the usual one. A game without one
    is played as it is by default."""
    if experiment is None and game is not None and TUNING not in names(EXPERIMENTS, game):
        return {"name": TUNING, "game": game}, "command line"
    return read_experiment(experiment or TUNING, game)


def is_run(word: str) -> bool:
    """Whether a word is a run directory."""
    return Path(word).is_dir() and not is_game_file(word)


def is_game_file(word: str) -> bool:
    """Whether a word is the file or the folder of a game of one's own: a file of Python that imports what such games
    are made of. Nothing is loaded."""
    path = Path(word)
    if path.is_dir() and not os.path.lexists(path / MANIFEST):
        path /= GAME_FILE
    if path.suffix != ".py" or not path.is_file():
        return False
    return IMPORTS_GAME.search(read_text(path)) is not None


def is_policy_file(word: str) -> bool:
    """Whether a word is a file of Python with functions, but without a class derived from another, which every game is.
    Nothing is loaded."""
    path = Path(word)
    if path.suffix != ".py" or not path.is_file():
        return False
    try:
        tree = ast.parse(read_text(path))
    except (SyntaxError, ValueError):
        return False  # whoever loads it says what is wrong
    has_class = any(isinstance(node, ast.ClassDef) and node.bases for node in tree.body)
    return not has_class and any(isinstance(node, ast.FunctionDef) for node in tree.body)


def read_sides(
    before: str, after: str, base: BaseExperiment, game: str
) -> tuple[ResolvedExperiment, ResolvedExperiment]:
    """Both sides, to be played. If a name could be a part or an experiment, the other side decides."""
    played = load_game(game)
    mine, yours = _readings(before, played, game), _readings(after, played, game)
    kind = next((kind for kind in mine if kind in yours), None)
    sides = (_side(before, mine, kind, base), _side(after, yours, kind, base))
    seeds = [side.settings.seed for side in sides]
    if seeds[0] != seeds[1]:
        raise NotComparable(
            message(
                "seed {seeds} against {seeds2}: no luck is shared; --seed sets both", seeds=seeds[0], seeds2=seeds[1]
            )
        )
    if sides[0].address != sides[1].address:
        raise NotComparable(
            message("{name} against {name2}: two different games", name=sides[0].game.name, name2=sides[1].game.name)
        )
    return sides


def games_of(effective: ResolvedExperiment) -> int:
    """How many games of a cell the experiment plays."""
    return effective.settings.games or DEFAULT_GAMES


def _readings(word: str, game: Game, name: str) -> dict[str, Mapping[str, object]]:
    """Everything that a word can stand for, the likeliest first."""
    if (number := step_number(word)) is not None:
        return {STEP: _of_step(read_history().step(number), game, word)}
    if is_run(word):
        return {"experiment": Store(Path(word)).manifest()["experiment"]}
    found: dict[str, Mapping[str, object]] = {}
    if part := game.part(word):
        found["part"] = part
        if word.endswith(".toml"):
            return found
    try:
        found["experiment"] = _experiment(word, name)
    except BadInput:
        if not found:
            hint = did_you_mean(word.partition(" ")[0], _known_names(game, name))
            raise BadInput(
                message(
                    "{hint}expected the name or file of a part of {name}, an experiment or a run directory",
                    hint=hint,
                    name=game.name,
                ),
                source=word,
            ) from None
    return found


def _of_step(step: Step, game: Game, word: str) -> Mapping[str, object]:
    """What a step of the folder's history played, and how it was changed. The file is data: it names no path."""
    if step.game != game.name:
        raise NotComparable(message("is a step of {game}, not of {name}", game=step.game, name=game.name), source=word)
    if "/" in step.content or step.content.endswith(".toml"):
        raise BadInput(message("names a file, expected the name of a content"), source=word)
    keys = [axis.key for axis in game.about.axes if axis.values == "names"]
    return {"part": {keys[0]: [step.content]} if keys and step.content else {}, "changes": step.all_changes}


def _known_names(game: Game, name: str) -> list[str]:
    """What could have been meant: parts of the game and experiments."""
    kinds = [EXPERIMENTS, *(axis.key for axis in game.about.axes if axis.values == "names")]
    policies = [row[0] for sheet in game.policies.sheets() for row in sheet.rows] if game.policies else []
    return [*policies, *(each for kind in kinds for each in names(kind, name))]


def _experiment(word: str, game: str) -> Json:
    if word.endswith((".toml", ".json")) and Path(word).is_file():
        return {"name": Path(word).stem, **read_data(Path(word))}
    return read_experiment(word, game)[0]


def _side(
    word: str, readings: Mapping[str, Mapping[str, object]], kind: str | None, base: BaseExperiment
) -> ResolvedExperiment:
    kind = kind or next(iter(readings))
    data = readings[kind]
    if kind == STEP:
        part, changes = cast(Json, data["part"]), cast(Json, data["changes"])
        played = resolve(*base.data(part), base.flags)
        return variant(played, {path: value_of(as_typed(value)) for path, value in changes.items()}, word)
    if kind == "part":
        return resolve(*base.data(data), base.flags)
    return resolve(override(data, base.flags), word, base.flags)
