"""What the page asks of the workbench: a state of the game, against another. Read as a stranger's text: bounded, data
only, and never the path of a file."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from shlex import join, quote

from engine.configs import EXPERIMENTS, names, unknown_word
from engine.errors import BadInput, message
from engine.game.about import About
from engine.game.optional_parts import policies_of
from engine.game.registry import about, load_game
from sim.experiment.typed_keys import SWITCHED
from sim.experiment.values import HEAD, as_typed
from sim.studio.workbench.inside import check_inside, check_learned, check_words, content_keys, is_file_word

MOST_CHANGES, LONGEST_PATH, LONGEST_VALUE, LONGEST_WORD = 200, 200, 2_000, 200
MOST_POLICIES = 12
PATH = re.compile(r"[^\s=.,'\"\\]+(\.[^\s=.,'\"\\]+)*")
"""Where a field is: `cards.the-deep.moons`."""
MOST_SEED = 2**63 - 1
OF_POLICIES = ("policy", "focus", "field")
"""Where the path of a dial begins."""

Value = bool | int | float | str
Changes = Mapping[str, Value]


@dataclass(frozen=True)
class Setting:
    """Who plays, and how many; what is not said is as the experiment has it."""

    policy: tuple[str, ...] = ()
    axes: Mapping[str, str] = field(default_factory=dict)
    """By the names of the game's axes, as typed: `{"players": "2-4"}`."""
    experiment: str | None = None
    seed: int | None = None


@dataclass(frozen=True)
class State:
    """What is on the workbench: a content with some changes, against the reference."""

    game: str
    game_word: str | None
    """What a person types after --game; None for the game that needs none."""
    content: str
    """Empty for a game without."""
    changes: Changes
    pinned: Changes
    setting: Setting

    @property
    def words(self) -> list[str]:
        """The changes as a person types them."""
        return [f"{path}={as_typed(value)}" for path, value in self.changes.items()]

    @property
    def content_axis(self) -> str:
        """The name of the axis that says which content is played."""
        return content_axis(about(self.game))

    def command(self, games: int, seed: int) -> str:
        """The command that prints the same numbers."""
        pinned = [f"--pin {quote(f'{path}={as_typed(value)}')}" for path, value in self.pinned.items()]
        return self._command(["try", *map(quote, self.words)], pinned, games, seed)

    def ablate_command(self, games: int, seed: int) -> str:
        """The command that says what each piece of the content does, as it is saved."""
        return self._command(["ablate"], [], games, seed)

    def _command(self, verb: list[str], more: list[str], games: int, seed: int) -> str:
        flags = [
            *([f"--game {quote(self.game_word)}"] if self.game_word else []),
            *([f"--experiment {quote(self.setting.experiment)}"] if self.setting.experiment else []),
            *map(quote, content_axis_flag(self.game, self.content)),
            *(f"--policy {quote(each)}" for each in self.setting.policy),
            *map(join, typed_axes(self.game, self.setting.axes)),
            *more,
        ]
        return " ".join(["fatecast", *verb, *flags, f"--games {games} --seed {seed}"])


def typed_axes(game: str, said: Mapping[str, str]) -> Iterator[list[str]]:
    """The axes as a person types them: `--players 3`, `--challenge`."""
    switches = {axis.name for axis in about(game).axes if axis.values == "switch"}
    for name, value in said.items():
        is_on = SWITCHED.get(value) if name in switches else None
        yield [f"--{name}", value] if is_on is None else [f"--{name}" if is_on else f"--no-{name}"]


def content_axis(game: About) -> str:
    """The name of the axis that says which content is played; empty if the game has none."""
    return next((axis.name for axis in game.axes if axis.values == "names"), "")


def content_axis_flag(game: str, content: str) -> list[str]:
    """What a person types to play a content: `--deck base`."""
    return [f"--{content_axis(about(game))}", content] if content else []


def contents_of(game: str) -> list[str]:
    """The contents that a page can name: those of the config folders, and the usual one."""
    known = about(game)
    found = [name for key in content_keys(game) for name in names(key, game)]
    return list(dict.fromkeys([*([known.usual_content] if known.usual_content else []), *found]))


def read_state(said: object, game: str, game_word: str | None, policies: Collection[str]) -> State:
    """What a page has sent, checked. `policies` are the files of code that the starting command named."""
    data = _table(said, "request")
    refuse_others(data, ("page", "content", "changes", "pinned", "setting"), "request")
    state = State(
        game,
        game_word,
        read_content(data.get("content"), game),
        read_changes(data.get("changes", {}), "changes"),
        read_changes(data.get("pinned", {}), "pinned"),
        read_setting(data.get("setting", {}), game, policies),
    )
    for path, value in [*state.changes.items(), *state.pinned.items()]:
        if isinstance(value, str) and path.partition(".")[0] in OF_POLICIES:
            check_words(value)
    return state


