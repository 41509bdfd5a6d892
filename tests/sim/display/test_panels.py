"""The sheet of a piece: laid out on the terminal and drawn, whatever the game has to say."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.errors import BadInput
from sim.display.panels import KINDS, check_figure_path, figure_bytes, write_figure
from tests.support.command_line import Fatecast
from tests.support.dice_race import Faces

SHEET = Faces().piece_sheet("face 3", "4", print)
MAGIC = {".png": b"\x89PNG", ".pdf": b"%PDF"}


def texts(svg: bytes) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(node.itertext()).strip() for node in root.iter("{http://www.w3.org/2000/svg}text")]


def test_the_figure_says_what_the_data_says() -> None:
    words = texts(figure_bytes("svg", SHEET.title, SHEET.panels))
    for word in (
        "face 3 of d4",
        "Half and half",
        "down",
        "across",
        "25%",
        "yes",
        "–",
        "Chances",
        "once",
        "ever",
        "bits",
    ):
        assert word in words
    assert words.count("yes") == 3
    assert "100%" in words, "shares are in per cent"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_file_is_written_whole(tmp_path: Path, kind: str) -> None:
    write_figure(tmp_path / f"face{kind}", SHEET.title, SHEET.panels)
    assert [path.name for path in tmp_path.iterdir()] == [f"face{kind}"]
    assert (tmp_path / f"face{kind}").read_bytes().startswith(MAGIC.get(kind, b"<?xml"))


def test_a_place_that_cannot_be_drawn_to(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"face\.gif: expected a file that ends in \.svg, \.png, \.pdf"):
        check_figure_path(tmp_path / "face.gif")
    with pytest.raises(BadInput, match="no such directory"):
        check_figure_path(tmp_path / "nowhere" / "face.svg")
    (tmp_path / "face.svg").mkdir()
    with pytest.raises(BadInput, match="cannot be written"):
        write_figure(tmp_path / "face.svg", SHEET.title, SHEET.panels)


def test_from_the_command_line(tmp_path: Path, typed: Fatecast) -> None:
    done = typed("piece", "face 3", "--deck", "4", "--game", "dice", "--out", tmp_path / "face.svg")
    assert (done.returncode, done.stderr) == (0, "")
    for words in ("face 3 of d4", "a face", "1 in 4", "fair dice", f"drawn: {tmp_path}/face.svg"):
        assert words in done.stdout
    assert (tmp_path / "face.svg").read_bytes() == figure_bytes("svg", SHEET.title, SHEET.panels)
    for flags in (["face 5"], ["face 3", "--out", tmp_path / "face.gif"]):
        refused = typed("piece", *flags, "--deck", "4", "--game", "dice")
        assert (refused.returncode, refused.stdout, len(refused.stderr.splitlines())) == (2, "", 1)
