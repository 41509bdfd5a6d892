"""What a person types after a save, so that the gate decides about the change."""

from collections.abc import Iterator
from pathlib import Path
from shlex import quote

from engine.configs import OWN, folder_of
from engine.game.registry import STORED_CODE, how_named, is_command
from sim.compare.gate.baseline_files import BASELINES
from sim.compare.gate.game_check import INTENT
from sim.studio.workbench.asked import State
from sim.studio.workbench.inside import is_file_word


def gate_of(state: State, folder: Path) -> dict[str, str]:
    """`gate` is the command that decides; `accept` the one that it needs first, if there is nothing to compare with;
    `intent_file` is where it looks for what is meant."""
    baselines, named = OWN / folder_of(state.game) / BASELINES, "".join(_named(state))
    experiment = f" --experiment {quote(state.setting.experiment)}" if state.setting.experiment else ""
    is_there = any((folder / baselines).glob("*.json"))
    return {
        **({} if is_there else {"accept": f"fatecast baseline accept{named}{experiment}"}),
        "gate": f"fatecast gate{named}{f' {STORED_CODE}' if is_code(state.game) else ''}",
        "intent_file": (baselines / INTENT).as_posix(),
    }


def is_code(game: str) -> bool:
    """Whether a game is a file of the person's own. A baseline keeps its text, and the gate plays that against the text
    of now."""
    word = how_named(game)
    return bool(word) and not is_command(str(word))


def game_flag(state: State) -> str:
    """The flag that names the game, where it needs one."""
    return f" --game {quote(state.game_word)}" if state.game_word else ""


def _named(state: State) -> Iterator[str]:
    """All code that has to be named: the game, and policies."""
    yield game_flag(state)
    for word in dict.fromkeys(each.partition(" ")[0] for each in state.setting.policy):
        if is_file_word(word):
            yield f" --policy {quote(word)}"
