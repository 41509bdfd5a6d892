"""A page in a browser. Needs Chromium and playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
DESK = {"width": 1280, "height": 800}


@contextmanager
def launched() -> Iterator[Any]:
    """Chromium, for some tests."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no Chromium here (Debian: apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip("playwright is not installed (pip install playwright)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Opened:
    """A page, and everything that went wrong or out while it was open."""

    def __init__(self, browser: Any, path: Path, **how: Any) -> None:
        self.page = browser.new_context(**({"viewport": DESK} | how)).new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(path.as_uri())

    def evaluate(self, script: str) -> Any:
        return self.page.evaluate(script)

    def close(self) -> None:
        self.page.context.close()
