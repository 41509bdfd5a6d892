"""Which games OpenSpiel has: for `fatecast games` and `fatecast games openspiel`."""

from importlib.metadata import PackageNotFoundError, version

from engine.errors import BadInput
from engine.game.sheets import Sheet
from engine.outside.openspiel.loading import EXTRA, SCHEME, Loaded, library, load
from engine.outside.openspiel.results import ResultLayout
from engine.outside.openspiel.words import kind_of

MEANING = "a game of OpenSpiel"
EXAMPLE = f"{SCHEME}:leduc_poker"


def state() -> str:
    """Whether the package is there, and what to do next; the package is not loaded."""
    try:
        return f"open_spiel {version('open_spiel')}: fatecast games {SCHEME} lists them"
    except PackageNotFoundError:
        return f"not installed: {EXTRA}"


def sheets() -> list[Sheet]:
    """All registered games: those that play as they stand, and why the others do not."""
    played, refused = [], []
    for known in library().registered_games():
        try:
            played.append(_row(load(known.short_name)))
        except BadInput as error:
            refused.append([known.short_name, error.unplaced.line])
    parameters = f"parameters in brackets: --game '{SCHEME}:hanabi(players=3)'"
    return [
        Sheet(
            f"OpenSpiel's games, for --game {SCHEME}:NAME; {parameters}",
            ["name", "title", "kind", "players", "what counts", "luck", "hidden"],
            played,
        ),
        Sheet("Those that do not play as they stand", ["name", "why"], refused),
    ]


def _row(loaded: Loaded) -> list[str]:
    points = ResultLayout(loaded).counts_points or not loaded.is_competitive
    luck = "–" if loaded.type.chance_mode.name == "DETERMINISTIC" else "yes"
    hidden = "yes" if loaded.hides_something else "–"
    return [
        loaded.name.partition("(")[0],
        loaded.title,
        kind_of(loaded),
        str(loaded.seats),
        "points" if points else "wins",
        luck,
        hidden,
    ]
