"""Trials become steps of the folder's history: what changed in words, and what that did."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from engine.errors import BadInput, message
from engine.game.cell import Json
from sim.compare.versions.history import Step, add_step, read_history
from sim.studio.jobs.job import Event
from sim.studio.workbench.asked import State, read_state

MOST_SENT = 500
"""Steps that a page gets, the newest ones."""


def remember(state: State, step: Event, folder: Path) -> int:
    """Write what a trial has shown last, and return the number of the step."""
    return add_step(
        Step(
            id=token_hex(8),
            time=datetime.now(UTC).isoformat(timespec="seconds"),
            game=state.game,
            content=state.content,
            changes=dict(state.changes),
            pinned=dict(state.pinned),
            setting=asdict(state.setting),
            words=list(step["changes"]),
            command=step["command"],
            sentences=list(step["sentences"]),
            verdict=verdict_of([row["verdict"] for row in step["table"]]),
            games=step["games"],
        ),
        folder,
    )


def verdict_of(verdicts: Sequence[str]) -> str:
    """One word for all groups: what some of them did, if they do not contradict each other."""
    moved = {verdict for verdict in verdicts if verdict in ("less", "more")}
    if moved:
        return moved.pop() if len(moved) == 1 else "mixed"
    return "held" if {*verdicts} == {"held"} else "unclear"


def history_data(folder: Path) -> Json:
    """The history for the page."""
    found = read_history(folder)
    return {"steps": [asdict(step) for step in found.steps[-MOST_SENT:]], "notes": found.notes}


def step_data(folder: Path, number: int, game: str, policies: Collection[str]) -> Json:
    """A step as the workbench takes it up again: its content, its changes and who played. The history may be a
    stranger's: what a page may not ask for, a step may not either."""
    step = read_history(folder).step(number)
    source = f"history:{number}"
    if step.game != game:
        raise BadInput(message("is a step of {game}, not of {name}", game=step.game, name=game), source=source)
    said = {"content": step.content, "changes": step.changes, "pinned": step.pinned, "setting": step.setting}
    state = read_state(said, game, None, policies)
    if len(state.setting.policy) > 1 or state.setting.seed is not None:
        raise BadInput(
            message("was played by several policies, or with a seed of its own: the workbench has no field for that"),
            source=source,
            hint=message("its command plays it again"),
        )
    return {
        "content": state.content,
        "changes": dict(state.changes),
        "pinned": dict(state.pinned),
        "setting": asdict(state.setting),
    }
