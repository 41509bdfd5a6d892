"""`python -m tests.bench [NAME …]` runs all benchmarks, or those named: modules of this package with a `main`.

`python -m tests.bench engine --accept` keeps the speeds it measures as those that later ones are compared with.
"""

from importlib import import_module
from pkgutil import iter_modules

from tests import bench
from tests.support.words import read_words, refuse

NAMES = [module.name for module in iter_modules(bench.__path__) if not module.name.startswith("_")]
USAGE = f"tests.bench [{'|'.join(NAMES)}] …, or tests.bench engine --accept"


def main() -> None:
    names, flags = read_words(USAGE, most=None, flags=["--accept"])
    if unknown := [name for name in names if name not in NAMES]:
        refuse(USAGE, f"unknown benchmark {unknown[0]!r}")
    if flags and names != ["engine"]:
        refuse(USAGE, "--accept is for the engine alone")
    for name in names or NAMES:
        import_module(f"tests.bench.{name}").main(**{flag.strip("-"): True for flag in flags})


if __name__ == "__main__":
    main()
