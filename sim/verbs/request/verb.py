"""A verb: what it is called, what can be asked, what it does. Every module of `sim.verbs` declares one, as `VERB`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from inspect import cleandoc
from keyword import iskeyword
from pkgutil import iter_modules
from typing import Any, Generic, NamedTuple, TypeVar

import sim.verbs
from engine.configs import each_file_once
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result

Asked = TypeVar("Asked")

PLAY, READ, CHANGE, LOOK, BRING = HEADINGS = (
    "Play",
    "Read the results",
    "Change the game",
    "Look at the games",
    "Bring your own",
)
"""Under which `fatecast --help` lists the verbs."""

RUN = "reports/runs/RUN"
"""A run directory in an example."""


class Group(NamedTuple):
    """A word that other verbs begin with."""

    help: str


GROUPS = {
    "baseline": Group("Accept the game as it is now, for the gate to compare with."),
    "pieces": Group("List the pieces, or move their numbers from and to a spreadsheet."),
    "policies": Group("List the policies, or check one."),
}


@dataclass(frozen=True)
class Verb(Generic[Asked]):
    """A verb, for every face."""

    name: str
    """At the command line, also of two words: `baseline accept`."""
    heading: str
    rank: int
    """Its place under the heading."""
    request: type[Asked]
    run: Callable[[Asked, Progress], Result]
    result: type[Result] | str
    """Its class; one that takes long to load by its address, `module:name`."""
    examples: Sequence[str]
    """Arguments that show how it is called. A game may have better ones, in its own words."""
    data: Any
    """The type of the result's plain data, from which its JSON Schema is made."""
    names_game: bool = True
    """Whether an example says which game is meant. Other verbs find it in what they read."""
    names_folder: bool = False
    """Whether it is given the folder to work in: then the `fatecast.toml` there counts, and the verb reads it."""
    needs: str = ""
    """A part that not every game has."""
    writes_nothing: bool = False
    """Nothing is written, so Ctrl-C may end it even inside compiled code."""
    writes_page: bool = False
    """Whether a person reads what is written, also where the result is data for another program."""
    quiet: str = "Show no progress and no warnings."
    """What `--quiet` does."""

    def __call__(self, asked: Asked, progress: Progress) -> Result:
        """Do what was asked. Every file is read once, so that all that is said about it is about the same text."""
        with each_file_once():
            return self.run(asked, progress)

    @property
    def result_name(self) -> str:
        """The name of the result's class."""
        return self.result.partition(":")[2] if isinstance(self.result, str) else self.result.__name__

    @property
    def result_module(self) -> str:
        """Where the class of the result is."""
        return self.result.partition(":")[0] if isinstance(self.result, str) else self.result.__module__

    @property
    def result_class(self) -> type[Result]:
        """The class of the result, loaded."""
        found: type[Result] = getattr(import_module(self.result_module), self.result_name)
        return found

    @property
    def help(self) -> str:
        """What it does, in a few sentences."""
        return cleandoc(self.request.__doc__ or "")


def in_one_line(text: str) -> str:
    """A text as catalogues have it: a docstring goes on in the next line wherever it is too long."""
    return " ".join(text.split())


def verb_of(module: str) -> Verb[Any]:
    """The verb of a module of `sim.verbs`, by the module's name."""
    verb: Verb[Any] = import_module(f"sim.verbs.{module}").VERB
    return verb


def modules() -> list[str]:
    """The modules of all verbs; none is loaded. Each is called like its function in Python."""
    return [module.name for module in iter_modules(sim.verbs.__path__) if not module.ispkg]


def all_verbs() -> list[Verb[Any]]:
    """Every verb, in the order of the help."""
    return sorted(map(verb_of, modules()), key=lambda verb: (HEADINGS.index(verb.heading), verb.rank))


def module_of(name: str) -> str | None:
    """The module of a verb by its name at the command line; None if there is none."""
    word = name.replace(" ", "_")
    if iskeyword(word):  # `try` is no name for a function: it is `try_change`
        return next((each for each in modules() if each.startswith(f"{word}_")), None)
    return word if word in modules() else None
