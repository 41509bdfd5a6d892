"""What the workbench lists, for every game; what it checks; and what it does not take from a page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.confined import Confines, confined
from engine.errors import BadInput
from engine.game.registry import about, admit, forget
from sim.experiment.changes import variant
from sim.start.new_game import write_new_game
from sim.studio.workbench.asked import Changes, Setting, State, read_changes, read_content, read_state
from sim.studio.workbench.check import check
from sim.studio.workbench.fields import reference, workbench
from sim.studio.workbench.limits import Limits, limits_in


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    forget()


def all_fields(bench: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {field["path"]: field for each in (*bench["cards"], *bench["groups"]) for field in each["fields"]}


def bench_of(game: str) -> dict[str, Any]:
    return workbench(game, about(game).usual_content, Setting())


def test_the_deep_is_a_card_with_moons() -> None:
    bench = bench_of("shipwreck")
    [deep] = [card for card in bench["cards"] if card["name"] == "The Deep"]
    assert deep["id"] == "the-deep"
    assert deep["words"]["fades"] == "3 moons"
    fields = {field["name"]: field for field in deep["fields"]}
    moons = {"path": "cards.the-deep.moons", "value": 3, "kind": "number", "low": 1, "high": 30, "whole": True}
    assert moons.items() <= fields["moons"].items()
    assert fields["play"]["kind"] == "rule"
    assert fields["power"]["kind"] == "choice"
    assert "twice" in fields["power"]["choices"]
    known = all_fields(bench)
    assert known["goal"]["high"] == 99
    assert (known["fates.7.hours"]["low"], known["fates.7.hours"]["high"]) == (0, 9)
    assert known["options.restless"]["kind"] == "switch"
    assert known["options.restless"]["value"] == "off"
    assert known["policy.sure"]["value"] == 0.97
    assert not known["policy.sure"]["whole"]
    assert [axis["name"] for axis in bench["setting"]["axes"]] == ["players", "doom", "challenge"]
    assert "literal" in [policy["name"] for policy in bench["setting"]["policies"]]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["shipwreck", "rum", "pig", "oracle", "hadal", "euphoria", "pirates"])
def test_every_field_takes_the_value_it_has_and_knows_its_bounds(game: str) -> None:
    if game in ("pirates", "rum"):
        write_new_game(Path(game), "cards" if game == "rum" else game)
        admit(f"./{game}")
    bench = bench_of(game)
    fields = all_fields(bench)
    base = reference(State(game, None, bench["content"], {}, {}, Setting()))
    assert fields
    variant(base, {path: field["value"] for path, field in fields.items()})
    for path, field in fields.items():
        for end, beyond in (("low", -1), ("high", 1)):
            if field[end] is not None:
                with pytest.raises(BadInput):
                    variant(base, {path: field[end] + beyond})
        if field["choices"]:
            assert field["value"] in field["choices"]
            with pytest.raises(BadInput):
                variant(base, {path: "no-such-choice"})
    known = {
        "oracle": "funding",
        "hadal": "receptacles.tinker.D",
        "pirates": "options.storms",
        "rum": "cards.barrel.coins",
    }
    assert known.get(game, next(iter(fields))) in fields


def test_words_about_limits() -> None:
    assert limits_in("10 to 200, whole; by default 100") == Limits(10, 200)
    assert limits_in("0 to 0.95") == Limits(0, 0.95)
    assert limits_in("none, captain or each") == Limits(choices=("none", "captain", "each"))
    assert limits_in("on or off").is_switch
    assert limits_in("hours such as 4,8,12") == Limits()


def mistakes(changes: Changes, pinned: Changes | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = check(State("shipwreck", None, "base", changes, pinned or {}, Setting()))["mistakes"]
    return found


def test_the_checkers_own_words_stand_under_what_is_wrong() -> None:
    assert mistakes({"cards.dawn.moons": 5, "cards.dawn.play": "played >= kept"}) == []
    [unknown] = mistakes({"cards.dawn.play": "kept > playd"})
    assert unknown["path"] == "cards.dawn.play"
    assert unknown["line"].startswith("unknown name 'playd': did you mean 'played'?")
    assert (unknown["at"], unknown["length"]) == (7, 5)
    [number] = mistakes({"cards.dawn.moons": 99})
    assert number == {
        "path": "cards.dawn.moons",
        "line": "expected an integer from 1 to 30, got 99",
        "at": None,
        "length": None,
    }
    assert [each["path"] for each in mistakes({"cards.dawn.moons": 99, "goal": 100})] == ["cards.dawn.moons", "goal"]
    assert [each["path"] for each in mistakes({"policy.slip": 3})] == ["policy.slip"]
    [missing] = mistakes({"cards.none.moons": 3})
    assert "unknown card 'none'" in missing["line"]
    assert len(mistakes({"goal": 8}, {"cards.dawn.moons": 99})) == 1, "the reference is checked, too"


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ([], "request"),
        ({"other": 1}, "key"),
        ({"changes": []}, "changes"),
        ({"changes": {"a b": 1}}, "path of a field"),
        ({"changes": {"a=b": 1}}, "path of a field"),
        ({"changes": {"--pin": "x\n"}}, "printable"),
        ({"changes": {"x" * 201: 1}}, "path of a field"),
        ({"changes": {"goal": [1]}}, "a number or a text"),
        ({"changes": {"goal": None}}, "a number or a text"),
        ({"changes": {"goal": 10**30}}, "a number"),
        ({"changes": {"goal": float("inf")}}, "a number"),
        ({"changes": {"goal": ""}}, "1 to"),
        ({"changes": {"goal": "x" * 2_001}}, "1 to"),
        ({"changes": {"goal": "two\nlines"}}, "printable"),
        ({"changes": {f"a{at}": 1 for at in range(201)}}, "at most 200"),
        ({"content": "../../etc/passwd"}, "unknown deck"),
        ({"content": "/etc/passwd.toml"}, "unknown deck"),
        ({"content": ["base"]}, "printable"),
        ({"setting": {"policy": ["./mine.py"]}}, "not started with"),
        ({"setting": {"policy": ["literal,../mine.py"]}}, "not started with"),
        ({"setting": {"policy": "mine.json"}}, "not started with"),
        ({"setting": {"policy": "literal: a/b"}}, "not started with"),
        ({"setting": {"policy": "--game"}}, "no flag"),
        ({"setting": {"axes": {"deck": "base"}}}, "unknown axis"),
        ({"setting": {"axes": {"players": "--x"}}}, "no flag"),
        ({"setting": {"axes": {"players": "x" * 300}}}, "printable"),
        ({"setting": {"experiment": "./mine.toml"}}, "unknown experiment"),
        ({"setting": {"experiment": ["tuning"]}}, "unknown experiment"),
        ({"setting": {"seed": -1}}, "whole number"),
        ({"setting": {"seed": True}}, "whole number"),
        ({"setting": {"seed": 1.5}}, "whole number"),
        ({"setting": {"game": "./mine.py"}}, "unknown key"),
    ],
)
def test_what_a_page_may_not_ask(said: object, place: str) -> None:
    with pytest.raises(BadInput, match=place):
        read_state(said, "shipwreck", None, ())


def deck(name: str, text: str) -> Path:
    path = Path("configs/shipwreck/decks", f"{name}.toml")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_content_and_an_experiment_are_of_this_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.toml").write_text('extends = "base"\n')
    deck("first", 'extends = "base"\n')
    deck("second", 'extends = "./first.toml"\n')
    for name in ("first", "second", "base", None):
        assert read_content(name, "shipwreck") == (name or "base")
    folder = deck("linked", "").parent
    (folder / "linked.toml").unlink()
    (folder / "linked.toml").symlink_to(outside / "secret.toml")
    experiments = Path("configs/shipwreck/experiments")
    experiments.mkdir()
    (experiments / "tuning.toml").symlink_to(outside / "secret.toml")
    with confined(Confines(Path().resolve())):
        with pytest.raises(BadInput, match="no file of this folder"):
            read_content("linked", "shipwreck")
        with pytest.raises(BadInput, match="no file of this folder"):
            read_state({}, "shipwreck", None, ())


def test_code_that_the_starting_command_named_may_play() -> None:
    said = {"setting": {"policy": ["./mine.py at=3"], "axes": {"players": 3}}}
    state = read_state(said, "shipwreck", None, ["./mine.py"])
    assert state.setting == Setting(("./mine.py at=3",), {"players": "3"})
    assert read_content(None, "shipwreck") == "base"
    assert read_changes({"cards.the-deep.play": "sum > 3"}, "changes")


def test_a_command_is_quoted() -> None:
    state = State("rum", "./my games", "base", {"cards.x.play": "a > 'b'; rm -rf $HOME"}, {}, Setting(("mute slip=1",)))
    command = "fatecast try 'cards.x.play=a > '\"'\"'b'\"'\"'; rm -rf $HOME' --game './my games'"
    monkey = State("shipwreck", *list(vars(state).values())[1:])
    assert monkey.command(5, 7) == f"{command} --deck base --policy 'mute slip=1' --games 5 --seed 7"
