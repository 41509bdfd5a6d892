"""Trials become steps of the folder's history: what changed in words, and what that did."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from engine.game.cell import Json
from sim.compare.versions.history import Step, add_step, read_history
from sim.studio.jobs.job import Event
from sim.studio.workbench.asked import State

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
