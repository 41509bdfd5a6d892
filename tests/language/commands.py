"""A command of each verb, in a small folder, and what it prints in a language."""

import io
import sys
from collections.abc import Mapping
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from engine.game.registry import forget
from engine.language.current import speaking
from sim.cli.app import main
from sim.verbs.request.verb import GROUPS
from tests.support.card_game import BESIDE, CARDS, as_toml
from tests.support.own_games import PIRATES
from tests.support.verbs import NAMES

VERBS = ["", *sorted({*NAMES, *GROUPS})]
GAME = ("--game", "./pirates.py")
FEW = ("--players", "2", "--games", "64", "--executor", "inline")
SHEET = "Name,Power,Qty,Notes,Sort\nKraken,7,1,strong,\nRope,many,4,,tool\nShark,=5,2,new,\n,3,1,,\n# later,,,,\n"
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "games": ("games",),
    "one game": ("games", "pig"),
    "games of a scheme": ("games", "cmd"),
    "policies": ("policies", "--game", "pig"),
    "policies of a file": ("policies", *GAME),
    "pieces": ("pieces", "--game", "./cove"),
    "piece": ("piece", "kraken", "--game", "./cove"),
    "plan": ("plan", *GAME, "--players", "2", "--detect", "2%"),
    "run": ("run", *GAME, *FEW, "--policy", "bold,careful", "--out", "run"),
    "resume": ("resume", "run", *GAME),
    "report": ("report", "run", "--out", "page"),
    "verify": ("verify", "run", *GAME),
    "verify a report": ("verify", "run", "--report", "page", *GAME),
    "find": ("find", "run"),
    "replay": ("replay", "run", "0", "0", *GAME),
    "compare": ("compare", "bold", "careful", *GAME, *FEW),
    "share": ("compare", "bold", "careful", *GAME, *FEW, "--page", "page.html"),
    "verify a page": ("verify", "page.html", *GAME),
    "compare runs": ("compare", "run", "run", *GAME),
    "try": ("try", "options.goal=20", *GAME, *FEW),
    "sweep": ("sweep", "--set", "options.goal=20..22", *GAME, *FEW, "--out", "swept"),
    "ablate": ("ablate", *GAME, *FEW, "--out", "ablated"),
    "kinds of change": ("ablate", "--list-kinds", "--game", "./cove"),
    "ladder": ("ladder", *GAME, *FEW),
    "tune": ("tune", "--goal", "length: 20 ± 5", "--vary", "options.goal=20..22", *GAME, *FEW),
    "train": ("train", *GAME, "--games", "100", "--minutes", "0.001", "--out", "learned", "--workers", "1"),
    "watch": ("watch", "--game", "./watched.py", "--players", "2", "--games", "32"),
    "studio": ("studio", ".", *GAME, "--no-browser"),
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
WITHOUT = {"schema"}
"""Verbs that print data."""
NEEDS = {
    **dict.fromkeys(("resume", "report", "verify", "find", "replay", "compare runs"), ("run",)),
    "verify a report": ("run", "report"),
    "verify a page": ("share",),
    "gate": ("accept",),
    "push": ("pull",),
    "trust": ("new",),
}
"""What must have been typed before."""
ELSEWHERE = {"new", "trust"}
"""What is typed in a folder below: from then on, it means another game."""
WRONG: Mapping[str, tuple[str, ...]] = {
    "no verb": ("rnu",),
    "no flag": ("run", *GAME, "--policies", "bold"),
    "no number": ("run", *GAME, "--games", "many"),
    "too few": ("gate", "--games", "3"),
    "no value": ("run", *GAME, "--players"),
    "a flag without its value": ("report", "run", "--out"),
    "no game": ("run", "--game", "prig"),
    "no policy": ("run", "--game", "pig", "--policy", "hodl"),
    "no players": ("run", "--game", "pig", "--players", "9"),
    "no option": ("run", "--game", "pig", "--option", "gaol=3"),
    "no run": ("report", "nowhere"),
    "no experiment": ("run", "nothing.toml"),
    "a wrong experiment": ("check", "wrong.toml"),
    "no text": ("check", "torn.toml"),
    "no goal": ("tune", "--goal", "length = 3", "--vary", "options.*", *GAME),
    "no field": ("try", "options.gaol=3", *GAME),
    "no kind": ("ablate", "--kind", "artfacts", "--game", "euphoria"),
    "no patches": ("ablate", "--kind", "patches", "--game", "hadal", "--players", "4"),
    "no receptacles": ("ablate", "--kind", "receptacles", "--game", "hadal", "--players", "4"),
    "no artifacts": ("ablate", "--kind", "artifacts", "--game", "euphoria", "--deck", "none"),
    "several decks": ("ablate", "--kind", "artifacts", "--game", "euphoria", "--deck", "none,surrogate"),
    "no habits": ("ablate", "--kind", "habits", "--game", "oracle", "--policy", "random"),
    "no page": ("verify", "sheet.html"),
    "no piece": ("piece", "krakne", "--game", "./cove"),
    "a game that cannot be read": ("run", "--game", "./torn.py"),
}
"""Mistakes that everybody makes."""


def write_folder(place: Path) -> Path:
    """What the commands speak of."""
    texts = {
        "pirates.py": PIRATES,
        "watched.py": PIRATES,
        "torn.py": "class Torn(Game)\n",
        "cove/game.py": BESIDE,
        "cove/cards.toml": as_toml(CARDS),
        "reef/game.py": BESIDE,
        "reef/cards.toml": as_toml(CARDS),
        "sheet.csv": SHEET,
        "own.toml": 'name = "own"\npolicies = ["hold"]\n',
        "wrong.toml": 'game = "pig"\nplayrs = [2]\nplayers = [0, "two"]\ngames = -1\n',
        "torn.toml": 'game = "pig\n',
    }
    for name, text in texts.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    return place


class Saving:
    """What somebody does while a file is watched: saves it with another number, then presses Ctrl-C."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self, seconds: float) -> None:
        before = self._file.read_text(encoding="utf-8")
        after = before.replace('"goal": 30', '"goal": 40')
        if after == before:
            raise KeyboardInterrupt
        self._file.write_text(after, encoding="utf-8")


class Folder:
    """A folder in which each command is typed once."""

    def __init__(self, place: Path, language: str) -> None:
        self._place, self._language = write_folder(place), language
        (place / "begun").mkdir()
        self._known: dict[str, str] = {}
        self.code: object = 0
        """The exit code of the last command."""

    def text(self, name: str) -> str:
        """What the command of this name prints, after those that it needs."""
        for needed in (*NEEDS.get(name, ()), name):
            if needed not in self._known:
                below = "begun" if needed in ELSEWHERE else "."
                self._known[needed] = self.typed(*COMMANDS[needed], below=below)
        return self._known[name]

    def typed(self, *words: str, below: str = ".") -> str:
        """What a command prints: its output, then its errors."""
        forget()
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in "oe")
        with ExitStack() as here:
            for context in (
                redirect_stdout(out),
                redirect_stderr(err),
                chdir(self._place / below),
            ):
                here.enter_context(context)
            here.enter_context(speaking(self._language))
            here.enter_context(patch("sim.watch.watching.sleep", Saving(self._place / "watched.py")))
            here.enter_context(patch("uvicorn.Server.run", lambda server, sockets: None))
            here.enter_context(patch.object(sys, "argv", ["fatecast", *words]))
            try:
                main()
            except SystemExit as ended:
                self.code = ended.code or 0
        return "".join(each.buffer.getvalue().decode() for each in (out, err))
