"""A small game whose cards are a file of their own, and sheets of them as public tools for cards write them."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from engine.configs import read_toml
from engine.content.changes import extension_text
from engine.errors import BadInput, message
from engine.game.optional_parts import FieldKind, PieceTable
from engine.game.protocol import Game

MOST_COPIES = 99


class CardsInAFile:
    """Cards with a name, a number of copies and whatever else somebody writes."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def table_of(self, content: str) -> PieceTable:
        path = Path(content) if content else self.file
        data: dict[str, Any] = read_toml(path) if path.exists() else {}
        below = self.table_of(str(path.parent / data["extends"])).pieces if "extends" in data else {}
        kept = {key: fields for key, fields in below.items() if key not in data.get("remove", [])}
        pieces = {**kept, **{key: {**kept.get(key, {}), **own} for key, own in data.get("cards", {}).items()}}
        fields: dict[str, FieldKind] = {"name": "text", "copies": "whole"}
        for key, card in pieces.items():
            if not 0 < card.get("copies", 1) <= MOST_COPIES:
                raise BadInput(source=path, place=f"cards.{key}.copies", expected=message("an integer from 1 to 99"))
            for name, value in card.items():
                kind: FieldKind = (
                    "switch" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"
                )
                fields.setdefault(name, kind)
        return PieceTable("cards", "card", pieces, fields, file=path, is_open=True, inherited=[*below])


def card_game(file: Path) -> Game:
    """The game whose cards are in this file."""
    about = SimpleNamespace(axes=(), usual_content="")
    content = SimpleNamespace(extension=lambda grid, changes, notes, to: extension_text(file.name, changes, notes))
    return cast(Game, SimpleNamespace(name="market", spreadsheets=CardsInAFile(file), about=about, content=content))


def cards_in(file: Path) -> dict[str, dict[str, object]]:
    """What the file says of each card."""
    found: Any = read_toml(file)["cards"]
    return {key: dict(fields) for key, fields in found.items()}


SHAPES: dict[str, tuple[str, bytes]] = {
    "squib": (
        "deck.csv",
        b'Name,Qty,Level,Description\nThief,2,1,"Steal a coin.\nThen hide, quickly."\nMastermind,1,3,"Say ""now""."\n',
    ),
    "squib, one row for each copy": (
        "deck.tsv",
        b"Title\tCost\nThief\t1\nThief\t1\nMastermind\t3\n",
    ),
    "nandeck": (
        "nandeck.csv",
        "Count;Name;Cost;Text\r\n2;Dieb;1,5;Größe zählt\r\n1;Räuber;12;\r\n".encode("cp1252"),
    ),
    "excel, in German": (
        "karten.csv",
        "\ufeffsep=;\r\nMein Spiel;;;\r\n;;;\r\nName;Quantity;Gold;Gewicht\r\n"
        "Drache;1;1.250;2,5\r\nZwerg;3;20;0,75\r\n".encode(),
    ),
    "dextrous": (
        "Published Sheet.csv",
        b"Copies,Card Name,Power,Power style,Art\r\n3,Sea Witch,4,color: red,https://example.org/witch.png\r\n"
        b",,,,\r\n1,Old Salt,2,,https://example.org/salt.png\r\n",
    ),
    "cider": (
        "cards.csv",
        b"ID,Name,Count,Front Template,Back Template,Cost,Rare\n"
        b"1,Fire Bolt,4,Spell,Back,2,false\n2,Ice Wall,2,Spell,Back,3,true\n",
    ),
    "cardmaker": (
        "cardmaker.csv",
        b"Count,Name,image,skill1,skill1value,ability,override:Title:width\n"
        b"1,Siani,che.png,T,3,Ranged: +1 on all rolls @[opt],200\n"
        b"# the others are drafts\n2,Borin,bor.png,B,4,,\n",
    ),
    "google sheets, in UTF-16": (
        "cards.tsv",
        "\ufeffCard\tQty\tVP\r\nGarden\t8\t1\r\nHarbour\t4\t3\r\n".encode("utf-16-le"),
    ),
}
"""Sheets as these tools document them, written by hand."""
