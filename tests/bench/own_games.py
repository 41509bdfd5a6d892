"""Games in files of plain Python: their speed on one core, and what the laboratory costs beside them."""

import tempfile
from pathlib import Path

from engine.game.registry import admit, load_game
from tests.bench.laboratory import bare, laboratory
from tests.support.own_file import PLAIN_PIG

SECONDS = 20.0
BATCH = 256
ENOUGH, SHARE = 2_000, 1 / 1.1
"""Games a second and core; of the games that a bare loop plays in the same CPU time."""


def main() -> None:
    """Half of the bare loops before the laboratory, half after: the machine's mood averages out."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "plain_pig.py"
        file.write_text(PLAIN_PIG)
        game = load_game(admit(str(file)))
        grid = {"game": game.name, "policies": ["hold"], "players": [2]}
        cell = game.cells(game.resolve({"policies": ["hold"], "players": [2]}, "bench"))[0]
        before = bare(game, cell, SECONDS / 2, BATCH)
        whole, _, _ = laboratory(grid, int(before.wall * SECONDS), Path(folder) / "run")
        after = bare(game, cell, SECONDS / 2, BATCH)
    cpu = (before.cpu + after.cpu) / 2
    print(f"Pig in plain Python    {cpu:11,.0f} games per CPU second of simulate   (aim: {ENOUGH:,})")
    print(f"laboratory, 2 workers  {whole.cpu:11,.0f} games per CPU second")
    print(f"laboratory over bare   {whole.cpu / cpu:11.3f}   (aim: at least {SHARE:.3f})")
