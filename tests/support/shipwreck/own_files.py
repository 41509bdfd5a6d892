"""Policy files from outside, for tests."""

import re
from pathlib import Path

from engine.shipwreck.cells.policy_set import POLICIES
from engine.shipwreck.game import SHIPWRECK
from tests.support import ROOT

HOW_TO = ROOT / "docs/how-to/write-a-policy.md"

HEAD = '"""{name}: of somebody\'s own."""\nfrom engine.shipwreck.for_policies import any_of, roll\n'
PLAY = (
    "def choose_play(view, mind, dice, first, second, moves):\n{body}    return any_of(view.table, dice, 200, moves)\n"
)
SILENT = "def predict(view, mind, dice):\n    return 0\n"


def example() -> str:
    """The policy of the how-to page."""
    [text] = re.findall(r"^```python\n(# careful\.py\n.*?)^```$", HOW_TO.read_text(encoding="utf-8"), re.M | re.S)
    return str(text)


def uncompilable(text: str) -> str:
    """The same policy, written so that Numba cannot compile it and no decision changes."""
    return text.replace(
        "def predict(view, mind, dice):\n", 'def predict(view, mind, dice):\n    memo = {}\n    memo["a"] = memo\n'
    )


def simple(name: str, body: str = "", predict: str = SILENT) -> str:
    """A policy that first runs `body` and then plays any legal move."""
    return HEAD.format(name=name) + PLAY.format(body=body) + predict


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return path


def admit(folder: Path, name: str, text: str) -> str:
    return SHIPWRECK.policies.admit(write(folder, name, text))


def forget() -> None:
    """Resets the registry, as if no file had been named."""
    POLICIES.outside.forget()
