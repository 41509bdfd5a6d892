"""What a command says while it works is in the language of the reader; what it logs is in English."""

import logging
from pathlib import Path

import pytest

from engine.errors import message
from engine.kernel.compiling.estimate import about
from engine.language.current import speaking
from sim.errors import Cancelled, Terminated, interrupt_line
from sim.play.logs import LOGGER, Console, LogFile
from sim.training.command import TrainingInterrupted


@pytest.mark.parametrize(
    ("by", "said"),
    [
        (KeyboardInterrupt(), "interrumpido; las rondas completas se conservan: el mismo comando sigue desde ahí"),
        (Terminated(), "terminado; las rondas completas se conservan: el mismo comando sigue desde ahí"),
        (Cancelled(), "cancelado; las rondas completas se conservan: el mismo comando sigue desde ahí"),
    ],
)
def test_how_training_was_interrupted(by: KeyboardInterrupt, said: str) -> None:
    with speaking("es"):
        assert interrupt_line(TrainingInterrupted(by)) == said


def test_how_long_something_takes() -> None:
    assert [about(3), about(32), about(200)] == ["about 3 s", "about 30 s", "about 3 min"]
    with speaking("es"):
        assert [about(3), about(32), about(200)] == ["unos 3 s", "unos 30 s", "unos 3 min"]


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
