"""What people do with fatecast, typed as they would: with the wheel installed, in an empty folder."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from engine.errors import BadInput
from sim.inspect.check import check_file
from tests.support import ROOT
from tests.support.installed import environment
from tests.support.shown_commands import blocks, is_printed, plain, steps

EXAMPLES = ROOT / "docs/examples"
CARD = (ROOT / "docs/how-to/write-a-card.md").read_text(encoding="utf-8")
CI = (ROOT / "docs/how-to/tune-in-ci.md").read_text(encoding="utf-8")


def typed(commands: str, installed: Path, folder: Path) -> str:
    """What a shell prints that stops at the first mistake."""
    done = subprocess.run(
        ["sh", "-e", "-c", commands],
        cwd=folder,
        env=environment(installed),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def script_of(page: str) -> str:
    """The files and the commands of a page, in their order, for a shell that stops at the first mistake."""
    lines = []
    for kind, block in re.findall(r"^```(toml|console)\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL):
        if kind == "toml":
            lines += [f"cat > {block.splitlines()[0].removeprefix('# ')} <<'END'", *block.splitlines()[1:], "END"]
        else:
            for step in steps(f"```console\n{block}```\n"):
                lines.append(step.command + (f" || [ $? -eq {step.exit_code} ]" if step.exit_code else ""))
    return "\n".join(lines) + "\n"


def test_the_page_of_the_card_is_the_script() -> None:
    _, _, script = (EXAMPLES / "new-card.sh").read_text(encoding="utf-8").partition("\n\n")
    assert script == script_of(CARD)


@pytest.mark.full
def test_a_new_card_from_nothing_to_the_verdict_of_a_gate(installed: Path, tmp_path: Path) -> None:
    printed = typed((EXAMPLES / "new-card.sh").read_text(encoding="utf-8"), installed, tmp_path)
    lines = [plain(line) for line in printed.splitlines()]
    for step in steps(CARD):
        missing = [line for line in step.shown if plain(line) not in ("", "…") and not is_printed(line, lines)]
        assert not missing, f"{step.command}\n{printed}"
    assert (tmp_path / "page/index.html").exists()


@pytest.mark.full
def test_a_repository_of_decks_from_init_to_a_failing_and_a_passing_gate(
    installed: Path, wheel: Path, tmp_path: Path
) -> None:
    script = (EXAMPLES / "decks-repository.sh").read_text(encoding="utf-8")
    assert script in blocks(CI, "sh")
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / wheel.name).write_bytes(wheel.read_bytes())
    printed = typed(script, installed, tmp_path)
    assert re.findall(r"^(fail|pass|inconclusive): ", printed, flags=re.MULTILINE) == ["fail", "pass"]
    workflow = yaml.safe_load((tmp_path / ".github/workflows/gate.yml").read_text(encoding="utf-8"))
    install, check, gate = (step["run"].strip() for step in workflow["jobs"]["gate"]["steps"] if "run" in step)
    constraints = ".github/workflows/constraints.txt"
    assert install == f"python -m pip install --constraint {constraints} ./wheels/{wheel.name}"
    summary = tmp_path / "summary.md"
    typed(f"export GITHUB_STEP_SUMMARY={summary}\n{check}\n{gate}", installed, tmp_path)
    assert "pass: every cell is known to keep its claim" in summary.read_text(encoding="utf-8")
    assert (tmp_path / "gate.xml").exists()
    assert (tmp_path / "gate.json").exists()


@pytest.mark.full
def test_a_notebook_from_a_run_to_a_comparison(installed: Path, tmp_path: Path) -> None:
    """Executed again, it has the outputs that are in the file, byte for byte."""
    script = [str(ROOT / "tests/notebook.py"), "--check", str(ROOT / "docs/notebook.ipynb")]
    command = [str(installed / "bin/python"), "-P", *script]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment(installed), capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_rule_has_no_word_for_what_the_page_says_it_cannot_depend_on(tmp_path: Path) -> None:
    for word in ("players", "doom", "score", "turn"):
        text = CARD[CARD.index("# crowd.toml") :].partition("```")[0].replace("players > 3", f"{word} > 3")
        (tmp_path / "crowd.toml").write_text(text)
        with pytest.raises(BadInput, match=f"cards.the-crowd.play: unknown name '{word}'"):
            check_file(tmp_path / "crowd.toml", "shipwreck")
