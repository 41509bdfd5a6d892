"""The text of the kernel of a game file, or the lines of the file that cannot be compiled."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from types import ModuleType
from typing import NamedTuple

from engine.outside.own.author import Game
from engine.outside.own.compiled.cards.schema import Schema
from engine.outside.own.compiled.program import LONGEST_KERNEL, MOST_ROUNDS, Program, StartAgain
from engine.outside.own.compiled.source import NOTHING_PREPARED, Source
from engine.outside.own.compiled.types import FLOAT, Kind, Refused, Unknown, is_card, offset, width
from engine.outside.own.compiled.writing.calling.zone_calls import CARDS_OF_ZONE, HANDS
from engine.outside.own.compiled.writing.memories import new_memories
from engine.outside.own.compiled.writing.statements import Statements
from engine.outside.own.compiled.writing.things import GAME, TABLE

KIT = "engine.outside.own.compiled.kit"
HEAD = f"""import numpy as np

from engine.kernel.compiled import compiled, inlined
from {KIT}.answers import answer
from {KIT}.lists import *
from {KIT}.luck import *
from {KIT}.numbers import *
from {KIT}.record import *
from {KIT}.table import *
from {KIT}.worlds import *
"""
MOST_RESTARTS = 40
OUR_MISTAKE = "it cannot be compiled, by a mistake of fatecast's; please report it"

CARDS_HEAD = f"from {KIT}.cards import *\n"
LEARNING_HEAD = f"from {KIT}.trained import *\n"

PLAY = """@compiled
def play_games(rec, indices, columns, first, last):
    for at in range(first, last):
        begin_game(rec, indices[at])
        try:
            KEPTPLAY
            finish(rec, columns, at)
        except Exception:
            if rec.state != TIME_OUT and rec.state < IMPOSSIBLE:
                return at
            rec.winners = 0
            finish(rec, columns, at)
    return last
"""

PLAY_WITH_CARDS = """@compiled
def play_game(rec, index):
    begin_game(rec, index)
    begin_cards(rec)
    KEPTPLAY


@compiled
def play_games(rec, indices, columns, others, notes, first, last):
    for at in range(first, last):
        exchange_nothing(rec)
        try:
            play_game(rec, indices[at])
            finish(rec, columns, at)
        except Exception:
            if rec.state != TIME_OUT and rec.state < IMPOSSIBLE:
                return at
            rec.winners = 0
            finish(rec, columns, at)
        if rec.is_fork:
            continue
        HELDif write_notes(rec, notes, at):
            try:
                play_game(rec, indices[at])
                finish(rec, others, at)
            except Exception:
                if rec.state != TIME_OUT:
                    return at
                rec.winners = 0
                finish(rec, others, at)
            write_exchange(rec, notes, at)
    return last
