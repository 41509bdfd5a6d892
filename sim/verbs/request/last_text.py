"""`@last` and `@now` as sides of a comparison: the text of a game of one's own that was accepted or played last, and
the file of today."""

from pathlib import Path
from typing import NamedTuple

from engine.configs import folder_of
from engine.errors import BadInput, FatecastError, message
from engine.game.registry import STORED_CODE, how_named, load_game, text_of

LAST, NOW = "@last", "@now"
MOST_RUNS = 200
"""Runs that are looked at, the newest first."""
DIGITS = 8


class LastText(NamedTuple):
    """What is kept of a game, and where."""

    kept: object
    where: str


def admit_side(word: str, game: str | None, stored: bool) -> str:
    """Let in what a word stands for, and say what it is; a word that is neither of the two stays as it is."""
    from engine.game.optional_parts import KeptEditions  # takes NumPy with it, which help does without

    if word not in (LAST, NOW):
        return word
    if game is None or how_named(game) is None:
        raise BadInput(source=word, expected=message("--game with the file of a game of your own"))
    editions = load_game(game).editions
    if not isinstance(editions, KeptEditions):
        raise BadInput(message("nothing keeps a text of {game}", game=game), source=word)
    if word == NOW:
        editions.admit_today(NOW)
        return f"{NOW} ({how_named(game)}, {game}@{text_of(game)[:DIGITS]})"
    if not stored:
        raise BadInput(message("is code that a baseline or a run keeps: {flag} runs it", flag=STORED_CODE), source=LAST)
    last = last_text(game)
    digest = editions.admit_kept(LAST, last.kept, last.where)
    return f"{LAST} ({last.where}, {game}@{digest[:DIGITS]})"


def last_text(game: str) -> LastText:
    """What the accepted baseline of this folder keeps of a game, else the newest of its runs."""
    found = _in_baseline(game) or _in_newest_run(game)
    if found is None:
        raise BadInput(
            source=LAST,
            expected=message("a baseline in configs/{folder}, or a run in reports/runs, that keeps a text of {game}",
                             folder=folder_of(game), game=game),
        )  # fmt: skip
    return found


def _in_baseline(game: str) -> LastText | None:
    from sim.compare.gate.baseline import kept_in
    from sim.compare.gate.baseline_files import own_baselines

    own = [path for name, path in own_baselines().items() if name.partition("/")[0] == folder_of(game)]
    for path in sorted(own, key=lambda path: (path.stem != "default", -_written(path))):
        if (kept := kept_in(path, game)) is not None:
            return LastText(kept, str(path))
    return None


def _in_newest_run(game: str) -> LastText | None:
    from sim.experiment.kept_edition import EDITION, edition_in
    from sim.runs.manifest import RUNS
    from sim.runs.manifest_file import MANIFEST
    from sim.runs.store import Store

    newest = sorted(RUNS.glob(f"*/{MANIFEST}"), key=lambda path: -_written(path))
    for path in newest[:MOST_RUNS]:
        try:
            manifest = Store(path.parent).manifest()
            kept = edition_in(path.parent, manifest) if manifest["experiment"].get("game") == game else None
        except FatecastError:
            continue  # not a run, or a damaged one
        if isinstance(kept, dict) and kept.get("text") is not None:
            return LastText(kept, str(path.parent / EDITION))
    return None


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
