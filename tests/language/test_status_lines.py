"""What a command says while it works is in the language of the reader; what it logs is in English."""

import logging
from pathlib import Path

import pytest

from engine.errors import message
from engine.language.current import speaking
from sim.play.logs import LOGGER, Console, LogFile


def test_a_log_is_in_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, console = LogFile(tmp_path / "run.log"), Console(logging.WARNING)
    LOGGER.addHandler(file)
    LOGGER.addHandler(console)
    try:
        with speaking("es"):
            LOGGER.warning(message("{path}: damaged, its games will be played again", path="a"))
    finally:
        LOGGER.removeHandler(console)
        LOGGER.removeHandler(file)
        file.close()
    assert "a: damaged, its games will be played again" in (tmp_path / "run.log").read_text(encoding="utf-8")
    assert capsys.readouterr().err == "fatecast: a: dañado; sus partidas se jugarán de nuevo\n"
