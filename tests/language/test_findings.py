"""What a check finds in a designer's own game is in the language of the reader, and in English for other programs."""

import json
import pickle
import re
from enum import StrEnum
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from engine.errors import BadInput, FatecastError, Message, Text, for_another_process, message
from engine.euphoria.cells.checked_cells import place as turn_and_seat
from engine.game.questions.catalogue import FORKS, ask
from engine.game.questions.subject import subject_named
from engine.game.questions.trial import Trial
from engine.game.registry import load_game
from engine.hadal.cells.play_cell import moment as round_now
from engine.language.current import about_game, speaking
from engine.oracle.cells.checked_cells import place as day_and_turn
from engine.outside.program.program import _end_all
from tests.language.commands import Folder
from tests.language.plain_errors import SENTENCE
from tests.language.texts import entries
from tests.own_games.cells import game_of, text_of
from tests.support import ROOT
from tests.support.own_file import own_game
from tests.support.own_games import PIRATES, ROLL
from tests.support.programs import forking

FINDINGS = ROOT / "fatecast" / "locale" / "es" / "check.po"
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
"""What a program or a game said itself."""
FAULTY = PIRATES.replace("players = 2, 4", "players = 2, 2").replace(
    ROLL,
    f"{' ' * 20}seen.append(1)\n{' ' * 20}roll = 1 + (random.randint(1, 6) + len(seen)) % 6\n",
)
"""It draws from Python's random, and remembers other games."""


def english_in(text: str) -> list[str]:
    """What stands in a text of the English that findings have between their places."""
    parts = {part.strip() for one, _ in entries([FINDINGS]) for part in re.split(r"\{[^}]*\}", one.one)}
    return [part for part in sorted(parts) if SENTENCE.search(part) and part in text]


@pytest.mark.full
def test_faults_are_told_in_the_language_and_are_english_as_data(tmp_path: Path) -> None:
    folder = Folder(tmp_path, "es")
    (tmp_path / "pirates.py").write_text(FAULTY, encoding="utf-8")
    told = folder.typed("check", "./pirates.py")
    faults = [line for line in told.splitlines() if line.startswith("fatecast: ") and "preguntas, quedan" not in line]
    assert len(faults) > 3
    assert english_in("\n".join(faults)) == []
    assert "usa el random de Python" in told
    assert "en un proceso nuevo" in told
    (thing,) = json.loads(folder.typed("check", "./pirates.py", "--json").partition("fatecast: ")[0])
    assert len(thing["mistakes"]) > 3
    for planted in ("it draws from Python’s random", "in a new process:", "after other games:"):
        assert any(planted in line for line in thing["mistakes"])
        assert planted.strip(":") in " ".join(english_in("\n".join(thing["mistakes"])))


class Weather(StrEnum):
    STORM = "storm"


