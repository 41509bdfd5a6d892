"""What a room shows names a command, with its number of games and its seed, and is what the command prints: digit by
digit. (The trials of the workbench are in `test_trials.py`.)"""

import json
import re
import shlex
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.registry import forget
from sim import run
from sim.studio.jobs import jobs as queue
from sim.studio.jobs.start import jobs_for, jobs_for_runs
from sim.studio.studio import Studio
from sim.studio.workbench import matters
from tests.support.command_line import Fatecast
from tests.support.dice_race import WIN_RATE
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


def test_the_pieces_that_hurt_and_help_most_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of `ablate`: first the piece without which players win least."""
    pieces = {"a": matters.MORE, "b": matters.MORE, "c": matters.LESS, "d": matters.LESS}
    ranked = [SimpleNamespace(alteration=SimpleNamespace(pieces=[piece])) for piece in pieces]
    found: Any = SimpleNamespace(found=SimpleNamespace(outcome=WIN_RATE, ranked=ranked), base=None, data={})
    monkeypatch.setattr(matters, "ablation_view", lambda *_: SimpleNamespace(lines=ranked))
    monkeypatch.setattr(matters, "_effect", lambda piece, *_: {"piece": piece, "verdict": pieces[piece], "text": ""})
    told_of_all = matters.told(found, {}, 64)["told"]
    assert re.findall(r"\w: \w+ most", told_of_all) == ["d: hurts most", "a: helps most"]
