"""`python -m tests.picture PAGE PNG`: the first screen of a page as a picture, for the README."""

from pathlib import Path
from shutil import which

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from tests.support.words import read_words

SIZE: ViewportSize = {"width": 1180, "height": 760}
COLOURS = 96


def main(page: Path, picture: Path) -> None:
    """Open it in Chromium as a reader would, and keep what is seen, in few colours."""
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=arguments)
        opened = browser.new_page(viewport=SIZE)
        opened.goto(page.resolve().as_uri())
        opened.screenshot(path=picture)
        browser.close()
    Image.open(picture).quantize(COLOURS).save(picture, optimize=True)


if __name__ == "__main__":
    words = read_words("tests.picture PAGE PNG", 2, 2).plain
    main(Path(words[0]), Path(words[1]))
