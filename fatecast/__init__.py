"""What a script needs: `from fatecast import run, compare, load_run`.

`sim` and `engine` hold the code; their names are too general for a script to import. Every verb is a function, made
from its request when it is first used, so `import fatecast` is quick. `__init__.pyi` says the same to editors and mypy;
`make stubs` writes it.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    from sim.api.names import found, names

    if name == "__all__":
        return names()
    if name.startswith("__"):
        raise AttributeError(f"module 'fatecast' has no attribute {name!r}")
    return found(name)


def __dir__() -> list[str]:
    from sim.api.names import names

    return [*globals(), *names()]
