"""Whether the file of a baseline's experiment still says what the baseline holds.

A baseline has its own copy of the experiment, so that the gate compares what was accepted. Whoever edits the file
believes that the gate checks the edit; it must say that it does not.
"""

from shlex import quote

from engine.errors import BadInput
from engine.game.registry import DEFAULT_GAME, flags
from sim.compare.gate.baseline import BaselinePair, without_luck
from sim.display.number_format import listed
from sim.experiment.experiment import read_experiment
from sim.experiment.json_text import canonical


def edited_experiment(sides: BaselinePair) -> str | None:
    """One line if the experiment of that name differs now; None if it does not, or if there is none."""
    held, game = without_luck(sides.baseline.experiment), sides.after.settings.game
    try:
        data, path = read_experiment(str(held.get("name", "")), game)
    except BadInput:
        return None
    now = without_luck(data)
    keys = [key for key in dict.fromkeys([*held, *now]) if key not in ("name", "game")]
    changed = [key for key in keys if canonical([held.get(key)]) != canonical([now.get(key)])]
    if not changed or now.get("game", DEFAULT_GAME) != held.get("game", DEFAULT_GAME):
        return None
    named = flags() or ("" if game == DEFAULT_GAME else f" --game {quote(game)}")
    return (
        f"{path}: its {listed(changed)} changed since baseline {sides.path.stem} was accepted, and the gate did not "
        f"check that; compare the file with its last version (fatecast compare OLD.toml {quote(path)}{named}), then "
        f"accept it: fatecast baseline accept {quote(sides.path.stem)} --experiment {quote(path)}{named}"
    )
