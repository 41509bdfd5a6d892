"""`python -m tests.bench [NAME …]` runs all benchmarks, or those named: modules of this package with a `main`."""

import sys
from importlib import import_module
from pkgutil import iter_modules

from tests import bench

if __name__ == "__main__":
    names = [module.name for module in iter_modules(bench.__path__) if not module.name.startswith("_")]
    for name in sys.argv[1:] or names:
        import_module(f"tests.bench.{name}").main()
