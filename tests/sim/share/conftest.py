from pathlib import Path

import pytest

from fatecast import try_change
from tests.support.shared_pages import SMALL


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The page of a small trial of Shipwreck."""
    path = tmp_path_factory.mktemp("shared") / "page.html"
    try_change("cards.the-deep.moons=2", **SMALL, page=path)
    return path.read_bytes()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a page is put to be checked."""
    return tmp_path / "page.html"
