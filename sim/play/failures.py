"""Whatever befalls games that others play, said in one line."""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import contextmanager

from engine.errors import FatecastError
from engine.game.cell import Cell


@contextmanager
def told(cell: Cell, first: int, last: int, stopped: Callable[[str], FatecastError]) -> Iterator[None]:
    """Turn what went wrong with the games [first, last) of a cell into an error that says so, as `stopped` makes it."""
    try:
        yield
    except FatecastError:
        raise
    except BrokenExecutor as error:
        raise stopped("a worker process died (killed, or out of memory)") from error
    except CancelledError as error:
        raise stopped("the cluster was lost") from error
    except Exception as error:
        first_line = (str(error).splitlines() or [""])[0]
        raise stopped(f"{cell.name}, games {first} to {last - 1}: {type(error).__name__}: {first_line}") from error
