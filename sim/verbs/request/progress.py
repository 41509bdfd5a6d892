"""How a verb speaks, while it runs, with whoever called it: it tells what it has so far, it hears that it should stop,
and it can ask."""

from collections.abc import Sequence

from engine.errors import BadInput, message


class Progress:
    """Shows nothing, never stops, and has nobody to ask. A face derives from it what it can do."""

    caller = "keywords"
    """How a complaint names the source of what was asked."""
    means = "keywords"
    """What it was said with."""
    shows_bar: bool | None = False
    """Whether to show how far it is; None: if stderr is a terminal."""

    usual_experiment: str | None = "default"
    """The experiment that is played if none is named."""
    writes_files = False
    """Whether a verb that can write files writes them to the usual place if none is named."""

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
