"""Write what a repository needs that holds only the content of a game: configs, an example of an intent, and a workflow
that checks every change."""

import json
import os
import platform
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from shlex import quote

from engine.configs import EXPERIMENTS, OWN, folder_of, roots
from engine.content.changes import toml_key
from engine.errors import BadInput, message
from engine.game.axes import Axis
from engine.game.optional_parts import content_of, piece_names
from engine.game.outcomes import Share, headline_of
from engine.game.protocol import Game
from engine.game.registry import (
    DEFAULT_GAME,
    GAMES,
    about,
    how_named,
    is_command,
    is_from_outside,
    load_game,
    offered,
    own_file,
)
from engine.language.current import said
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.experiment import ResolvedExperiment, read_data, resolve
from sim.folder.folder_file import NAME as FOLDER_FILE
from sim.folder.folder_file import folder_file, text_for
from sim.folder.trusted import trust_if_named
from sim.text.packages import Package, ourselves, package_of, pinned

CONTENT, TUNING = "mine", "tuning"
"""The names of what is written."""
TUNING_FILE = f"{TUNING}.toml"
WORKFLOW = Path(".github/workflows/gate.yml")
CONSTRAINTS = WORKFLOW.with_name("constraints.txt")
EXAMPLE = "intent-example.txt"
"""The gate does not read it: it is there to be copied."""
OPENSPIEL, OPTIONS = "openspiel", "options"
MINUTES = 20
"""That the gate of a game of one's own may take. The job has thirty: the rest is to install, check and compile."""

Texts = dict[Path, str]


@contextmanager
def new_repository(folder: Path, game: str, wheel: Path | None) -> Iterator[list[Path]]:
    """Write all files, or none, for a block that gets their paths. If the block fails, nothing of them is left."""
    texts = {folder / path: text for path, text in repository(folder, game, wheel).items()}
    _check_free(folder, texts)
    with ExitStack() as undo:
        _write(texts, undo)
        yield list(texts)
        undo.pop_all()


def write_repository(folder: Path, game: str, wheel: Path | None) -> list[Path]:
    """Write all files, or none, and return their paths."""
    with new_repository(folder, game, wheel) as written:
        return written


def repository(folder: Path, game: str, wheel: Path | None) -> Texts:
    """The files by their paths in the folder, and their texts."""
    _check_kind(game)
    played, home = load_game(game), OWN / folder_of(game)
    texts: Texts = {}
    data = _experiment_data(folder, game)
    axis = _content_axis(game) if _path_in(folder, game) is None else None
    if axis is not None:
        there = sorted(path.stem for path in (folder / home / axis.key).glob("[!.]*.toml"))
        if not there:
            path = home / axis.key / f"{CONTENT}.toml"
            texts[path] = _content_text(played, axis, data, path)
        data = {**data, axis.key: there or [CONTENT]}
    if not any((place / TUNING_FILE).exists() for place in _beside(folder, game)):
        path = home / EXPERIMENTS / TUNING_FILE
        texts[path] = _experiment_text(played, data, axis, path)
    texts[home / "baselines" / EXAMPLE] = _intent_text(resolve(_experiment_data(folder, game), TUNING))
    texts[WORKFLOW] = _workflow_text(folder, game, wheel)
    texts[CONSTRAINTS] = _constraints_text(game)
    if not os.path.lexists(folder / FOLDER_FILE):
        place = _path_in(folder, game)
        texts[Path(FOLDER_FILE)] = text_for(_typed(game, place), None if place is None else MINUTES)
    return texts


def _content_axis(game: str) -> Axis | None:
    """The axis of a game's contents. The content of a game in a file lies beside that file already."""
    return next((axis for axis in about(game).axes if axis.values == "names"), None)


def trust_here(folder: Path, game: str) -> None:
    """Whoever begins a repository for a game of one's own has named that game, so it may run there."""
    word = how_named(game)
    if word is not None and not is_command(word) and (found := folder_file(folder)) is not None:
        trust_if_named(found, own_file(word))


