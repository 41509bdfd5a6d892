"""The rooms in another language, in a real browser: all that scripts and jobs say is in the catalogue."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from sim import run
from sim.studio.jobs import jobs as queue
from sim.studio.jobs.start import jobs_for, jobs_for_runs
from sim.studio.studio import Studio
from tests.language.pseudo import held, spoken, unmarked
from tests.support.studio import Served, served
from tests.support.studio_thread import WorkerThread

SECONDS = 1000
PATIENCE = 120 * SECONDS
POLICIES = r"(hold( at=\d+)?|random|race|optimal|search|trained)"
NAMES = re.compile(
    rf"^(fatecast studio.*|English|español|few|pig|tuning|players|{POLICIES}(, {POLICIES})*|(: )?[\w.]+: \d+ → \d+"
    r"|at|near|pace|slips|step|goal|\w+=\d+|[-\w:@=, ]*pig:[-\w:@=,. ]*|reports/\S+|\S+\.(toml|html))$"
)
"""What is no text: policies, experiments, parameters, options, ids, files."""
TELLS = "#told, #glance-told, #history, #cells, #title, #lines, #now, #stands, #found, #changed, #pinned"
"""What the verbs say about games: sentences of theirs may have others in them, as on a terminal."""
READ = """
() => {
  const shown = document.body.cloneNode(true);
  const labels = [...shown.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap((each) =>
    ["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name)).filter(Boolean),
  );
  return shown.outerHTML + labels.map((each) => `<p>${each.replaceAll("<", "&lt;")}</p>`).join("");
}
"""
REST = f"""
() => {{
  const shown = document.body.cloneNode(true);
  for (const each of shown.querySelectorAll("{TELLS}")) each.remove();
  return shown.outerHTML;
}}
"""

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("studio")
    with pytest.MonkeyPatch.context() as patch, spoken() as code:
        patch.chdir(folder)
        patch.setattr(queue, "WorkerProcess", WorkerThread)
        grid = {"game": "pig", "players": [2], "policies": ["hold at=20", "random"], "games": 20, "seed": 1}
        run(grid, out=folder / "reports/runs/few", executor="inline")
        code_let_in = folder, "pig", ()
        jobs = jobs_for(*code_let_in), jobs_for_runs(*code_let_in)
        with served(folder, Studio(folder, "pig", "pig", (), *jobs, language=code)) as found:
            yield found


@pytest.fixture
def page(chromium: Any, studio: Served) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1300, "height": 900})
    name, _, value = studio.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
    found = context.new_page()
    found.set_default_timeout(PATIENCE)
    yield found
    context.close()


def opened(page: Any, studio: Served, path: str) -> None:
    page.goto(f"http://{studio.host}{path}")
    page.wait_for_selector("html[data-ready=yes]")


def looked_at(page: Any) -> tuple[list[str], list[str]]:
    """What stands on the page outside of all texts, and texts in texts."""
    english = [line for line in unmarked(page.evaluate(READ)) if not NAMES.match(line)]
    return english, list(held(page.evaluate(REST)))


def test_the_workbench(page: Any, studio: Served) -> None:
    opened(page, studio, "/workbench")
    page.locator(".stepper button").first.click()
    page.wait_for_selector("#history li")
    page.click("#save")
    page.fill("#save-name", "mine")
    page.keyboard.press("Enter")
    page.wait_for_selector("#saved p")
    page.click("#pin")
    assert looked_at(page) == ([], [])


def test_the_other_rooms(page: Any, studio: Served) -> None:
    opened(page, studio, "/runs")
    page.wait_for_selector("#runs th")
    page.click("#how-long")
    page.wait_for_selector("#forecast-more:not([hidden])")
    assert looked_at(page) == ([], [])
    opened(page, studio, "/games")
    page.click("#finding button")
    page.locator("#found li button").first.click()
    page.wait_for_selector("#replay:not([hidden]) #lines li")
    page.click("#last")
    assert looked_at(page) == ([], [])
    opened(page, studio, "/side-by-side")
    page.fill("[name=before]", "hold at=20")
    page.fill("[name=after]", "hold at=25")
    page.fill("[name=games]", "20")
    page.click("#asking button")
    page.wait_for_selector("#cells table")
    assert looked_at(page) == ([], [])


def test_a_planted_text_is_found(page: Any, studio: Served) -> None:
    opened(page, studio, "/runs")
    page.wait_for_selector("#runs th")
    page.evaluate("document.querySelector('#told').textContent = 'played on'")
    page.evaluate("document.querySelector('#forecast').textContent = '⟦a ⟦glued⟧ text⟧'")
    assert looked_at(page) == (["played on"], ["⟦glued⟧"])


def test_the_language_is_chosen_on_the_page(page: Any, studio: Served) -> None:
    opened(page, studio, "/runs")
    assert page.get_attribute("html", "lang") == "xx"
    page.click("[data-language=en]")
    page.wait_for_selector("html[lang=en][data-ready=yes]")
    assert page.inner_text("h1") == "Runs"
    page.reload()
    assert page.get_attribute("html", "lang") == "en"
