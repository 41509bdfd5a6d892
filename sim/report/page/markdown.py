"""The report for a pull request: the main table and the sentences as Markdown."""

from collections.abc import Mapping
from typing import Any

from sim.report.page.entries import View


def markdown(content: Mapping[str, Any]) -> bytes:
    """`report.md`."""
    material, axes = content["material"], content["axes"]
    lines = [f"# {material.story.title}: how hard is it?", ""]
    counts = material.run.manifest["counts"]
    lines += [
        f"{counts['games']:,} games in {counts['cells']} cells, run `{material.name}`, digest `{material.run.digest}`.",
        "",
    ]
    lines += [f"- {sentence}" for sentence in content["sentences"]]
    lines += ["", f"## {axes.focus.table[:1].upper()}{axes.focus.table[1:]}", "", *table(content["main"])]
    if content["ladder"] is not None:
        at = f", {axes.size_name(axes.middle)}" if material.story.size else ""
        lines += ["", f"## Every table{at}", "", *table(content["ladder"])]
    if "openings" in content["figures"]:
        lines += ["", f"## {material.story.piece.capitalize()}s in the opening", ""]
        lines += ["![What each is worth in the opening](figures/openings.png)"]
    lines += ["", "All of it: `index.html`. Reproduce with:", "", "```sh", *content["commands"], "```", ""]
    return "\n".join(lines).encode()


def several_markdown(content: Mapping[str, Any]) -> bytes:
    """`report.md` of several runs."""
    captions = [side.caption for side in content["sides"]]
    lines = [f"# {content['story'].title}: {', '.join(captions)}", ""]
    lines += [f"- {sentence}" for sentence in content["sentences"]]
    lines += ["", *table(content["comparison"]), "", "![Differences](figures/differences.png)", ""]
    return "\n".join(lines).encode()


def table(view: View) -> list[str]:
    """A table of the page as Markdown."""
    heads = [head for head, _ in view.heads]
    lines = [_line(heads), _line(["---"] + ["---:"] * (len(heads) - 1))]
    return lines + [
        _line([f"{each.text} ({each.note})" if each.note else each.text for each in row]) for row in view.rows
    ]


def _line(words: list[str]) -> str:
    return f"| {' | '.join(word.replace('|', chr(92) + '|') for word in words)} |"
