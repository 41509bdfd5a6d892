"""Numbers as people write them."""

import pytest
from typer.main import get_command

from sim.cli.app import app
from sim.cli.flags.typed_values import in_whole_numbers
from tests.support.command_line import Fatecast


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (["--games", "10k"], ["--games", "10000"]),
        (["--games=1.5M"], ["--games=1500000"]),
        (["--games", "10K", "--out", "10k"], ["--games", "10000", "--out", "10k"]),
        (["--games", "0.0001k"], ["--games", "0.0001k"]),
        (["10k"], ["10k"]),
        (["--policy", "2k"], ["--policy", "2k"]),
    ],
)
def test_thousands_and_millions_where_a_whole_number_belongs(typed: list[str], read: list[str]) -> None:
    params = get_command(app).commands["run"].params  # type: ignore[attr-defined]
    assert [*in_whole_numbers(typed, params)] == read


def test_what_is_no_number_is_refused(typed: Fatecast) -> None:
    done = typed("run", "--games", "10x")
    assert done.returncode == 2
    assert "--games" in done.stderr
