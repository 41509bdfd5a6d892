"""A new repository: everything in it can be read, nothing there is touched, and a failure leaves nothing behind."""

import os
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.errors import BadInput
from engine.game.registry import GAMES, admit, forget
from sim.compare.gate.intent import claims_of, outcomes_in
from sim.experiment.experiment import read_data, resolve
from sim.inspect.check import check_file
from sim.start.new_game import write_new_game
from sim.start.new_repository import write_repository
from tests.support import ROOT
from tests.support.command_line import Fatecast, start
from tests.support.own_file import PLAIN_PIG
from tests.support.programs import race


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def commands() -> list[str]:
    """What the workflow runs, and nothing that YAML reads otherwise."""
    data = yaml.safe_load(Path(".github/workflows/gate.yml").read_text())
    return [line for step in data["jobs"]["gate"]["steps"] for line in step.get("run", "").splitlines()]


@pytest.mark.parametrize("game", [*GAMES, "openspiel:kuhn_poker"])
def test_everything_that_is_written_can_be_read(game: str) -> None:
    if game.startswith("openspiel"):
        pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")
    written = write_repository(Path(), game, None)
    assert sorted(written) == sorted(path for path in Path().rglob("*") if path.is_file())
    for path in written:
        if path.suffix == ".toml":
            check_file(path, game)
    [example] = Path().rglob("intent-example.txt")
    [tuning] = Path().rglob("tuning.toml")
    experiment = resolve({"game": game, **read_data(tuning)}, "tuning")
    labels, declared = [cell.labels for cell in experiment.cells], experiment.game.outcomes
    text = example.read_text()
    assert outcomes_in(text, labels, declared, [experiment.headline], "example")
    claims = claims_of(text, labels, declared, [experiment.headline], lambda outcome: outcome.margin, "example")
    assert any(claims.values())
    install, check, gate = commands()
    assert install.startswith("echo 'Write here what installs ")  # the tests run in a checkout
    flag = "" if game == "shipwreck" else f" --game {game}"
    assert check == f"fatecast check{flag} configs/{game.replace(':', '-')}/*/*.toml"
    assert gate == f"fatecast gate{flag} --junit gate.xml --json-file gate.json"
    assert "://" not in "".join(path.read_text() for path in written)


def test_the_deck_that_is_written_is_the_one_it_extends_until_it_is_changed() -> None:
    write_repository(Path(), "shipwreck", None)
    deck = Path("configs/shipwreck/decks/mine.toml")
    assert check_file(deck, "shipwreck").endswith("81206095")
    text = deck.read_text()
    [example] = re.findall(r"^# (cards\..* = \d+)$", text, flags=re.MULTILINE)
    path, _, value = example.partition(" = ")
    deck.write_text(f"{text}{path} = {int(value) + 1}\n")
    assert not check_file(deck, "shipwreck").endswith("81206095")


def test_new_and_init_fit_together() -> None:
    write_new_game(Path("pirates"))
    try:
        written = write_repository(Path(), admit("./pirates"), None)
        with pytest.raises(BadInput, match=r"--game \./pirates: expected a game in other, where the workflow finds it"):
            write_repository(Path("other"), "pirates", None)
    finally:
        forget()
    names = [path.name for path in written]
    assert names == [
        "intent-example.txt",
        "gate.yml",
        "constraints.txt",
        "fatecast.toml",
    ]  # experiments are beside the game
    assert commands()[1:] == [
        "fatecast check ./pirates",
        'git fetch --depth 1 origin "${GITHUB_BASE_REF:-$GITHUB_REF_NAME}"',
        "git show FETCH_HEAD:pirates/game.py > accepted.py",
        "fatecast gate --game ./pirates --junit gate.xml --json-file gate.json --minutes 20 --before accepted.py",
    ]


def test_a_wheel_of_the_repository_is_installed() -> None:
    Path("wheels").mkdir()
    Path("wheels/fatecast-1-py3-none-any.whl").touch()
    write_repository(Path(), "pig", Path("wheels/fatecast-1-py3-none-any.whl"))
    pip = "python -m pip install --constraint .github/workflows/constraints.txt"
    assert commands()[0] == f"{pip} ./wheels/fatecast-1-py3-none-any.whl"


@pytest.mark.parametrize(
    ("wheel", "line"),
    [
        ("missing.whl", "--wheel missing.whl: expected the file of a wheel"),
        ("wheel.txt", "--wheel wheel.txt: expected the file of a wheel"),
        ("outside.whl", "--wheel outside.whl: expected a wheel in inside"),
    ],
)
def test_a_wheel_that_ci_would_not_find_is_refused(wheel: str, line: str) -> None:
    for name in ("wheel.txt", "outside.whl"):
        Path(name).touch()
    with pytest.raises(BadInput) as error:
        write_repository(Path("inside"), "pig", Path(wheel))
    assert str(error.value).startswith(line)
    assert not Path("inside").exists()


@pytest.mark.parametrize("name", ["${{ github.token }}.whl", "two\nlines.whl"])
def test_no_name_becomes_a_part_of_the_workflow(name: str) -> None:
    Path(name).touch()
    with pytest.raises(BadInput, match="no workflow can name it, expected a path without line breaks"):
        write_repository(Path(), "pig", Path(name))
    assert [*Path().iterdir()] == [Path(name)]


