"""What all tests need."""

import gc
import os
import random
import signal
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from engine.game.registry import forget
from engine.kernel.compiled import INTERPRETED
from sim.folder.language import VARIABLE as LANGUAGE
from tests.support.installed import build_wheel, install

PLAIN = "FATECAST_PLAIN"
WHOLE = "FATECAST_WHOLE"
"""If it is set, as in CI, a test that is skipped is red: something is missing that could be installed."""
BY_ROOT = "root"
"""In the reason of the tests that ask for the superuser, or for anybody else: nobody is both."""

settings.register_profile("fatecast", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fatecast")
"""No test fails because its machine is slow, or busy with something else."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="play the tests in another order, module by module")


def pytest_report_header(config: pytest.Config) -> str | None:
    seed = config.getoption("shuffle")
    return None if seed is None else f"shuffled: --shuffle {seed}"


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
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of the cases of a test that is marked `sampled`, the first are in `make test`, and the others get the mark
    `full`. Shuffled, a module's tests stay together: what they share is made once."""
    seen: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        seen[test] += 1
        mark = item.get_closest_marker("sampled")
        if mark is not None and seen[test] > mark.args[0]:
            item.add_marker(pytest.mark.full)
    seed = config.getoption("shuffle")
    if seed is not None:
        modules = sorted({item.location[0] for item in items})
        places = dict(zip(random.Random(seed).sample(modules, len(modules)), range(len(modules)), strict=True))
        random.Random(seed).shuffle(items)
        items.sort(key=lambda item: places[item.location[0]])


def _is_missed(report: pytest.TestReport | pytest.CollectReport) -> bool:
    return WHOLE in os.environ and report.skipped and BY_ROOT not in str(report.longrepr)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if _is_missed(report):
        report.outcome, report.longrepr = "failed", f"{WHOLE} is set, and it was skipped: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if _is_missed(report):
        report.outcome, report.longrepr = "failed", f"{WHOLE} is set, and they were skipped: {report.longrepr}"
    return report


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
