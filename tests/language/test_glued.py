"""No sentence that code glues together reaches a reader: each is a template of a catalogue."""

from collections.abc import Iterable

import pytest

from tests.language.glued import Glued, glued, of_all
from tests.language.plain_errors import plain_errors
from tests.language.texts import IN_ENGLISH, entries, files_of_games
from tests.language.words_of_games import without_names
from tests.support import ROOT

STUDIO = "sim/studio/"
"""Its server answers other programs; what its pages say has tests of its own."""
STAY_ENGLISH = (
    *IN_ENGLISH,
    STUDIO,
    "sim/inspect/verify.py",
    "sim/share/verify.py",
    "sim/start/",
    "fatecast/testing.py",
    "sim/verbs/request/plain.py",
)
"""Kernels, clusters, damaged files; files that `new` and `init` write; messages of tests of games; JSON Schemas."""
NOBODY_READS_IT_AS_IT_IS = {
    "sim/cli/flags/typer_errors.py": {"Input should be {}", "expected {}"},
    "sim/compare/claimed_change.py": {
        "(?:(at least|at most) {}|{} to {}) ({})",
        "within (?:±|\\+-|\\+/-)? ?{}(?: {})?",
    },
    "sim/search/tune/goals.py": {"{} ?%? to {}({})", "at (least|most) {}({})"},
    "sim/report/shared/claims/verdict.py": {"not sure yet (about {} games in each cell would tell)"},
    "sim/report/cooperative/tables.py": {"{} to {}"},
    "sim/report/production/sentences.py": {"{} {} to {}"},
    "sim/report/shared/cell_layout.py": {"{} against {}"},
}
"""What code compares with, and what tables call things, which a page then says in its language."""
DECLARED = {
    "sim/verbs/compare.py": {"One of {}, an experiment, a run."},
    "sim/verbs/new.py": {"The game that it begins as: {}."},
    "sim/verbs/tune.py": {"The outcomes to reach: {}; or changes: {}. Repeatable."},
}
"""The English of a help text that `in_words` translates."""
DATA = {
    "sim/cli/app.py": {"fatecast {}"},
    "sim/cli/flags/examples.py": {"fatecast {}"},
    "sim/display/messages.py": {"fatecast: {}"},
    "sim/display/terminal.py": {"{} on {}"},
    "sim/compare/gate/baseline.py": {"{}: experiment"},
    "sim/compare/gate/command.py": {"{}: experiment"},
    "sim/experiment/experiment.py": {"{}: until.outcome"},
    "sim/compare/gate/intent.py": {"{}: 1 to 3 {} {}"},
    "sim/search/tune/goals.py": {"{}: 1 to 3 {} {}"},
    "sim/search/tune/search_space.py": {"tune: --vary {}"},
    "sim/folder/folder_file.py": {"minutes = {}  # for the gate"},
    "sim/ladder/rungs.py": {'search base="{}"', 'search base="{}" worlds={}', "{} level={}"},
    "sim/report/shared/provenance.py": {"Python {}"},
    "sim/report/shared/frame.py": {
        "default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    },
    "sim/verbs/report.py": {"{} reports/runs/OTHER"},
}
"""Commands, names of keys, colours, policies, and the language of goals and intents."""
EXCEPTIONS = (NOBODY_READS_IT_AS_IT_IS, DECLARED, DATA)


def sources(places: Iterable[str], but: tuple[str, ...]) -> dict[str, str]:
    paths = [path for place in places for path in sorted((ROOT / place).rglob("*.py"))]
    found = {path.relative_to(ROOT).as_posix(): path for path in paths}
    return {name: path.read_text(encoding="utf-8") for name, path in found.items() if not name.startswith(but)}


def is_excepted(found: Glued) -> bool:
    return any(found.text in texts.get(found.file, ()) for texts in EXCEPTIONS)


def test_no_sentence_of_the_laboratory_is_glued() -> None:
    found = of_all(sources(("sim", "fatecast"), STAY_ENGLISH))
    assert [each for each in found if not is_excepted(each)] == []


def test_the_exceptions_are_there() -> None:
    found = {(each.file, each.text) for each in of_all(sources(("sim",), STAY_ENGLISH))}
    assert [
        (file, text)
        for each in EXCEPTIONS
        for file, texts in each.items()
        for text in texts
        if (file, text) not in found
    ] == []


PLANTED = {
    'out.print(f"{wins} of {games} games won")': "{} of {} games won",
    'say("won by " + who)': "won by {}",
    'say(title + ": " + f"{n} cards")': "{}: {} cards",
    'table.add_column("games of %s" % who)': "games of {}",
    'raise typer.BadParameter("no game {}".format(name))': "no game {}",
    'view = View(f"after {turns} turns")': "after {} turns",
    'raise BadInput(message(f"no game {name}"))': "no game {}",
    'say(" or ".join(names))': "{} or {}",
}


@pytest.mark.parametrize(("code", "text"), PLANTED.items())
def test_a_glued_sentence_is_found(code: str, text: str) -> None:
    assert [each.text for each in glued("planted.py", code)] == [text]


@pytest.mark.parametrize(
    "code",
    [
        'say(said("{wins} of {games} games won", wins=wins, games=games))',
        'say(f"{title}: {line}")',
        'say_command(f"fatecast report {path}")',
        'flags = f" --game {name}"',
        'raise TypeError(f"{name} takes no arguments")',
        'log.info(f"{name} was sent")',
        'path = f"{name}.csv"',
        'total = "a" + "b"',
        'source = f"def {name}(view):"',
    ],
)
def test_what_nobody_translates_is_no_sentence(code: str) -> None:
    assert [*glued("planted.py", code)] == []


# The engine: its words of games are looked up as they stand, in catalogues that have patterns for those with values.

OF_KERNELS = (
    "engine/policy/compilable.py",
    "engine/policy/kernel.py",
    "engine/policy/compiled_game/records.py",
    "engine/policy/seats/mixed_kernel.py",
    "engine/players/compiled_game/packing.py",
    "engine/players/compiled_game/searched_table.py",
    "engine/shipwreck/cells/learned_weights.py",
    "engine/shipwreck/minds/",
    "engine/shipwreck/weights.py",
    "engine/outside/openspiel/solving.py",
    "engine/outside/openspiel/game.py",
)
"""The text of kernels; what is said while one is compiled or a policy trained; notes on policies, as runs keep them."""
STEPS = (
    "engine/policy/compiled_game/checking.py",
    "engine/outside/own/hidden/secrets.py",
    "engine/outside/own/play.py",
    "engine/outside/own/luck.py",
    "engine/outside/program/play.py",
)
"""Streams of luck, and lines of a replay."""
PLACES = (
    "engine/outside/own/author.py",
    "engine/outside/own/cards/",
    "engine/outside/own/declared.py",
    "engine/outside/own/editions/canonical.py",
    "engine/outside/own/files.py",
    "engine/outside/own/policies/",
    "engine/outside/own/results/",
    "engine/outside/own/telling/",
    "engine/outside/own/game.py",
    "engine/outside/program/from_hello.py",
    "engine/outside/program/game.py",
    "engine/outside/program/hello.py",
    "engine/outside/installed.py",
    "engine/outside/grid.py",
    "engine/outside/openspiel/results.py",
    "engine/content/named_contents.py",
    "engine/euphoria/deck/effects.py",
    "engine/euphoria/table/results.py",
    "engine/game/outcomes.py",
    "engine/hadal/words/questions.py",
    "engine/oracle/table/results.py",
    "engine/oracle/words/questions.py",
    "engine/oracle/words/telling.py",
    "engine/policy/outside.py",
    "engine/policy/outside_module.py",
    "engine/policy/registry.py",
    "engine/policy/seats/",
    "engine/policy/compiled_game/changes.py",
    "engine/policy/compiled_game/piece_content.py",
    "engine/shipwreck/policies/script.py",
    "engine/configs.py",
    "engine/language/",
)
"""Fields and flags that an error names, and words of games: catalogues have their parts, or games declare them."""


SETTINGS = {"open_spiel {}", "arm_cost {}", "clump {}", "start_artifacts {} → {}", "goal {} → {}"}
"""A library and its version, options and their values."""


def test_no_sentence_of_the_engine_is_glued() -> None:
    """Errors of the engine have a test of their own (`tests/test_error_fields.py`), also in the files left out here."""
    patterns = {without_names(text.one) for text, _ in entries(files_of_games("es"))}
    found = of_all(sources(("engine",), (*IN_ENGLISH, *OF_KERNELS, *STEPS, *PLACES)))
    assert [each for each in found if each.text not in patterns | SETTINGS] == []


# Errors


def test_no_error_has_a_plain_sentence() -> None:
    found = plain_errors(sources(("engine", "sim", "fatecast"), IN_ENGLISH))
    assert [each for each in found if "seats/trained_" not in each[0]] == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ('f"{name}, the least of all"', "{}, the least of all"),
        ('name + " of all the others"', "{} of all the others"),
        ('" and also ".join(name)', "{} and also {}"),
        ('"{} of all the others".format(name)', "{} of all the others"),
    ],
)
def test_a_sentence_that_is_glued_for_a_place_is_found(value: str, text: str) -> None:
    source = "class BadInput(FatecastError): pass\ndef f(name):\n    "
    assert [
        found for _, _, found in plain_errors({"planted": f"{source}raise BadInput(message('{{got}}', got={value}))"})
    ] == [text]
    later = f"{source}told = {value}\n    raise BadInput(message('{{got}}', got=told))"
    assert [found for _, _, found in plain_errors({"planted": later})] == [text]


@pytest.mark.parametrize(
    "planted",
    [
        'raise BadInput(expected="the least of all")',
        'what = "the least of all"; raise BadInput(expected=what)',
        "raise BadInput(expected=WHAT)",
        'raise BadInput(message("expected {what}", what=WHAT))',
        'raise BadInput(message("{got}", got=name if name else "the least of all"))',
    ],
)
def test_a_plain_sentence_in_an_error_is_found(planted: str) -> None:
    source = f'class BadInput(FatecastError): pass\nWHAT = "the least of all"\ndef f(name):\n    {planted}\n'
    assert [text for _, _, text in plain_errors({"planted": source})] == ["the least of all"]
    marked = source.replace('"the least of all"', 'message("the least of all")')
    assert plain_errors({"planted": marked}) == []