def test_names_with_quotes_and_words_of_the_template() -> None:
    Path("wheels").mkdir()
    Path("wheels/GATE's CHECK.whl").touch()
    folder = Path('a "VERSION"\\b')
    folder.mkdir()
    write_new_game(folder / "pirates")
    try:
        write_repository(Path(), admit(f"./{folder}/pirates"), Path("wheels/GATE's CHECK.whl"))
    finally:
        forget()
    workflow = yaml.safe_load(Path(".github/workflows/gate.yml").read_text(encoding="utf-8"))
    assert workflow[True]["pull_request"]["paths"] == ["configs/**", f"{folder}/pirates/**"]
    install, check, *_ = map(shlex.split, commands())
    assert install[-1] == "./wheels/GATE's CHECK.whl"
    assert check == ["fatecast", "check", f"./{folder}/pirates"]


@pytest.mark.parametrize("there", [".github/workflows/gate.yml", "configs/shipwreck/baselines/intent-example.txt"])
def test_nothing_is_overwritten_and_nothing_half_written(there: str, typed: Fatecast) -> None:
    Path(there).parent.mkdir(parents=True)
    Path(there).write_text("mine")
    done = typed("init")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"fatecast: {there}: is there already; init overwrites nothing\n"
    assert [path for path in Path().rglob("*") if path.is_file()] == [Path(there)]
    assert Path(there).read_text() == "mine"


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "repository").mkdir()
    (tmp_path / "repository/configs").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match="configs: expected a folder, and no link"):
        write_repository(Path("repository"), "shipwreck", None)
    assert not [*(tmp_path / "elsewhere").iterdir()]


def test_a_disk_that_fills_up_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def full(path: Path, mode: str = "r", **how: Any) -> Any:
        if path.name == "gate.yml" and "x" in mode:
            raise OSError(28, "No space left on device", str(path))
        return opened(path, mode, **how)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(BadInput, match=r"gate.yml: cannot be written \(No space left on device\); nothing was written"):
        write_repository(Path("new"), "shipwreck", None)
    assert not Path("new").exists()


@pytest.mark.full
def test_the_baseline_that_it_plays_passes(
    fatecast: Fatecast, typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = fatecast("init", tmp_path / "decks", "--game", "pig")
    assert (done.returncode, done.stderr) == (0, "")
    assert "baseline accept" not in done.stdout
    monkeypatch.chdir(tmp_path / "decks")
    assert Path("configs/pig/baselines/default.json").is_file()
    assert typed("gate", "--game", "pig", "--games", "1024", "--executor", "inline").returncode == 0


def test_an_accepted_baseline_is_never_replaced(typed: Fatecast) -> None:
    place = Path("configs/pig/baselines/default.json")
    place.parent.mkdir(parents=True)
    place.write_text("accepted")
    done = typed("init", "--game", "pig")
    assert done.returncode == 0, done.stderr
    assert place.read_text() == "accepted"
    assert f"{place}: is there already and stays as it is" in done.stdout
    assert "fatecast baseline accept --game pig   #" not in done.stdout


def test_a_program_is_refused_before_anything_is_written(typed: Fatecast) -> None:
    done = typed("init", "new", "--game", f"cmd:{race()}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "init does not know how to build a program in CI" in done.stderr
    assert not Path("new").exists()


def test_a_game_that_cannot_be_played_leaves_nothing(typed: Fatecast) -> None:
    broken = PLAIN_PIG.replace("turn, points = table.turn(seat), 0", "turn, points = table.turn(seat), 1 // 0")
    assert broken != PLAIN_PIG
    Path("plain_pig.py").write_text(broken)
    done = typed("init", "--game", "./plain_pig.py")
    assert done.returncode not in (0, 2)
    assert done.stdout == ""
    assert [path.name for path in Path().iterdir()] == ["plain_pig.py"]


@pytest.mark.parametrize("game", ["shipwreck", "pig"])
def test_code_is_kept_outside_of_the_repository(game: str) -> None:
    write_repository(Path(), game, None)
    text = Path(".github/workflows/gate.yml").read_text()
    assert "github.workspace" not in text
    job = yaml.safe_load(text)["jobs"]["gate"]
    kept = "${{ runner.temp }}/fatecast-cache"
    assert "env" not in job
    assert [step["with"]["path"] for step in job["steps"] if "actions/cache" in step.get("uses", "")] == [kept]
    plays = [step for step in job["steps"] if step.get("run", "").startswith("fatecast ")]
    assert len(plays) == 2
    assert all(step["env"] == {"FATECAST_CACHE": kept} for step in plays)


@pytest.mark.full
def test_settings_for_numba_in_the_folder_are_not_read() -> None:
    """`init FOLDER` plays the game there; one of the settings names a file that Numba overwrites."""
    Path("thesis.txt").write_text("mine")
    Path("theirs").mkdir()
    Path("theirs/.numba_config.yaml").write_text(f"chrome_trace: {Path('thesis.txt').resolve()}\n")
    with start("init", "theirs", "--game", "pig", cwd=".", env={**os.environ, "PYTHONPATH": str(ROOT)}) as process:
        _, said = process.communicate(timeout=300)
    assert process.returncode == 0, said
    assert Path("theirs/configs/pig/baselines/default.json").exists()
    assert Path("thesis.txt").read_text() == "mine"