def next_steps(folder: Path, game: str, has_baseline: bool) -> dict[str, str]:
    """The commands to type next, each with what it is for."""
    typed, known = _typed(game, _path_in(folder, game)), folder_file(folder)
    flag = "" if game == DEFAULT_GAME or (known is not None and known.game == typed) else f" --game {quote(typed)}"
    enter = {} if folder.resolve() == Path.cwd() else {f"cd {quote(str(folder))}": ""}
    accept = {} if has_baseline else {f"fatecast baseline accept{flag}": said("play the game as it is now")}
    added = {"git add .": said("the baseline belongs to the repository")}
    return {**enter, **accept, **added, f"fatecast gate{flag}": said("passes")}


def _experiment_data(folder: Path, game: str) -> dict[str, object]:
    """The shipped experiment of that name, or that beside the game's file; if there is none, the game as it is by
    default."""
    shipped = [root / folder_of(game) / EXPERIMENTS for root in roots() if root != OWN]
    for path in (place / TUNING_FILE for place in [*_beside(folder, game), *shipped]):
        if path.is_file():
            return read_data(path)
    return {"game": game}


def _beside(folder: Path, game: str) -> list[Path]:
    """Where a game in a file has experiments of its own."""
    place = _path_in(folder, game)
    return [folder / place / EXPERIMENTS] if place is not None else []


def _content_text(game: Game, axis: Axis, data: Mapping[str, object], path: Path) -> str:
    """It extends the first content that changes are tried on."""
    content, base = content_of(game), resolve(data, TUNING)
    named = data.get(axis.key)
    first = {axis.key: named[:1]} if isinstance(named, list) else {}
    fields = content.fields(base.grid, TUNING)
    pieces = {*piece_names(game, base.cells[0])}
    numbers = [path for path in fields if isinstance(fields[path], int)]
    field = next((path for path in numbers if pieces & {*path.split(".")}), numbers[0])
    notes = [
        f"Your {axis.name}: the one that it extends, with what you write below. For example:",
        f"{field} = {_toml(fields[field])}",
    ]
    return content.extension(_grid({**data, **first}), {}, notes, path)


def _grid(data: Mapping[str, object]) -> dict[str, object]:
    """What an experiment plays, without how much of it."""
    return {key: value for key, value in data.items() if key not in ("game", "games", "seed")}


def _experiment_text(game: Game, data: Mapping[str, object], axis: Axis | None, path: Path) -> str:
    notes = [
        "What changes are tried on, and what the gate compares: fewer cells are quicker.",
        "The baseline holds a copy of it: after an edit, the gate says so and prints the command that accepts it.",
    ]
    if axis is None and game.content is not None:
        fields = game.content.fields(resolve(data, str(path)).grid, str(path))
        settable = [f"  {key} = {_toml(value)}" for key, value in fields.items() if key.startswith(f"{OPTIONS}.")]
        notes.append("It sets as little as it can: what it sets is played whatever the game says by default.")
        notes += ["It could set:", *settable] if settable else []
    return (
        "\n".join(
            [*(f"# {note}" for note in notes), *(f"{toml_key(key)} = {_toml(value)}" for key, value in data.items())]
        )
        + "\n"
    )


def _intent_text(experiment: ResolvedExperiment) -> str:
    """In the words of the game: its hardest cells, its headline."""
    game = experiment.game
    outcome = headline_of(game.outcomes, [cell.labels for cell in experiment.cells])
    form, last = OutcomeFormat(outcome), experiment.cells[-1].labels
    axis = next(name for name in (game.about.difficulty, game.about.size, game.about.skill, *last) if name in last)
    named = f", {outcome.name}" if isinstance(outcome, Share) and (outcome.family or outcome.kin) else ""
    margin = outcome.margin * form.factor
    claim = f"{axis} {last[axis]}{named}: {2 * margin:g} to {6 * margin:g} {form.unit} {outcome.less}"
    return _template("intent", CLAIM=claim, MARGIN=f"{margin:g}")


