"""The package that scripts import."""

import subprocess
import sys
from importlib import import_module

import pytest

import fatecast
import sim
from tests.support import ROOT


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("name", fatecast.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(fatecast, name).__name__ == name
    assert name in dir(fatecast)


def test_it_offers_all_that_the_laboratory_offers() -> None:
    assert {name: getattr(fatecast, name) for name in sim.__all__} == {name: getattr(sim, name) for name in sim.__all__}


NEVER_SEEN = {"BadText"}
"""Whoever meets it tells it as another error."""


@pytest.mark.parametrize("home", ["engine.errors", "sim.errors"])
def test_it_offers_every_error(home: str) -> None:
    module = import_module(home)
    errors = {name for name, value in vars(module).items() if is_error(value, home)}
    assert errors - NEVER_SEEN <= set(fatecast.__all__)


def is_error(value: object, home: str) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException) and value.__module__ == home


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'fatecast' has no attribute 'play'"):
        fatecast.play  # type: ignore[attr-defined]  # noqa: B018


def test_importing_it_loads_nothing_heavy() -> None:
    heavy = "polars", "numpy", "numba", "matplotlib"
    done = python("-c", f"import fatecast, sys; print([name for name in {heavy} if name in sys.modules])")
    assert done.stdout == "[]\n", done.stderr


def test_it_is_the_command_line_too() -> None:
    done = python("-m", "fatecast", "--help")
    assert done.returncode == 0, done.stderr
    assert "A Monte Carlo balance laboratory" in done.stdout
