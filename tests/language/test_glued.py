"""No sentence that code glues together reaches a reader: each is a template of a catalogue."""

from collections.abc import Iterable

import pytest

from tests.language.glued import Glued, glued, of_all
from tests.language.texts import IN_ENGLISH
from tests.support import ROOT

STUDIO = "sim/studio/"
"""Its server answers other programs; what its pages say has tests of its own."""
STAY_ENGLISH = (
    *IN_ENGLISH,
    STUDIO,
    "sim/inspect/verify.py",
    "sim/share/verify.py",
    "sim/text/differences.py",
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
    there = {(each.file, each.text) for each in found}
    excepted = {(file, text) for each in EXCEPTIONS for file, texts in each.items() for text in texts}
    assert excepted - there == set()


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
