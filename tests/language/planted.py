"""Catalogues that a test writes itself."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from engine.language.catalogues import BUILT, Catalogue


def planted(texts: Mapping[str, str], language: str = "") -> Catalogue:
    """A catalogue with these translations, and these rules of a language."""
    catalog = Catalog(locale="de")
    for text, translation in texts.items():
        catalog.add(text, translation)
    with TemporaryDirectory() as place:
        folder = Path(place)
        with (folder / BUILT).open("wb") as opened:
            write_mo(opened, catalog)
        (folder / "language.toml").write_text(language, encoding="utf-8")
        return Catalogue(folder)