def _workflow_text(folder: Path, game: str, wheel: Path | None) -> str:
    place = _path_in(folder, game)
    flag = "" if game == DEFAULT_GAME else f" --game {quote(_typed(game, place))}"
    _check_words([_typed(game, place), *([] if wheel is None else [str(wheel)])])
    configs = (OWN / folder_of(game)).as_posix()
    check = f"fatecast check{flag} {configs}/*/*.toml"
    gate = f"fatecast gate{flag} --junit gate.xml --json-file gate.json"
    paths = [f"{OWN}/**"]
    if place is not None:
        paths.append(f"{place.as_posix()}/**" if (folder / place).is_dir() else place.as_posix())
        code = place / "game.py" if (folder / place).is_dir() else place
        check = f"fatecast check {quote(_typed(game, place))}"
        gate = _against_the_branch(code, f"{gate} --minutes {MINUTES}")
    return _template(
        "gate.yml",
        PATHS="\n".join(f"      - {json.dumps(path, ensure_ascii=False)}" for path in paths),
        PYTHON=".".join(platform.python_version_tuple()[:2]),
        INSTALL=_install_step(folder, game, wheel),
        VERSION=ourselves().version,
        CHECK=check,
        GATE=gate,
    )


def _check_kind(game: str) -> None:
    """Refuse a program: no workflow that is written here could build it, nor the one that was accepted."""
    word = how_named(game) or game
    if is_command(word):
        named = f"--game {quote(word)}"
        raise BadInput(
            message(
                "init does not know how to build a program in CI; write a baseline (fatecast baseline accept {named}) "
                "and a workflow that builds the program and runs: fatecast gate {named}",
                named=named,
            ),
            source=named,
        )


def _check_words(words: Iterable[str]) -> None:
    """Refuse what would end a line of the workflow, or what GitHub replaces before the shell sees its quotes."""
    for word in words:
        if not word.isprintable() or "${{" in word:
            raise BadInput(
                message("no workflow can name it, expected a path without line breaks and ${{{{"), source=f"{word!r}"
            )


def _against_the_branch(code: Path, gate: str) -> str:
    """A game in a file is compared with the file as it is on the branch that the change is for."""
    lines = [
        'git fetch --depth 1 origin "${GITHUB_BASE_REF:-$GITHUB_REF_NAME}"',
        f"git show FETCH_HEAD:{quote(code.as_posix())} > accepted.py",
        f"{gate} --before accepted.py",
    ]
    return "\n          ".join(lines)


def not_reached(game: str, wheel: Path | None) -> list[str]:
    """The packages that the workflow cannot install: they came from a folder of this machine."""
    return [each.name for each in _packages(game, wheel) if each.requirement() is None]


def _install_step(folder: Path, game: str, wheel: Path | None) -> str:
    """The command that installs, at the versions of the file of constraints. Where something came from a folder of this
    machine, a command that stops and says so."""
    pip = f"python -m pip install --constraint {CONSTRAINTS.as_posix()}"
    if missing := not_reached(game, wheel):
        told = (
            f"Write here what installs {' and '.join(missing)}: it came from a folder that this job does not reach. "
            f"Perhaps: {pip} ./wheels/NAME.whl, or: {pip} NAME@git+ADDRESS@COMMIT"
        )
        return f"echo {quote(told)} >&2; exit 1"
    extra = OPENSPIEL if game.partition(":")[0] == OPENSPIEL else ""
    wheels = [] if wheel is None else [_wheel_in(folder, wheel) + (f"[{extra}]" if extra else "")]
    ours = ourselves()
    named = [each.requirement(extra if each is ours else "") or "" for each in _packages(game, wheel)]
    _check_words(named)
    return " ".join([pip, *map(quote, [*wheels, *named])])


