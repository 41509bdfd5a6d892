"""The verdict of a competitive game: what it says, how sure it is, and when that depends on who plays."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from engine.game.cell import Cell
from engine.game.presentation import Presentation, RolesAtSeats, Rung
from engine.game.results import Batch, Column
from sim import run
from sim.report.choice import kind_of
from sim.report.shared.claims.claim import UNCLEAR, claims_table
from sim.report.shared.claims.verdict import DEPENDS, SURE, Line
from sim.report.shared.run_data import RunData, Tables
from tests.support import contest
from tests.support.contest import BOUT, Bout

BOTH = {"policies": ["calm", "keen"]}


class Told:
    """What a page says, and what it is made from."""

    def __init__(self, path: Path) -> None:
        self.data = RunData(path)
        self.kind = kind_of(self.data)
        self.tables: Tables = dict(self.kind.tables(self.data))
        self.tables["claims"] = claims_table(list(self.kind.claims(self.data, self.tables)))

    @property
    def lines(self) -> Sequence[Line]:
        return self.kind.verdict(self.data, self.tables)

    @property
    def sentences(self) -> str:
        return "\n".join(self.kind.sentences(self.data, self.tables))

    def unsure(self, topic: str) -> "Told":
        """The same page, if the family of its claims did not bear those of a topic."""
        unclear = pl.when(pl.col("topic") == topic).then(pl.lit(UNCLEAR)).otherwise("relation").alias("relation")
        self.tables["claims"] = self.tables["claims"].with_columns(unclear)
        return self


def told(folder: Path, **settings: Any) -> Told:
    return Told(run({**BOUT, **settings}, out=folder / "run", executor="inline").path)


class Choosy(Bout):
    """A bout whose first seat wins always if all are keen, and takes twice as long."""

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        found = super().simulate(cell, seed, first, last)
        if cell.spec["policy"] == "keen":
            found.rows["winners"], found.rows["turns"] = 1, 2 * found.rows["turns"]
        return found


def test_three_lines_answer_three_questions(tmp_path: Path) -> None:
    lines = told(tmp_path).lines
    assert [line.question for line in lines] == ["Is it fair?", "How long?", "What stands out?"]
    assert [line.status for line in lines] == ["sure, asked of one policy only"] * 3
    assert lines[0].says.startswith("With 2 players, all calm players: the first seat wins 14")
    assert re.search(r"more than an equal share \(45.\d\s%; some games have no winner\)\.$", lines[0].says)
    assert lines[1].says == "7.02 turns (6.96 to 7.08) everywhere; 95 % of these games take at most 10."
    assert lines[2].says.endswith("% (4.4 to 5.7) of the games with 2 players are ended by a limit.")


@pytest.mark.parametrize("players", [[2], [3]])
def test_where_policies_agree_nothing_depends_on_them(tmp_path: Path, players: list[int]) -> None:
    lines = told(tmp_path, **BOTH, players=players).lines
    assert not [line for line in lines if line.status == DEPENDS]
    assert [line.status for line in lines] == [SURE] * 3


@pytest.mark.parametrize(
    ("players", "says"),
    [
        ([2], "The first seat's advantage is between +14"),
        ([3], "The most and the least favoured seat are between 38"),
    ],
)
def test_where_policies_differ_the_range_is_said_and_who_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: list[int], says: str
) -> None:
    monkeypatch.setattr(contest, "GAME", Choosy())
    fair, long, _ = told(tmp_path, **BOTH, players=players).lines
    assert fair.status == long.status == DEPENDS
    assert fair.says.startswith(says)
    assert " points (calm) and " in fair.says
    assert " points (keen)" in fair.says
    assert " turns (calm) and 1" in long.says


def test_a_range_within_the_margin_depends_on_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Known beyond doubt, and too small to matter."""
    monkeypatch.setattr(contest, "GAME", Choosy())
    page = told(tmp_path, **BOTH, players=[2])
    page.tables["claims"] = page.tables["claims"].with_columns(margin=pl.lit(0.9))
    assert page.lines[0].status != DEPENDS


def test_what_the_family_does_not_bear_is_not_said(tmp_path: Path) -> None:
    """Every interval excludes 0, and would say it alone."""
    page = told(tmp_path, players=[2, 3])
    assert "than an equal share" in page.sentences
    assert re.search(r"Seat 1 wins most and seat \d least with 3 players: they are 38", page.sentences)
    page.unsure("first seat").unsure("seats")
    assert "more than an equal share" not in page.sentences + page.lines[0].says
    assert "is found; if there is one, it is at most" in page.sentences
    assert "No seat with 3 players is known to be favoured; any two of them are at most 4" in page.sentences
    assert "not sure yet (about" in page.lines[0].status


def test_skill_is_said_only_where_the_family_bears_it(tmp_path: Path) -> None:
    page = told(tmp_path, focus=["calm", "keen"], field=["calm", "keen"])
    assert "more than 'calm' would in the same seat" in page.sentences
    assert "gains nothing that can be seen; the gain is at most " in page.unsure("skill").sentences


def test_a_length_that_is_hardly_known_is_not_sure(tmp_path: Path) -> None:
    assert (
        told(tmp_path, games=20).lines[1].status
        == "not sure yet (about 88 games in each cell would tell), asked of one policy only"
    )


def test_the_order_of_strength_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ladder of this game has it the wrong way round."""
    game = Bout()
    game.presentation = replace(game.presentation, ladder=(Rung("keen", "keen players"), Rung("calm", "calm players")))
    monkeypatch.setattr(contest, "GAME", game)
    page = told(tmp_path, focus=["calm", "keen"], field=["calm", "keen"])
    assert page.tables["strength"]["policy"].to_list() == ["calm", "keen"]
    weak, strong = page.tables["strength"]["strength"]
    assert strong - weak == pytest.approx(contest.GAIN / 2, abs=0.01)
    assert set(page.tables["skill_trace"]["focus"]) == {"keen"}
    assert "one 'keen' among 'calm' wins" in page.sentences


class Roles(Bout):
    """The first seat is the king in half of the games, and else a thief; the second is the other."""

    columns = (*Bout.columns, *(Column(f"role_{seat}", "<u1", "what it is") for seat in (1, 2)))
    presentation: Presentation = replace(Bout.presentation, roles=RolesAtSeats(("king", "thief"), ("role_1", "role_2")))
    strong = True

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        found = super().simulate(cell, seed, first, last)
        king, drawn = found.rows["turns"] % 2, np.random.default_rng(seed).random(last)[first:]
        winner = np.where(drawn < (0.8 if self.strong else 0.5), king, 1 - king)
        found.rows["winners"] = 1 << winner
        for seat in (0, 1):
            role = np.where(king == seat, 0, 1)
            found.rows[f"role_{seat + 1}"] = 2 * role + 1 + (winner == seat)
        return found


def test_a_role_that_wins_more_stands_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Roles()
    monkeypatch.setattr(contest, "GAME", game)
    line = told(tmp_path, players=[2], games=2000).lines[2]
    assert re.match(r"King wins (5[6-9]|6[0-4])\.\d points", line.says), "60 points, whatever the blocks are"
    assert " more than the other roles." in line.says
    assert " less than the other roles." in line.says
    game.strong = False
    assert "roles" not in told(tmp_path / "even", players=[2], games=2000).lines[2].says
