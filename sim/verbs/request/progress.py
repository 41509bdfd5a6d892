"""How a verb speaks, while it runs, with whoever called it: it tells what it has so far, it hears that it should stop,
and it can ask."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.errors import BadInput, message
from engine.language.current import said

if TYPE_CHECKING:
    from sim.play.options import KeptGames


class Progress:
    """Shows nothing, never stops, and has nobody to ask. A face derives from it what it can do."""

    @property
    def caller(self) -> str:
        """How a complaint names the source of what was asked."""
        return said("keywords")

    @property
    def means(self) -> str:
        """What it was said with."""
        return said("keywords")

    shows_bar: bool | None = False
    """Whether to show how far it is; None: if stderr is a terminal."""

    usual_experiment: str | None = "default"
    """The experiment that is played if none is named."""
    writes_files = False
    """Whether a verb that can write files writes them to the usual place if none is named."""
    kept_games: "KeptGames | None" = None
    """Games that earlier verbs have played for a comparison, and that this one need not play again."""

    def tell(self, part: object) -> None:
        """A part of the result, as soon as it is there: a line, a game that was found."""

    def step_over(self, what: str) -> None:
        """A step of the work is over: this is what was done."""

    def is_heard(self) -> bool:
        """Whether anybody still wants to hear more parts of the result."""
        return True

    def is_cancelled(self) -> bool:
        """Whether the work should stop. It is asked about once a second; what is finished is kept."""
        return False

    def ask(self, question: str, answers: Sequence[str]) -> str:
        """One of the answers."""
        raise BadInput(
            message("nobody is here to answer; expected one of {names}", names=", ".join(answers)), source=question
        )
