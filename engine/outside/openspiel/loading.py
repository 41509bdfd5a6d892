"""From a name to a game of OpenSpiel, or to the one line that says why it cannot be played."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, Text, first_line, message, nearest
from engine.outside.openspiel.luck import BlockLuck, GameLuck

SCHEME = "openspiel"
INSTALL = "pip install open_spiel"
SEED = "rng_seed"
"""The parameter of games that draw luck of their own: a seed for it."""
MOST_SEATS = 16
"""A row stores the winners in two bytes."""

LONGEST_TRIAL = 20
"""Seconds of CPU for what is tried in another process."""
LONGEST_WAIT = 30 * LONGEST_TRIAL
"""Seconds for a process that sleeps, or gets little of a busy machine."""
MEMORY = 512 << 20
"""Bytes that a game may take there until its first moves are made; it takes them here, too."""
FIRST_MOVES = 4
TOO_LARGE = 78
"""The exit code of a process whose game takes more."""
HAS_PROC = Path("/proc/self/statm").exists()

Spiel = Any
"""Objects of OpenSpiel; it ships no types."""


@dataclass(frozen=True, eq=False)
class Loaded:
    """A game of OpenSpiel that can be played here: one player at a time, luck only where we draw it."""

    name: str
    """As OpenSpiel writes it, without empty brackets: `leduc_poker`, `hanabi(players=3)`."""
    game: Spiel
    """Simultaneous moves are made one after the other, unseen by the others."""
    has_own_luck: bool
    """Whether it draws luck itself, from a seed that it takes as a parameter. Then every game needs a new copy."""

    @property
    def type(self) -> Spiel:
        return self.game.get_type()

    @property
    def title(self) -> str:
        long: str = self.type.long_name
        return long.removeprefix("Turn-based ").strip()

    @property
    def seats(self) -> int:
        number: int = self.game.num_players()
        return number

    @property
    def is_cooperative(self) -> bool:
        """Whether all players get the same."""
        return self.seats > 1 and self.type.utility.name == "IDENTICAL"

    @property
    def is_competitive(self) -> bool:
        """Whether each player has returns of his own."""
        return self.seats > 1 and not self.is_cooperative

    @property
    def is_constant_sum(self) -> bool:
        """Whether what one player gets, another loses: then somebody wins."""
        return self.is_competitive and self.type.utility.name in ("ZERO_SUM", "CONSTANT_SUM")

    @property
    def equal_share(self) -> float:
        """What each player of a game with a constant sum gets if all get the same."""
        share: float = self.game.utility_sum() / self.seats
        return share

    @property
    def hides_something(self) -> bool:
        return bool(self.type.information.name != "PERFECT_INFORMATION")

    def copy_for(self, number: int) -> Spiel:
        """The game for one play of it; `number` is the seed of the luck that it draws itself, if it does."""
        if not self.has_own_luck:
            return self.game
        parameters = self.game.get_parameters() | {SEED: number}
        return library().load_game(self.type.short_name, parameters)


@cache
def library() -> Spiel:
    """The module `pyspiel`."""
    try:
        return import_module("pyspiel")
    except ImportError:
        raise BadInput(
            message(
                "games of OpenSpiel need the package open_spiel, which is not installed: {command}", command=INSTALL
            )
        ) from None


@cache
def load(text: str) -> Loaded:
    """The game that a person named; BadInput if it cannot be played."""
    said = f"{SCHEME}:{text}"
    known = {each.short_name: each for each in library().registered_games()}
    short = text.partition("(")[0].strip()
    if short not in known:
        meant = nearest(short, known)
        if meant:
            raise BadInput(
                message(
                    "OpenSpiel has no game {short!r}: did you mean '{scheme}:{meant}'?",
                    short=short,
                    scheme=SCHEME,
                    meant=meant,
                )
            )
        raise BadInput(message("OpenSpiel has no game {short!r} among its {count}", short=short, count=len(known)))
    given = text.partition("(")[2].rstrip(") ")
    if not known[short].default_loadable and not given:
        wanted = ", ".join(sorted(known[short].parameter_specification)) or "parameters"
        raise BadInput(
            message("this game needs parameters ({wanted}), such as {name}(…)", wanted=wanted, name=said.rstrip("()")),
            source=said,
        )
    if given:
        _try_elsewhere(text, said)
    with complaints_of_openspiel(said):
        game = library().load_game(text)
    kind = game.get_type()
    if kind.dynamics.name == "MEAN_FIELD":
        raise BadInput(
            message("a mean-field game has a crowd in place of players, which fatecast does not play"), source=said
        )
    has_own_luck = kind.chance_mode.name == "SAMPLED_STOCHASTIC"
    if has_own_luck and SEED not in game.get_parameters():
        raise BadInput(
            message("this game draws luck inside and takes no seed, so no game could be played again"), source=said
        )
    if game.num_players() > MOST_SEATS:
        raise BadInput(
            source=said,
            expected=message(
                "at most {most_seats} players, got {num_players}", most_seats=MOST_SEATS, num_players=game.num_players()
            ),
        )
    name = str(game).removesuffix("()")
    with complaints_of_openspiel(said):
        if kind.dynamics.name == "SIMULTANEOUS":
            game = library().convert_to_turn_based(game)
        _first_decision(game).legal_actions()  # some games of OpenSpiel do not list their actions
    return Loaded(name, game, has_own_luck)


def _first_decision(game: Spiel) -> Spiel:
    """Luck is drawn, because there are games that never begin if the first thing always happens."""
    state, luck = game.new_initial_state(), GameLuck(BlockLuck(0, np.zeros(1, np.int64)), 0)
    while state.is_chance_node():
        state.apply_action(luck.chance.one_of(state.chance_outcomes()))
    return state


def _try_elsewhere(text: str, said: str) -> None:
    """Loads and begins a game in another process first: some games end the process if a parameter is wrong, never
    return, or fill the memory."""
    reason = _trial(text)
    if reason:
        raise BadInput(reason, source=said)


@cache
def _trial(text: str) -> Text:
    """Why a game cannot be loaded and begun; nothing if it can, or if OpenSpiel says itself what is wrong."""
    ended = run_elsewhere(f"import sys; from {__name__} import try_out; try_out(sys.argv[1])", text)
    if ended is None:
        return message(
            "OpenSpiel does not load and begin this game within {longest_trial} seconds; choose smaller parameters",
            longest_trial=LONGEST_TRIAL,
        )
    if ended == TOO_LARGE:
        return message(
            "OpenSpiel needs more than {memory} MiB to begin this game; choose smaller parameters", memory=MEMORY >> 20
        )
    if ended < 0:
        return message("OpenSpiel breaks down when it loads this game; check its parameters")
    return ""


def try_out(text: str) -> None:
    """What the other process does: everything that is done with a game before it is played, and its first moves. It
    may take little time and memory."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() if HAS_PROC else 0
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    try:
        _begin(library().load_game(text))
    except MemoryError:
        os._exit(TOO_LARGE)
    except (library().SpielError, RuntimeError, ValueError, IndexError, KeyError):
        os._exit(0)  # it is said when the game is loaded here
    os._exit(0)