"""
"""Each game is played again with one draw exchanged. What the second one cannot do, plain Python does, too."""


class Written(NamedTuple):
    """A game file as the text of a kernel."""

    source: Source | None
    """Nothing if the file could not be read."""
    text: str
    decks: list[Kind]
    """The kinds of items that are shuffled, by their numbers."""
    refusals: list[str]
    """Why there is no kernel, one line for each line of the file."""
    doubts: Sequence[str] = ()
    """Lines that stop the kernel if a game gets there."""
    card: Kind | None = None
    """The kind of cards that the game declares, if it does."""
    no_forks: str = ""
    """Why it cannot play on from a decision in worlds that a seat imagines, if it cannot."""
    no_features: str = ""
    """Why it cannot show a network what a seat is shown, if it cannot."""


def write_kernel(
    text: str,
    module: ModuleType,
    game: Game,
    leads: bool,
    prepared: Mapping[str, Mapping[str, str]] = NOTHING_PREPARED,
    more: Sequence[str] = (),
    schema: Schema | None = None,
    learns: bool = False,
) -> Written:
    """Turn a game file into a kernel. With leads, scores must be whole numbers. What policies prepare is known by its
    shape, and cards by theirs. `more` are policies beside those of the game; `learns` asks for trained players."""
    try:
        source = Source(text, module, game, prepared, schema)
        program = Program(source, learns)
        kernel = _write(program, leads, more)
    except Refused as refused:
        return Written(None, "", [], [refused.told])
    except RecursionError:
        return Written(None, "", [], ["the file is nested too deeply to be compiled"])
    except Exception as error:  # a game that is played plainly is better than none
        return Written(None, "", [], [f"{OUR_MISTAKE} ({type(error).__name__}: {error})"])
    if program.refusals:
        return Written(source, "", [], [program.refusals[line] for line in sorted(program.refusals)])
    doubts = [program.doubts[line] for line in sorted(program.doubts)]
    told = program.no_forks, program.no_features
    return Written(source, kernel, program.decks, [], doubts, program.card, *told)


def _write(program: Program, leads: bool, more: Sequence[str]) -> str:
    names = [policy.__name__ for policy in program.source.game.policies if callable(policy)]
    for name, policy in zip(names, program.source.game.policies, strict=False):
        if name not in program.source.functions or vars(program.source.module).get(name) is not policy:
            raise Refused(0, f"policy {name}: only functions of the file itself can be compiled")
    program.policies = [program.source.functions[name] for name in (*names, *more)]
    for _ in range(MOST_RESTARTS):
        try:
            return _rounds(program, leads)
        except StartAgain:
            program.restart()
    raise Refused(0, "the dicts of the file are used in too many ways")


def _rounds(program: Program, leads: bool) -> str:
    """Read all functions until nothing new is learnt, and once more for the text."""
    for _ in range(MOST_ROUNDS):
        before = program.kinds.changes, len(program.instances)
        _round(program)
        is_same = (program.kinds.changes, len(program.instances)) == before
        if is_same and (program.is_guessing or not program.is_stuck):
            break
        program.is_guessing = is_same
    else:
        raise Refused(0, "what the values of the file can be grows without end")
    program.is_guessing = False
    for instance in program.instances.values():
        instance.unsure.clear()  # early rounds knew too little to say
    _round(program)
    program.is_final = True
    text = _round(program)
    program.check_recursion()
    if program.scores.now().scalars & {FLOAT} and leads:
        raise Refused(0, "table.scores: expected whole numbers, as scored counts them")
    if len(text) > LONGEST_KERNEL:
        raise Refused(0, "the kernel would be too large")
    return text


def _round(program: Program) -> str:
    program.begin_round()
    owner = type(program.source.game).__name__
    play = program.source.classes[owner].get("play")
    if play is None:
        raise Refused(0, "play: only a method of the class itself can be compiled")
    names = [each.arg for each in play.args.args]
    if len(names) != 2:
        raise Refused.at(play, "play: expected (self, table)")
    kinds = program.kinds
    entry = program.instance(play, owner, [(names[0], kinds.fixed(GAME)), (names[1], kinds.fixed(TABLE))])
    texts: list[str] = []
    while program.waiting:
        instance = program.waiting.pop()
        try:
            texts.append(Statements(program, instance).write())
        except Unknown:
            program.is_stuck = True
        except Refused as refused:
            program.refuse(refused if refused.line else Refused.at(instance.function, refused.why))
    words = 1 + sum(width(kind) for kind in program.kept.of.values())
    lines = [f"put(rec, 1, reserve(rec, {words}))", "put(rec, word(rec, 1), 0)"] if program.kept.of else []
    if program.hands is not None:
        lines.append(f"put(rec, 2, {program.hands.name}(rec))")
    if program.memories:
        texts.append(new_memories(program))
        lines.append("new_memories(rec)")
    lines.append(f"{entry.name}(rec)")
    head, last = HEAD + LEARNING_HEAD * program.learns, PLAY.replace("KEPTPLAY", "\n            ".join(lines))
    if program.card is not None:
        head, last = head + CARDS_HEAD, PLAY_WITH_CARDS.replace("KEPTPLAY", "\n    ".join(lines))
        last = last.replace("HELD", _held(program))
    return "\n\n".join([head, *merged([*texts, *program.extra.values(), last])]) + "\n"


def _held(program: Program) -> str:
    """The line that notes what is in the hands at the end of a game, if cards of the game can be."""
    if program.hands is None or program.hands.result.now().is_unknown:
        return ""
    fields = program.hands.result.now().items[0].now().fields.now()
    if CARDS_OF_ZONE not in fields.of or not is_card(fields.of[CARDS_OF_ZONE].now().items[0]):
        return ""
    return f"note_held(rec, {HANDS}, {offset(fields, CARDS_OF_ZONE)})\n        "


DEFINED = re.compile(r"def (\w+)\(")


def merged(functions: list[str]) -> list[str]:
    """Functions that do the same are one."""
    while True:
        kept: dict[str, str] = {}
        other: dict[str, str] = {}
        for text in functions:
            found = DEFINED.search(text)
            assert found is not None
            name = found.group(1)
            body = text.replace(f"def {name}(", "def _(")
            if body in kept:
                other[name] = kept[body]
            else:
                kept[body] = name
        if not other:
            return functions
        words = re.compile("|".join(rf"\b{name}\b" for name in other))
        functions = [words.sub(partial(_renamed, other), text) for text in functions if _name(text) not in other]


def _renamed(other: dict[str, str], found: re.Match[str]) -> str:
    return other[found.group()]


def _name(text: str) -> str:
    found = DEFINED.search(text)
    assert found is not None
    return found.group(1)
