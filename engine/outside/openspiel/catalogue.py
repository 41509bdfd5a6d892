"""Which games OpenSpiel has: for `fatecast games` and `fatecast games openspiel`."""

from importlib.metadata import PackageNotFoundError, version

from engine.errors import BadInput, message
from engine.game.sheets import Sheet
from engine.language.current import said, said_as, word
from engine.outside.openspiel.loading import INSTALL, SCHEME, Loaded, library, load
from engine.outside.openspiel.results import ResultLayout
from engine.outside.openspiel.words import kind_of

MEANING = message("a game of OpenSpiel")
EXAMPLE = f"{SCHEME}:leduc_poker"


def state() -> str:
    """Whether the package is there, and what to do next; the package is not loaded."""
    try:
        here, command = f"open_spiel {version('open_spiel')}", f"fatecast games {SCHEME}"
        return said("{version}: {command} lists them", version=here, command=command)
    except PackageNotFoundError:
        return said("not installed: {command}", command=INSTALL)


def sheets() -> list[Sheet]:
    """All registered games: those that play as they stand, and why the others do not."""
    played, refused = [], []
    for known in library().registered_games():
        try:
            played.append(_row(load(known.short_name)))
        except BadInput as error:
            refused.append([known.short_name, error.unplaced.line])
    title = said(
        "OpenSpiel's games, for --game {scheme}:NAME; parameters in brackets: --game '{scheme}:hanabi(players=3)'",
        scheme=SCHEME,
    )
    heads = [said("name"), said("title"), said("kind"), said("players"), said("what counts"), said("luck")]
    return [
        Sheet(title, [*heads, said_as("of games", "hidden")], played),
        Sheet(said("Those that do not play as they stand"), [said("name"), said("why")], refused),
    ]


def _row(loaded: Loaded) -> list[str]:
    points = ResultLayout(loaded).counts_points or not loaded.is_competitive
    luck = "–" if loaded.type.chance_mode.name == "DETERMINISTIC" else said("yes")
    hidden = said("yes") if loaded.hides_something else "–"
    return [
        loaded.name.partition("(")[0],
        loaded.title,
        kind_of(loaded),
        str(loaded.seats),
        said("points") if points else word("wins"),
        luck,
        hidden,
    ]
