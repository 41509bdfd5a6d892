"""Trains a player of any game: from `random` to the best round, in a file of plain numbers."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.configs import folder_of
from engine.errors import FatecastError, Text, message
from engine.game.cell import Json
from engine.game.protocol import Game
from engine.language.current import said
from engine.players.learning.learner import Learner
from engine.players.learning.lessons import Lessons
from engine.policy.seats.trained_policy import FILE, FOLDER, FORMAT, KIND, MOST_BYTES
from sim.errors import Cancelled, Interrupted, Terminated, interrupt_code
from sim.play.executors import check_workers, started_pool
from sim.play.options import PlayOptions
from sim.play.progress import Progress as Bar
from sim.runs.atomic_files import write_file
from sim.text.json_text import readable
from sim.text.number_format import whole
from sim.training.held_out import Gain
from sim.training.kept_state import path_for, read_state, write_state
from sim.training.rounds import (
    Pace,
    Play,
    Progress,
    Round,
    all_rounds,
    judged_again,
    lessons_of_round,
    pace_for,
    pace_of,
)
from sim.training.training import Training, begin

ROUND_SECONDS = 30.0
"""How long a round takes, roughly, if nobody says how many games it has."""


class Budget(NamedTuple):
    """How much a training may take."""

    games: int | None
    """Games of a round; None: as many as take half a minute here."""
    minutes: float


class TrainingInterrupted(Interrupted):
    """Ctrl-C during training, whose rounds are kept."""

    def __init__(self, by: KeyboardInterrupt) -> None:
        self.exit_code = interrupt_code(by)
        KeyboardInterrupt.__init__(self, str(_rounds_kept_by(by)))


def _rounds_kept_by(by: KeyboardInterrupt) -> Text:
    if isinstance(by, Terminated):
        return message("terminated; finished rounds are kept: the same command goes on from there")
    if isinstance(by, Cancelled):
        return message("cancelled; finished rounds are kept: the same command goes on from there")
    return message("interrupted; finished rounds are kept: the same command goes on from there")


class Learned(NamedTuple):
    """What a training has found."""

    path: Path
    rounds: list[Round]
    kept: list[Round]
    judged: list[Gain]
    """What the best round gains, on games that had no part in its choice."""
    habit: str
    """The policy that it sits upon; empty if none."""


def target_of(out: Path, game: str) -> Path:
    """Where what was learned belongs."""
    return out / folder_of(game) / FOLDER / FILE


def trained(
    game: Game,
    tables: Mapping[str, Any],
    seed: int,
    budget: Budget,
    out: Path,
    options: PlayOptions,
    hear: Callable[[str], None],
) -> Learned:
    """Learn, and write what was learned."""
    check_workers(options)
    training = begin(game, tables, seed)
    target = target_of(out, game.name)
    state = path_for(target)
    asked: Json = {
        "game": game.name,
        "rules": training.rules,
        "tables": {key: list(values) for key, values in tables.items()},
        "others": list(training.others),
        "seed": seed,
        "games": budget.games,
        "worlds": training.worlds,
    }
    if training.habit:
        plan = said(
            "compiling what can be compiled; then learning round by round, over {policy}", policy=training.habit
        )
    else:
        plan = said("compiling what can be compiled; then learning round by round, from random play on")
    hear(f"{game.name}: {plan}")
    training.compile()
    with Bar(options.progress, is_cancelled=options.is_cancelled) as bar, started_pool(options) as workers:
        play = Play(workers, options.patience, FatecastError, bar.tick)
        try:
            so_far = begun = _begun(training, state, asked, budget, play, hear)
            write_state(state, asked, begun)
            for so_far in all_rounds(training, begun, 60 * budget.minutes, play):
                write_state(state, asked, so_far)
                hear(so_far.rounds[-1].told)
            judged = judged_again(training, so_far, play)
        except KeyboardInterrupt as interrupt:
            raise TrainingInterrupted(interrupt) from None
    write_file(target, file_of(training, asked, so_far, judged))
    state.unlink(missing_ok=True)
    return Learned(target, so_far.rounds, so_far.kept, judged, training.habit)


def _begun(
    training: Training, state: Path, asked: Json, budget: Budget, play: Play, hear: Callable[[str], None]
) -> Progress:
    """Training as it was left, or from the start."""

    def lessons(pace: Pace, number: int, net: Json | None) -> Lessons:
        policy = training.beginner if net is None else training.player(net)
        return lessons_of_round(training, policy, number, pace, play)

    found = read_state(state, asked, lessons) if state.exists() else None
    if found is not None and found.rounds:
        hear(said("goes on after round {round}, which was kept", round=len(found.rounds)))
    if found is not None:
        return found
    if state.exists():
        hear(": ".join([str(state), said("damaged, or of another training: begins anew")]))
    pace = pace_of(training, ROUND_SECONDS, play) if budget.games is None else pace_for(budget.games, training.worlds)
    decisions = whole(pace.positions)
    hear(
        said(
            "{decisions} decisions in the first round, each choice in {worlds} worlds",
            decisions=decisions,
            worlds=pace.worlds,
        )
    )
    return Progress(pace, Learner(), [])


def file_of(training: Training, asked: Json, found: Progress, judged: Sequence[Gain]) -> bytes:
    """The file of a trained player. If it would be too large, the weakest rounds are left out."""
    kept = found.kept
    while True:
        gains = [[gain._asdict() for gain in each.gains] for each in kept]
        origin = {"seed": asked["seed"], "tables": asked["tables"], **found.pace._asdict(), "gains": gains}
        origin["judged"] = [gain._asdict() for gain in judged]
        data = {
            "kind": KIND,
            "format": FORMAT,
            "game": training.game.name,
            "rules": training.rules,
            "habit": training.habit,
            "origin": origin,
            "levels": [each.net for each in kept],
        }
        text = readable(data)
        if len(text) <= MOST_BYTES or len(kept) == 1:
            return text
        kept = kept[1:]