def _begin(game: Spiel) -> None:
    if game.get_type().dynamics.name == "SIMULTANEOUS":
        game = library().convert_to_turn_based(game)
    game.min_utility(), game.max_utility(), game.num_distinct_actions(), game.max_game_length()
    state = _first_decision(game)
    for _ in range(FIRST_MOVES):
        if state.is_terminal():
            return
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        if game.get_type().provides_information_state_string:
            state.information_state_string()
        str(state)
        state.apply_action(state.legal_actions()[0])


def run_elsewhere(code: str, *words: str) -> int | None:
    """Runs some Python in another process and returns its exit code, or None if it took too long. Nothing is imported
    from the current folder, which may be a stranger's. Seconds of CPU are counted: on a busy machine, too, a game is
    judged as on any other."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_CPU, ({LONGEST_TRIAL}, {LONGEST_TRIAL + 1}))\n"
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if Path(path).is_absolute())}
    command = [sys.executable, "-P", "-c", limit + code, *words]
    try:
        ended = subprocess.run(
            command, capture_output=True, timeout=LONGEST_WAIT, check=False, env={**os.environ, **paths}
        )
    except subprocess.TimeoutExpired:
        return None
    return None if ended.returncode == -signal.SIGXCPU else ended.returncode


@contextmanager
def complaints_of_openspiel(source: str) -> Iterator[None]:
    """Turns an error of OpenSpiel into one line. OpenSpiel also writes it to standard error; that is held back."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    except (library().SpielError, RuntimeError, ValueError, IndexError, KeyError) as error:
        line = first_line(error) or type(error).__name__
        raise BadInput(message("OpenSpiel says: {line}", line=line), source=source) from None
    finally:
        os.dup2(kept, 2)
        os.close(kept)