class Oddity(BadInput):
    """Of a module that another process may not have."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(message("{first} and {second}", first=first, second=second), source=first, got=object)


def test_a_text_for_another_process_has_plain_values_and_says_the_same() -> None:
    inner = message("game {game}: {column} is {value}, then {value2}", game=np.int64(3), column="a", value=1, value2=2)
    values = {"cell": Weather.STORM, "apart": inner}
    for text in (message("{cell}, in a new process: {apart}", **values), message("{error}", error=Oddity("a", "b"))):
        sent = for_another_process(text)
        raw = pickle.dumps(sent)
        assert b"test_findings" not in raw
        assert b"numpy" not in raw
        again = pickle.loads(raw)
        for language in ("en", "es"):
            with speaking(language):
                assert str(again) == str(text)
    assert str(message("{a}", a=again)) == str(text)


def english_values(text: object) -> list[str]:
    """The sentences in a text that no catalogue can translate: given as they are, also as a place of another text."""
    if isinstance(text, Message):
        return [*chain.from_iterable(map(english_values, text.values.values()))]
    if isinstance(text, FatecastError):
        return [*chain.from_iterable(map(english_values, (text.said, text.expected, text._place)))]
    return [text] if isinstance(text, str) and SENTENCE.search(QUOTED.sub("", text)) else []


def check_spoken(found: list[Text], english: str, spanish: str) -> None:
    """One of these says this, and none has a sentence of its own."""
    assert [each for text in found for each in english_values(text)] == []
    assert english in "; ".join(map(str, found))
    with speaking("es"):
        told = "; ".join(map(str, found))
    assert spanish in told
    assert english_in(told) == []


@pytest.mark.parametrize(
    ("fault", "english", "spanish"),
    [
        ("untried", "is one game if it is tried", "es una partida si se prueba y otra si se dicen todas las opciones"),
        ("as-it-lies", "they know more than the seat", "saben más que él"),
        ("dies", "it ended (exit code 1)", "terminó (código de salida 1)"),
    ],
)
def test_what_is_wrong_with_forks_of_a_program(fault: str, english: str, spanish: str) -> None:
    subject = subject_named(f"cmd:{forking(fault=fault)}", ROOT)
    try:
        check_spoken(ask(FORKS, Trial(subject.game, subject.address, {})), english, spanish)
    finally:
        _end_all()


def test_a_view_that_shows_too_much() -> None:
    shown = 'view["known"] = [table.hand(other).seen_by(seat) for other in others]'
    game = game_of("shadows", text_of("shadows").replace(shown, 'view["next"] = list(table.hand(others[0]))'))
    cell = game.cells(game.resolve({"players": [3]}, "test"))[0]
    leaks = next(part.leaks for part in game.secrets(cell, 1, 0) if part.leaks)
    check_spoken(leaks, "lie otherwise", "si las cartas que el asiento no ha visto son otras")
    assert str(leaks[0]).startswith("lively/players3: game 0, seat ")


def test_a_policy_that_changes_its_view() -> None:
    cautious = '    return view["loot"] < 4'
    game = own_game(PIRATES.replace(cautious, f'    view["loot"] += 1\n{cautious}'), "pirates")
    cell = game.cells(game.resolve({"players": [2], "policies": ["careful"]}, "test"))[0]
    found = [*game.policies.meddling(lambda: game.simulate(cell, 1, 0, 4))]
    check_spoken(found, "policy careful changes what it is shown: view['loot'] was ", "cambia lo que se le muestra")


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        (round_now(SimpleNamespace(table=SimpleNamespace(round_number=3))), "round 3", "ronda 3"),  # type: ignore[arg-type]
        (
            turn_and_seat(SimpleNamespace(table=SimpleNamespace(turn=3), sight=SimpleNamespace(seat=0))),  # type: ignore[arg-type]
            "turn 3, seat 1",
            "turno 3, asiento 1",
        ),
        (
            day_and_turn(SimpleNamespace(table=SimpleNamespace(day=1, turn=3))),  # type: ignore[arg-type]
            "day 1, turn 3",
            "día 1, turno 3",
        ),
    ],
)
def test_where_a_game_was(text: Text, english: str, spanish: str) -> None:
    assert str(text) == english
    error = BadInput("", source="cell", place=message("game {game}, {moment}", game=7, moment=text))
    with speaking("es"):
        assert str(text) == spanish
        assert error.line.startswith(f"cell: partida 7, {spanish}: ")
        assert for_another_process(message("{error}", error=error)).values["error"].place == f"partida 7, {spanish}"  # type: ignore[union-attr]
    assert error.line.startswith(f"cell: game 7, {english}: ")


def test_why_a_policy_cannot_play_a_game_of_openspiel() -> None:
    pytest.importorskip("pyspiel")
    from engine.outside.openspiel.loading import load
    from engine.outside.openspiel.policies import mcts, search, solved

    check_spoken([search.why_not(load("euchre"))], "depends on what is hidden", "depende de lo que está oculto")
    check_spoken([solved.why_not(load("euchre"))], "is for two players", "es para dos jugadores")
    assert mcts.why_not(load("tic_tac_toe")) == ""


def test_an_error_says_what_a_parameter_of_a_function_means() -> None:
    pig = load_game("pig")
    with speaking("es"), about_game("engine.pig"), pytest.raises(BadInput) as caught:
        pig.resolve({"players": [2], "policies": ["hold at=999"]}, "test")
    with speaking("es"):
        assert caught.value.line.endswith("(puntos de un turno con los que el jugador se planta)")
