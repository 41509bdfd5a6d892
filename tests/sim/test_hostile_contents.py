"""Decks and experiments that a stranger wrote to harm: no verb fills the memory, computes for long, touches a file
outside, runs code or says more than a line. `make test` reads some, `make test-full` all."""

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.game.registry import admit, forget, load_game
from tests.support.hostile_contents import HOSTILE_DECKS, HOSTILE_EXPERIMENTS
from tests.support.measured import CPU_SECONDS, MEMORY, Measure, Taken
from tests.support.runs import files_of
from tests.support.sample import sampled

MOST_LINES = 101
"""Only `check` tells all mistakes, up to a hundred and how many more there are."""
RIGHT = {"many cells"}
"""It is odd, but `check` has nothing to say against it."""
OF_GAMES = {
    "a fraction without end",
    "a look after each game",
    "a number of 4,000 digits",
    "a text for a number",
    "every game of a trillion",
    "many cells",
    "not a number",
}
"""Experiments that are hostile by their number of games, which `--games 1` replaces, and one that is right: such a game
is played."""
DECKS = [*HOSTILE_DECKS]
EXPERIMENTS = sorted(HOSTILE_EXPERIMENTS.keys() - {"vast deals"})
READ = ("brackets that are never closed", "itself", "a rule of powers", "brackets", "deep", "a program")
"""By `make test`; the others by `make test-full`."""
FOR_DECKS = [
    ["check"],
    ["cards", "--deck"],
    ["card", "the-deep", "--deck"],
    ["compare", "base", "--games", "2", "--policy", "random"],
]
FOR_EXPERIMENTS = [
    ["check"],
    ["run", "--games", "1", "--executor", "inline", "--out", "new"],
    ["try", "doom=1", "--on"],
]


class Place:
    """A hostile file, and files of ours beside it."""

    def __init__(self, folder: Path, measure: Measure) -> None:
        self.folder, self.measure = folder, measure
        (folder / "canary").mkdir()
        (folder / "canary" / "keep.txt").write_text("mine")

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def ends_well(self, *words: object) -> Taken:
        done = self.measure(*words, folder=self.folder)
        said = f"{words[0]}: exit {done.code}, {done.memory:,} bytes, {done.seconds:.1f} s: {done.said[-2000:]}"
        assert done.code in (0, 2, 4, 5, 6), said
        assert len(done.lines) <= (MOST_LINES if words[0] == "check" else 1), said
        assert all(line.startswith("fatecast: ") and line.isprintable() for line in done.lines), said
        assert all(len(line) < 1000 for line in done.lines), said
        assert "unexpected" not in done.said, said
        assert done.memory < MEMORY, said
        assert done.seconds < CPU_SECONDS, said
        assert files_of(self.folder / "canary") == {"keep.txt": b"mine"}, said
        return done


@pytest.fixture
def place(measure: Measure, tmp_path: Path) -> Place:
    return Place(tmp_path, measure)


def test_there_are_many() -> None:
    assert len(HOSTILE_DECKS) + len(HOSTILE_EXPERIMENTS) >= 40


@pytest.mark.parametrize("name", sampled(DECKS, READ))
def test_a_hostile_deck_is_refused(place: Place, name: str) -> None:
    """By `check`, or by another verb: it goes round."""
    path = place.write("hostile.toml", HOSTILE_DECKS[name])
    words = FOR_DECKS[DECKS.index(name) % len(FOR_DECKS)]
    assert place.ends_well(*words, path).code == BadInput.exit_code


@pytest.mark.parametrize("name", sampled(EXPERIMENTS, READ))
def test_a_hostile_experiment_is_refused(place: Place, name: str) -> None:
    path = place.write("hostile.json", HOSTILE_EXPERIMENTS[name])
    words = FOR_EXPERIMENTS[EXPERIMENTS.index(name) % len(FOR_EXPERIMENTS)]
    fine = name in (RIGHT if words == ["check"] else OF_GAMES if words[0] == "run" else ())
    assert place.ends_well(*words, path).code == (0 if fine else BadInput.exit_code)


@pytest.mark.full
def test_a_game_that_never_begins_is_given_up(place: Place) -> None:
    done = place.ends_well("check", place.write("hostile.json", HOSTILE_EXPERIMENTS["vast deals"]))
    assert "does not load and begin this game within 20 seconds" in done.said


def test_a_game_that_opens_a_file_is_played_only_if_the_call_names_it() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")
    forget()
    name = "openspiel:efg_game(filename=/no/such/file)"
    with pytest.raises(BadInput, match="a parameter names a file; only the call may name such a game: --game 'opensp"):
        load_game(name)
    admit(name)
    with pytest.raises(BadInput, match="OpenSpiel says"):
        load_game(name)
    forget()
