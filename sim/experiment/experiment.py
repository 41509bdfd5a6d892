"""What to play: an experiment, from a file, from flags, or from both.

The laboratory has a few keys of its own. All others belong to the game, which checks them and fills in defaults. In the
*resolved* experiment, every name is replaced by what it stands for, so that it plays the same games anywhere.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, ValidationError, model_validator

from engine.configs import EXPERIMENTS, find_experiment, folders, games, names, read_toml, unknown_word
from engine.content.labels import LONGEST_LABEL, check_label
from engine.errors import BadInput, BadText, complaints, message, nearest
from engine.game.about import About
from engine.game.cell import MOST_CELLS, Cell, Json
from engine.game.outcomes import Outcome, Share, headline_of, outcome_named
from engine.game.protocol import Game
from engine.game.registry import DEFAULT_GAME, address_of, load_as_played, load_game, load_kept
from sim.experiment.counts import as_count
from sim.text.json_text import canonical, read_json

DEFAULT_GAMES = 10_000
MOST_EXPLAINED = 100
"""Unknown keys that are compared with known ones: a stranger's file may have a hundred thousand."""

Count = Annotated[StrictInt, Field(ge=1, lt=10**12), BeforeValidator(as_count)]
"""As a person writes it: `10_000`, `1e4`, `"10k"`."""


