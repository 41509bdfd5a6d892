"""The manifest of a run: enough to play it again, and to decide whether another run may be compared with it."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from engine.errors import BadData, FatecastError, message
from engine.game.cell import Json
from engine.game.protocol import Game, OnlyRead
from engine.kernel.sources import ENGINE, sources_digest
from engine.language.current import DEFAULT, speaking
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.kept_edition import KEY, checksum
from sim.runs.manifest_file import SCHEMA
from sim.text.packages import installed, ourselves

RUNS = Path("reports/runs")
"""The folder of runs for which no directory was named."""

PACKAGES = ("numpy", "numba", "llvmlite", "polars", "scipy", "distributed")


def begin(experiment: ResolvedExperiment, detail: str, block: int, edition: bytes | None = None) -> Json:
    """The manifest of a run that begins. `edition` is what it keeps of a game of one's own."""
    game = experiment.game
    with speaking(DEFAULT):
        notes = game.notes(experiment.cells)
    return {
        "schema": SCHEMA,
        "tool": tool_version(),
        "commit": commit(),
        "source": sources_digest(experiment.game.name),
        "game": {"name": game.name, "rules": game.version, "columns": game.schema},
        "seed": experiment.settings.seed,
        "experiment": experiment.to_json(),
        "experiment_hash": experiment.hash,
        "parts": game.provenance(experiment.grid),
        **({} if edition is None else {KEY: checksum(edition)}),
        "notes": notes,
        "detail": detail,
        "block": block,
        "packages": {name: found for name in PACKAGES if (found := installed(name))},
        "platform": {
            "python": platform.python_version(),
            "system": platform.platform(),
            "machine": platform.machine(),
            "cores": os.cpu_count(),
        },
        "begun": now(),
        "complete": False,
    }


def finish(manifest: Json, counts: Json, digest: str, results: Json) -> Json:
    """The manifest of a run that is complete. `results` has the checksums of the files of results."""
    return manifest | {
        "complete": True,
        "finished": manifest.get("finished") or now(),
        "counts": counts,
        "digest": digest,
        "results": results,
    }


def check_versions(
    path: Path, manifest: Json, experiment: ResolvedExperiment, wrong: type[FatecastError] = BadData
) -> None:
    """Refuse a run of another rule version: it cannot be continued, replayed or compared."""
    game = experiment.game.today if isinstance(experiment.game, OnlyRead) else experiment.game
    _check_version(path, manifest, game, wrong)


def check_readable(path: Path, manifest: Json, experiment: ResolvedExperiment) -> None:
    """Refuse a run of another rule version, unless it is known what its rows say."""
    _check_version(path, manifest, experiment.game, BadData)


def _check_version(path: Path, manifest: Json, game: Game, wrong: type[FatecastError]) -> None:
    old = manifest["game"]
    if (old["rules"], old["columns"]) != (game.version, game.schema):
        raise wrong(
            message(
                "played by rule version {old} (columns {old_columns}) of {game}, here is {version} (columns {columns})",
                old=old["rules"],
                old_columns=old["columns"],
                game=game.name,
                version=game.version,
                columns=game.schema,
            ),
            source=path,
        )


def run_name(experiment: ResolvedExperiment) -> str:
    """A directory name that differs for every experiment and for every version of the engine."""
    deciding = f"{experiment.hash} {experiment.game.version} {sources_digest(experiment.game.name)}"
    short = sha256(deciding.encode()).hexdigest()[:8]
    return f"{experiment.settings.name}-{experiment.settings.seed}-{short}"


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def tool_version() -> str:
    """The version of fatecast."""
    return ourselves().version


def commit() -> Json | None:
    """The git commit of the checkout that this runs from, and whether files were changed since; None elsewhere."""
    root = ENGINE.parent
    if not (root / ".git").exists():
        return None
    try:
        head = _git(root, "rev-parse", "HEAD")
        return {"id": head, "dirty": bool(_git(root, "status", "--porcelain", "--untracked-files=no"))}
    except (OSError, subprocess.CalledProcessError):
        return None


def _git(root: Path, *command: str) -> str:
    git = subprocess.run(["git", "-C", str(root), *command], capture_output=True, text=True, check=True)
    return git.stdout.strip()
