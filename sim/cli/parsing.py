"""Flags of the command line as keys of an experiment."""

from collections.abc import Iterable, Mapping
from math import inf
from pathlib import Path

from engine.configs import DEEPEST, unknown
from engine.errors import BadInput
from engine.game.cell import MOST_CELLS, Json
from engine.game.parts import editions_of, policies_of
from engine.game.registry import DEFAULT_GAME, about, load_game
from sim.experiment.values import admitted, value_of, words


def admit(files: Iterable[str] | None, game: str) -> None:
    """Load the files of code that this call names."""
    for file in files or []:
        policies_of(load_game(game)).admit(Path(file))


def admit_before(word: str, game: str | None) -> None:
    """Let in another edition of the game, a file or a program that this call names."""
    if game is None:
        raise BadInput("--before: expected the other file of a game of your own, which --game names, too")
    editions_of(load_game(game)).admit(word)


def open_runs(runs: Iterable[Path], game: str | None, policies: Iterable[str] | None = None) -> None:
    """Make sure that --game, if it was given, names the game of these runs, and load the policy files of this call."""
    from sim.runs.store import Store

    for run in runs if game or policies else ():
        played = str(Store(run).manifest()["experiment"].get("game"))
        if game and game != played:
            raise BadInput(f"--game {game}: {run} is a run of {played}")
        admit(policies, played)


def policies(values: Iterable[str], game: str) -> list[str]:
    """The policies that `--policy` names; files of code among them are loaded."""
    return [admitted(load_game(game), word) for word in words(values)]


def game_of(flag: str | None, data: Mapping[str, object], more: Mapping[str, object], source: str) -> str:
    """The game that is played: that of --set, of --game or of the experiment."""
    named = data.get("game")
    if flag is not None and named is not None and flag != named:
        raise BadInput(f"--game {flag}: {source} is an experiment of {named}")
    return str(more.get("game") or flag or named or DEFAULT_GAME)


def numbers(flag: str, value: str) -> list[int]:
    """`2,4` and `2-5` as lists."""
    found: list[int] = []
    for word in words([value]):
        low, dash, high = word.partition("-")
        try:
            first = int(low) if dash and low else int(word)
            last = int(high) if dash and low else first
        except ValueError:
            raise BadInput(f"{flag}: expected numbers such as 2,4 or 2-5, not {value!r}") from None
        if last - first >= MOST_CELLS:
            raise BadInput(f"{flag}: {word}: expected at most {MOST_CELLS:,} numbers")
        found += range(first, last + 1)
    if not found:
        raise BadInput(f"{flag}: expected numbers such as 2,4 or 2-5, not {value!r}")
    return found


def settings(flag: str, pairs: Iterable[str]) -> Json:
    """`key=value` pairs as nested tables: a dot in a key leads into a table; a value is TOML or plain text."""
    found: Json = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key.strip():
            raise BadInput(f"{flag}: expected key=value, or a key alone for true, not {pair!r}")
        *tables, last = key.strip().split(".")
        if len(tables) >= DEEPEST:
            raise BadInput(f"{flag}: expected at most {DEEPEST} tables inside each other")
        table = found
        for name in tables:
            table = table.setdefault(name, {})
            if not isinstance(table, dict):
                raise BadInput(f"{flag}: {key}: {name} is a value, not a table")
        table[last] = value_of(value.strip()) if equals else True
    return found


def options(pairs: Iterable[str], game: str) -> Json:
    """The options that `--option` sets; the game must have declared them."""
    found, known = settings("--option", pairs), [option.name for option in about(game).options]
    for name in found:
        if not known:
            raise BadInput(f"--option {name}: the game {game} has no options")
        if name not in known:
            raise BadInput(f"--option: {unknown('option', name, known)}")
    return found


def bounds(flag: str, pairs: Iterable[str]) -> dict[str, int]:
    """`--min turns=20` as a number for each key."""
    found: dict[str, int] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        try:
            found[key.strip()] = int(value)
        except ValueError:
            raise BadInput(f"{flag}: expected column=number, not {pair!r}") from None
    return found


SHARE = "a share such as 0.5%, 0.5pp or 0.005"


def share(flag: str, text: str) -> float:
    """`0.5%`, `0.5pp` and `0.005` are the same number; it must lie between 0 and 1."""
    number = text.strip()
    unit = next((unit for unit in ("pp", "%") if number.endswith(unit)), "")
    try:
        value = float(number.removesuffix(unit)) / (100 if unit else 1)
    except ValueError:
        raise BadInput(f"{flag}: expected {SHARE}, not {text!r}") from None
    if not 0 < value < 1:
        raise BadInput(f"{flag}: expected {SHARE}, above 0 and below 100%, not {text!r}")
    return value


def amount(flag: str, text: str, unit: str) -> float:
    """`0.5` or `0.5 turns`: a number above 0 in the unit of a mean."""
    number = text.strip().removesuffix(unit).strip()
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    if not 0 < value < inf:
        raise BadInput(f"{flag}: expected a number above 0, in {unit}, not {text!r}")
    return value


def percentage(flag: str, percent: float) -> float:
    """Percent or points as a share, which must lie between 0 and 0.5."""
    if not 0 < percent < 50:
        raise BadInput(f"{flag}: expected more than 0 and less than 50, not {percent:g}")
    return percent / 100
