"""`python -m tests.bench [NAME …]` runs all benchmarks, or those named: modules of this package with a `main`.

`python -m tests.bench engine --accept` keeps the speeds it measures as those that later ones are compared with.
`python -m tests.bench --against COMMIT` times every policy against another commit, and
`--against './program {games} {policy}'` against another program, in the same run.
"""

from importlib import import_module
from pkgutil import iter_modules

from tests import bench
from tests.support.words import read_words, refuse

NAMES = [module.name for module in iter_modules(bench.__path__) if not module.name.startswith("_")]
AGAINST = ["engine", "own_games"]
"""What can be compared with another commit."""
USAGE = f"tests.bench [{'|'.join(NAMES)}] …, tests.bench engine --accept, or tests.bench --against COMMAND"


def main() -> None:
    names, flags, values = read_words(USAGE, most=None, flags=["--accept"], valued=["--against"])
    if unknown := [name for name in names if name not in NAMES]:
        refuse(USAGE, f"unknown benchmark {unknown[0]!r}")
    if flags and names != ["engine"]:
        refuse(USAGE, "--accept is for the engine alone")
    if values and not {*names} <= {*AGAINST}:
        refuse(USAGE, f"--against is for {' and '.join(AGAINST)} alone")
    options: dict[str, object] = {flag.strip("-"): True for flag in flags}
    options |= {flag.strip("-"): value for flag, value in values.items()}
    for name in names or (AGAINST if values else NAMES):
        import_module(f"tests.bench.{name}").main(**options)


if __name__ == "__main__":
    main()
