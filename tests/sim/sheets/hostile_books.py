"""Workbooks of strangers: each shape in several sizes, and what reading all of them costs:
`python -m tests.sim.sheets.hostile_books [NAME …]`."""

import io
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.support import ROOT

SECONDS, MEGABYTES = 5, 400
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SHEET, TEXTS, STYLES, BOOK = (f"xl/{name}.xml" for name in ("worksheets/sheet1", "sharedStrings", "styles", "workbook"))
RELATED = "xl/_rels/workbook.xml.rels"
NAMED = f'<workbook {MAIN} xmlns:r="{LINKS}"><sheets><sheet name="Cards" r:id="r0"/></sheets>'
XF, NO_NAME, AREA = (
    '<xf numFmtId="200"/>',
    '<sheet name="a"/>',
    '<definedName name="_xlnm.Print_Area">A1:B2</definedName>',
)
HEAD = '<row><c t="inlineStr"><is><t>Name</t></is></c><c t="inlineStr"><is><t>Power</t></is></c></row>'
EEL = '<row><c t="inlineStr"><is><t>Eel</t></is></c><c><v>2</v></c></row>'

Contents = dict[str, str | bytes]
Shape = Callable[[int], Contents]


def book(changes: Contents, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A workbook of one sheet, with other files inside."""
    links = "".join(
        f'<Relationship Id="r{at}" Type="{LINKS}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(
            [("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", "sharedStrings.xml"), ("styles", "styles.xml")]
        )
    )
    parts: Contents = {
        "_rels/.rels": f'<Relationships><Relationship Id="a" Type="{LINKS}/officeDocument" Target="/{BOOK}"/>'
        "</Relationships>",
        BOOK: f'<workbook {MAIN} xmlns:r="{LINKS}"><sheets><sheet name="Cards" r:id="r0"/></sheets></workbook>',
        RELATED: f"<Relationships>{links}</Relationships>",
        TEXTS: f"<sst {MAIN}><si><t>Ray</t></si></sst>",
        STYLES: f"<styleSheet {MAIN}/>",
        SHEET: sheet(HEAD + EEL),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method, compresslevel=6) as file:
        for name, text in (parts | changes).items():
            file.writestr(name, text)
    return packed.getvalue()


def sheet(rows: str, before: str = "", after: str = "") -> str:
    return f"<worksheet {MAIN}>{before}<sheetData>{rows}</sheetData>{after}</worksheet>"


def related(target: str) -> str:
    return f'<Relationships><Relationship Id="r0" Type="{LINKS}/worksheet" Target="{target}"/></Relationships>'


def texts(inside: str) -> Contents:
    return {TEXTS: f"<sst {MAIN}>{inside}</sst>"}


def styles(inside: str) -> Contents:
    return {STYLES: f"<styleSheet {MAIN}>{inside}</styleSheet>"}


def one(cell: str) -> Contents:
    return {SHEET: sheet(HEAD + EEL + f"<row>{cell}</row>")}


def filled(size: int, piece: str, room: int = 23_500_000) -> str:
    """A piece again and again, as often as it fits into a part of the largest size."""
    return piece * (size * room // 3 // len(piece.encode()))


SHAPES: dict[str, Shape] = {
    "a far row": lambda size: {SHEET: sheet(f'<row r="{2 * 10 ** (6 + size)}"><c><v>1</v></c></row>')},
    "a far empty row": lambda size: {SHEET: sheet(f'{HEAD}{EEL}<row r="{2 * 10 ** (6 + size)}"/>')},
    "a far column": lambda size: one(f'<c r="{"ZZZ"[: size + 1]}3"><v>1</v></c>'),
    "a row below none": lambda size: {SHEET: sheet(f'<row r="-{size}"><c><v>1</v></c></row>')},
    "rows without end": lambda size: {SHEET: sheet(f'<row r="1e{size * 150}"><c><v>1</v></c></row>')},
    "empty cells in a row": lambda size: one(filled(size, "<c/>")),
    "empty cells in rows": lambda size: {SHEET: sheet(filled(size, "<row>" + "<c/>" * 256 + "</row>"))},
    "empty rows": lambda size: {SHEET: sheet(filled(size, "<row/>"))},
    "cells with nothing": lambda size: {SHEET: sheet(filled(size, "<row>" + "<c><v/></c>" * 200 + "</row>"))},
    "formulas": lambda size: {SHEET: sheet(filled(size, "<row>" + "<c><f>A1</f></c>" * 200 + "</row>"))},
    "cells outside of rows": lambda size: {SHEET: sheet("", filled(size, "<c><v>1</v></c>"))},
    "other tags": lambda size: {SHEET: sheet(HEAD + EEL, "", filled(size, "<x/>"))},
    "merged cells": lambda size: {SHEET: sheet(HEAD + EEL, "", filled(size, '<mergeCell ref="A1:XFD1048576"/>'))},
    "tags within tags": lambda size: {SHEET: f"<worksheet {MAIN}>" + filled(size, "<a>")},
    "rows within rows": lambda size: {SHEET: sheet(filled(size, "<row>"))},
    "a tag without end": lambda size: {SHEET: f"<worksheet {MAIN}><c " + filled(size, " ") + "/></worksheet>"},
    "a comment": lambda size: {SHEET: f"<worksheet {MAIN}><!--" + filled(size, "x") + "--></worksheet>"},
    "comments": lambda size: {SHEET: sheet(HEAD + EEL, filled(size, "<!---->"))},
    "instructions": lambda size: {SHEET: sheet(HEAD + EEL, filled(size, "<?a?>"))},
    "attributes": lambda size: {
        SHEET: sheet(HEAD + EEL + "".join("<row" + "".join(f" a{at}_{n}=''" for n in range(9_000)) + "/>"
                                          for at in range(60 * size)))
    },
    "an attribute": lambda size: {SHEET: sheet(f'{HEAD}{EEL}<row a="{filled(size, "x")}"/>')},
    "names of tags": lambda size: {SHEET: sheet(HEAD + EEL, "".join(f"<a{at}/>" for at in range(size * 500_000)))},
    "namespaces": lambda size: {
        SHEET: sheet(HEAD + EEL, "".join(f'<a xmlns:b{at}="u"/>' for at in range(size * 330_000)))
    },
    "a long number": lambda size: one("<c><v>" + filled(size, "9") + "</v></c>"),
    "long numbers": lambda size: {SHEET: sheet(filled(size, "<row><c><v>" + "9" * 4_000 + "</v></c></row>"))},
    "a long text": lambda size: one(f'<c t="str"><v>{filled(size, "x")}</v></c>'),
    "long texts": lambda size: {SHEET: sheet(filled(size, f'<row><c t="str"><v>{"x" * 4_090}</v></c></row>'))},
    "character references": lambda size: one(f'<c t="str"><v>{filled(size, "&#65;")}</v></c>'),
    "wide characters": lambda size: texts("<si><t>" + filled(size, "\U0001f41f") + "</t></si>"),
    "new lines": lambda size: one(f'<c t="str"><v>{filled(size, chr(10))}</v></c>'),
    "shared texts": lambda size: texts(filled(size, "<si/>")),
    "short shared texts": lambda size: texts(filled(size, "<si><t>ab</t></si>")),
    "text in pieces": lambda size: texts("<si>" + filled(size, "<r><t>x</t></r>") + "</si>"),
    "a text that is not there": lambda size: one(f'<c t="s"><v>{10 ** (3 * size)}</v></c>'),
    "a text before the first": lambda size: one(f'<c t="s"><v>-{size}</v></c>'),
    "styles": lambda size: styles("<cellXfs>" + filled(size, "<xf/>") + "</cellXfs>"),
    "styles with numbers": lambda size: styles(
        "<cellXfs>" + "".join(f'<xf numFmtId="{at}"/>' for at in range(size * 330_000)) + "</cellXfs>"
    ),
    "number formats": lambda size: styles(
        "<numFmts>"
        + "".join(f'<numFmt numFmtId="{at}" formatCode="y"/>' for at in range(size * 150_000))
        + "</numFmts>"
    ),
    "brackets in a format": lambda size: styles(
        f'<numFmts><numFmt numFmtId="200" formatCode="{"[" * 80_000 * size}"/></numFmts>'
        f"<cellXfs>{XF * 60_000}</cellXfs>"
    ),
    "marks in a format": lambda size: styles(
        f'<numFmts><numFmt numFmtId="200" formatCode="{"&quot;[" * 12_000 * size}"/></numFmts>'
        f"<cellXfs>{XF * 60_000}</cellXfs>"
    ),
    "sheets": lambda size: {BOOK: f"<workbook {MAIN}><sheets>{filled(size, NO_NAME[:6] + '/>')}</sheets></workbook>"},
    "named sheets": lambda size: {
        BOOK: f"<workbook {MAIN}><sheets>{filled(size, NO_NAME)}</sheets></workbook>"
    },
    "print areas": lambda size: {
        BOOK: f"{NAMED}<definedNames>{filled(size, AREA)}</definedNames></workbook>"
    },
    "print titles": lambda size: {
        BOOK: f'{NAMED}<definedNames><definedName name="_xlnm.Print_Titles">{filled(size, "a!")}</definedName>'
        "</definedNames></workbook>"
    },
    "relations": lambda size: {
        RELATED: "<Relationships>"
        + "".join(f'<Relationship Id="x{at}" Type="a" Target="b"/>' for at in range(size * 170_000))
        + "</Relationships>"
    },
    "steps in a relation": lambda size: {
        RELATED: related("../" * 80_000 * size)
    },
    "a relation to itself": lambda size: {
        RELATED: related("workbook.xml")
    },
    "entities": lambda size: {SHEET: f'<!DOCTYPE a [<!ENTITY b "{"x" * 10 ** size}">]>{sheet(HEAD + EEL)}'},
    "entities elsewhere": lambda size: {
        RELATED: related("sheet.bin"),
        "xl/sheet.bin": f'<!DOCTYPE a [<!ENTITY b "{"x" * 10 ** size}">]>{sheet(HEAD + EEL)}',
    },
    "entities within entities": lambda size: {
        SHEET: "<!DOCTYPE a [<!ENTITY b0 'xxxxxxxxxx'>"
        + "".join(f"<!ENTITY b{at + 1} '" + f"&b{at};" * 10 + "'>" for at in range(3 * size))
        + f"]><worksheet {MAIN}><row><c><v>&b{3 * size};</v></c></row></worksheet>"
    },
    "other letters": lambda size: {SHEET: sheet(filled(size, "<c/>", 11_000_000)).encode("utf-16")},
    "zeros": lambda size: {SHEET: bytes(7_900_000 * size)},
    "zeros in a picture": lambda size: {"xl/media/a.png": bytes(100_000_000 * size)},
    "files": lambda size: {f"x{at}": "" for at in range(1_000 * size)},
    "no XML": lambda size: {SHEET: "<worksheet" * size},
    "no book": lambda size: {BOOK: "<workbook/>" + " " * size},
}  # fmt: skip
"""Each by its size: 1, 2 or 3, of which the last is about as large as a file may be."""

METHODS = {"bzip2": zipfile.ZIP_BZIP2, "lzma": zipfile.ZIP_LZMA}


def all_books() -> dict[str, Callable[[], bytes]]:
    """All of them, each made when it is asked for."""
    made: dict[str, Callable[[], bytes]] = {
        f"{name}, {size}": partial(_sized, shape, size) for name, shape in SHAPES.items() for size in (1, 3)
    }
    return made | {name: partial(book, {}, way) for name, way in METHODS.items()}


def _sized(shape: Shape, size: int) -> bytes:
    return book(shape(size))


def measure(path: Path, command: list[str]) -> tuple[float, float, int, str]:
    """CPU seconds and megabytes of a command and of all that it started, its exit status and its last words."""
    code = (
        "import resource, subprocess, sys\n"
        "from subprocess import PIPE, STDOUT\n"
        "done = subprocess.run(sys.argv[1:], stdout=PIPE, stderr=STDOUT, text=True, timeout=120)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, done.returncode)\n"
        "print(done.stdout[-300:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command],
        cwd=path.parent,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    first, _, last = done.stdout.partition("\n")
    seconds, megabytes, status = first.split()
    return float(seconds), float(megabytes), int(status), last.strip()


def main() -> None:
    """Pull each of them into a file, and say what it cost."""
    worst = [0.0, 0.0]
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        names = sys.argv[1:] or [*all_books()]
        for name in names:
            make = all_books()[name]
            path = here / "sheet.xlsx"
            path.write_bytes(make())
            pull = [sys.executable, "-m", "fatecast", "cards", "pull", "sheet.xlsx", "--to", "cards.toml", "-q"]
            seconds, megabytes, status, words = measure(path, pull)
            worst = [max(worst[0], seconds), max(worst[1], megabytes)]
            is_whole = seconds < SECONDS and megabytes < MEGABYTES and status in (0, 2) and "unexpected" not in words
            if not is_whole or words.count("\n"):
                failed.append(name)
            print(f"{name:32} {seconds:5.1f} s {megabytes:6.0f} MB {status} {words[-120:]!r}", flush=True)
    print(f"{len(names)} workbooks: at most {worst[0]:.1f} CPU s and {worst[1]:.0f} MB; not so: {failed}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
