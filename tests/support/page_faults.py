"""What is wrong with a page in a browser: labels that are clipped, texts that touch, what is too wide."""

from pathlib import Path

from tests.support.browser import Opened

CHECKS = Path("tests/support/page_checks.js")
LEAST_CONTRAST = 4.5
OPEN = "document.querySelectorAll('details').forEach(each => each.open = true)"
DRAWN = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"
"""The page learns what it must fade at an edge from an observer of sizes, which a browser calls when it draws."""


def faults(opened: Opened, *calls: str) -> list[str]:
    """What the checks find in the page as it is drawn, each once."""
    text = (Path(__file__).parents[2] / CHECKS).read_text(encoding="utf-8")
    checks = ", ".join(f"...{call}" for call in calls)
    return list(dict.fromkeys(opened.evaluate(f"(async () => {{ {text}\n{DRAWN} return [{checks}]; }})()")))


def all_faults(opened: Opened) -> dict[tuple[int, str], list[str]]:
    """On three screens, in both schemes, which differ in colours alone; folded parts are opened."""
    opened.evaluate(OPEN)
    contrast, everything = f"contrastFaults({LEAST_CONTRAST})", ["figureFaults()", "widthFaults()", "cutFaults()"]
    looks: list[tuple[int, str, list[str]]] = [
        (360, "light", ["widthFaults()"]),
        (400, "light", [*everything, contrast]),
        (1300, "light", [*everything, contrast, "emptyFaults(0.5, 0.35)"]),
        (1300, "dark", [contrast]),
    ]
    found = {}
    for width, scheme, calls in looks:
        opened.page.set_viewport_size({"width": width, "height": 900})
        opened.page.emulate_media(color_scheme=scheme)
        told = faults(opened, *calls)
        if told:
            found[width, scheme] = told
    return found
