"""Where baselines are. Quick to import: the gate first looks whether there is one at all."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from engine.configs import OLD_GAME, OWN, folder_of, still_at, unknown_word
from engine.errors import BadInput, message
from engine.game.registry import DEFAULT_GAME, call_names
from engine.language.current import listed_or

BASELINES = "baselines"
"""The folder, inside the folder of the game."""


def baseline_files(given: Sequence[str], game: str | None = None) -> list[Path]:
    """The baselines that were asked for, by name or file, or all of the user's own, perhaps of one game only. The
    shipped ones never stand in for missing ones: to pass them would say nothing."""
    if given:
        return [_known_baseline(name, game) for name in given]
    found = [
        path for name, path in own_baselines().items() if game is None or name.partition("/")[0] == folder_of(game)
    ]
    if not found:
        place = OWN / (folder_of(game) if game else "GAME") / BASELINES
        raise BadInput(
            message(
                "no baseline in {place}; write one with: {accept_command}",
                place=place,
                accept_command=accept_command(game),
            )
        )
    return found


def own_baselines() -> dict[str, Path]:
    """The baselines in ./configs, as `game/name`."""
    found = {f"{path.parts[-3]}/{path.stem}": path for path in sorted(OWN.glob(f"*/{BASELINES}/*.json"))}
    old, new = OWN / BASELINES, OWN / OLD_GAME / BASELINES
    if still_at(old, new):
        for path in sorted(old.glob("*.json")):
            found.setdefault(f"{OLD_GAME}/{path.stem}", path)
    return found


def find_baseline(name: str, game: str | None = None, or_usual: bool = False) -> Path | None:
    """The file of a baseline, by its name or as `game/name`; None if there is no baseline of that name. The game may be
    named by its folder. `or_usual`: if several games have one of that name, that of the default game is meant."""
    if name.endswith(".json"):
        return Path(name)
    head, slash, short = name.rpartition("/")
    name = f"{folder_of(head)}/{short}" if slash else name
    names = {name, f"{folder_of(game)}/{name}"} if game else {name}
    fits = {full: path for full, path in own_baselines().items() if full in names or (not game and path.stem == name)}
    usual = f"{DEFAULT_GAME}/{name}"
    if len(fits) > 1 and not (or_usual and usual in fits):
        raise BadInput(
            message("several games have a baseline {name}: say {names}", name=name, names=listed_or([*fits]))
        )
    return fits.get(usual) if len(fits) > 1 else next(iter(fits.values()), None)


def accept_command(game: str | None, path: Path | None = None) -> str:
    """The command that accepts a baseline of a game anew: the one in this file, or its first."""
    named = call_names().flags or ("" if game in (None, DEFAULT_GAME) else f" --game {quote(str(game))}")
    name = "" if path is None else f" {quote(path.stem if path.is_relative_to(OWN) else str(path))}"
    return f"fatecast baseline accept{name}{named}"


def new_baseline(name: str, game: str) -> Path:
    """Where a new baseline belongs."""
    short = name.removeprefix(f"{game}/").removeprefix(f"{folder_of(game)}/")
    if "/" in short:
        raise BadInput(
            source=name,
            expected=message(
                "a name such as {game}/{value}, or a file that ends in .json", game=game, value=short.rpartition("/")[2]
            ),
        )
    return OWN / folder_of(game) / BASELINES / f"{short}.json"


def _known_baseline(name: str, game: str | None) -> Path:
    found = find_baseline(name, game)
    if found is None:
        raise unknown_word("baseline", name, own_baselines())
    return found
