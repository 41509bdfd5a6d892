"""No English stands in what a verb prints, or in its help, outside of the texts that catalogues translate; and no text
is glued into another one."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sim.cli.flags.help_text as help_text
import sim.display.messages as messages
import sim.display.terminal as terminal
from engine.game.registry import forget
from engine.language.current import speaking
from sim.cli.app import main
from sim.verbs.request.verb import GROUPS
from tests.language.pseudo import WORD, Nested, Numbered
from tests.language.spoken_pseudo import CODE, pseudo_for_all
from tests.language.unmarked_lines import english, glued_in
from tests.support.card_game import BESIDE, CARDS, as_toml
from tests.support.own_games import PIRATES
from tests.support.sample import sampled
from tests.support.verbs import NAMES

VERBS = ["", *sorted({*NAMES, *GROUPS})]
WIDE = 5000
"""Letters of a line: no text is cut in two."""
GAME = ("--game", "./pirates.py")
FEW = ("--players", "2", "--games", "64", "--executor", "inline")
SHEET = "Name,Power,Qty,Notes,Sort\nKraken,7,1,strong,\nRope,many,4,,tool\nShark,=5,2,new,\n,3,1,,\n# later,,,,\n"
COMMANDS: dict[str, tuple[str, ...]] = {
    "games": ("games",),
    "one game": ("games", "pig"),
    "games of a scheme": ("games", "cmd"),
    "policies": ("policies", "--game", "pig"),
    "policies of a file": ("policies", *GAME),
    "pieces": ("pieces",),
    "piece": ("piece", "the-judge"),
    "plan": ("plan", *GAME, "--players", "2", "--detect", "2%"),
    "run": ("run", *GAME, *FEW, "--policy", "bold,careful", "--out", "run"),
    "resume": ("resume", "run"),
    "report": ("report", "run", "--out", "page"),
    "verify": ("verify", "run", *GAME),
    "verify a report": ("verify", "run", "--report", "page"),
    "find": ("find", "run"),
    "replay": ("replay", "run", "0", "0"),
    "compare": ("compare", "bold", "careful", *GAME, *FEW),
    "compare runs": ("compare", "run", "run", *GAME),
    "try": ("try", "options.goal=20", *GAME, *FEW),
    "sweep": ("sweep", "--set", "options.goal=20..22", *GAME, *FEW, "--out", "swept"),
    "ablate": ("ablate", *GAME, *FEW, "--out", "ablated"),
    "ladder": ("ladder", *GAME, *FEW),
    "tune": ("tune", "--goal", "length: 20 ± 5", "--vary", "options.goal=20..22", *GAME, *FEW),
    "accept": ("baseline", "accept", "base.json", *GAME, "--players", "2", "--games", "1024", "--workers", "1"),
    "gate": ("gate", "--baseline", "base.json", *GAME, "--games", "1024", "--workers", "1"),
    "check a file": ("check", "own.toml"),
    "check": ("check", "./pirates.py"),
    "check a policy": ("policies", "check", "bold", *GAME),
    "new": ("new", "mine"),
    "init": ("init", *GAME, "there"),
    "trust": ("trust", "."),
    "pull": ("pieces", "pull", "sheet.csv", "--game", "./reef"),
    "push": ("pieces", "push", "sheet.csv", "--game", "./reef"),
}
"""A command of each verb, but those that wait for somebody and those that print data."""
WITHOUT = {"watch", "studio", "schema", "train"}
IN_ORDER = ("run", "report", "accept", "pull")
"""Commands that others need."""
QUICK = ("games", "policies", "piece", "run", "report", "verify", "find", "replay", "check a file", "new", "resume")
"""What `make test` asks for."""
NAMES_SHOWN = frozenset(
    WORD.findall(
        "bold careful random hold race optimal search trained reckless options option goal policy policies players "
        "skill size focus field wins gain seat length at slips near pace step hello play replay decisions fork "
        "shipwreck pig euphoria oracle hadal openspiel cmd dawn leviathan midnight the sum played kept fate difference "
        "high low in and not visible run file page there irates declarations cells refusals plays same again no memory "
        "split anywhere another process views secrets forks other games columns range outcomes add up presentation ids "
        "content shared luck seats speed output legal hidden repeatable game"
    )
)
"""Names: of policies, games, axes, outcomes, cards and files; words of the card language; questions of `check`."""
OF_KERNELS = "only functions of the file itself can be compiled"
NEEDS = {
    **dict.fromkeys(("resume", "report", "verify", "find", "replay", "compare runs"), ("run",)),
    "verify a report": ("run", "report"),
    "gate": ("accept",),
    "push": ("pull",),
}
Told = Callable[..., str]


@pytest.fixture(scope="module")
def pseudo() -> Iterator[Numbered]:
    own = Numbered("⟦⟧")
    with pytest.MonkeyPatch.context() as patch, pseudo_for_all(own):
        patch.setattr(messages, "PLAIN_WIDTH", WIDE)
        patch.setattr(terminal, "PLAIN_WIDTH", WIDE)
        patch.setattr(help_text, "WIDEST", WIDE)
        yield own


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("verbs")
    (place / "pirates.py").write_text(PIRATES, encoding="utf-8")
    (place / "reef").mkdir()
    (place / "reef/game.py").write_text(BESIDE, encoding="utf-8")
    (place / "reef/cards.toml").write_text(as_toml(CARDS), encoding="utf-8")
    (place / "sheet.csv").write_text(SHEET, encoding="utf-8")
    (place / "own.toml").write_text('name = "own"\npolicies = ["hold"]\n', encoding="utf-8")
    return place


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path, pseudo: Numbered) -> Told:
    """What a command prints in the pseudo-language."""

    def run(*words: str) -> str:
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "argv", ["fatecast", *words])
        forget()
        capsys.readouterr()
        with pytest.raises(SystemExit), speaking(CODE):
            main()
        return "".join(capsys.readouterr())

    return run


def spoken_names() -> frozenset[str]:
    """What is listed by name: verbs and policies."""
    return NAMES_SHOWN | {word for verb in VERBS for word in verb.split()}


def test_every_verb_is_asked() -> None:
    asked = {" ".join(words[:2]) if " ".join(words[:2]) in VERBS else words[0] for words in COMMANDS.values()}
    assert asked | WITHOUT >= {*NAMES} - {"watch", "studio", "schema", "train"}


@pytest.mark.parametrize("verb", VERBS)
def test_help_has_no_english(verb: str, told: Told, pseudo: Numbered) -> None:
    text = told(*verb.split(), "--help")
    assert "⟦" in text
    assert english(text, spoken_names()) == []
    assert [*glued_in(text, pseudo.known)] == []


@pytest.mark.sampled(len(QUICK))
@pytest.mark.parametrize("name", sampled(COMMANDS, QUICK))
def test_output_has_no_english(name: str, told: Told, pseudo: Numbered) -> None:
    for needed in IN_ORDER:
        if needed != name and needed in NEEDS.get(name, ()):
            told(*COMMANDS[needed])
    text = told(*COMMANDS[name]).replace(OF_KERNELS, "")
    assert "⟦" in text or "‹" in text or "⟨" in text
    assert english(text, spoken_names()) == []
    assert [*glued_in(text, pseudo.known)] == []


PLANTED = {
    "⟦3|who wins⟧ in every game": ["in every game"],
    "│ ‹seat 1› │ the winner │": ["│  │ the winner │"],
    "fatecast: run: ⟦0|damaged⟧ (not complete)": ["fatecast: run:  (not complete)"],
}


@pytest.mark.parametrize("text", PLANTED)
def test_english_is_found(text: str) -> None:
    assert english(text, spoken_names()) == PLANTED[text]
    assert english("⟦3|who wins⟧: --game pig, run/summary.json", spoken_names()) == []


def test_glued_texts_are_found() -> None:
    known = ["the first seat wins {how}", "by a lot", "mean {span}", "{low} to {high}"]
    assert [*glued_in("⟦0|the first seat wins ⟦1|by a lot⟧⟧", known)] == [Nested(known[0], known[1])]
    assert [*glued_in("⟦2|mean ⟦3|1 to 2⟧⟧", known)] == []
