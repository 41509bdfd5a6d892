from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.studio import server
from sim.studio.pages import Room
from tests.support.studio import Probe, Served, served

SECRET = "not for you"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file, links that lead out of it, and a secret beside it."""
    above = tmp_path_factory.mktemp("above")
    (above / "secret.txt").write_text(SECRET)
    inside = above / "<script>alert(1)</script>".replace("/", "")
    (inside / "configs").mkdir(parents=True)
    (inside / "configs" / "deck.toml").write_text("moons = 3\n")
    (inside / "big.toml").write_text("#" * 2000)
    (inside / ".hidden").write_text(SECRET)
    (inside / "with\\backslash").write_text(SECRET)
    (inside / "link.txt").symlink_to("../secret.txt")
    (inside / "up").symlink_to("..")
    (inside / "round").symlink_to("configs")
    return inside


@pytest.fixture(scope="module")
def probe() -> Iterator[Probe]:
    """A room in every studio of these tests."""
    room = Probe()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "ROOMS", [(Room("Probe", "/probe"), room.routes)])
        yield room


@pytest.fixture(scope="module")
def studio(folder: Path, probe: Probe) -> Iterator[Served]:
    """A studio that is served, and that we have the cookie of."""
    with served(folder) as found:
        yield found
