"""A gate over several games: each has its verdict, risk and minutes are shared, and no code runs that nobody named."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from engine.errors import BadInput
from engine.game.registry import GAMES
from fatecast import gate
from sim.compare.gate.baseline import accept, write_baseline
from sim.compare.gate.command import AcceptRequest, GateRequest, accept_now, judged
from sim.compare.gate.gate import GameVerdict, GateOutcome, GateResult, GateVerdicts
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from tests.support.command_line import Fatecast
from tests.support.dice_race import DiceRace


class Race(DiceRace):
    """The toy under another name."""

    name = "race"


RACE = Race()
Gate = Callable[..., CompletedProcess[str]]
INLINE = PlayOptions("inline")
TRAP = "from pathlib import Path\nPath('trapped').touch()\n"


@pytest.fixture(autouse=True)
def two_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository with baselines of two games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(GAMES, "race", f"{__name__}:RACE")
    for game in ("dice", "race"):
        data = {"name": "tuning", "game": game, "dice": [6], "goals": [15, 20]}
        effective = resolve({**data, "seed": 5}, "tuning")
        with outcome_cache([effective], INLINE) as played:
            write_baseline(path_of(game), accept(played, effective, data, {"win rate": 0.5}, 1024))


def path_of(game: str) -> Path:
    return Path("configs") / game / "baselines" / "default.json"


def edit(game: str, **experiment: object) -> None:
    """Another experiment in the copy that the baseline holds: the new side is played by it."""
    data = json.loads(path_of(game).read_bytes())
    data["experiment"] |= experiment
    write_baseline(path_of(game), data)


def asked(**changes: object) -> GateRequest:
    return GateRequest(
        **{  # type: ignore[arg-type]
            "baselines": [],
            "intent": None,
            "games": 2048,
            "minutes": None,
            "risk": 0.01,
            "options": INLINE,
            **changes,
        }
    )


@pytest.fixture
def at_gate(typed: Fatecast) -> Gate:
    return lambda *arguments: typed("gate", *arguments, "--executor", "inline")


def test_every_game_gets_its_own_verdict_and_intent(at_gate: Gate) -> None:
    done = at_gate("--games", 1024)
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
    assert done.stdout.splitlines()[0] == "pass: dice, race"
    assert "race: pass: every cell is known to keep its claim" in done.stdout
    edit("race", handicap=2)
    failed = at_gate("--games", 2048, "--junit", "gate.xml", "--json-file", "gate.json")
    assert failed.returncode == 3
    assert failed.stdout.splitlines()[0] == "fail: race; pass: dice"
    suites = ET.fromstring(Path("gate.xml").read_bytes())
    assert [suite.get("name") for suite in suites.findall("testsuite")] == [
        "fatecast gate: dice",
        "fatecast gate: race",
    ]
    assert [suite.get("failures") for suite in suites] == ["0", str(len(suites[1].findall("testcase/failure")))]
    path_of("race").with_name("intent.txt").write_text("everywhere: at least 1 point harder\n")
    assert at_gate("--games", 16_384).returncode == 0, "an intent is that of its own game"


def test_json_is_a_list_of_games_and_one_game_reads_as_before(at_gate: Gate) -> None:
    edit("race", handicap=2)
    several = json.loads(at_gate("--games", 1024, "--json").stdout)
    assert (several["outcome"], several["exit_code"]) == ("fail", 3)
    assert {each["game"]: each["outcome"] for each in several["verdicts"]} == {"dice": "pass", "race": "fail"}
    one = json.loads(at_gate("--games", 1024, "--json", "--game", "race").stdout)
    assert (one["outcome"], len(one["cells"]), one["changes"]) == ("fail", 2, one["verdicts"][0]["changes"])
    assert [each["game"] for each in one["verdicts"]] == ["race"]
    assert ET.fromstring(written(at_gate, "--game", "race")).tag == "testsuite"


def written(at_gate: Gate, *flags: object) -> bytes:
    at_gate("--games", 1024, "--junit", "one.xml", *flags)
    return Path("one.xml").read_bytes()


def test_a_summary_names_every_game(at_gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    path_of("race").write_text("{")
    assert at_gate("--games", 1024).returncode == 6
    heads = [line for line in Path("summary.md").read_text().splitlines() if line.startswith("## ")]
    assert heads == [
        "## fatecast gate: bad data: race; pass: dice",
        "## fatecast gate: dice: pass: every cell is known to keep its claim",
        "## fatecast gate: race: bad data",
    ]


def test_risk_is_shared_by_the_games_in_which_something_changed() -> None:
    """A game that is the same cannot raise a false alarm: it needs no part of the risk."""
    edit("race", handicap=1)
    assert shares() == {"dice": 0.01, "race": 0.01}
    edit("dice", stumble=0.004)
    assert shares() == {"dice": 0.005, "race": 0.005}


def shares() -> dict[str, float]:
    found = {each.game: each.found for each in judged(asked()).games}
    return {game: each.risk for game, each in found.items() if isinstance(each, GateResult)}


def test_minutes_are_shared_by_the_games_that_are_played(at_gate: Gate) -> None:
    for game in ("dice", "race"):
        edit(game, stumble=0.004)
    lines = at_gate("--minutes", "0.02", "-q").stdout.splitlines()
    assert lines[0].startswith("dice: 0.01 minutes are ")
    assert "--game dice --games " in lines[0]
    assert lines[1].startswith("race: 0.01 minutes are ")


def test_game_and_baseline_choose(at_gate: Gate) -> None:
    edit("race", handicap=2)
    assert at_gate("--game", "dice").returncode == 0
    assert at_gate("--baseline", "race/default", "--games", 1024).returncode == 3
    assert at_gate("--baseline", "default", "--game", "dice").returncode == 0
    assert at_gate("--baseline", path_of("dice"), "--baseline", path_of("race"), "--games", 1024).returncode == 3
    crossed = at_gate("--baseline", path_of("dice"), "--game", "race")
    assert crossed.returncode == 2
    assert "a baseline of dice, expected one of race (--game)" in crossed.stderr


def test_code_is_not_played_unless_the_call_names_it(at_gate: Gate) -> None:
    for game, word in (("pirates", "--game ./pirates"), ("cmd:ships", "cmd:COMMAND")):
        data = json.loads(path_of("dice").read_bytes())
        data["game"]["name"] = data["experiment"]["game"] = data["resolved"]["game"] = game
        place = Path("configs/other/baselines/default.json")
        write_baseline(place, data)
        Path("pirates.py" if game == "pirates" else "ships").write_text(TRAP)
        done = at_gate("--games", 1024)
        assert done.returncode == 5
        assert done.stdout.splitlines()[0] == f"not comparable: {game}; pass: dice, race"
        [line] = [line for line in done.stdout.splitlines() if line.startswith(f"{game}: not comparable: ")]
        assert word in line
        assert not Path("trapped").exists()
    edit("race", handicap=2)
    assert at_gate("--games", 1024).returncode == 3, "a broken claim is worse than a game that was not played"


def test_the_worst_game_decides() -> None:
    worst_first = [6, 3, 5, 4, 0]
    verdicts = {code: GameVerdict(str(code), failure(code)) for code in worst_first}
    for at, code in enumerate(worst_first):
        for others in (worst_first[at:], [*worst_first[:at:-1], code]):
            assert int(GateVerdicts([verdicts[other] for other in others], 0.01).outcome) == code


def failure(code: int) -> BadInput:
    error = BadInput("")
    error.exit_code = code
    return error


def test_a_mistake_in_one_game_ends_the_call_before_anything_is_played(at_gate: Gate) -> None:
    path_of("race").with_name("intent.txt").write_text("goal 99: within 1")
    done = at_gate("--junit", "gate.xml")
    assert (done.returncode, done.stdout, Path("gate.xml").exists()) == (2, "", False)
    assert done.stderr.startswith("fatecast: configs/race/baselines/intent.txt: 'goal 99' names no cell")
    Path("intent.txt").write_text("everywhere: within 1")
    both = at_gate("--intent", "intent.txt")
    assert both.returncode == 2
    assert "--intent: expected baselines of one game, here are those of dice and race: add --game NAME" in both.stderr


def test_from_python() -> None:
    edit("race", handicap=2)
    found = gate(games=1024, executor="inline")
    assert (found.verdict, found.exit_code) == ("fail", 3)
    assert found.verdicts == {"dice": "pass", "race": "fail"}
    assert set(found.cells["game"]) == {"dice", "race"}
    assert found.data["verdicts"][1]["outcome"] == "fail"
    assert gate(game="dice", executor="inline").passed


def test_accepting_without_a_game_means_the_default_game_if_several_have_that_baseline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(BadInput, match="several games have a baseline default: say dice/default or race/default"):
        accept_now("default", None, AcceptRequest(1024), INLINE)
    monkeypatch.setattr("sim.compare.gate.baseline_files.DEFAULT_GAME", "race")
    assert accept_now("default", None, AcceptRequest(1024), INLINE).path == path_of("race")


@pytest.mark.parametrize("name", ["three", "race/three", "configs/race/experiments/three.toml"])
def test_an_experiment_that_does_not_say_its_game_is_of_the_game_that_the_call_names(name: str) -> None:
    file = Path("configs/race/experiments/three.toml")
    file.parent.mkdir(parents=True)
    file.write_text("dice = [6]\ngoals = [20]\n")
    line = f'{file}: does not say which game it plays; add this line to it: game = "race"'
    with pytest.raises(BadInput) as refused:
        accept_now("mine", name, AcceptRequest(1024), INLINE)
    assert [*refused.value.each_line] == [line]
    assert accept_now("mine", name, AcceptRequest(1024), INLINE, "race").path == path_of("race").with_name("mine.json")
    file.write_text("dice = [6]\ngoals = [15]\n")
    [verdict] = judged(asked(baselines=["race/mine"], game="race")).games
    assert isinstance(verdict.found, GateResult)
    assert verdict.found.edited[0].startswith(f"{file}: its goals changed since baseline mine was accepted")
    file.write_text('game = "race"\ndice = [6]\ngoals = [20]\n')
    assert accept_now("mine", name, AcceptRequest(1024), INLINE).cells == 1


def test_an_experiment_of_another_game_is_not_accepted_for_this_one() -> None:
    file = Path("configs/race/experiments/three.toml")
    file.parent.mkdir(parents=True)
    file.write_text('game = "race"\ndice = [6]\ngoals = [20]\n')
    with pytest.raises(BadInput, match=f"^--game dice: {file} is an experiment of race$"):
        accept_now("mine", "three", AcceptRequest(1024), INLINE, "dice")
    file.write_text("dice = [6]\ngoals = [20]\n")
    with pytest.raises(BadInput, match=r"^dice: unknown experiment 'three': expected one of \(none found\)$"):
        accept_now("mine", "three", AcceptRequest(1024), INLINE, "dice")


def test_the_outcome_of_a_whole_call_has_its_exit_code() -> None:
    assert [int(outcome) for outcome in GateOutcome] == [0, 3, 4, 5, 6]
