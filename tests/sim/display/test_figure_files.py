"""Figures as files and as parts of a page: the same bytes again, ids that never clash, the page's own ink."""

import re

from matplotlib.figure import Figure

from sim.display.figure_files import ON_PAGE, as_part_of_page, as_svg
from sim.display.figure_style import styled


def drawn(words: str = "0.12345") -> Figure:
    with styled():
        figure = Figure((3, 2))
        plot = figure.subplots()
        plot.errorbar([1, 2], [1.23456, 2], yerr=0.1, fmt="o", label="x")
        plot.set_xlabel(words)
        plot.legend()
    return figure


def test_the_same_figure_gives_the_same_bytes_without_a_date() -> None:
    svg = as_svg(drawn(), "one")
    assert svg == as_svg(drawn(), "one")
    assert b"<metadata" not in svg
    assert b"date" not in svg.lower()


def test_coordinates_are_rounded_and_words_are_not() -> None:
    svg = as_svg(drawn(), "one").decode()
    assert ">0.12345<" in svg
    assert not re.search(r' d="[^"]*\.\d{3}', svg)


def test_two_figures_on_a_page_share_no_id() -> None:
    parts = [as_part_of_page(as_svg(drawn(), name), name, "caption") for name in ("one", "two")]
    ids = [re.findall(r'\bid="([^"]*)"', part) for part in parts]
    assert all(ids)
    assert not set(ids[0]) & set(ids[1])
    for part, own in zip(parts, ids, strict=True):
        assert set(re.findall(r'(?:href="|url\()#([^")]*)', part)) == set(own)


def test_a_part_of_a_page_has_its_ink_and_no_ground() -> None:
    svg = as_svg(drawn(), "one")
    part = as_part_of_page(svg, "one", "how often & how <sure>")
    assert b"#ffffff" in svg
    assert "#ffffff" not in part
    assert not any(colour in part for colour in ON_PAGE)
    assert "currentColor" in part
    assert 'aria-label="how often &amp; how &lt;sure&gt;"' in part
    assert re.match(r"<svg [^>]*viewBox=", part)
    assert 'width="' not in part.partition(">")[0]
