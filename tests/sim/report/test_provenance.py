"""What the manifest of a run says of its parts has words where a person reads it; the manifest keeps its keys."""

import pytest

from engine.language.current import about_game, speaking
from sim.report.shared.provenance import part_fact

PARTS = [
    (
        ("decks", "base", {"digest": "ab12", "rules": 2, "cards": 24}),
        ("deck base", "digest ab12, rules 2, cards 24"),
        ("mazo: base", "huella: ab12, reglas: 2, cartas: 24"),
    ),
    (
        ("layouts", "A", {"digest": "ab12", "standin": True}),
        ("layout A", "digest ab12, standin True"),
        ("layout: A", "huella: ab12, sustituto: sí"),
    ),
    (
        ("policies", "mine", {"sha256": "cd34", "plays": "plain Python"}),
        ("policy mine", "sha256 cd34, plays plain Python"),
        ("estrategia: mine", "sha256: cd34, se juega en: Python sin compilar"),
    ),
    (("program", "version", 3), ("program version", "3"), ("programa: versión", "3")),
    (
        ("openspiel", "exploitability", {"solved iterations=200": 0.01}),
        ("openspiel exploitability", "solved iterations=200 0.01"),
        ("openspiel: explotabilidad", "solved iterations=200: 0.01"),
    ),
]


@pytest.mark.parametrize(("part", "english", "spanish"), PARTS)
def test_a_part_is_told_in_words(
    part: tuple[str, str, object], english: tuple[str, str], spanish: tuple[str, str]
) -> None:
    assert part_fact(*part) == english
    with speaking("es"), about_game(""):
        assert part_fact(*part) == spanish
