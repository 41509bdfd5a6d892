from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.browser import launched


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    with launched() as browser:
        yield browser