def _wheel_in(folder: Path, wheel: Path) -> str:
    if wheel.suffix != ".whl" or not wheel.is_file():
        raise BadInput(message("--wheel {wheel}: expected the file of a wheel (.whl)", wheel=wheel))
    inside = _inside(folder, wheel)
    if inside is None:
        raise BadInput(
            message(
                "--wheel {wheel}: expected a wheel in {folder}, where the workflow finds it", wheel=wheel, folder=folder
            )
        )
    return f"./{inside.as_posix()}"


def _packages(game: str, wheel: Path | None) -> list[Package]:
    """What the workflow installs: ourselves if there is no wheel, and the package that brings a game along."""
    entry = None if game in GAMES or how_named(game) or is_from_outside(game) else offered().get(game)
    brought = [package_of(entry.dist)] if entry is not None and entry.dist is not None else []
    return [*([ourselves()] if wheel is None else []), *brought]


def _constraints_text(game: str) -> str:
    """What is installed here, as pip pins it."""
    needs = [need for each in _packages(game, None) for need in each.needs if "extra ==" not in need]
    ours = {each.name for each in _packages(game, None)}
    if game.partition(":")[0] == OPENSPIEL:
        needs.append("open_spiel")
    pins = [each for each in pinned(needs) if each.partition("==")[0] not in ours]
    return _template("constraints.txt", PINS="\n".join(pins))


def _path_in(folder: Path, game: str) -> Path | None:
    """Where the file of a game of one's own lies in the folder; None for any other game."""
    word = how_named(game)
    if word is None or is_command(word):
        return None
    inside = _inside(folder, Path(word))
    if inside is None:
        raise BadInput(
            message("--game {word}: expected a game in {folder}, where the workflow finds it", word=word, folder=folder)
        )
    return inside


def _inside(folder: Path, path: Path) -> Path | None:
    there, root = path.resolve(), folder.resolve()
    return there.relative_to(root) if there.is_relative_to(root) and there != root else None


def _typed(game: str, place: Path | None) -> str:
    if place is not None:
        return f"./{place.as_posix()}"
    return game if is_from_outside(game) else how_named(game) or game


def _toml(value: object) -> str:
    """A value of an experiment as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{toml_key(key)} = {_toml(each)}' for key, each in value.items())} }}"
    return str(value)


def _template(file: str, **marks: str) -> str:
    """The text of a file with all marks replaced at once: a value may hold the word of another mark."""
    text = (files("sim.start") / "repository" / f"{file.removesuffix('.txt')}.txt").read_text(encoding="utf-8")
    return re.sub("|".join(rf"\b{mark}\b" for mark in marks), lambda found: marks[found[0]], text)


def _check_free(folder: Path, texts: Texts) -> None:
    """Refuse before anything is written. A folder that is a link could lead anywhere; folders come from strangers."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise BadInput(source=folder, expected=message("a folder"))
    for path in texts:
        if os.path.lexists(path):
            raise BadInput(message("is there already; init overwrites nothing"), source=path)
        for above in path.parents:
            if above == folder:
                break
            if above.is_symlink() or (above.exists() and not above.is_dir()):
                raise BadInput(source=above, expected=message("a folder, and no link"))


def _write(texts: Texts, undo: ExitStack) -> None:
    """Write all files. `undo` can take them away again, and the folders that were made for them."""
    try:
        for path, text in texts.items():
            for above in reversed([each for each in path.parents if not each.exists()]):
                above.mkdir()
                undo.callback(_remove_if_empty, above)
            with path.open("x", encoding="utf-8") as file:
                undo.callback(path.unlink, missing_ok=True)
                file.write(text)
    except OSError as error:
        raise BadInput(
            message("cannot be written ({strerror}); nothing was written", strerror=error.strerror),
            source=error.filename or path,
        ) from None


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
