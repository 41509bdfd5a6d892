"""What makes a kind of page."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import polars as pl

from sim.report.shared.claims.claim import Claim
from sim.report.shared.claims.verdict import Line
from sim.report.shared.figures.drawing import Figures
from sim.report.shared.page.entries import PageTable
from sim.report.shared.run_data import RunData, Tables

YIELD = "What does it yield?"
"""The question of a production game."""


class Brief(NamedTuple):
    """What `report.md` shows: the first tables and a few figures by name, each with its heading."""

    tables: Sequence[tuple[str, PageTable]]
    figures: Sequence[tuple[str, str]] = ()


def each_of(tables: Mapping[str, Callable[[RunData], pl.DataFrame]]) -> Callable[[RunData], Tables]:
    """Makes all these tables of a run."""
    return lambda data: {name: make(data) for name, make in tables.items()}


@dataclass(frozen=True)
class Kind:
    """A kind of page."""

    question: str
    """What the page answers, in English: `How hard is it?`"""
    rooms: Sequence[str]
    """The packages of its templates: its own first, then those that it borrows from."""
    template: str
    tables: Callable[[RunData], Tables]
    figures: Figures
    claims: Callable[[RunData, Tables], Iterable[Claim]]
    """Every difference that its sentences may speak of: one family."""
    verdict: Callable[[RunData, Tables], Sequence[Line]]
    """The three lines on top of the page."""
    sentences: Callable[[RunData, Tables], Sequence[str]]
    """What else there is to say, in words."""
    content: Callable[[RunData, Tables], Mapping[str, object]]
    """What its template needs beside what all pages have."""
    brief: Callable[[RunData, Tables], Brief]
