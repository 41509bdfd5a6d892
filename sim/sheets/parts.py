"""The XML inside of an .xlsx file, read once from its beginning to its end. Everything counts, also what says nothing:
a stranger's file of a few kilobytes may hold millions of empty cells."""

import struct
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from engine.errors import BadInput, Message, message

MOST_INSIDE, MOST_FILES = 24_000_000, 1_000
"""Bytes that are read of a workbook when it is unpacked, and files that it holds."""
MOST_TAGS, LONGEST_TAG, MOST_NAMES, DEEPEST = 1_000_000, 1 << 18, 10_000, 100
"""Tags, bytes of one of them, different names of tags and attributes, and tags within tags."""
PIECE = 1 << 16
UNREADABLE = (
    BadZipFile,
    ExpatError,
    OSError,
    ValueError,
    LookupError,
    ArithmeticError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    struct.error,
    zlib.error,
)
"""What a broken file is read as."""
Attributes = Mapping[str, str]


class Tag(NamedTuple):
    """What is done with a tag, and with those inside of it. Whatever is not named is only counted."""

    inside: Mapping[str, "Tag"] = {}
    begins: Callable[[Attributes], None] | None = None
    ends: Callable[[str], None] | None = None
    """Is given the text that stands in it."""


UNKNOWN = Tag()


class Parts:
    """The parts of a workbook. What is read of them counts together."""

    def __init__(self, path: Path, raw: bytes) -> None:
        self._path = path
        self._packed = ZipFile(BytesIO(raw))
        self.names = {each.filename for each in self._packed.infolist()}
        self._bytes = self._tags = 0
        if len(self._packed.infolist()) > MOST_FILES:
            raise BadInput(source=path, expected=message("at most {most:,} files inside", most=MOST_FILES))

    def read(self, name: str, root: Mapping[str, Tag]) -> None:
        """Read a part: what to do with its outermost tag, by its name."""
        names: dict[str, str] = {}
        parser = ParserCreate(intern=names)
        parser.buffer_text = True
        open_tags, texts, prefix = [Tag(root)], list[str](), ""

        def begin(tag: str, attributes: Attributes) -> None:
            nonlocal prefix
            if len(open_tags) == 1:
                prefix = "".join(tag.rpartition(":")[:2])
            if prefix:
                tag = tag.removeprefix(prefix)
            here = open_tags[-1].inside.get(tag, UNKNOWN)
            open_tags.append(here)
            if here.begins is not None:
                here.begins(attributes)

        def end(tag: str) -> None:
            here = open_tags.pop()
            if here.ends is not None:
                here.ends("".join(texts) if texts else "")
                if texts:
                    texts.clear()

        def read_text(text: str) -> None:
            if open_tags[-1].ends is not None and not open_tags[-1].inside:
                texts.append(text)

        parser.StartElementHandler, parser.EndElementHandler = begin, end
        parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = read_text, self._refuse_definitions
        file, fed = self._packed.open(self._packable(name)), 0
        while piece := file.read(PIECE):
            self._bytes += len(piece)
            self._tags += piece.count(b"<") - piece.count(b"</")
            self.check(self._bytes, MOST_INSIDE, message("at most {most:,} bytes when it is unpacked"))
            self.check(self._tags, MOST_TAGS, message("at most {most:,} XML tags"))
            fed += len(piece)
            parser.Parse(piece, False)
            self.check(fed - parser.CurrentByteIndex, LONGEST_TAG, message("at most {most:,} bytes in an XML tag"))
            self.check(len(names), MOST_NAMES, message("at most {most:,} different names of XML tags"))
            self.check(len(open_tags), DEEPEST, message("at most {most:,} XML tags within each other"))
        parser.Parse(b"", True)

    def related(self, name: str) -> dict[str, tuple[str, str]]:
        """What a part points to, by its ids: of which kind, and the name of the part."""
        folder, found = PurePosixPath(name).parent, dict[str, tuple[str, str]]()

        def relate(said: Attributes) -> None:
            steps: list[str] = []
            for step in (folder / said["Target"]).parts:
                if step == ".." and steps:
                    steps.pop()
                elif step not in ("/", ".."):
                    steps.append(step)
            self.check(len(found), MOST_FILES, message("at most {most:,} files inside"))
            found[said["Id"]] = said["Type"].rpartition("/")[2], "/".join(steps)

        beside = str(folder / "_rels" / f"{PurePosixPath(name).name}.rels")
        if beside in self.names:
            self.read(beside, {"Relationships": Tag({"Relationship": Tag(begins=relate)})})
        return found

    def _packable(self, name: str) -> str:
        """Refuse what the format does not know: it may take gigabytes to unpack a little."""
        if self._packed.getinfo(name).compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise NotImplementedError("compression")
        return name

    def check(self, size: int, most: int, expected: Message) -> None:
        """Refuse what there is too much of."""
        if size > most:
            raise BadInput(source=self._path, expected=Message(expected.template, {"most": most}))

    def _refuse_definitions(self, *_: object) -> None:
        """A workbook defines nothing, and a few definitions can become gigabytes."""
        raise BadInput(message("its XML defines entities of its own"), source=self._path)
