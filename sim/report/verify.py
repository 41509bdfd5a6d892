"""Check a report against its run: build it again, and compare every file."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from json import loads
from pathlib import Path
from typing import Any

from engine.configs import read_bounded
from engine.content.labels import is_label
from engine.errors import BadData, BadInput, message
from engine.game.registry import as_said
from engine.language.catalogues import languages
from engine.language.current import DEFAULT, said, speaking
from sim.inspect.verify import checked_if_it_fails
from sim.report.build import build
from sim.report.dossier.page import DOSSIER
from sim.report.shared.files import RECORD, SCHEMA, SUBFOLDERS, ReportFiles
from sim.report.shared.frame import LONGEST_TITLE
from sim.runs.own_folder import check_folder
from sim.runs.store import Store
from sim.runs.tables import readable_tables, same_table
from sim.text.packages import installed

SHOWN = 20
"""Differences that are printed one by one."""

MUCH_LARGER = 1 << 24
"""A file that is so many bytes larger than the right one is not read to its end."""

LONGEST_FLAGS = 10_000
"""Characters: a path among them may be long."""

DRAWN_BY = "matplotlib"
"""Figures are compared only if the same version drew them: another version draws the same numbers differently."""


def verify_report(run: Path, report: Path, joins: Sequence[Path] = ()) -> Iterator[str]:
    """Yield one line for each difference; ends with BadData if there are any. `joins` are the results of searches that
    the report was made with: it keeps their hashes only."""
    record = _record(report)
    _check_run(run, report, record["runs"])
    if len(record.get("joined", [])) != len(joins):
        names = ", ".join(each["name"] for each in record.get("joined", [])) or said("nothing")
        raise BadInput(message("made with {names}; name the same by --with", names=names), source=report)
    with checked_if_it_fails(run), readable_tables(run):
        place = str(record["runs"][0].get("place") or record["runs"][0]["run"])
        with as_said(record.get("named")), speaking(record.get("lang", DEFAULT)):
            told = (place, record.get("title", ""), record.get("kept") is True)
            expected = build(run, *told, joins=joins, with_dossier=DOSSIER in record["files"])
    same_pen = record["packages"].get(DRAWN_BY) == installed(DRAWN_BY)
    wrong = 0
    for finding in chain(_record_findings(record, expected), _findings(report, expected, same_pen)):
        wrong += 1
        if wrong <= SHOWN:
            yield f"{report}/{finding}"
    if not same_pen:
        yield said(
            "{report}: figures drawn by another version of {package}, not compared", report=report, package=DRAWN_BY
        )
    if wrong:
        raise BadData(message("{wrong} files differ from what {run} gives", wrong=wrong, run=run), source=report)
    yield said("{report}: correct, {count} files recomputed", report=report, count=len(expected))


def _check_run(run: Path, report: Path, runs: list[dict[str, str]]) -> None:
    """Refuse a report of another run, before anything is compared."""
    if len(runs) != 1:
        raise BadInput(
            message("of {count} runs side by side; expected the report of one run", count=len(runs)), source=report
        )
    digest = Store(run).manifest().get("digest")
    if runs[0]["digest"] != digest:
        raise BadData(
            message(
                "made from games with digest {value}, {run} has {digest}",
                value=runs[0]["digest"],
                run=run,
                digest=digest,
            ),
            source=report,
        )


def _record(report: Path) -> dict[str, Any]:
    try:
        if report.is_dir():
            check_folder(report, SUBFOLDERS)
        record = loads(read_bounded(report / RECORD))
        schema, _, _ = record["schema"], record["runs"][0]["digest"], record["packages"]["matplotlib"]
        title = record.get("title", "")
        if not isinstance(title, str) or (title and not is_label(title, LONGEST_TITLE)):
            raise TypeError("expected a title")
        named = record.get("named", "--game")
        if not isinstance(named, str) or not is_label(named.strip(), LONGEST_FLAGS):
            raise TypeError("expected flags")
        if record.get("lang", DEFAULT) not in languages():
            raise TypeError("expected a language")
        if not all(is_label(each["name"]) for each in record.get("joined", [])):
            raise TypeError("expected names")
    except BadInput:
        raise BadInput(message("not a report (report.json cannot be read)"), source=report) from None
    except (ValueError, RecursionError, KeyError, IndexError, TypeError):
        raise BadData(
            message("damaged, expected the JSON object of a report"), source=f"{report}/report.json"
        ) from None
    if schema != SCHEMA:
        raise BadData(
            message(
                "schema {schema}, this version reads {schema2}; make it again: fatecast report",
                schema=schema,
                schema2=SCHEMA,
            ),
            source=f"{report}/report.json",
        )
    return dict(record)


def _record_findings(record: dict[str, Any], expected: ReportFiles) -> Iterator[str]:
    """Compare the record itself, except for the versions that made the report."""
    recomputed = loads(expected[RECORD])
    for key in ("runs", "files", "joined"):
        if record.get(key) != recomputed.get(key):
            yield ": ".join([RECORD, key, said("differs from what the run gives")])


def _findings(report: Path, expected: ReportFiles, same_pen: bool) -> Iterator[str]:
    for name, data in sorted(expected.items()):
        if name == RECORD:
            continue
        try:
            found = read_bounded(report / name, len(data) + MUCH_LARGER)
        except BadInput as error:
            yield error.moved(source=name).line
            continue
        if found == data or _equal(name, found, data, same_pen):
            continue
        yield f"{name}: {_where(name, found, data)}"


def _equal(name: str, found: bytes, expected: bytes, same_pen: bool) -> bool:
    """Whether files that differ in their bytes have the same content."""
    if name.startswith("figures/"):
        return not same_pen
    if name.endswith(".html"):
        return not same_pen and _without_figures(found) == _without_figures(expected)
    if name.endswith(".parquet"):
        return same_table(found, expected)
    return False


def _without_figures(page: bytes) -> bytes:
    return re.sub(rb"<svg.*?</svg>", b"", page, flags=re.DOTALL)


def _where(name: str, found: bytes, expected: bytes) -> str:
    """The first line that differs, for text files."""
    if not name.endswith((".html", ".md", ".csv", ".svg")):
        return said("differs from what the run gives")
    return where_differing(found, expected)


def where_differing(found: bytes, expected: bytes) -> str:
    """The first line that differs."""
    there, here = found.decode(errors="replace").splitlines(), expected.decode().splitlines()
    for number, (left, right) in enumerate(zip(there, here, strict=False), 1):
        if left != right:
            at = next(
                (at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right))
            )
            near = slice(max(0, at - 20), at + 30)
            return said(
                "line {number}: {found!r}, recomputed {expected!r}",
                number=number,
                found=left[near],
                expected=right[near],
            )
    return said("{count} lines, recomputed {expected}", count=len(there), expected=len(here))
