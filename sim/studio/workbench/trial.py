"""A trial: the changes of a page, played against its reference on shared luck, with more and more games.

Each step is what `fatecast try` finds with that many games, and names the command that prints the same. Games are kept
between the steps, so that none is played twice.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from pathlib import Path
from time import monotonic

from engine.game.outcomes import Share
from engine.game.registry import load_game
from engine.language.current import DEFAULT, counted, said, speaking, word
from sim.compare.quick_trial import QuickTrial
from sim.compare.rows import sentences_of_trials
from sim.compare.telling.sentences import verdict_word
from sim.compare.verdicts import HELD, NO_INFORMATION, UNCLEAR
from sim.display.outcome_format import OutcomeFormat
from sim.errors import Cancelled
from sim.studio.jobs.job import Event
from sim.studio.jobs.talk import Talk
from sim.studio.workbench.asked import State
from sim.studio.workbench.intent import intent_of, untold
from sim.studio.workbench.remembered import remember
from sim.text.axis_words import axis_word
from sim.verbs.request.choices import Base, Crew, GameChoice, Seats
from sim.verbs.request.keys import base_experiment
from sim.verbs.try_change import VERB, Tried, TryRequest

STEPS = (16, 128, 512, 2_048, 4_096, 8_192, 12_288, 16_384, 24_576, 32_768, 65_536, 131_072)
"""Games of each cell. The first step finds out how fast the game is, and is shown only if it is slow."""
NARROW = 0.005
"""A share is known well enough if its interval is at most half a point to each side; a mean, if it is its margin."""
SLOW, PAYS, LONGEST = 0.5, 1.0, 60.0
"""Seconds: a first step that takes longer is shown; from the second on, several processes play; a step that would take
longer than the third is not begun."""

DECIDED, NARROWED, LONG, MOST = "decided", "narrow", "long", "most"
"""Why a trial ends: each group has moved or held; what is unclear is known to half a point; more games would take
long, and are played if somebody asks for them; enough was played."""
CODES = {HELD: "held", UNCLEAR: "unclear", NO_INFORMATION: "silent"}


@dataclass(frozen=True)
class Trial:
    """What the worker is asked for."""

    state: State
    folder: Path
    after: int = 0
    """Games of each cell that the page has seen: somebody asked for more, however long they take."""


def base_of(state: State, seed: int | None) -> Base:
    """The experiment that both sides play."""
    seats = Seats(policy=list(state.setting.policy) or None)
    choice = GameChoice(game=state.game, seats=seats, axes=dict(state.setting.axes))
    return Base(choice=choice, seed=seed, experiment=state.setting.experiment)


def names_of(state: State) -> dict[str, object]:
    """The content that both sides play, by the name of its axis."""
    return {state.content_axis: state.content} if state.content else {}


def seed_of(state: State) -> int:
    """The seed that was asked for, or that of the experiment."""
    if state.setting.seed is not None:
        return state.setting.seed
    return base_experiment("try_change", base_of(state, None), {}, names_of(state)).resolved().settings.seed


def play(asked: Trial, talk: Talk) -> None:
    """Play until everything is decided, and tell each step. What was shown last becomes a step of the history, also if
    nobody wants to see more."""
    shown: list[Event] = []
    try:
        for step in steps_of(asked.state, talk, asked.after):
            talk.event("step", **step)
            shown.append(step)
    finally:
        if shown:
            talk.last_word("history", number=remember(asked.state, shown[-1], asked.folder))


def steps_of(state: State, talk: Talk, after: int = 0) -> Iterator[Event]:
    """What `try` finds with more and more games, as the page shows it."""
    seed = seed_of(state)
    talk.kept_games.tidy()
    before, expected = after, inf if after else 0.0
    """The games of the step before, and about how many seconds this one takes."""
    steps = [games for games in STEPS if games > after]
    for games, following in pairwise((*steps, 0)):
        began = monotonic()
        tried = _tried(state, games, seed, talk, Crew(executor="processes" if expected > PAYS else "inline"))
        took = monotonic() - began
        expected, before = took * max(following - games, 0) / (games - before), games
        is_first = games == STEPS[0]
        why = "" if is_first else reason_to_end(tried.trials)
        why = why or (MOST if not following else LONG if expected > LONGEST and not after else "")
        if not is_first or why or took > SLOW:
            yield {**step_of(state, tried, games, seed), "why": why, "why_told": ending(why)}
        if why:
            return


def _tried(state: State, games: int, seed: int, talk: Talk, crew: Crew) -> Tried:
    request = TryRequest(
        changes=dict(state.changes),
        pin=dict(state.pinned),
        names=names_of(state),
        base=base_of(state, seed),
        games=games,
        crew=crew,
    )
    found = VERB(request, talk)
    assert isinstance(found, Tried)
    if talk.is_cancelled():
        raise Cancelled
    return found


def reason_to_end(trials: list[QuickTrial]) -> str:
    """Why no more games are needed; empty if they are."""
    unclear = [
        (trial, pool)
        for trial in trials
        for pool, verdict in zip(trial.pools, trial.verdicts, strict=True)
        if verdict in (UNCLEAR, NO_INFORMATION)
    ]
    if not unclear:
        return DECIDED
    limits = [NARROW if isinstance(trial.outcome, Share) else trial.margin for trial, _ in unclear]
    ends = [pool.interval() for _, pool in unclear]
    is_narrow = all((high - low) / 2 <= limit for (low, high), limit in zip(ends, limits, strict=True))
    return NARROWED if is_narrow else ""


def ending(why: str) -> str:
    """Why no more games are played, in words; empty if more are."""
    if not why:
        return ""
    told = {
        DECIDED: said("decided"),
        NARROWED: said("known to half a point"),
        LONG: said("more games would take longer than a minute"),
        MOST: said("as many games as are worth playing"),
    }
    return told[why]


def step_of(state: State, tried: Tried, games: int, seed: int) -> Event:
    """One step as the page shows it. `data` is what the command prints with --json, and holds all numbers."""
    with speaking(DEFAULT):
        data = tried.data
    rows = iter(data["groups"])
    table = [
        _row(next(rows), trial, labels)
        for trial in tried.trials
        for labels in (dict(pool.labels) for pool in trial.pools)
    ]
    return {
        "games": games,
        "games_told": counted(
            games, "one game in each cell, seed {seed}", "{count} games in each cell, seed {seed}", seed=seed
        ),
        "seed": seed,
        "command": state.command(games, seed),
        "changes": tried.changes,
        "sentences": sentences_of_trials(tried.trials),
        "lines": tried.lines,
        "table": table,
        "intent": intent_of(tried.trials),
        "untold": [word(outcome.name) for outcome in untold(load_game(state.game).outcomes, tried.trials)],
        "data": data,
    }


def _row(row: dict[str, object], trial: QuickTrial, labels: Mapping[str, object]) -> dict[str, object]:
    """A group of cells: the numbers of the verb's own row, and how they are said."""
    verdict, outcome, form = str(row["verdict"]), trial.outcome, OutcomeFormat(trial.outcome)
    code = CODES.get(verdict) or ("less" if verdict == outcome.less else "more")
    low, high, change = row["low"], row["high"], float(str(row["difference"]))
    ends = (-inf if low is None else float(str(low)), inf if high is None else float(str(high)))
    return {
        "outcome": outcome.name,
        "title": word(outcome.name),
        "labels": labels,
        "axes": {axis: axis_word(axis) for axis in labels},
        "before": row["before"],
        "after": row["after"],
        "change": row["difference"],
        "low": low,
        "high": high,
        "verdict": code,
        "word": verdict_word(verdict),
        "text": form.give_or_take(change, ends),
        "is_share": isinstance(outcome, Share),
    }
