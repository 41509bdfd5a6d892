"""No English stands in what a verb prints, or in its help, outside of the texts that catalogues translate; and no text
is glued into another one."""

from collections.abc import Iterator

import pytest

import sim.cli.flags.help_text as help_text
import sim.display.messages as messages
import sim.display.terminal as terminal
from tests.language.commands import COMMANDS, VERBS, WITHOUT, WRONG, Folder
from tests.language.pseudo import WORD, Nested, Numbered
from tests.language.spoken_pseudo import CODE, pseudo_for_all
from tests.language.texts import marked
from tests.language.unmarked_lines import english, glued_in
from tests.support.sample import sampled
from tests.support.verbs import NAMES

WIDE = 5000
"""Letters of a line: no text is cut in two."""
QUICK = (
    "games",
    "policies",
    "piece",
    "run",
    "verify",
    "find",
    "replay",
    "kinds of change",
    "verify a page",
    "check a file",
    "new",
    "trust",
    "pull",
    "push",
)
"""What `make test` asks for."""
NAMES_SHOWN = frozenset(
    WORD.findall(
        "bold careful random hold race optimal search trained reckless options option goal policy policies players "
        "skill size focus field wins gain seat length at slips near pace step hello play replay decisions fork "
        "shipwreck pig euphoria oracle hadal openspiel cmd dawn leviathan midnight the sum played kept fate difference "
        "high low in and not visible run file page there irates declarations cells refusals plays same again no memory "
        "split anywhere another process views secrets forks other games columns range outcomes add up presentation ids "
        "content shared luck seats speed output legal hidden repeatable game games id kraken rope shark "
        "anchor dragon gull whale tool power copies sort text name nowhere torn cards numbers parameters pirates"
    )
)
"""Names: of policies, games, axes, outcomes, cards and files; words of the card language; questions of `check`."""
IN_A_CHILD = {"watch"}
"""Commands that leave texts to a child process."""
OF_KERNELS = "only functions of the file itself can be compiled"


@pytest.fixture(scope="module")
def pseudo() -> Iterator[Numbered]:
    own = Numbered("⟦⟧")
    with pytest.MonkeyPatch.context() as patch, pseudo_for_all(own):
        patch.setattr(messages, "PLAIN_WIDTH", WIDE)
        patch.setattr(terminal, "PLAIN_WIDTH", WIDE)
        patch.setattr(help_text, "WIDEST", WIDE)
        patch.setenv("COLUMNS", str(WIDE))
        yield own


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, pseudo: Numbered) -> Folder:
    return Folder(tmp_path_factory.mktemp("verbs"), CODE)


def spoken_names() -> frozenset[str]:
    """What is listed by name: verbs and policies."""
    return NAMES_SHOWN | {word for verb in VERBS for word in verb.split()}


def test_every_verb_is_asked() -> None:
    asked = {" ".join(words[:2]) if " ".join(words[:2]) in VERBS else words[0] for words in COMMANDS.values()}
    assert {*NAMES} - asked == WITHOUT


@pytest.mark.parametrize("verb", VERBS)
def test_help_has_no_english(verb: str, folder: Folder, pseudo: Numbered) -> None:
    text = folder.typed(*verb.split(), "--help")
    check(text, pseudo)


@pytest.mark.parametrize("name", sampled(COMMANDS, QUICK))
def test_output_has_no_english(name: str, folder: Folder, pseudo: Numbered) -> None:
    if name in IN_A_CHILD:
        for text in marked():
            pseudo.named(text.one)  # the child numbers its texts as this process does
    check(folder.text(name), pseudo)


@pytest.mark.parametrize("name", WRONG)
def test_errors_have_no_english(name: str, folder: Folder, pseudo: Numbered) -> None:
    check(folder.typed(*WRONG[name]), pseudo)


def check(text: str, pseudo: Numbered) -> None:
    text = text.replace(OF_KERNELS, "")
    assert any(mark in text for mark in "⟦‹⟨")
    assert english(text, spoken_names()) == []
    assert [*glued_in(text, pseudo.known)] == []


PLANTED = {
    "⟦3|who wins⟧ in every game": ["in every game"],
    "│ ‹seat 1› │ the winner │": ["│  │ the winner │"],
    "fatecast: run: ⟦0|damaged⟧ (not complete)": ["run:  (not complete)"],
}


@pytest.mark.parametrize("text", PLANTED)
def test_english_is_found(text: str) -> None:
    assert english(text, spoken_names()) == PLANTED[text]
    assert english("⟦3|who wins⟧: --game pig, run/summary.json", spoken_names()) == []


def test_glued_texts_are_found() -> None:
    known = ["the first seat wins {how}", "by a lot", "mean {span}", "{low} to {high}"]
    assert [*glued_in("⟦0|the first seat wins ⟦1|by a lot⟧⟧", known)] == [Nested(known[0], known[1])]
    assert [*glued_in("⟦2|mean ⟦3|1 to 2⟧⟧", known)] == []