class Until(BaseModel):
    """The rule to stop when an outcome of every cell is known well enough."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    half_width: float = Field(gt=0, allow_inf_nan=False)
    """Half the length of the 95 % interval at which a cell stops: a share, or in the unit of the outcome."""
    outcome: str | None = None
    """The outcome that is watched; by default the headline."""
    every: Count = 10_000
    """The rule looks at a cell after this many games, after twice as many, three times as many, and never between."""
    max_games: Count = 1_000_000
    """No cell plays more games than this."""


class Experiment(BaseModel):
    """The laboratory's own keys. All other keys belong to the game."""

    model_config = ConfigDict(extra="allow", defer_build=True)

    name: str = Field("custom", pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", max_length=80)
    game: str = DEFAULT_GAME
    seed: Annotated[StrictInt, Field(ge=0, lt=2**64), BeforeValidator(as_count)] = 1
    games: Count | None = None
    until: Until | None = None
    on_error: Literal["stop", "skip"] = "stop"
    """Whether a game that fails ends the run or is skipped."""

    @model_validator(mode="after")
    def _one_way_to_stop(self) -> Self:
        if self.games is not None and self.until is not None:
            raise BadText(message("expected either games or until, not both"))
        if self.games is None and self.until is None:
            self.games = DEFAULT_GAMES
        return self


@dataclass(frozen=True)
class ResolvedExperiment:
    """An experiment in which every name is replaced by what it stands for, with its game and its cells."""

    settings: Experiment
    grid: Json
    game: Game
    cells: list[Cell]

    @property
    def address(self) -> str:
        """The module and the attribute of the game."""
        return address_of(self.settings.game)

    @property
    def until(self) -> Until:
        """The stop rule. A fixed number of games is a rule that looks once, at the end."""
        if self.settings.until is not None:
            return self.settings.until
        games = self.settings.games or DEFAULT_GAMES
        return Until.model_construct(half_width=0.0, every=games, max_games=games)

    @property
    def headline(self) -> Outcome:
        """The outcome that stands for the whole result: the first that all cells have."""
        return headline_of(self.game.outcomes, [cell.labels for cell in self.cells])

    @property
    def watched_outcome(self) -> Outcome:
        """The outcome that the stop rule looks at."""
        named = self.settings.until.outcome if self.settings.until else None
        return outcome_named(self.game.outcomes, named, "until.outcome") if named else self.headline

    def to_json(self) -> Json:
        """The data of an experiment that plays the same games again; it is stored beside the results."""
        return self.settings.model_dump(exclude_none=True, exclude=set(self.settings.model_extra or ())) | self.grid

    @cached_property
    def hash(self) -> str:
        """A hash of everything that decides the results. The name does not."""
        deciding = {key: value for key, value in self.to_json().items() if key != "name"}
        return sha256(canonical(deciding)).hexdigest()


def read_experiment(name: str, game: str | None = None) -> tuple[Json, str]:
    """The data of an experiment's file, and its path, with which every complaint about it begins."""
    path = experiment_file(name, game)
    data = {"name": path.stem, **read_data(path)}
    if "game" not in data:
        _check_game_is_known(name, game, path)
    return data, str(path)


def _check_game_is_known(name: str, game: str | None, path: Path) -> None:
    """Refuse a file that does not say which game it plays, and is none of the game that would be meant."""
    if game is None:
        homes = [each for each in games() if any(_is_in(path, at) for at in folders(EXPERIMENTS, each))]
        if homes and DEFAULT_GAME not in homes:
            hint = message("add this line to it: {line}", line=f'game = "{homes[0]}"')
            raise BadInput(message("does not say which game it plays"), source=path, hint=hint)
    elif game != DEFAULT_GAME and name == path.stem and name not in names(EXPERIMENTS, game):
        raise unknown_word("experiment", name, names(EXPERIMENTS, game), source=game)


def _is_in(path: Path, folder: Path) -> bool:
    return path.resolve() == (folder / path.name).resolve()


def experiment_file(name: str, game: str | None = None) -> Path:
    """The file of an experiment. Several games may have one of this name: then it is that of the game named, or of the
    default game."""
    first = game or DEFAULT_GAME
    return find_experiment(f"{first}/{name}" if name in names(EXPERIMENTS, first) else name)


def read_data(path: Path) -> Json:
    """The data of a TOML or JSON file."""
    if path.suffix != ".json":
        return read_toml(path)
    data = read_json(path)
    if not isinstance(data, dict):
        raise BadInput(source=path, expected=message("an object"))
    return data


def override(data: Mapping[str, object], flags: Mapping[str, object]) -> Json:
    """The experiment with some keys replaced. `games` replaces `until`, and `until` replaces `games`."""
    merged = dict(data)
    if "games" in flags:
        merged.pop("until", None)
    if "until" in flags:
        merged.pop("games", None)
    for key, value in flags.items():
        if value == [] and key not in data:
            continue  # nothing takes the place of nothing; not every game knows the key
        old = merged.get(key)
        merged[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def resolve(
    data: Mapping[str, object], source: str, typed: Iterable[str] = (), by: str = "command line"
) -> ResolvedExperiment:
    """Check an experiment, and replace every name in it by what it stands for. A mistake in a key that was `typed` over
    that of a file is not blamed on the file."""
    try:
        return _resolved(data, source)
    except BadInput as error:
        if error.source == source and re.split("[.:]", error.place)[0] in [*typed]:
            raise error.moved(source=by) from None
        raise


def resolve_as_played(data: Mapping[str, object], source: str, rules: int, columns: int) -> ResolvedExperiment:
    """The experiment of a run that was played by these versions of a game's rules and columns: to read the run."""
    return _resolved(data, source, lambda name: load_as_played(name, rules, columns))


def resolve_as_kept(data: Mapping[str, object], source: str, kept: object, kept_in: str) -> ResolvedExperiment:
    """The experiment of a run of a game of one's own, from what the run keeps of it: to read the run. Nothing of the
    game is run."""
    return _resolved(data, source, lambda name: load_kept(name, kept, kept_in))


def _resolved(data: Mapping[str, object], source: str, load: Callable[[str], Game] = load_game) -> ResolvedExperiment:
    try:
        settings = Experiment.model_validate(data)
    except ValidationError as error:
        raise BadInput.of_all(complaints(error, source)) from None
    game = load(settings.game)
    extra = settings.model_extra or {}
    try:
        grid = game.resolve(extra, source)
    except BadInput:
        _check_spelling(extra, game.about, source)
        raise
    cells = game.cells(grid)
    if not 1 <= len(cells) <= MOST_CELLS:
        raise BadInput(
            message("{count} cells, expected 1 to {most_cells}", count=len(cells), most_cells=MOST_CELLS), source=source
        )
    for axis, label in dict.fromkeys((axis, label) for cell in cells for axis, label in cell.labels.items()):
        if isinstance(label, str):
            check_label(label, axis, source, LONGEST_LABEL)
    experiment = ResolvedExperiment(settings, grid, game, cells)
    _check_stop_rule(experiment, source)
    return experiment


def _check_spelling(keys: Iterable[str], game: About, source: str) -> None:
    """Keys that are none of the game's are told apart from mistyped keys of every experiment."""
    common, own = [*Experiment.model_fields], {axis.key for axis in game.axes}
    for key in islice((key for key in keys if key not in own), MOST_EXPLAINED):
        if meant := nearest(key, common):
            raise BadInput(
                message("unknown key: did you mean {meant!r}?", meant=meant), source=source, place=key
            ) from None


def _check_stop_rule(experiment: ResolvedExperiment, source: str) -> None:
    until = experiment.settings.until
    if until is None:
        return
    if until.outcome is not None:
        named = outcome_named(experiment.game.outcomes, until.outcome, f"{source}: until.outcome")
        for cell in experiment.cells:
            if not named.applies(cell.labels):
                raise BadInput(
                    message("{name} has no {name2}", name=cell.name, name2=named.name),
                    source=source,
                    place="until.outcome",
                )
    if isinstance(experiment.watched_outcome, Share) and until.half_width >= 0.5:
        raise BadInput(source=source, place="until.half_width", expected=message("less than 0.5"), got=until.half_width)
