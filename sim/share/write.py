"""Make a page and write it."""

import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from engine.errors import BadInput, complaints, message
from engine.game.cell import Json
from sim.compare.command import TestRequest
from sim.compare.operands import games_of
from sim.runs.atomic_files import write_file
from sim.share.block import MOST_PAGE, MOST_TOLD, Asked, Plan, is_page
from sim.share.found import Sides, matches_of
from sim.share.games import Recorder
from sim.share.page import page_of


def check_page_place(path: Path) -> None:
    """Find out before anything is played that a page cannot be written there: only a page is replaced."""
    if not os.path.lexists(path):
        return
    if path.is_symlink() or not path.is_file() or not is_page(path):
        raise BadInput(message("already exists, and is no page of a shared result; expected another name"), source=path)


class Sharing:
    """A page that was asked for: it keeps the games of a comparison while they are played, and is written then."""

    def __init__(self, path: Path) -> None:
        check_page_place(path)
        self.path, self.games = path, Recorder()

    def write(
        self,
        command: Sequence[str],
        sides: Sides,
        test: TestRequest,
        plan: Plan = "fixed",
        most: int | None = None,
    ) -> Path:
        """Write the page. `most` is how many games a cell could have had, if not as many as the experiments say."""
        game, settings, verb = sides[0].game, sides[0].settings, "try" if command[1] == "try" else "compare"
        outcomes, rule = test.rule(game, matches_of(verb, sides))
        if rule.told > MOST_TOLD:
            at_most = message("at most {most} with --page", most=MOST_TOLD)
            raise BadInput(source="--told", expected=at_most, got=rule.told)
        games = self.games.games(outcomes)
        asked = {
            "verb": verb,
            "command": [*command],
            "game": {"name": settings.game, "rules": game.version, "columns": game.schema},
            "sides": [side.to_json() for side in sides],
            "tested": {
                "margins": {each.name: rule.margin(each) for each in outcomes},
                "risk": rule.risk,
                "told": rule.told,
            },
            "plan": plan,
            "games": max(cell.games for cell in games.cells) if plan == "runs" else most or min(map(games_of, sides)),
            "seed": settings.seed,
        }
        page = page_of(asked_as(asked, self.path), games, str(self.path))
        if len(page) > MOST_PAGE:
            raise BadInput(
                source=self.path,
                expected=message("a page of at most {most:,} bytes; play fewer games (--games)", most=MOST_PAGE),
                got=len(page),
            )
        check_page_place(self.path)
        write_file(self.path, page)
        return self.path


def asked_as(data: Json, path: Path) -> Asked:
    """What a page says was asked; BadInput if no page can say it."""
    try:
        return Asked.model_validate(data)
    except ValidationError as error:
        raise BadInput.of_all(complaints(error, str(path))) from None
