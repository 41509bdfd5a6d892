"""What all tests need."""

import gc
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from engine.game.registry import forget
from engine.kernel.compiled import INTERPRETED
from sim.folder.language import VARIABLE as LANGUAGE
from tests.support.installed import build_wheel, install
from tests.support.sample import is_in_part

PLAIN = "FATECAST_PLAIN"
PART = "FATECAST_PART"
"""Such as 1/2: of all tests, only every second one, the same each time."""

settings.register_profile("fatecast", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fatecast")
"""No test fails because its machine is slow, or busy with something else."""


def pytest_configure() -> None:
    """A suite started in the background may have been told to ignore Ctrl-C, and would hand that on to the programs it
    starts; some tests press it. Game files are played plainly, also by programs that tests start: hundreds of them
    would be compiled, each for a few games. Tests of kernels ask for them. All speak English, whatever the developer
    does; tests of other languages ask for them."""
    os.environ.setdefault(PLAIN, "1")
    os.environ[LANGUAGE] = "en"
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """One more than cores: some tests wait, for a process to end or for a time that must pass."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test that is marked `sampled`, the first are in `make test`, and the others get the mark
    `full`."""
    seen: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        seen[test] += 1
        mark = item.get_closest_marker("sampled")
        if mark is not None and seen[test] > mark.args[0]:
            item.add_marker(pytest.mark.full)
    if part := os.environ.get(PART):
        items[:] = [item for item in items if is_in_part(item.nodeid, part)]


def pytest_collection_finish() -> None:
    """Ten thousand tests and all modules stay to the end: nobody need look for garbage among them, again and again, and
    processes that fork need not copy them for it."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def own_config(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the user of these tests has named is no business of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture(autouse=True, scope="module")
def own_games_of_a_module() -> Iterator[None]:
    """Games that a module's tests named are not known in the next one."""
    yield
    forget()


@pytest.fixture
def compiled_pig(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pig is compiled, unless Numba is switched off: many games of it are played."""
    from tests.support.pig.cells import PIG

    monkeypatch.delenv(PLAIN, raising=False)
    if not INTERPRETED:
        PIG.compile_now()


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment of somebody who has installed the wheel."""
    return install(wheel, tmp_path_factory.mktemp("environment"))
