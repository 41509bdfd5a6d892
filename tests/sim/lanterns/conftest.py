from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.lanterns import installed


@pytest.fixture(autouse=True, scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The package is installed for as long as these tests last."""
    place = tmp_path_factory.mktemp("site")
    with installed(place):
        yield place
