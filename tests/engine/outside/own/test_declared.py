"""What a game file declares: every mistake is one line that names the file and the field."""

import pytest

from engine.errors import BadInput
from tests.support.own_file import own_game, written


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("kind = 'solo'", "kind: expected one of cooperative, competitive, production, got 'solo'"),
        (
            "players = (4, 2)",
            r"players: expected the fewest and the most, from 1 to 10, .*got \(4, 2\)",
        ),
        ("players = (2, 11)", "players: expected"),
        ("players = 'two'", "players: expected"),
        ("version = '1'", "version: expected a whole number"),
        ("parameters = {'goal': 'many'}", "parameters: goal: expected a number, or Parameter"),
        ("parameters = {'the goal': 5}", "parameters: expected names of letters"),
        ("parameters = {'goal': Parameter(5, 6, 9, '')}", "parameters: goal: expected a default from 6 to 9"),
        ("parameters = {'focus': 1}", "parameters: focus is the seat in focus"),
        ("parameters = ['goal']", "parameters: expected a dictionary"),
        ("axes = {'storm': ['low']}", "axes: storm: expected whole numbers, each once"),
        ("axes = {'storm': [1, 1]}", "axes: storm: expected whole numbers, each once"),
        ("axes = {'players': [1]}", "axes: players: this name is taken"),
        ("difficulty = 'storm'", "difficulty: expected the name of an axis"),
        ("endings = ['won']", "endings: expected names that differ"),
        ("columns = {'turns': 'mine'}", "columns: turns: every game has this column"),
        ("columns = {'x': Column('x', 'f4', 'no')}", "columns: x: dtype: expected <u1"),
        ("outcomes = [Mean(name='a', meaning='', column='b', unit='', margin=1)]", "outcomes: a: expected a column"),
        (
            "outcomes = [Mean(name='a', meaning='', column='turns', unit='', margin=1e308)]",
            "outcomes: a: margin: expected more than 0 and at most 1,000,000,000,000,000, got 1e",
        ),
        (
            "outcomes = [Share(name='a', meaning='', column='turns', margin=0.5)]",
            "outcomes: a: margin: expected more than 0 and less than 0.5, got 0.5",
        ),
        ("outcomes = [1]", r"outcomes: expected Share\(…\) and Mean\(…\), got 1"),
        (
            "outcomes = [Mean(name='length', meaning='', column='turns', unit='', margin=1)]",
            "outcomes: length: two outcomes",
        ),
        ("kind = 'production'", "outcomes: expected at least one"),
        ("policies = ['hold']", "policies: expected functions with names, got 'hold'"),
        ("policies = [hold, hold]", "policies: expected names that differ"),
        ("policies = [lambda view: True]", "policies: expected functions with names"),
        ("policies = [played_by]", "policies: played_by: expected a function of the view"),
        ("policies = [nobody]", "policies: nobody: expected a function of the view"),
        ("policies = None", "the class declares something odd: TypeError"),
        ("title = 5", "the class declares something odd: TypeError"),
        ("paramters = {}", "paramters: did you mean parameters"),
        ("endings = 'sunk'", "endings: expected a list of names, got 'sunk'"),
        ("axes = {'level2': [1]}", "axes: expected names that do not end in a digit, got 'level2'"),
        ("parameters = {'grö ße': 5}", "parameters: expected names of letters"),
        ("policies = [slipping]", "policies: slipping: every policy has a parameter slips"),
        ("turn_limit = 0", "turn_limit: expected a whole number from 1 to"),
        ("title = 'two\\nlines'", "title: expected one line"),
        ("scored = ' gold '", "scored: expected one line"),
    ],
)
def test_a_mistake_is_told_in_one_line(field: str, told: str) -> None:
    arguments = {"slipping": "view, slips=3", "played_by": "view, who", "nobody": ""}
    functions = [f"def {name}({words}):\n    return True\n\n\n" for name, words in arguments.items()]
    helpers = "".join(functions) + "class PlainPig"
    imports = (
        "from fatecast.game import Game, Parameter",
        "from fatecast.game import Column, Game, Mean, Parameter, Share",
    )
    name = field.partition(" =")[0]
    text = written(imports, ("class PlainPig", helpers))
    lines = [line for line in text.splitlines() if not line.startswith(f"    {name} = ")]
    at = lines.index("class PlainPig(Game):")
    with pytest.raises(BadInput, match=f"plain_pig.py: {told}") as caught:
        own_game("\n".join([*lines[: at + 1], f"    {field}", *lines[at + 1 :]]) + "\n")
    assert "\n" not in str(caught.value)


