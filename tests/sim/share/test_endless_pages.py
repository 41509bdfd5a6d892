"""Pages whose games take for ever: a stranger chose the policies in them. Each is given up with one line."""

from pathlib import Path

import pytest

from engine.errors import FatecastError
from fatecast import compare
from sim.play.outcome_cache import OutcomeCache
from sim.share.block import Asked, sealed
from sim.share.found import sides_of
from sim.share.verify import PlayedAgain, Stretch, verify_page
from tests.support.shared_pages import Json, block_of, with_block

pytestmark = pytest.mark.full
UNDECIDED = 4
SECONDS = 1.5
SIDES = ("search base=hold worlds=4", "search base=random worlds=4")


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The page of a few games that are searched a little."""
    path = tmp_path_factory.mktemp("shared") / "page.html"
    compare(*SIDES, game="pig", players=2, games=20, executor="inline", told=1, page=path)
    return path.read_bytes()


def endless(page: bytes, told: int) -> Json:
    """The block of such a page, in which every choice is tried in a million worlds."""
    data = block_of(page)
    asked = data["asked"]
    asked["command"] = [word.replace("worlds=4", "worlds=1000000") for word in asked["command"]]
    asked["command"][asked["command"].index("--told") + 1] = str(told)
    asked["tested"]["told"] = told
    for side in asked["sides"]:
        side["policies"][0]["parameters"]["worlds"] = 1_000_000
    for kept, side in zip(data["games"]["cells"], sides_of(Asked.model_validate(asked), "page"), strict=True):
        kept["key"] = side.cells[0].key
    return sealed(data)


def line(page: bytes, file: Path) -> tuple[int, str]:
    file.write_bytes(page)
    with pytest.raises(FatecastError) as raised:
        print(*verify_page(file, 20_000, SECONDS))
    return raised.value.exit_code, raised.value.line


def test_games_that_are_replayed_for_their_turns(quick: bytes, file: Path) -> None:
    assert line(with_block(quick, endless(quick, 64)), file) == (
        UNDECIDED,
        f"{file}: its games take too long: none could be played again in 1.5 s; --seconds N allows more",
    )


def test_a_few_games_are_enough_to_say_something(quick: bytes, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of many games are played before the others, for which the time does not last."""
    hours, real = [0.0], PlayedAgain._differs

    def differs(self: PlayedAgain, stretch: Stretch, cache: OutcomeCache) -> bool:
        found = real(self, stretch, cache)
        hours.append(100.0)
        return found

    monkeypatch.setattr("sim.share.verify.FEW", 2)
    monkeypatch.setattr("sim.share.verify.monotonic", lambda: hours[-1])
    monkeypatch.setattr(PlayedAgain, "_differs", differs)
    file.write_bytes(quick)
    [said] = verify_page(file, 20_000, 50)
    assert "from 40 games, 4 of them played again; no more in 50 s (--seconds N); not checked" in said
