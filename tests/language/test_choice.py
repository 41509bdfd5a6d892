"""Which language a command speaks, and a language that is written as the how-to says: in files, without code."""

import sys
from pathlib import Path

import pytest

import hatch_build
from engine.errors import BadInput
from engine.language import catalogues
from engine.language.catalogues import catalogue, words_of_package
from engine.language.current import about_game, said, speaking, word
from sim.folder import language as choice
from sim.folder.folder_file import folder_file
from sim.folder.language import language_of
from sim.text import number_format as numbers

ENTRIES = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"
"""
SENTENCE = "{who} wins {share}"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nobody has said a language, at a terminal that speaks English."""
    monkeypatch.chdir(tmp_path)
    for variable in (choice.VARIABLE, *choice.LOCALE):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("flag", "variable", "folder", "terminal", "spoken"),
    [
        ("es", "en", "en", "en_GB.UTF-8", "es"),
        ("en", "es", "es", "es_ES.UTF-8", "en"),
        ("", "es", "en", "en_GB.UTF-8", "es"),
        ("", "en", "es", "es_ES.UTF-8", "en"),
        ("", "", "es", "en_GB.UTF-8", "es"),
        ("", "", "en", "es_ES.UTF-8", "en"),
        ("", "", "", "es_MX.UTF-8", "es"),
        ("", "", "", "es_ES@euro", "es"),
        ("", "", "", "xx_YY.UTF-8", "en"),
        ("", "", "", "", "en"),
    ],
)
def test_the_nearest_word_counts(
    flag: str, variable: str, folder: str, terminal: str, spoken: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if variable:
        monkeypatch.setenv(choice.VARIABLE, variable)
    if folder:
        (place / "fatecast.toml").write_text(f'game = "pig"\nlang = "{folder}"\n')
    if terminal:
        monkeypatch.setenv("LANG", terminal)
    assert language_of(["run", *(["--lang", flag] if flag else [])]) == spoken
    assert language_of([*([f"--lang={flag}"] if flag else []), "run"]) == spoken


def test_what_no_person_reads_is_english(french: None, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file or a pipe is read by another program, unless somebody has said a language."""
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert language_of(["run"]) == "fr_CA"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    assert language_of(["run"]) == "en"
    assert language_of(["run", "--lang", "fr_CA"]) == "fr_CA"


@pytest.mark.parametrize("code", ["klingon", "../es", "es\n", "ES"])
def test_a_language_that_nobody_has_written_is_refused(code: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match=r"^--lang: expected one of en, es"):
        language_of(["run", "--lang", code])
    monkeypatch.setenv(choice.VARIABLE, code)
    with pytest.raises(BadInput, match=r"^FATECAST_LANG: expected one of en, es"):
        language_of(["run"])


@pytest.mark.parametrize(
    "said", ['"klingon"', '"../es"', '""', "5", "{ a = 1 }", '"--x"', f'"{"x" * 5000}"', '"a\\nb"']
)
def test_the_file_of_a_folder_fails_no_verb_by_its_language(
    said: str, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may be a stranger's: one line says what is wrong, and English is spoken."""
    (place / "fatecast.toml").write_text(f'game = "pig"\nlang = {said}\n')
    lines: list[str] = []
    assert language_of(["run"], lines.append) == "en"
    assert len(lines) == 1
    assert lines[0].startswith("fatecast.toml: lang: expected one of en, es, not ")
    assert len(lines[0]) < 200
    assert folder_game() == "pig"


@pytest.mark.parametrize("text", ["lang = [", "lang = " + "[" * 4000, "lang = 'es'\ngame = 5", "\udcff"])
def test_a_broken_file_of_a_folder_is_told_by_the_verb_that_reads_it(text: str, place: Path) -> None:
    (place / "fatecast.toml").write_text(text, encoding="utf-8", errors="surrogateescape")
    lines: list[str] = []
    assert language_of(["run"], lines.append) in ("en", "es")
    assert lines == []


def folder_game() -> str | None:
    folder = folder_file()
    return folder and folder.game


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of catalogues and a file of a game, built as `make words` builds them."""
    locale, ferry = tmp_path / "locale", tmp_path / "ferry"
    for folder in (locale / "fr_CA", ferry / "locale"):
        folder.mkdir(parents=True)
    (ferry / "__init__.py").touch()
    (locale / "fr_CA" / "language.toml").write_text('name = "fran\u00e7ais"\ndecimal = ","\n', encoding="utf-8")
    entries = f'\nmsgid "{SENTENCE}"\nmsgstr "{{share}} pour {{who}}"\n\nmsgid "a file"\nmsgstr "un fichier"\n'
    (locale / "fr_CA" / "all.po").write_text(ENTRIES + entries, encoding="utf-8")
    words = '\nmsgid "tide"\nmsgstr "mar\u00e9e"\n'
    cases = '\nmsgctxt "pattern"\nmsgid "tide {n:d}"\nmsgstr "mar\u00e9e n\u00b0 {n:d}"\n'
    (ferry / "locale" / "fr_CA.po").write_text(ENTRIES + words + cases, encoding="utf-8")
    for source in (locale / "fr_CA" / "all.po", ferry / "locale" / "fr_CA.po"):
        built = source.with_name("fatecast.mo") if source.stem == "all" else source.with_suffix(".mo")
        built.write_bytes(hatch_build.built([source]))
    monkeypatch.setattr(catalogues, "FOLDER", locale)
    monkeypatch.syspath_prepend(str(tmp_path))
    for known in (catalogue, words_of_package):
        known.cache_clear()


def test_a_third_language_is_files(french: None, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert language_of(["run", "--lang", "fr_CA"]) == "fr_CA"
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert language_of(["run"]) == "fr_CA"
    with speaking("fr_CA"), about_game("ferry"):
        assert said(SENTENCE, who="Ada", share=numbers.number(0.5, 1)) == "0,5 pour Ada"
        assert (word("tide"), word("tide 7")) == ("mar\u00e9e", "mar\u00e9e n\u00b0 7")
        assert said("nobody wins") == "nobody wins"
    catalogue.cache_clear()
    words_of_package.cache_clear()
