"""`python -m sim.api.compile NAME`: compile what an experiment needs, as its run would do.

This needs few packages, so `make report` does it while it installs those that play and show the results.
"""

import sys
from time import sleep

from engine.game.protocol import preparing
from sim.display.messages import complain
from sim.errors import interrupt_code
from sim.experiment.experiment import read_experiment, resolve

LOOK_SECONDS = 0.1
"""Between two looks whether all is compiled."""


def compile_for(name: str) -> None:
    """Compile what the cells of an experiment need, in the order in which a run does."""
    experiment = resolve(*read_experiment(name))
    cells = experiment.cells[::-1]
    with preparing(experiment.game, cells, complain) as is_ready:
        while not all(map(is_ready, cells)):
            sleep(LOOK_SECONDS)


if __name__ == "__main__":
    sys.modules["scipy"] = None  # type: ignore[assignment]  # Numba looks at it, and half of it may be there by now
    try:
        compile_for(sys.argv[1])
    except KeyboardInterrupt as interrupt:
        sys.exit(interrupt_code(interrupt))
