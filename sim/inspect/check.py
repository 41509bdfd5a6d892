"""Check a file before anything is played, and tell files from games."""

import os
from collections.abc import Mapping
from pathlib import Path

from engine.configs import EXPERIMENTS, OWN, folder_of, games, names
from engine.errors import BadInput, did_you_mean, message
from engine.game.cell import Json
from engine.game.optional_parts import files_of
from engine.game.questions.subject import is_address
from engine.game.registry import DEFAULT_GAME, is_from_outside, is_known, load_game
from engine.game.registry import names as game_names
from engine.language.current import counted, said
from sim.experiment.experiment import experiment_file, read_data, resolve

PRESET_KEY = "policy"
"""The key that every preset has and no experiment: those say `policies`."""
POLICIES = "policies"
"""The key of experiments, and the folder of presets."""


def file_schema(game: str) -> Json:
    """The JSON Schema of the game's own files."""
    return files_of(load_game(game)).schema()


def is_game(word: str) -> bool:
    """Whether a word names a game: by its name, by what makes it (`openspiel:…`), by its place in a package, by the
    file or folder of its code."""
    if is_known(word) or is_from_outside(word) or is_address(word):
        return True
    return word.endswith(".py") or Path(word).is_dir()


def file_meant(word: str, game: str | None) -> Path:
    """The file that a word means: a path, or an experiment's name, as `run` takes it."""
    known = {name for each in games() for short in names(EXPERIMENTS, each) for name in (short, f"{each}/{short}")}
    if word in known and not Path(word).exists():
        return experiment_file(word, game)
    if word.replace("-", "_").isidentifier() and not os.path.lexists(word):
        hint = did_you_mean(word, [*sorted(known), *game_names()])
        raise BadInput(message("{hint}expected a file, an experiment or a game", hint=hint), source=word)
    return Path(word)


def game_of_file(path: Path, data: Mapping[str, object], game: str | None) -> str:
    """The game that a file is for: as it says itself, as the call says, or by its folder, `configs/GAME/KIND`."""
    *_, configs, folder, _, _ = ("", "", "", *path.absolute().parts)
    by_folder = folder if configs == OWN.name and is_known(folder) else DEFAULT_GAME
    return str(data.get("game", game or by_folder))


def file_changes(path: Path, game: str | None) -> list[str]:
    """What a file that is right changes of what it extends, one line each; nothing if it extends nothing."""
    data = read_data(path)
    files = load_game(game_of_file(path, data, game)).files if "extends" in data else None
    return files.changes(path) if files else []


def check_file(path: Path, game: str | None = None) -> str:
    """What a file is, or an error that says what is wrong with it. What is neither a file of the game nor a preset of
    its policies is an experiment."""
    data = read_data(path)
    if not data:
        raise BadInput(message("empty, expected a content file, a preset or an experiment"), source=path)
    name = game_of_file(path, data, game)
    played = load_game(name)
    kind = played.files.check(data, path) if played.files else None
    if kind is not None:
        return kind
    if PRESET_KEY in data and played.about.has_policies:
        return _checked_preset(path, data, name)
    experiment = resolve({"name": path.stem, "game": name} | data, str(path))
    return counted(len(experiment.cells), "an experiment of one cell", "an experiment of {count} cells")


def _checked_preset(path: Path, data: Mapping[str, object], game: str) -> str:
    """An experiment that names the preset is right if the preset is; no other file is known by a name."""
    folder = OWN / folder_of(game) / POLICIES
    if path.resolve().parent != folder.resolve():
        raise BadInput(message("a preset is used by its name; expected it in {folder}", folder=folder), source=path)
    resolve({"game": game, POLICIES: [path.stem]}, str(path))
    return ": ".join([said("a preset of {policy}", policy=data[PRESET_KEY]), str(data["description"])])
