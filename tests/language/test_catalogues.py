"""A catalogue says everything that it must, nothing else, and nothing that cannot be filled."""

import re
from collections import Counter
from pathlib import Path

import pytest

import hatch_build
from engine.language.catalogues import languages
from engine.language.filling import is_safe
from sim.text.html import TAG
from tests.language.texts import IN_ENGLISH, Text, entries, files_of, files_of_games, marked, translated
from tests.support import ROOT
from tests.support.written_spanish import BADLY_WRITTEN, TO_SOMEBODY

OTHERS = [code for code in languages() if code != "en"]


def wrong_places(text: Text, said: object) -> list[str]:
    """What of a translation cannot be filled in place of its text, or has other marks of HTML."""
    every = said if isinstance(said, tuple) else (said,)
    return [
        each
        for each in every
        if not is_safe(each, text.many or text.one) or Counter(TAG.findall(each)) != Counter(TAG.findall(text.one))
    ]


@pytest.mark.parametrize("code", OTHERS)
def test_every_translation_can_be_filled(code: str) -> None:
    found = [
        (text.one, wrong) for text, said in translated(files_of(code)).items() for wrong in wrong_places(text, said)
    ]
    assert found == []


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_said_twice_and_nothing_is_unused(code: str) -> None:
    everything, files = marked(), files_of(code)
    told = [text for text, _ in entries(files)]
    templates = {text.one for text in everything}
    variants = {text for text in told if ":" in text.context and text.one in templates}
    assert [text for text, times in Counter(told).items() if times > 1] == []
    assert [text for text in told if text not in everything and text not in variants] == []


@pytest.mark.parametrize("code", OTHERS)
def test_everything_is_translated(code: str) -> None:
    known = {**translated(files_of(code)), **translated(files_of_games(code))}
    missing = {
        text.one: where for text, where in marked().items() if text not in known and is_to_be_translated(text, where)
    }
    assert missing == {}


@pytest.mark.parametrize("code", OTHERS)
def test_what_the_studio_says_is_in_the_catalogue_of_the_laboratory(code: str) -> None:
    """The words of games are looked up by other functions: a text that only they had would stay English."""
    known = translated(files_of(code))
    missing = [text.one for text in marked(("sim/studio",)) if text not in known and text.has_words]
    assert missing == []


def is_to_be_translated(text: Text, where: str) -> bool:
    """Whether a text has words, and is not one of those that stay English."""
    return re.search(r"[A-Za-z]", re.sub(r"\{[^}]*\}", "", text.one)) is not None and not where.startswith(IN_ENGLISH)


def test_what_is_built_is_what_the_files_say() -> None:
    for file, parts in hatch_build.sources().items():
        assert file.is_file(), "make words"
        assert file.read_bytes() == hatch_build.built(parts), "make words"


def test_the_places_that_stay_english_are_there() -> None:
    assert [place for place in IN_ENGLISH if not Path(ROOT / place).exists()] == []


TYPED = re.compile(
    r"`[^`]*`|\{[^{}]*\}|<[^<>]*>|'[^']*'|(?:como|anterior a|menos de) \d[^;]*|(?:este ±|pequeña|semilla): .*"
    r"|: \d, \d-\d.*|50% necesita|debajo de 100%|players=2-4|2,4 o 2-5|--paired-variance 0\.3"
)
"""What a reader types, which has a point and plain letters in each language; places; versions."""
WRITTEN = {what: pattern for what, pattern in BADLY_WRITTEN.items() if what != "English quotation marks"}


def badly_written(text: str) -> list[str]:
    """What in a text in Spanish is not written as our Spanish is."""
    read = TYPED.sub("·", text)
    bad = [what for what, pattern in WRITTEN.items() if pattern.search(read)]
    return bad + TO_SOMEBODY.findall(read)


def test_every_text_is_in_neutral_spanish() -> None:
    said = {**translated(files_of("es")), **translated(files_of_games("es"))}
    every = [each for text in said.values() for each in (text if isinstance(text, tuple) else (text,))]
    assert len(every) > 4000
    assert {text: bad for text in every if (bad := badly_written(text))} == {}


@pytest.mark.parametrize(
    "wrong",
    ["el intervalo del 95 %", "de 2-4 jugadores", "10000 partidas", "con tus cartas", "7 u 8 o 8", "son 0.5 puntos"],
)
def test_what_is_badly_written_is_found(wrong: str) -> None:
    assert badly_written(wrong)
    assert not badly_written("el intervalo del 95\u202f%, de 2 a 4 jugadores; como 0.5 o 2-4")
