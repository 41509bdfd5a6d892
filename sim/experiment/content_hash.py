"""What an experiment plays, whoever plays it: its contents and options, each content named by a hash."""

from typing import Any

from engine.game.cell import content_key
from engine.game.protocol import HasRulesInText
from sim.experiment.experiment import ResolvedExperiment

NOT_CONTENT = {"policies", "tables", "focus", "field", "variants"}
"""Keys of an experiment: who plays; and the versions of the rules beside the first, which is what the options say."""


def content_hashes(experiment: ResolvedExperiment) -> list[str]:
    """A hash for each content of an experiment, together with the options of the rules and the rules in the text of a
    game of one's own. Neither the players nor what a content is called count."""
    game = experiment.game
    grid = game.whoever_plays(experiment.grid) if isinstance(game, HasRulesInText) else experiment.grid
    axes = {axis.role: axis.key for axis in game.about.axes if axis.role == "content"}
    without = {axis.key for axis in game.about.axes} | NOT_CONTENT
    rest = {key: value for key, value in grid.items() if key not in without}
    contents: list[Any] = grid.get(axes.get("content", ""), [None])
    return sorted({content_key({"content": _said(each), **rest}) for each in contents})


def _said(content: Any) -> Any:
    """What a content says, without its name."""
    found = content.get("content", content) if isinstance(content, dict) else content
    return {key: value for key, value in found.items() if key != "name"} if isinstance(found, dict) else found
