"""What an experiment plays, whoever plays it: its contents and options, each content named by a hash."""

from typing import Any

from engine.game.cell import content_key
from sim.experiment.experiment import ResolvedExperiment

NOT_CONTENT = {"policies", "tables", "focus", "field", "variants"}
"""Keys of an experiment: who plays; and the versions of the rules beside the first, which is what the options say."""


def content_hashes(experiment: ResolvedExperiment) -> list[str]:
    """A hash for each content of an experiment, together with the options of the rules and the text of a game of one's
    own. Neither the players nor what a content is called count."""
    axes = {axis.role: axis.key for axis in experiment.game.about.axes if axis.role == "content"}
    without = {axis.key for axis in experiment.game.about.axes} | NOT_CONTENT
    rest = {key: value for key, value in experiment.grid.items() if key not in without}
    contents: list[Any] = experiment.grid.get(axes.get("content", ""), [None])
    return sorted({content_key({"content": _said(each), **rest}) for each in contents})


def _said(content: Any) -> Any:
    """What a content says, without its name."""
    found = content.get("content", content) if isinstance(content, dict) else content
    return {key: value for key, value in found.items() if key != "name"} if isinstance(found, dict) else found
