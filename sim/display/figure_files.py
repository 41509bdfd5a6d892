"""Figures as files, and as parts of a page. The same figure always gives the same bytes.

Matplotlib writes the SVG without metadata; ids that the drawing refers to are hashed with the name of the figure
(`svg.hashsalt`), and the background has an id of its own (`set_gid`). What Matplotlib has no setting for is done on the
parsed XML: coordinates are rounded; on a page the background and all ids without a reference are removed, and the ink
becomes that of the page. A mark that carries a text (`figure_parts.tell`) gets it as its title.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from xml.etree.ElementTree import Element, fromstring, register_namespace, tostring

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import ScalarFormatter
from PIL import Image

from engine.language.current import rules
from sim.display.figure_parts import VALUE
from sim.display.figure_style import INK, LINE, MUTED, styled
from sim.text.number_format import local

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
COORDINATES = ("d", "x", "y", "points", "transform")
LONG_NUMBER = re.compile(r"\d+\.\d{3,}")
REFERENCE = re.compile(r"url\(#([^)]*)\)")
ON_PAGE = {INK: "currentColor", MUTED: "var(--muted)", LINE: "var(--line)"}
"""The colours that a figure is drawn in, and those that a page shows it in."""

DPI = 120
COLOURS = 96
"""Of a PNG: flat figures need no more, and take a third of the space."""

register_namespace("", SVG)
register_namespace("xlink", XLINK)


class LocalNumbers(ScalarFormatter):
    """Numbers on an axis as the language of the call writes them."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        return local(super().__call__(x, pos))


def _number_axes(figure: Figure) -> None:
    if rules().decimal == ".":
        return
    for plot in figure.axes:
        for axis in (plot.xaxis, plot.yaxis):
            if type(axis.get_major_formatter()) is ScalarFormatter:
                axis.set_major_formatter(LocalNumbers())


def as_svg(figure: Figure, name: str) -> bytes:
    """A file of its own, on white."""
    _number_axes(figure)
    figure.patch.set_gid(_background(name))
    with styled(), mpl.rc_context({"svg.hashsalt": name}):
        out = BytesIO()
        figure.savefig(out, format="svg", facecolor="white", metadata=NO_METADATA)
    drawing = fromstring(out.getvalue())
    for element in drawing.iter():
        for key in COORDINATES:
            if key in element.attrib:
                element.set(key, LONG_NUMBER.sub(lambda number: f"{float(number[0]):.2f}", element.attrib[key]))
    _entitle(drawing)
    return bytes(tostring(drawing, encoding="utf-8", xml_declaration=True))


def as_part_of_page(svg: bytes, name: str, caption: str) -> str:
    """The same figure inside a page: as wide as there is room, in the page's ink, read out by its caption."""
    drawing = fromstring(svg)
    _remove(drawing, _background(name))
    _drop_unused_ids(drawing)
    for element in drawing.iter():
        for key, value in element.attrib.items():
            element.set(key, _recoloured(value))
    told = list(_titles(drawing))
    for mark, text in told:
        mark.attrib |= {"class": "value", "role": "img", "aria-label": text}
    for key in ("width", "height", "version"):
        drawing.attrib.pop(key, None)
    drawing.attrib |= {"role": "group" if told else "img", "aria-label": caption}
    return tostring(drawing, encoding="unicode")


def as_png(figure: Figure) -> bytes:
    """The same as pixels."""
    with styled():
        FigureCanvasAgg(figure)
        out = BytesIO()
        figure.savefig(out, format="png", dpi=DPI, facecolor="white")
    few = BytesIO()
    Image.open(out).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(few, "png", optimize=True)
    return few.getvalue()


def as_pdf(figure: Figure) -> bytes:
    """The same for print."""
    with styled():
        out = BytesIO()
        figure.savefig(out, format="pdf", facecolor="white", metadata={"CreationDate": None})
    return out.getvalue()


def _entitle(drawing: Element) -> None:
    """Make a title of every id that is a text."""
    for element in drawing.iter():
        if element.get("id", "").startswith(VALUE):
            title = Element(f"{{{SVG}}}title")
            title.text = element.attrib.pop("id").removeprefix(VALUE)
            element.insert(0, title)


def _titles(drawing: Element) -> Iterator[tuple[Element, str]]:
    """Every mark that has a title, and its text."""
    for element in drawing.iter():
        title = element.find(f"{{{SVG}}}title")
        if title is not None and element is not drawing:
            yield element, title.text or ""


def _background(name: str) -> str:
    return f"{name}-background"


def _remove(drawing: Element, gone: str) -> None:
    for parent in drawing.iter():
        for child in [child for child in parent if child.get("id") == gone]:
            parent.remove(child)


def _drop_unused_ids(drawing: Element) -> None:
    """Matplotlib numbers the groups of every figure alike, so two figures on a page would share their ids."""
    used = set()
    for element in drawing.iter():
        used.add(element.get(f"{{{XLINK}}}href", "").removeprefix("#"))
        used.update(found for value in element.attrib.values() for found in REFERENCE.findall(value))
    for element in drawing.iter():
        if element.get("id") not in used:
            element.attrib.pop("id", None)


def _recoloured(value: str) -> str:
    for drawn, shown in ON_PAGE.items():
        value = value.replace(drawn, shown)
    return value