PLAY = "\n    def play(self, table):"


@pytest.mark.parametrize("word", ["score = 'gold'", "outcome = []"])
def test_a_setting_with_a_name_like_another_is_refused(word: str) -> None:
    with pytest.raises(BadInput, match=f"{word.split()[0]}: did you mean {word.split()[0]}[sd]?"):
        own_game(written((PLAY, f"\n    {word}\n{PLAY}")))


@pytest.mark.parametrize(
    ("play", "told"),
    [("def paly(self, table):", "did you mean it by paly"), ("def rounds(self, table):", "which plays one game$")],
)
def test_a_game_without_play_is_refused_when_it_is_loaded(play: str, told: str) -> None:
    with pytest.raises(BadInput, match=f"plain_pig.py: expected a method play.*{told}"):
        own_game(written(("def play(self, table):", play)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1 +", "SyntaxError"),
        ("x = 1 / 0", "line 1: ZeroDivisionError: division by zero"),
        ("import no_such_module", "line 1: ModuleNotFoundError: No module named 'no_such_module'"),
        ("x = 1", "expected one class derived from fatecast.game.Game, found 0"),
        (written() + "\n\nclass Other(PlainPig):\n    pass\n", "found 2"),
        ("raise SystemExit(7)", "line 1: SystemExit: 7"),
    ],
)
def test_a_file_that_holds_no_game(text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told) as caught:
        own_game(text)
    assert "\n" not in str(caught.value)


def test_a_game_says_what_it_has() -> None:
    game = own_game(written(("    scored", "    axes = {'storm': (0, 2)}\n    difficulty = 'storm'\n    scored")))
    assert [axis.name for axis in game.about.axes] == ["policy", "players", "storm"]
    assert (game.about.size, game.about.difficulty, game.about.skill) == ("players", "storm", "policy")
    assert [option.name for option in game.about.options] == ["goal", "focus"]
    assert [outcome.name for outcome in game.outcomes][:4] == ["focus wins", "field wins", "focus gain", "seat 1"]
    cells = game.cells(game.resolve({"players": [2]}, "test"))
    assert [cell.name for cell in cells] == ["hold/players2/storm0", "hold/players2/storm2"]


@pytest.mark.parametrize(
    ("grid", "told"),
    [
        ({"player": [2]}, "unknown key 'player': did you mean 'players'"),
        ({"players": [7]}, "players: expected some of 2, 3, 4, 5, 6, each once"),
        ({"players": 2}, "players: expected a list of numbers"),
        ({"players": []}, "players: expected some of"),
        ({"players": [2, 2]}, "players: expected some of"),
        ({"players": [True]}, "players: expected some of"),
        ({"options": {"gaol": 5}}, "unknown option 'gaol': did you mean 'goal'"),
        ({"options": {"goal": 5}}, "parameter goal: expected a whole number from 10 to 200, got 5"),
        ({"options": {"focus": 3}, "players": [2]}, "options.focus: expected a seat from 1 to 2"),
        ({"options": 3}, "options: expected a table"),
        ({"policies": ["bold"]}, "unknown policy 'bold'"),
        ({"policies": ["hold at=many"]}, "parameter at: expected a whole number"),
        ({"policies": ["./mine.py"]}, "a policy file is code"),
        ({"code": "0" * 64}, r"played by other rules of plain_pig \(00000000\)"),
        ({"tables": ["hold,hold,hold"], "players": [2]}, "expected at most 2 policies for 2 seats"),
    ],
)
def test_an_experiment_that_cannot_be_played(grid: dict[str, object], told: str) -> None:
    with pytest.raises(Exception, match=told) as caught:
        own_game().resolve(grid, "file.toml")
    assert str(caught.value).startswith("file.toml: ")
