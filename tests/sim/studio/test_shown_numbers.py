"""What a room shows names a command, with its number of games and its seed, and is what the command prints: digit by
digit. (The trials of the workbench are in `test_trials.py`.)"""

import json
import re
import shlex
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from engine.game.registry import forget
from sim import run
from sim.play.options import KeptGames
from sim.studio.jobs import jobs as queue
from sim.studio.jobs.start import jobs_for, jobs_for_runs
from sim.studio.jobs.talk import Talk
from sim.studio.studio import Studio
from sim.studio.workbench import matters, sheet
from sim.studio.workbench.asked import Setting, State
from sim.studio.workbench.sheet import OfPiece
from tests.support.command_line import Fatecast
from tests.support.studio import Served, served
from tests.support.studio_events import events_of
from tests.support.studio_thread import WorkerThread


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio of Pig whose jobs run in this process, with a run of a few games."""
    folder = tmp_path_factory.mktemp("studio")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(queue, "WorkerProcess", WorkerThread)
        run(game="pig", policy="hold", players=2, games=20, seed=5, out=Path("reports/runs/few"), executor="inline")
        code = folder, "pig", ()
        with served(folder, Studio(folder, "pig", "pig", (), jobs_for(*code), jobs_for_runs(*code))) as found:
            yield found
    forget()


@pytest.fixture(autouse=True)
def in_the_folder(studio: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(studio.opened.studio.folder)


def told(studio: Served, path: str, said: dict[str, Any], kind: str) -> tuple[str, list[dict[str, Any]]]:
    """What is asked for: the command that the page shows at once, if it does, and the events of this kind."""
    answer = studio.ask("POST", path, said)
    assert answer.status == 200, answer.body
    data = json.loads(answer.body)
    room = path.rpartition("/")[0]
    events = events_of(studio, data["ticket"], room)
    assert events[-1]["kind"] == "done", events[-1]
    return str(data.get("command")), [event for event in events if event["kind"] == kind]


def printed(typed: Fatecast, command: str, *more: str) -> str:
    first, *words = shlex.split(command)
    assert first == "fatecast"
    done = typed(*words, *more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def table_in(text: str) -> list[list[str]]:
    """The rows of the tables of a terminal."""
    return [[cell.strip() for cell in line.split("│")[1:-1]] for line in text.splitlines() if line.startswith("│")]


def test_side_by_side(studio: Served, typed: Fatecast) -> None:
    said = {"before": "hold at=12", "after": "hold at=25", "games": 60, "seed": 3}
    _, [found] = told(studio, "/side-by-side/compare", said, "compared")
    assert found["command"] == "fatecast compare 'hold at=12' 'hold at=25' --game pig --games 60 --seed 3"
    text = printed(typed, found["command"], "--executor", "inline")
    assert found["rows"]
    assert table_in(text)[-len(found["rows"]) :] == [[*row] for row in found["rows"]]
    heads = next(line for line in text.splitlines() if line.startswith("┃"))
    assert [cell.strip() for cell in heads.split("┃")[1:-1]] == found["header"]
    assert found["sentences"]
    for sentence in found["sentences"]:
        assert " ".join(sentence.split()) in " ".join(text.split()), "a terminal wraps it"


class Heard(Talk):
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        super().__init__(self.events.append, lambda: False)


@pytest.mark.full
def test_which_piece_hurts_most(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: Fatecast) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(matters, "STEPS", (2, 8))
    monkeypatch.setattr(Talk, "kept_games", KeptGames(1_000_000))
    heard, setting = Heard(), Setting(("novice",), {"players": "3", "doom": "0"})
    matters.play(matters.Matters(State("shipwreck", None, "base", {}, {}, setting)), heard)
    steps = [event for event in heard.events if event["kind"] == "matters"]
    assert [step["games"] for step in steps] == [2, 8]
    for step in steps:
        command = f"--deck base --policy novice --players 3 --doom 0 --games {step['games']} --seed 1"
        assert step["command"] == f"fatecast ablate {command}"
        assert f"{step['games']} games in each cell" in step["told"]
    step = steps[-1]
    data = json.loads(printed(typed, f"{step['command']} --executor inline --json"))
    assert {**step["data"], "folder": ""} == {**data, "folder": ""}
    rows = {row[0]: row for row in table_in(printed(typed, f"{step['command']} --executor inline --out again"))}
    ranked = [f"without {effect['piece']}" for effect in steps[-1]["effects"]]
    assert ranked == [*rows][::-1], "first the one without which they are best off"
    for effect in step["effects"]:
        [shown] = re.findall(r"[+-]\d+\.\d+", effect["text"])
        assert shown in rows[f"without {effect['piece']}"], effect


def test_games_that_are_found(studio: Served, typed: Fatecast) -> None:
    said = {"run": "few", "max": "turns=40", "where": "players=2", "limit": 5}
    command, [found] = told(studio, "/games/find", said, "found")
    assert command == "fatecast find reports/runs/few --where players=2 --max turns=40 --limit 5"
    lines = printed(typed, command).splitlines()
    assert len(found["games"]) == 5
    assert lines == [*(f"{game['command']}   # {game['told']}" for game in found["games"]), found["note"]]
    assert all(game["command"].startswith(f"fatecast replay {game['id']}") for game in found["games"])


def test_games_worth_reading_are_those_of_the_report(studio: Served, typed: Fatecast, tmp_path: Path) -> None:
    command, [found] = told(studio, "/games/gallery", {"run": "few"}, "found")
    assert command == "fatecast report reports/runs/few"
    printed(typed, command, "--out", str(tmp_path / "page"))
    page = unescape((tmp_path / "page/index.html").read_text()).partition('id="gallery"')[2]
    shown = re.findall(r"<h3>(.*?)</h3>\s*<p class=\"sub\">(.*?)</p>\s*<pre[^>]*><code>(.*?)</code>", page)
    assert shown
    assert [(game["told"], game["command"]) for game in found["games"]] == [
        (f"{kind} · {where}", line) for kind, where, line in shown
    ]
    for game in found["games"]:
        told(studio, "/games/replay", {"id": game["id"]}, "replay")
    for wrong in ({"run": "gone"}, {"run": "../few"}, {}):
        assert studio.ask("POST", "/games/gallery", wrong).status == 400


def test_a_replay(studio: Served, typed: Fatecast) -> None:
    _, [found] = told(studio, "/games/find", {"run": "few", "limit": 1}, "found")
    game_id = found["games"][0]["id"]
    command, [replay] = told(studio, "/games/replay", {"id": game_id}, "replay")
    assert f":seed{replay['seed']}:game{replay['index']}" in command
    assert replay["seed"] == 5
    assert printed(typed, command) == "".join(f"{line}\n" for _, line in replay["lines"])
    turns = [event["turn"] for event in json.loads(printed(typed, command, "--json"))]
    assert {turn for turn, _ in replay["lines"]} <= {*turns}


@pytest.mark.full
def test_a_page_that_is_shared_is_verified_and_a_changed_digit_is_found(studio: Served, typed: Fatecast) -> None:
    said = {"before": "hold at=12", "after": "hold at=25", "games": 60, "seed": 3, "share": "mine"}
    _, [found] = told(studio, "/side-by-side/compare", said, "compared")
    page = Path(found["page"])
    assert page == Path("reports/shared/mine.html")
    assert found["command"].endswith("--games 60 --seed 3 --page reports/shared/mine.html")
    assert found["check"] == "fatecast verify reports/shared/mine.html --game pig"
    printed(typed, found["check"])
    text = page.read_text()
    digits = list(re.finditer(r"(?<=[-+>(])\d+\.\d", text))
    assert digits
    for each in (digits[0], digits[-1]):
        at = each.end() - 1
        page.write_text(f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}")
        done = typed(*shlex.split(found["check"])[1:])
        assert done.returncode != 0, each
        assert done.stderr.count("\n") == 1
    page.write_text(text)
    printed(typed, found["check"])


def test_a_report_of_a_run_is_in_a_sandbox(studio: Served) -> None:
    answer = studio.ask("GET", "/runs/page/few")
    text, headers = answer.body.decode(), answer.by_name
    assert answer.status == 200
    policy = [part.strip() for part in headers["content-security-policy"].split(";")]
    assert "sandbox allow-scripts" in policy
    assert "frame-ancestors 'self'" in policy
    assert "default-src 'none'" in policy
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)
    hashes = {f"'sha256-{b64encode(sha256(each.encode()).digest()).decode()}'" for each in scripts}
    assert scripts
    [allowed] = [part.split()[1:] for part in policy if part.startswith("script-src")]
    assert {*allowed} == hashes, "this script, and no other"
    assert headers["x-frame-options"] == "SAMEORIGIN"
    others = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cache-control": "no-store"}
    assert others.items() <= headers.items()
    assert len([name for name, _ in answer.headers if name.lower() == "content-security-policy"]) == 1
    assert "hold" in text


@pytest.mark.parametrize("name", ["gone", "..%2ffew", "few%00"])
def test_no_other_report_has_its_policy(name: str, studio: Served) -> None:
    answer = studio.ask("GET", f"/runs/page/{name}")
    assert answer.status in (400, 404)
    assert "sandbox" not in answer.by_name["content-security-policy"]
    assert answer.by_name["x-frame-options"] == "DENY"


@pytest.mark.full
def test_what_a_game_says_about_a_piece_is_what_its_command_prints(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: Fatecast
) -> None:
    monkeypatch.chdir(tmp_path)
    for game, word, content, piece, figures in (
        ("shipwreck", None, "base", "the-deep", 4),
        ("oracle", "oracle", "A", "change-plus", 0),
    ):
        heard = Heard()
        sheet.play(OfPiece(game, word, content, piece), heard)
        [found] = [event for event in heard.events if event["kind"] == "sheet"]
        assert found["data"] == json.loads(printed(typed, f"{found['command']} --json"))
        assert len(found["figures"]) == len(found["data"]["panels"]) == figures
        for shown, panel in zip(found["figures"], found["data"]["panels"], strict=True):
            values = panel.get("values") or [list(line) for line in zip(*panel["series"].values(), strict=True)]
            cells = [[cell["text"] for cell in row["cells"]] for row in shown["rows"]]
            assert [len(line) for line in cells] == [len(line) for line in values]
            for text, value in zip(chain(*cells), chain(*values), strict=True):
                assert text == ("–" if value is None else f"{value:.0%}" if text.endswith("%") else f"{value:.3g}")
            assert all(0 <= (cell["bar"] or 0) <= 1 for row in shown["rows"] for cell in row["cells"])
