"""A finished run, opened, as Python and a notebook show it. Slow to import: verbs load it when they have played."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from engine.errors import FatecastError
from engine.game.cell import Json
from engine.language.current import counted, said
from sim.display.terminal import headline_table, headline_title, table_text
from sim.experiment.labels import several_contents
from sim.runs.run import Run as FinishedRun
from sim.runs.run import load_run as open_run
from sim.runs.store import Store
from sim.runs.summary import read_summary
from sim.verbs.request.result import Result, as_html, in_few_lines


@dataclass(frozen=True, repr=False)
class Run(Result, FinishedRun):
    """A finished run, opened; Python and a notebook show its headline."""

    page: Path | None = field(default=None, compare=False)
    """The page of its report, if one was asked for."""

    @property
    def has_several_contents(self) -> bool:
        """Whether there is something to compare. Comparisons take long to load, and most runs have nothing."""
        return bool(several_contents(self.experiment.cells, self.experiment.game.about))

    @cached_property
    def results(self) -> Json:
        """What summary.json says."""
        return read_summary(Store(self.path), self.manifest, self.experiment)

    @property
    def data(self) -> Json:
        """What `fatecast run --json` prints; of several contents, also what changed between them and what that did."""
        found = {
            "run": str(self.path),
            "report": None if self.page is None else str(self.page),
            **self.results,
        }
        if self.has_several_contents:
            from sim.compare.rows import contents_data

            if contents := contents_data(self):
                found["contents"] = contents
        return found

    def __str__(self) -> str:
        try:
            table = table_text(headline_table(self.experiment, self.cells, False))
            lines = [headline_title(self.experiment), self._played(), *table.splitlines()]
        except FatecastError as error:  # whoever looks at a damaged run gets to see it all the same
            return f"Run({str(self.path)!r}): {error}"
        return in_few_lines(lines, said("summary has a row for each cell"))

    def _repr_html_(self) -> str:
        table = headline_table(self.experiment, self.cells, False)
        return as_html(headline_title(self.experiment), [self._played()], [table])

    def _played(self) -> str:
        return counted(
            self.manifest["counts"]["games"],
            "{count} games · digest {digest} · {path}",
            "{count} games · digest {digest} · {path}",
            digest=self.digest,
            path=self.path,
        )


def load_run(path: str | Path, game: str | Path | None = None) -> Run:
    """Open a finished run. `game` is the path of a game of your own, if it was played with one."""
    return Run(open_run(path, game).path)
