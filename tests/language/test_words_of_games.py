"""The catalogues of games: each word that a person reads has a translation, and no catalogue keeps what nobody says."""

import re
from pathlib import Path

import pytest

from engine.game.registry import admit, one_call
from engine.language.catalogues import FORM, PATTERN, SEVERAL, Words, catalogue
from engine.language.current import (
    ALL_GAMES,
    about_game,
    said,
    several,
    speaking,
    speaking_by,
    told_by_game,
    word,
)
from engine.language.filling import is_safe
from hatch_build import build_all, built
from tests.language.texts import Text, entries
from tests.language.words_of_games import (
    GAMES,
    KIT,
    SAMPLES,
    catalogue_of,
    folder_of,
    literals,
    missing,
    said_in_code,
    shared_entries,
    unused,
    words_of,
    words_of_all,
)
from tests.support import ROOT

LANGUAGE = "es"
OURS = ("axis ", "kind of alteration", "change of ")
FORMS = {"m", "f", "mp", "fp"}


@pytest.fixture(autouse=True, scope="module")
def _built() -> None:
    build_all()


def known_to(name: str) -> dict[Text, object]:
    return {**dict(entries([catalogue_of(name, LANGUAGE)])), **shared_entries(LANGUAGE)}


@pytest.mark.parametrize("name", GAMES)
def test_every_word_of_a_game_is_translated(name: str) -> None:
    assert missing(name, words_of(name), said_in_code(name), known_to(name)) == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [*GAMES, ALL_GAMES])
def test_a_catalogue_of_words_has_nothing_that_nobody_says(name: str) -> None:
    words = words_of_all() if name == ALL_GAMES else words_of(name)
    said_there = {} if name == ALL_GAMES else said_in_code(name)
    code = literals(str(folder_of(name).relative_to(ROOT)), *(KIT if name == ALL_GAMES else ()))
    assert unused(words, said_there, dict(entries([catalogue_of(name, LANGUAGE)])), code) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_what_an_author_does_not_write_himself_is_translated(name: str) -> None:
    """What axes mean, and what an ablation changes."""
    with one_call():
        game = admit(str(ROOT / "tests" / "games" / f"{name}.py"))
        ours = {text: where for text, where in words_of(game).items() if where.startswith(OURS) and " " in text}
        assert len(ours) > 2
        assert missing(game, ours, {}, shared_entries(LANGUAGE)) == []


def wrong_places(file: Path) -> list[str]:
    """The texts whose translation has other places, or whose form is none."""
    found = []
    for text, translation in entries([file]):
        for one in translation if isinstance(translation, tuple) else (translation,):
            is_form = text.context == FORM
            fits = one in FORMS if is_form else text.context == SEVERAL or is_safe(one, text.many or text.one)
            if not one or not fits:
                found.append(text.one)
    return found


@pytest.mark.parametrize("name", [*GAMES, ALL_GAMES])
def test_places_agree(name: str) -> None:
    assert wrong_places(catalogue_of(name, LANGUAGE)) == []


def test_what_is_planted_is_found(tmp_path: Path) -> None:
    words, code = (
        {"doom": "unit", "The Deep fades": "fade", "roll of dice, per game": "ratio"},
        [Text("", "{card} lies.")],
    )
    have = {Text("", "doom"): 1, Text(PATTERN, "{card} fades"): 1, Text(PATTERN, "{meaning}, per game"): 1}
    assert missing("any", words, code, have) == [
        Text("", "The Deep fades"),  # the card in it is not translated
        Text("", "roll of dice, per game"),
        Text("", "{card} lies."),
    ]
    more = {**have, Text("", "The Deep"): 1, Text("", "roll of dice"): 1, Text("", "{card} lies."): 1}
    assert missing("any", words, code, more) == []

    spare = {Text("", "gloom"): 1, Text(PATTERN, "{card} glows"): 1, Text(FORM, "gloomy"): 1}
    spare |= {Text("card:mp", "{card} shines."): 1, Text(SEVERAL, "doom"): 1, Text("card:mp", "{card} lies."): 1}
    found = unused([*words, "The Deep", "roll of dice"], code, {**more, **spare}, [])
    assert {text.one for text in found} == {"gloom", "{card} glows", "gloomy", "{card} shines."}

    file = tmp_path / "es.po"
    head = 'msgid ""\nmsgstr ""\n"Language: es\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    wrong = 'msgid "{card} lies."\nmsgstr "{carta} yace."\n\nmsgctxt "form"\nmsgid "doom"\nmsgstr "feminine"\n\n'
    file.write_text(head + wrong + 'msgid "fine {card}"\nmsgstr "bien {card}"\n', encoding="utf-8")
    assert wrong_places(file) == ["{card} lies.", "doom"]


def test_words_of_a_game_are_spoken_with_its_own_first() -> None:
    with speaking(LANGUAGE):
        with about_game("engine.shipwreck"):
            assert word("deck") == "baraja"
            assert (word("card"), several("card")) == ("carta arcana", "cartas arcanas")
            assert getattr(word("The Musicians"), "form", "") == "mp"
            assert word("Iron fades") == "Hierro se desvanece"
            assert word("The Musicians fades") == "Los Músicos se desvanecen"
            assert said("{card} will fade this turn.", card=word("The Pallbearers")).endswith(
                "se desvanecerán este turno."
            )
        with about_game("engine.oracle"):
            assert said("Gains a {good}.", good=word("red tablet")) == "Gana una tablilla roja."
            assert said("Gains a {good}.", good=word("red amulet")) == "Gana un amuleto rojo."
            assert word("stand-in layout A") == "tablero sustituto A"
        with about_game(""):  # a game that brings no words has those of all games
            assert word("wins of seat 4") == "victorias del asiento 4"
            assert word("games won by the player who goes third") == "partidas que gana quien juega en tercer lugar"
            assert word("wins of seat A") == "wins of seat A"
            assert word("mill") == "mill"
    assert (word("wins of seat 4"), several("card")) == ("wins of seat 4", "cards")


def test_a_line_of_a_replay_is_told_by_the_words_of_the_game(tmp_path: Path) -> None:
    text = (
        'msgid ""\nmsgstr ""\n"Language: es\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "Seat {seat} draws {card}."\nmsgstr "El asiento {seat} roba {card}."\n\n'
        'msgid "Mill"\nmsgstr "Molino"\n'
    )
    (tmp_path / "es.po").write_text(text, encoding="utf-8")
    (tmp_path / "es.mo").write_bytes(built([tmp_path / "es.po"]))
    template, values = "Seat {seat} draws {card}.", {"seat": 2, "card": "Mill"}
    with speaking_by(LANGUAGE, catalogue(LANGUAGE), Words(tmp_path / "es.mo")):
        assert told_by_game(template, values) == "El asiento 2 roba Molino."
        assert told_by_game("Seat {seat} waits.", values) == "Seat 2 waits."
    assert told_by_game(template, values) == "Seat 2 draws Mill."


def test_one_thing_has_one_word() -> None:
    """What two words would do for, as docs/reference/spanish.md settles it."""
    files = [*ROOT.glob("fatecast/locale/es/*.po"), *ROOT.glob("engine/*/locale/es.po"), *ROOT.glob("docs/es/*.md")]
    assert [file.name for file in files if two_words(file.read_text(encoding="utf-8"))] == []
    assert two_words("un valor predeterminado")
    assert two_words("Cada verbo escribe")


def two_words(text: str) -> list[str]:
    return re.findall(r"\b(?:predeterminad[oa]s?|verbos?)\b", text, flags=re.IGNORECASE)