def read_content(said: object, game: str) -> str:
    """The name of a content; the usual one if none is said."""
    usual, known = about(game).usual_content, contents_of(game)
    word = usual if said in (None, "") else read_word(said, "content")
    if word and word not in known:
        raise unknown_word(content_axis(about(game)) or "content", word, known, source="content")
    for key in content_keys(game):
        if word in names(key, game):  # the usual cards of a game of one's own are part of it, and have no file there
            check_inside(key, word, game)
    return word


def read_changes(said: object, place: str) -> dict[str, Value]:
    """Fields and their new values."""
    data = _table(said, place)
    if len(data) > MOST_CHANGES:
        raise BadInput(source=place, expected=message("at most {most} changes", most=MOST_CHANGES), got=len(data))
    for path, value in data.items():
        if len(path) > LONGEST_PATH or not path.isprintable() or not PATH.fullmatch(path):
            raise BadInput(source=place, expected=message("the path of a field"), got=path[:LONGEST_PATH])
        if not isinstance(value, bool | int | float | str):
            raise BadInput(source=place, place=path, expected=message("a number or a text"))
        text = str(value) if abs_fits(value) else ""
        if not text.strip() or len(text) > LONGEST_VALUE or not text.isprintable():
            raise BadInput(
                source=place,
                place=path,
                expected=message("a number, or a text of 1 to {most:,} printable characters", most=LONGEST_VALUE),
            )
    return data


def abs_fits(value: Value) -> bool:
    """Whether a number is one that a computer's word can hold."""
    return isinstance(value, str) or -MOST_SEED <= value <= MOST_SEED


def read_setting(said: object, game: str, policies: Collection[str]) -> Setting:
    """Who plays. A file of a policy is code: only those that the starting command named are let in."""
    from sim.compare.operands import TUNING  # takes tables with it, which the server need not load to start

    data = _table(said, "setting")
    refuse_others(data, ("policy", "axes", "experiment", "seed"), "setting")
    typed: object = data.get("policy") or []
    let_in = {each.partition(" ")[0] for each in policies}
    words = (read_word(each, "policy") for each in (typed if isinstance(typed, list) else [typed])[:MOST_POLICIES])
    named = tuple(_by_their_files(word, game, let_in) for word in words)
    for text in named:
        for found in HEAD.finditer(text):
            if is_file_word(found[3]) and found[3] not in let_in:
                raise BadInput(
                    message("{word} is code that the studio was not started with", word=found[3]),
                    source="policy",
                    hint=message("start it with: fatecast studio --policy {word}", word=quote(found[3])),
                )
        check_words(text, let_in)
    check_learned(game)
    axes = {axis.name for axis in about(game).axes if axis.values in ("numbers", "switch")}
    values = _table(data.get("axes", {}), "axes")
    for name in values:
        if name not in axes:
            raise unknown_word("axis", name, axes, source="axes")
    experiment, seed = data.get("experiment"), data.get("seed")
    if experiment is not None and experiment not in (known := names(EXPERIMENTS, game)):
        raise unknown_word("experiment", str(experiment)[:LONGEST_WORD], known, source="experiment")
    if (played := str(experiment or TUNING)) in names(EXPERIMENTS, game):
        check_inside(EXPERIMENTS, played, game)
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED):
        raise BadInput(source="seed", expected=message("a whole number, 0 or more"), got=str(seed)[:LONGEST_WORD])
    return Setting(named, {name: read_word(value, name) for name, value in values.items()}, experiment, seed)


def _by_their_files(words: str, game: str, files: Collection[str]) -> str:
    """A policy that the starting command has let in is called by its file, as the command line calls it, also where a
    page says its name alone."""
    stems = {Path(file).stem: file for file in files}
    if not any(found[3] in stems for found in HEAD.finditer(words)):
        return words
    own = {row[0] for row in policies_of(load_game(game)).sheets()[0].rows}
    return HEAD.sub(
        lambda each: each[1] + each[2] + (each[3] if each[3] in own else stems.get(each[3], each[3])), words
    )


def read_word(said: object, place: str) -> str:
    """A short text that is no flag."""
    text = str(said) if isinstance(said, int | str) and not isinstance(said, bool) else ""
    if not text.strip() or len(text) > LONGEST_WORD or not text.isprintable() or text.startswith("-"):
        raise BadInput(
            source=place, expected=message("1 to {most} printable characters, and no flag", most=LONGEST_WORD)
        )
    return text


def read_whole(said: object, place: str, least: int, most: int) -> int:
    """A whole number."""
    if isinstance(said, bool) or not isinstance(said, int) or not least <= said <= most:
        expected = message("a whole number from {least} to {most:,}", least=least, most=most)
        raise BadInput(source=place, expected=expected)
    return said


def refuse_others(data: Mapping[str, object], known: Collection[str], place: str) -> None:
    """Refuse a key that nothing would read."""
    for key in data:
        if key not in known:
            raise unknown_word("key", str(key)[:LONGEST_WORD], known, source=place)


def _table(said: object, place: str) -> dict[str, Value]:
    if not isinstance(said, dict) or not all(isinstance(key, str) for key in said):
        raise BadInput(source=place, expected=message("an object"))
    return said
